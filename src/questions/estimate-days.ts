import { addDays, eachDay } from '../days.ts';

/** Daily amounts of one group, oldest first, without gaps. Estimates are numbers, not money. */
export interface DailySeries {
  readonly from: string;
  readonly amounts: readonly number[];
}

/** The estimate of a day, by how many days it is ahead, from 0. */
type Estimate = (ahead: number) => number;

/** What all estimates after any day of a series share. */
export interface History {
  /** The amounts without fees: a day with a fee costs what its weekday usually does. */
  readonly amounts: readonly number[];
  /** The fee of a day, by its place; the days to come follow. */
  readonly feeAt: (place: number) => Fee | undefined;
  /** The replays in progress, by the place that they end at. */
  readonly estimates: Map<number, Estimate>;
}

/** What a day of the month costs beyond its weekday. */
export interface Fee {
  readonly usual: number;
  /** How far each month was from that. */
  readonly deviations: readonly number[];
}

/** With fewer days an estimate is their mean. */
export const fewestDays = 28;
/** An estimate follows the last week up to this factor. */
export const largestShift = 3;
/** The same weekdays that a day is estimated from. */
const weeks = 6;
export const daysLearned = 7 * weeks;
/** A shift of the last week must be this many times the usual deviation. */
const largestNoise = 2.2;
/** Days ahead whose place in the month is known. */
const longestSpan = 400;
/** A fee must have been charged in as many months; the first and the last day of a month are usual for one. */
const fewestFees = { edge: 2, other: 3 };

export function learnHistory({ from, amounts }: DailySeries): History {
  const keys = keysOf(from, amounts.length + longestSpan);
  const usual = amounts.map((_amount, place) => {
    const same = sameWeekdays(amounts, place);
    return same.length < 3 ? undefined : median(same);
  });
  const fees = learnFees(amounts, keys, usual);
  const feeAt = (place: number) => fees.get(keys[place] ?? '');
  const plain = amounts.map((amount, place) => {
    const fee = feeAt(place);
    return fee === undefined ? amount : (usual[place] ?? amount - fee.usual);
  });
  return { amounts: plain, feeAt, estimates: new Map() };
}

/** Each day is the mean of the same weekdays, moved by the last week. */
export function estimateAfter(history: History, end: number): Estimate {
  const known = history.estimates.get(end);
  if (known !== undefined) return known;
  const estimate = createEstimate(history, end);
  history.estimates.set(end, estimate);
  return estimate;
}

function createEstimate(history: History, end: number): Estimate {
  const { amounts } = history;
  if (end === 0) return () => 0;
  if (end < fewestDays) {
    const mean = sum(amounts.slice(0, end)) / end;
    return () => mean;
  }
  const levels = Array.from({ length: 7 }, (_value, day) =>
    middleMean(sameWeekdays(amounts, end + day, end)),
  );
  // What cost nothing for two weeks has ended.
  const hasEnded = amounts.slice(end - 14, end).every((amount) => amount === 0);
  const shift = hasEnded ? 0 : shiftAt(amounts, end, levels);
  return (ahead) => (levels[ahead % 7] ?? 0) * shift;
}

/** The amounts of the same weekday before a place, the latest first. */
function sameWeekdays(amounts: readonly number[], at: number, end = at): number[] {
  const found: number[] = [];
  for (let place = at - 7; place >= 0 && found.length < weeks; place -= 7) {
    const amount = amounts[place];
    if (amount !== undefined && place < end) found.push(amount);
  }
  return found;
}

/** How the last week compares with the levels of its weekdays, if the difference is more than noise. */
function shiftAt(amounts: readonly number[], end: number, levels: readonly number[]): number {
  const ratios: number[] = [];
  for (let back = 1; back <= daysLearned && back <= end; back += 1) {
    const level = levels[(daysLearned - back) % 7] ?? 0;
    const amount = amounts[end - back] ?? 0;
    if (level > 0) ratios.push(amount / level);
  }
  const recent = ratios.slice(0, 7);
  if (recent.length < 7) return 1;
  const shift = median(recent);
  // From day to day: a change of level some weeks ago is not noise.
  const steps = ratios.slice(1).map((ratio, place) => Math.abs(ratio - (ratios[place] ?? ratio)));
  const noise = median(steps) * Math.SQRT1_2;
  if (shift <= 0 || Math.abs(shift - 1) < largestNoise * noise) return 1;
  return Math.min(largestShift, Math.max(1 / largestShift, shift));
}

/** The days of the month that cost more, or less, than their weekday, if all months agree. */
function learnFees(
  amounts: readonly number[],
  keys: readonly string[],
  usual: readonly (number | undefined)[],
): Map<string, Fee> {
  const found = new Map<string, number[]>();
  for (const [place, amount] of amounts.entries()) {
    const weekday = usual[place];
    if (weekday === undefined) continue;
    const key = keys[place] ?? '';
    const known = found.get(key) ?? [];
    known.push(amount - weekday);
    found.set(key, known);
  }
  const noise = median([...found.values()].flat().map(Math.abs));
  const fees = new Map<string, Fee>();
  for (const [key, all] of found) {
    const fewest = key === '01' || key === 'last' ? fewestFees.edge : fewestFees.other;
    const isUp = (all[0] ?? 0) > 0;
    const isFee = all.every((one) => Math.abs(one) > 4 * noise && one !== 0 && one > 0 === isUp);
    if (all.length < fewest || !isFee) continue;
    const middle = median(all);
    fees.set(key, { usual: middle, deviations: all.map((one) => one - middle) });
  }
  return fees;
}

function keysOf(from: string, count: number): string[] {
  const days = [...eachDay({ from, to: addDays(from, count) })];
  return Array.from({ length: count }, (_value, place) => {
    const isLast = days[place + 1]?.endsWith('-01') === true;
    return isLast ? 'last' : (days[place]?.slice(8) ?? '');
  });
}

/** Sums and middles of estimates, which are numbers, not money. */

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

export function median(amounts: readonly number[]): number {
  const sorted = [...amounts].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** The mean without the largest and the smallest: a single unusual day does not move it. */
export function middleMean(amounts: readonly number[]): number {
  if (amounts.length < 3) return median(amounts);
  // Not what is left of the sum of all: of amounts that cancel out, a double would leave some.
  const middle = [...amounts].sort((one, other) => one - other).slice(1, -1);
  return sum(middle) / middle.length;
}

/** The value at a share of a sorted list, between its neighbors; a little further out for small samples. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length + 1) - 1;
  const low = Math.min(sorted.length - 1, Math.max(0, Math.floor(place)));
  const high = Math.min(sorted.length - 1, low + 1);
  const part = Math.min(1, Math.max(0, place - low));
  // Equal neighbors are also equal to what is between them.
  return (sorted[low] ?? 0) + ((sorted[high] ?? 0) - (sorted[low] ?? 0)) * part;
}
