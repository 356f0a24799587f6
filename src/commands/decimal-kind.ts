import { type Kind, kind } from '../declaration/kind.ts';
import { type Decimal, parseDecimal } from '../json/decimal.ts';

/** An exact amount, kept as the text that was typed. */
export const decimal = kind(
  'decimal',
  (text) =>
    parseDecimal(text) === undefined
      ? { problem: 'must be a decimal, such as 1234.56' }
      : { value: text },
  { example: '1234.56' },
);

/** An amount or a percentage of zero or more, perhaps with a sign. */
export function limitKind(
  placeholder: 'amount' | 'percent',
  example: string,
  sign = /^/,
): Kind<Decimal> {
  const noun = placeholder === 'amount' ? 'an amount' : 'a percentage';
  return kind(
    placeholder,
    (given) => {
      const value = parseDecimal(given.replace(sign, ''));
      return value === undefined || value.units < 0n
        ? { problem: `must be ${noun} of 0 or more, such as ${example}` }
        : { value };
    },
    { example },
  );
}
