import { divideHalfToEven, magnitude } from '../json/decimal.ts';
import { isMedianAbove, larger, median, one, root, smaller } from './fixed-point.ts';

/** An estimate follows the last week up to this factor. */
export const largestShift = 3n;
/** From how many of the same weekday a day is estimated. */
const weeks = 6;
export const daysLearned = 7 * weeks;
/** A shift of the last week counts if it is at least this many tenths of the usual deviation. */
const largestNoise = 22n;
/** Far more than the rounding of ratios of doubles. */
const precision = 1e-12;

/**
 * How the week before a place compares with the levels of its weekdays, if the difference is more than noise.
 * Doubles find most noise; what is too close for them to say is divided exactly.
 */
export function createShift(
  amounts: readonly bigint[],
  levels: readonly bigint[],
): (end: number) => bigint {
  const [nearAmounts, nearLevels] = [amounts.map(Number), levels.map(Number)];
  const fits = [...nearAmounts, ...nearLevels].every(Number.isFinite);
  const near = nearLevels.map((level, place) =>
    level > 0 ? sameWeekdays(nearAmounts, place).map((amount) => amount / level) : [],
  );
  const exactAt = (place: number) => {
    const level = levels[place] ?? 0n;
    if (level <= 0n) return [];
    return sameWeekdays(amounts, place).map((amount) => divideHalfToEven(amount * one, level));
  };
  return (end) => {
    const ratios = dayByDay(near.slice(end - 7, end));
    if (ratios.length < 7) return one;
    const guess = fits ? guessNoise(ratios) : undefined;
    if (guess === true) return one;
    const exact = dayByDay(Array.from({ length: 7 }, (_value, place) => exactAt(end - 7 + place)));
    const shift = median(exact.slice(0, 7));
    if (shift <= 0n || (guess ?? isNoise(exact, shift))) return one;
    return smaller(largestShift * one, larger(divideHalfToEven(one, largestShift), shift));
  };
}

/** The amounts of a weekday up to a place, the latest first. */
export function sameWeekdays<Amount>(amounts: readonly Amount[], last: number): Amount[] {
  const found: Amount[] = [];
  for (let place = last; place >= 0 && found.length < weeks; place -= 7) {
    const amount = amounts[place];
    if (amount !== undefined) found.push(amount);
  }
  return found;
}

/** The ratios of each weekday as those of each day, the latest first. */
function dayByDay<Ratio>(weekdays: readonly (readonly Ratio[])[]): Ratio[] {
  const found: Ratio[] = [];
  for (let week = 0; week < weeks; week += 1) {
    for (let day = weekdays.length - 1; day >= 0; day -= 1) {
      const ratio = weekdays[day]?.[week];
      if (ratio !== undefined) found.push(ratio);
    }
  }
  return found;
}

/**
 * Noise is measured from day to day: a change of level some weeks ago is not noise. The difference of two
 * ratios varies more than one ratio does, by the root of two.
 */
function isNoise(ratios: readonly bigint[], shift: bigint): boolean {
  const changes = ratios.slice(1).map((ratio, place) => magnitude(ratio - (ratios[place] ?? 0n)));
  const usual = root(2n * (10n * (shift - one)) ** 2n) / largestNoise;
  return isMedianAbove(changes, usual);
}

/** The same by doubles; undefined if they are too close to say. */
function guessNoise(ratios: readonly number[]): boolean | undefined {
  const [shift = 0] = Float64Array.from(ratios.slice(0, 7)).sort().subarray(3);
  const usual = (Math.SQRT2 * 10 * Math.abs(shift - 1)) / Number(largestNoise);
  let [above, unclear, before] = [0, 0, ratios[0] ?? 0];
  for (let place = 1; place < ratios.length; place += 1) {
    const ratio = ratios[place] ?? 0;
    const beyond = Math.abs(ratio - before) - usual;
    const margin = precision * (1 + usual + Math.abs(ratio) + Math.abs(before));
    if (beyond > margin) above += 1;
    else if (!(beyond < -margin)) unclear += 1;
    before = ratio;
  }
  const all = ratios.length - 1;
  if (2 * above > all) return true;
  return 2 * (above + unclear) < all ? false : undefined;
}
