import {
  compareDecimals,
  type Decimal,
  divideDecimals,
  formatDecimal,
  magnitude,
  multiplyDecimals,
  subtractDecimals,
  zero,
} from './decimal.ts';

/**
 * A part of a whole in percent with two digits, half to even; null if the whole is zero. Its size is never
 * rounded to nothing, to all, or across a limit that it is judged by, or onto it: one below these is cut
 * off, and one above them has as many digits as it takes.
 */
export function percentOf(
  part: Decimal,
  whole: Decimal,
  limits: readonly Decimal[] = [],
): string | null {
  const hundredfold = multiplyDecimals(absolute(part), hundred);
  const size = judgedQuotient(hundredfold, absolute(whole), [zero, hundred, ...limits], 2);
  const isBelow = part.units * whole.units < 0n;
  return isBelow ? `-${size}` : size;
}

const hundred = { units: 100n, scale: 0 };

/** A quotient with as few digits, from the least on, as put it on its side of every limit. */
export function judgedQuotient(
  part: Decimal,
  whole: Decimal,
  limits: readonly Decimal[],
  least: number,
): string | null {
  if (whole.units === 0n) return null;
  const sides = limits.map((limit) => compareDecimals(part, multiplyDecimals(limit, whole)));
  const isTrue = (share: Decimal) =>
    limits.every((limit, at) => compareDecimals(share, limit) === sides[at]);
  for (let digits = least; digits < mostShareDigits; digits += 1) {
    const share = divideDecimals(part, whole, digits);
    if (isTrue(share)) return formatDecimal(share);
    const below = subtractDecimals(share, { units: 1n, scale: digits });
    const isRoundedUp = compareDecimals(multiplyDecimals(share, whole), part) > 0;
    if (isRoundedUp && isTrue(below)) return formatDecimal(below);
  }
  return formatDecimal(divideDecimals(part, whole, least));
}

const mostShareDigits = 60;

export function absolute({ units, scale }: Decimal): Decimal {
  return { units: magnitude(units), scale };
}
