import { kind } from '../declaration/kind.ts';
import { parseDecimal } from '../json/decimal.ts';

/** An exact amount, kept as the text that was typed. */
export const decimal = kind(
  'decimal',
  (text) =>
    parseDecimal(text) === undefined
      ? { problem: 'must be a decimal, such as 1234.56' }
      : { value: text },
  { example: '1234.56' },
);
