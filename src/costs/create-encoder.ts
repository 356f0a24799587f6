import type { Encoder, EncoderOptions } from './encoder.ts';
import { createRowEncoder } from './row-encoder.ts';
import { createTableEncoder } from './table-encoder.ts';

export function createEncoder(options: EncoderOptions): Encoder {
  const { format } = options;
  return format === 'csv' || format === 'tsv'
    ? createTableEncoder(format, options)
    : createRowEncoder(format, options);
}
