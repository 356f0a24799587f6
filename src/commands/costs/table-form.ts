import type { EncoderOptions } from '../../costs/encoder.ts';
import type { OutputFlags } from '../../session.ts';

export type TableForm = Pick<
  EncoderOptions,
  'header' | 'spreadsheetSafe' | 'delimiter' | 'decimalComma' | 'byteOrderMark'
>;

/** How the options say that csv and tsv are written. */
export function tableFormOf(flags: OutputFlags): TableForm {
  return {
    header: flags.header !== false,
    spreadsheetSafe: flags.spreadsheetSafe === true,
    delimiter: flags.delimiter,
    decimalComma: flags.decimalComma === true,
    byteOrderMark: flags.bom === true,
  };
}
