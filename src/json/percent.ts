import {
  compareDecimals,
  type Decimal,
  divideDecimals,
  formatDecimal,
  multiplyDecimals,
  subtractDecimals,
} from './decimal.ts';

/**
 * A part of a whole in percent with two digits, half to even; null if the whole is zero. It is never
 * rounded to nothing, to all, or across a limit that it is judged by, or onto it. A share below these is
 * cut off; one above them has as many digits as it takes.
 */
export function percentOf(
  part: Decimal,
  whole: Decimal,
  limits: readonly Decimal[] = [],
): string | null {
  const hundredfold = { units: part.units * (whole.units < 0n ? -100n : 100n), scale: part.scale };
  return judgedQuotient(hundredfold, magnitude(whole), [...nothingAndAll, ...limits], 2);
}

const nothingAndAll = [-100n, 0n, 100n].map((units) => ({ units, scale: 0 }));

/** A quotient with as few digits, from the least on, as put it on its side of every limit. */
export function judgedQuotient(
  part: Decimal,
  whole: Decimal,
  limits: readonly Decimal[],
  least: number,
): string | null {
  if (whole.units === 0n) return null;
  const isTrue = (share: Decimal) =>
    limits.every(
      (limit) =>
        compareDecimals(share, limit) === compareDecimals(part, multiplyDecimals(limit, whole)),
    );
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

export function magnitude({ units, scale }: Decimal): Decimal {
  return { units: units < 0n ? -units : units, scale };
}
