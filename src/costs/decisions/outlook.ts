import { addDays, countDays, type DayRange, eachDay } from '../days.ts';

/** Daily amounts of one group, oldest first, without gaps. Estimates are numbers, not money. */
export interface DailySeries {
  readonly from: string;
  readonly amounts: readonly number[];
}

export interface Forecast {
  /** The estimated sum of the requested days. */
  readonly rest: number;
  /** Undefined with too little history for an interval. */
  readonly interval?: {
    readonly low: number;
    readonly high: number;
    /** The share of replays, in percent, whose interval contained the actual value. */
    readonly coverage: number;
    readonly replays: number;
  };
  readonly learned: number;
  readonly method: 'weekday-mean' | 'mean';
}

/** Months before the estimated period: what the method learns from and is replayed over. */
export const monthsLearned = 6;
/** With fewer days there is no interval. */
const fewestDays = 28;
/** The same weekdays that a day is estimated from. */
const weeks = 6;
/** A shift of the last week must be this many times the usual deviation. */
const largestNoise = 1.8;
/** An estimate follows the last week up to this factor. */
const largestShift = 3;
/** Replays that the errors of an interval are taken from, at least. */
const fewestReplays = 10;

/** Estimates days after a series, and how far such estimates were off before. */
export function forecast(series: DailySeries, days: DayRange, level: number): Forecast {
  return createForecaster(series, level)(days);
}

/** The same for several spans of days, which share what was learned from the series. */
export function createForecaster(series: DailySeries, level: number): (days: DayRange) => Forecast {
  const { from, amounts } = series;
  const learned = amounts.length;
  const history = learn(series);
  const isShort = learned < fewestDays;
  const now = estimateAfter(history, learned);
  return (days) => {
    const count = Math.max(0, countDays(days));
    const span = { skip: countDays({ from: addDays(from, learned), to: days.from }) - 1, count };
    const first = sumOf(now, span);
    if (isShort) return { rest: first, learned, method: 'mean' };
    const method = 'weekday-mean';
    const errors = replay(history, span);
    if (count === 0 || errors.length < fewestReplays) return { rest: first, learned, method };
    const scale = scaleOf(amounts, learned, count);
    const [low, high] = quantiles(errors, level);
    const limit = limitOf(amounts, count);
    return {
      // What the method was usually off before, such as steady growth or regular credits.
      rest: limit(first + median(errors) * scale),
      learned,
      method,
      interval: {
        low: limit(first + low * scale),
        high: limit(first + high * scale),
        ...measure(errors, level),
      },
    };
  };
}

/** Days after the end of a series: how many are passed over, and how many count. */
interface Span {
  readonly skip: number;
  readonly count: number;
}

/** The estimate of a day, by how many days it is ahead, from 0. */
type Estimate = (ahead: number) => number;

function sumOf(estimate: Estimate, { skip, count }: Span): number {
  let total = 0;
  for (let ahead = skip; ahead < skip + count; ahead += 1) total += estimate(ahead);
  return total;
}

/** What all estimates after any day of a series share. */
interface History extends DailySeries {
  /** By place: `first` or `last` of a month; empty for every other day. The days to come follow. */
  readonly keys: readonly string[];
  /** What such a day costs beyond its weekday. */
  readonly fees: ReadonlyMap<string, number>;
  /** The replays in progress, by the place that they end at. */
  readonly estimates: Map<number, Estimate>;
}

/** Days ahead whose place in the month is known. */
const longestSpan = 400;

function learn({ from, amounts }: DailySeries): History {
  const keys = keysOf(from, amounts.length + longestSpan);
  return { from, amounts, keys, fees: learnFees(amounts, keys), estimates: new Map() };
}

/** Each day is the mean of the same weekdays, moved by the last week, plus fees of its day of the month. */
function estimateAfter(history: History, end: number): Estimate {
  const known = history.estimates.get(end);
  if (known !== undefined) return known;
  const estimate = createEstimate(history, end);
  history.estimates.set(end, estimate);
  return estimate;
}

function createEstimate(history: History, end: number): Estimate {
  const { amounts, keys } = history;
  if (end === 0) return () => 0;
  if (end < fewestDays) {
    const mean = sum(amounts.slice(0, end)) / end;
    return () => mean;
  }
  const levels = Array.from({ length: 7 }, (_value, day) =>
    middleMean(sameWeekdays(amounts, end + day, end)),
  );
  // What cost nothing for two weeks has ended, except for fees of a day of the month.
  const hasEnded = amounts.slice(end - 14, end).every((amount) => amount === 0);
  const shift = hasEnded ? 0 : shiftAt(amounts, end, levels);
  return (ahead) => {
    // Fees are known by now, so their earlier absence is irrelevant for today's estimate.
    const fee = history.fees.get(keys[end + ahead] ?? '') ?? 0;
    return (levels[ahead % 7] ?? 0) * shift + fee;
  };
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
  for (let back = 1; back <= 7 * weeks && back <= end; back += 1) {
    const level = levels[(7 * weeks - back) % 7] ?? 0;
    const amount = amounts[end - back] ?? 0;
    if (level > 0) ratios.push(amount / level);
  }
  const recent = ratios.slice(0, 7);
  if (recent.length < 7) return 1;
  const shift = median(recent);
  const usual = median(ratios);
  const noise = median(ratios.map((ratio) => Math.abs(ratio - usual)));
  if (shift <= 0 || Math.abs(shift - 1) < largestNoise * noise) return 1;
  return Math.min(largestShift, Math.max(1 / largestShift, shift));
}

/** What the first and last day of a month cost beyond their weekday, if several months agree. */
function learnFees(amounts: readonly number[], keys: readonly string[]): Map<string, number> {
  const found = new Map<string, number[]>();
  const usual: number[] = [];
  for (const [place, amount] of amounts.entries()) {
    const same = sameWeekdays(amounts, place);
    if (same.length < 3) continue;
    const extra = amount - median(same);
    const key = keys[place] ?? '';
    if (key === '') usual.push(Math.abs(extra));
    else found.set(key, [...(found.get(key) ?? []), extra]);
  }
  const noise = median(usual);
  const fees = [...found].filter(
    ([, all]) => all.length >= 2 && all.every((one) => Math.abs(one) > 4 * noise && one !== 0),
  );
  return new Map(fees.map(([key, all]) => [key, median(all)]));
}

function keysOf(from: string, count: number): string[] {
  const days = [...eachDay({ from, to: addDays(from, count) })];
  return Array.from({ length: count }, (_value, place) => {
    if (days[place]?.endsWith('-01')) return 'first';
    return days[place + 1]?.endsWith('-01') ? 'last' : '';
  });
}

/** The errors of the estimates that would have been made on earlier days, relative to the usual size of as many days. */
function replay(history: History, span: Span): number[] {
  const { amounts } = history;
  const errors: number[] = [];
  const length = span.skip + span.count;
  for (let end = fewestDays; end + length <= amounts.length; end += 1) {
    const actual = sum(amounts.slice(end + span.skip, end + length));
    const scale = scaleOf(amounts, end, span.count);
    if (scale > 0) errors.push((actual - sumOf(estimateAfter(history, end), span)) / scale);
  }
  return errors;
}

/**
 * The usual sum of a number of days, as of a position. What costs something on a few days only has a
 * median near zero, and an error relative to that would be of any size: then it is the mean.
 */
function scaleOf(amounts: readonly number[], end: number, days: number): number {
  const sizes = amounts.slice(Math.max(0, end - fewestDays), end).map(Math.abs);
  const [middle, mean] = [median(sizes), middleMean(sizes)];
  return (middle * 10 < mean ? mean : middle) * Math.max(1, days);
}

/** Keeps an estimate of some days between what so many of the cheapest and the dearest day come to, three times over. */
function limitOf(amounts: readonly number[], days: number): (estimate: number) => number {
  const all = amounts.map((amount) => largestShift * days * amount);
  const lowest = all.reduce((one, other) => Math.min(one, other), 0);
  const highest = all.reduce((one, other) => Math.max(one, other), 0);
  return (estimate) => Math.min(highest, Math.max(lowest, estimate));
}

function quantiles(errors: readonly number[], level: number): [number, number] {
  const sorted = [...errors].sort((one, other) => one - other);
  return quantilesOf(sorted, level);
}

function quantilesOf(sorted: readonly number[], level: number): [number, number] {
  const tail = (1 - level / 100) / 2;
  return [at(sorted, tail), at(sorted, 1 - tail)];
}

/** Each replay is judged by the errors of the others: an interval that has seen its own result would flatter itself. */
function measure(errors: readonly number[], level: number): { coverage: number; replays: number } {
  const sorted = [...errors].sort((one, other) => one - other);
  const inside = sorted.filter((error, place) => {
    const [low, high] = quantilesOf(sorted.toSpliced(place, 1), level);
    return error >= low && error <= high;
  });
  return { coverage: (100 * inside.length) / errors.length, replays: errors.length };
}

/** The value at a share of a sorted list, between its neighbours; outside the middle a little wider, for small samples. */
function at(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length + 1) - 1;
  const low = Math.min(sorted.length - 1, Math.max(0, Math.floor(place)));
  const high = Math.min(sorted.length - 1, low + 1);
  const part = Math.min(1, Math.max(0, place - low));
  return (sorted[low] ?? 0) * (1 - part) + (sorted[high] ?? 0) * part;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** The mean without the largest and the smallest: one day out of line does not move it. */
function middleMean(amounts: readonly number[]): number {
  if (amounts.length < 3) return median(amounts);
  const rest = sum(amounts) - Math.max(...amounts) - Math.min(...amounts);
  return rest / (amounts.length - 2);
}

function median(amounts: readonly number[]): number {
  const sorted = [...amounts].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** A series without gaps: a day without rows of the group cost nothing. */
export function seriesOf(days: ReadonlyMap<string, number>, range: DayRange): DailySeries {
  const first = [...days.keys()].sort()[0] ?? range.from;
  const [, start = first] = [first, range.from].sort();
  const own = { from: start, to: range.to };
  return { from: own.from, amounts: [...eachDay(own)].map((day) => days.get(day) ?? 0) };
}
