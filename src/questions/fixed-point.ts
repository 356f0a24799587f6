import { type Decimal, divideHalfToEven, unitsAt } from '../json/decimal.ts';

/**
 * Arithmetic with whole numbers of a small unit: estimates of money count in a unit far below the last
 * digit of the amounts, and ratios in parts of `one`. What does not come out even is rounded half to even.
 */

/** The decimal places of a ratio, and those that estimated money has beyond the places of its amounts. */
export const morePlaces = 18;
export const one = 10n ** BigInt(morePlaces);

/** Multiplies money, or another ratio, by a ratio. */
export function times(amount: bigint, ratio: bigint): bigint {
  return ratio === one ? amount : divideHalfToEven(amount * ratio, one);
}

export function fromDecimal(amount: Decimal, places: number): bigint {
  const cut = amount.scale - places;
  return cut > 0 ? amount.units / 10n ** BigInt(cut) : unitsAt(amount, places);
}

export function smaller(first: bigint, second: bigint): bigint {
  return first < second ? first : second;
}

export function larger(first: bigint, second: bigint): bigint {
  return first > second ? first : second;
}

export function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

/** What fits in 64 bits is sorted by the engine itself, without a call for each comparison. */
export function sorted(amounts: readonly bigint[]): bigint[] {
  const fits = amounts.every((amount) => BigInt.asIntN(64, amount) === amount);
  return fits ? Array.from(new BigInt64Array(amounts).sort()) : amounts.toSorted(compareSizes);
}

export function compareSizes(first: bigint, second: bigint): number {
  return first < second ? -1 : first > second ? 1 : 0;
}

export function median(amounts: readonly bigint[]): bigint {
  return quantile(sorted(amounts), 100);
}

/** Whether the median is greater than a limit. Counting takes less time than sorting. */
export function isMedianAbove(amounts: readonly bigint[], limit: bigint): boolean {
  if (amounts.length % 2 === 0) return median(amounts) > limit;
  let above = 0;
  for (const amount of amounts) if (amount > limit) above += 1;
  return above * 2 > amounts.length;
}

/** The mean without the largest and the smallest: a single unusual day does not move it. */
export function middleMean(amounts: readonly bigint[]): bigint {
  if (amounts.length < 3) return median(amounts);
  const ends = amounts.reduce(smaller) + amounts.reduce(larger);
  return divideHalfToEven(sum(amounts) - ends, BigInt(amounts.length - 2));
}

/** A list whose lowest amount comes first. */
export type Ordered = Pick<readonly bigint[], 'length' | 'at'>;

const shares = 200;

/** At a share in two-hundredths, interpolated between neighbours; zero for an empty list. */
export function quantile(ordered: Ordered, share: number): bigint {
  const place = share * (ordered.length + 1) - shares;
  const last = (ordered.length - 1) * shares;
  const inside = Math.max(0, Math.min(last, place));
  const low = Math.floor(inside / shares);
  const before = ordered.at(low) ?? 0n;
  const part = inside % shares;
  if (part === 0) return before;
  const after = ordered.at(low + 1) ?? before;
  return before + divideHalfToEven((after - before) * BigInt(part), BigInt(shares));
}

/** The square root, rounded down. */
export function root(square: bigint): bigint {
  if (square < 2n) return square;
  let guess = 1n << BigInt((square.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (guess + square / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}
