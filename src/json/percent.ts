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
 * A part of a whole in percent with two digits, half to even; null if the whole is zero. It is never rounded
 * to zero, to a hundred, or to or across a limit by which it is judged: just below one of these, digits are
 * cut off; just above, there are as many digits as it takes.
 */
export function percentOf(part: Decimal, whole: Decimal, limits: readonly Decimal[] = []) {
  const hundredfold = multiplyDecimals(absolute(part), hundred);
  const size = judgedQuotient(hundredfold, absolute(whole), [zero, hundred, ...limits], 2);
  const isBelow = part.units * whole.units < 0n;
  return isBelow ? `-${size}` : size;
}

const hundred = { units: 100n, scale: 0 };

/** A quotient with as few digits as keep it on its side of every limit, but with at least `least`. */
export function judgedQuotient(
  part: Decimal,
  whole: Decimal,
  limits: readonly Decimal[],
  least: number,
): string | null {
  if (whole.units === 0n) return null;
  return formatDecimal(findQuotient(part, whole, limits, least));
}

function findQuotient(
  part: Decimal,
  whole: Decimal,
  limits: readonly Decimal[],
  least: number,
): Decimal {
  if (whole.units < 0n) return findQuotient(negate(part), negate(whole), limits, least);
  // Cut towards zero whatever the sign; next to zero, that takes more digits.
  if (part.units < 0n) return negate(findQuotient(negate(part), whole, limits.map(negate), least));
  const sides = limits.map((limit) => compareQuotient(part, whole, limit));
  const isTrue = (share: Decimal) =>
    limits.every((limit, at) => compareDecimals(share, limit) === sides[at]);
  for (let digits = least; digits < mostShareDigits; digits += 1) {
    const share = divideDecimals(part, whole, digits);
    if (isTrue(share)) return share;
    const below = subtractDecimals(share, { units: 1n, scale: digits });
    const isRoundedUp = compareDecimals(multiplyDecimals(share, whole), part) > 0;
    if (isRoundedUp && isTrue(below)) return below;
  }
  return divideDecimals(part, whole, least);
}

const mostShareDigits = 60;

/** Below, at or above zero as the exact quotient is below, at or above the limit. */
export function compareQuotient(part: Decimal, whole: Decimal, limit: Decimal): number {
  const most = multiplyDecimals(limit, whole);
  return whole.units < 0n ? compareDecimals(most, part) : compareDecimals(part, most);
}

/** Below, at or above zero as a part of a whole is below, at or above so many percent of it. */
export function comparePercent(part: Decimal, whole: Decimal, percent: Decimal): number {
  return compareQuotient(multiplyDecimals(part, hundred), whole, percent);
}

function negate({ units, scale }: Decimal): Decimal {
  return { units: -units, scale };
}

export function absolute({ units, scale }: Decimal): Decimal {
  return { units: magnitude(units), scale };
}
