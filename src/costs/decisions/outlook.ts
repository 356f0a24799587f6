import { addDays, countDays, type DayRange, eachDay } from '../days.ts';

/** Daily amounts of one group, oldest first, without gaps. Estimates are numbers, not money. */
export interface DailySeries {
  readonly from: string;
  readonly amounts: readonly number[];
}

export interface Forecast {
  /** Of the days that are left. */
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
  readonly method: 'weekday-median' | 'mean';
}

/** With fewer days there is no interval. */
const fewestDays = 28;
/** The same weekdays that a day is estimated from. */
const weeks = 6;
/** Replays that the errors of an interval are taken from, at least. */
const fewestReplays = 10;

/** Estimates the days that are left after a series, and how far such estimates were off before. */
export function forecast(series: DailySeries, left: DayRange, level: number): Forecast {
  const days = Math.max(0, countDays(left));
  const learned = series.amounts.length;
  const rest = estimate(series, days);
  if (learned < fewestDays) return { rest, learned, method: 'mean' };
  const errors = replay(series, days);
  const method = 'weekday-median';
  if (days === 0 || errors.length < fewestReplays) return { rest, learned, method };
  const scale = scaleOf(series, days);
  const [low, high] = quantiles(errors, level);
  return {
    rest,
    learned,
    method,
    interval: {
      low: rest + low * scale,
      high: rest + high * scale,
      ...measure(errors, level),
    },
  };
}

/** The sum of the next days: each the median of the same weekdays, moved by the recent trend, plus fees of its day of the month. */
function estimate({ from, amounts }: DailySeries, days: number): number {
  const end = amounts.length;
  if (end === 0) return 0;
  if (end < fewestDays) return (sum(amounts) / end) * days;
  const trend = trendOf(amounts);
  const fees = feesOf({ from, amounts });
  let total = 0;
  for (let ahead = 0; ahead < days; ahead += 1) {
    const same = sameWeekdays(amounts, end + ahead);
    const fee = fees.get(keyOfDay(addDays(from, end + ahead)));
    total += median(same) * trend + (fee ?? 0);
  }
  return total;
}

/** The amounts of the same weekday, the latest first; a day ahead looks back from the end. */
function sameWeekdays(amounts: readonly number[], at: number): number[] {
  const found: number[] = [];
  for (let place = at - 7; place >= 0 && found.length < weeks; place -= 7) {
    const amount = amounts[place];
    if (amount !== undefined) found.push(amount);
  }
  return found;
}

/** How the last two weeks compare with the four before: the median of the ratios by weekday, damped. */
function trendOf(amounts: readonly number[]): number {
  const end = amounts.length;
  const ratios: number[] = [];
  for (let back = 1; back <= 14; back += 1) {
    const before = median(sameWeekdays(amounts, end - back).slice(0, 4));
    const now = amounts[end - back];
    if (now !== undefined && before > 0 && now > 0) ratios.push(now / before);
  }
  if (ratios.length < 7) return 1;
  return Math.min(1.5, Math.max(0.67, Math.sqrt(median(ratios))));
}

/** What the first and last day of a month cost beyond their weekday, if several months agree. */
function feesOf({ from, amounts }: DailySeries): Map<string, number> {
  const extra = new Map<string, number[]>();
  const usual: number[] = [];
  for (const [place, amount] of amounts.entries()) {
    const same = sameWeekdays(amounts, place);
    if (same.length < 3) continue;
    const key = keyOfDay(addDays(from, place));
    const difference = amount - median(same);
    if (key === '') usual.push(Math.abs(difference));
    else extra.set(key, [...(extra.get(key) ?? []), difference]);
  }
  const noise = median(usual);
  const fees = [...extra].filter(
    ([, found]) =>
      found.length >= 2 && found.every((one) => Math.abs(one) > 4 * noise && one !== 0),
  );
  return new Map(fees.map(([key, found]) => [key, median(found)]));
}

/** `first` or `last` of a month; empty for every other day. */
function keyOfDay(day: string): string {
  if (day.endsWith('-01')) return 'first';
  return addDays(day, 1).endsWith('-01') ? 'last' : '';
}

/** The errors of the estimates that would have been made at earlier days, in units of the usual size of so many days. */
function replay({ from, amounts }: DailySeries, days: number): number[] {
  const errors: number[] = [];
  for (let end = fewestDays; end + days <= amounts.length; end += 1) {
    const past = { from, amounts: amounts.slice(0, end) };
    const actual = sum(amounts.slice(end, end + days));
    const scale = scaleOf(past, days);
    if (scale > 0) errors.push((actual - estimate(past, days)) / scale);
  }
  return errors;
}

/** The usual sum of so many days. */
function scaleOf({ amounts }: DailySeries, days: number): number {
  return median(amounts.slice(-fewestDays).map(Math.abs)) * Math.max(1, days);
}

function quantiles(errors: readonly number[], level: number): [number, number] {
  const sorted = [...errors].sort((one, other) => one - other);
  const tail = (1 - level / 100) / 2;
  return [at(sorted, tail), at(sorted, 1 - tail)];
}

/** Each replay is judged by the errors of the others: an interval that has seen its own result would flatter itself. */
function measure(errors: readonly number[], level: number): { coverage: number; replays: number } {
  const inside = errors.filter((error, place) => {
    const others = errors.filter((_one, other) => other !== place);
    const [low, high] = quantiles(others, level);
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
