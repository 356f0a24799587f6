import { parsed } from '../declaration/kind.ts';
import { parseDecimal } from '../json/decimal.ts';

/** An exact amount, kept as the text that was typed. */
export const decimal = parsed(
  'decimal',
  'must be a decimal, such as 1234.56',
  { example: '1234.56' },
  (text) => (parseDecimal(text) === undefined ? undefined : text),
);

/** An amount or a percentage of zero or more, perhaps with a sign. */
export function limitKind(placeholder: 'amount' | 'percent', example: string, sign = /^/) {
  const noun = placeholder === 'amount' ? 'an amount' : 'a percentage';
  const problem = `must be ${noun} of 0 or more, such as ${example}`;
  return parsed(placeholder, problem, { example }, (given) => {
    const value = parseDecimal(given.replace(sign, ''));
    return value !== undefined && value.units < 0n ? undefined : value;
  });
}
