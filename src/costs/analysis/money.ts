import { type Decimal, formatDecimal, parseDecimal, roundDecimal } from '../../json/decimal.ts';

const usualDigits = 2;
const leastSignificant = 2;

/**
 * An amount as people read it: two digits behind the point, half to even; a smaller one with as
 * many as show two digits of it that are not zero.
 */
export function readableAmount(text: string): string {
  const amount = parseDecimal(text);
  return amount === undefined ? text : readableDecimal(amount);
}

function readableDecimal(amount: Decimal): string {
  const digits = (amount.units < 0n ? -amount.units : amount.units).toString();
  const leadingZeros = amount.scale - digits.length;
  const isSmall = amount.units !== 0n && leadingZeros >= usualDigits;
  const rounded = roundDecimal(amount, isSmall ? leadingZeros + leastSignificant : usualDigits);
  const missing = Math.max(0, usualDigits - rounded.scale);
  return formatDecimal({
    units: rounded.units * 10n ** BigInt(missing),
    scale: rounded.scale + missing,
  });
}
