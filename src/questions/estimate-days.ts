import { addDays, eachDay } from '../days.ts';
import { within } from '../grouping.ts';
import { addDecimals, type Decimal, divideHalfToEven, magnitude, zero } from '../json/decimal.ts';
import {
  compareSizes,
  fromDecimal,
  median,
  middleMean,
  morePlaces,
  type Ordered,
  sum,
  times,
} from './fixed-point.ts';
import { withoutLoneDays } from './lone-days.ts';
import { createShift, sameWeekdays } from './week-shift.ts';

/** Daily amounts of one group, oldest first, without gaps. */
export interface DailySeries {
  readonly from: string;
  readonly amounts: readonly Decimal[];
}

/** What all estimates after any day of a series share. */
export interface History {
  /** The amounts in units of `places`. */
  readonly all: readonly bigint[];
  /** The amounts without fees: a day with a fee costs what its weekday usually does. */
  readonly amounts: readonly bigint[];
  /** The sum of the amounts before a place. */
  readonly totals: readonly bigint[];
  /** The same without lone days; undefined if there are none. */
  readonly usualTotals: readonly bigint[] | undefined;
  /** The sizes of the amounts, the lowest first, and where among them each amount is. */
  readonly sizes: readonly bigint[];
  /** The sum of the sizes before a place. */
  readonly sizeTotals: readonly bigint[];
  readonly ranks: Uint32Array;
  /** The decimal places of the unit that amounts are counted in. */
  readonly places: number;
  /** The fee of a day, by its place; the days to come follow those of the series. */
  readonly feeAt: (place: number) => Fee | undefined;
  /** The middle mean of a day and the same weekdays before it, by its place. */
  readonly levels: readonly bigint[];
  /** How the week before a place differs from its levels. */
  readonly shiftAt: (end: number) => bigint;
  /** The estimates that were made already, by the place at which their history ends. */
  readonly estimates: Map<number, Estimate>;
}

/** What a day of the month costs beyond its weekday. */
export interface Fee {
  readonly usual: bigint;
  /** How far each month was from the usual fee. */
  readonly deviations: readonly bigint[];
  /** The days that had it. */
  readonly at: readonly number[];
}

type Estimate = (span: Span) => bigint;

/** Days after the end of a series: how many are skipped, and how many count. */
export interface Span {
  readonly skip: number;
  readonly count: number;
}

/** With fewer days an estimate is their mean. */
export const fewestDays = 28;
/** What cost nothing for this many days has ended. */
const daysEnded = 14;
/** For how many days ahead the place in the month is known. */
const longestSpan = 400;
/** Months that must have a charge. The first and last day of a month need fewer, as fees are usual there. */
const fewestFees = { edge: 2, other: 3 };

export function learnHistory({ from, amounts: decimals }: DailySeries): History {
  const places = placesOf(decimals) + morePlaces;
  const amounts = decimals.map((amount) => fromDecimal(amount, places));
  const keys = keysOf(from, amounts.length + longestSpan);
  const usual = amounts.map((_amount, place) => {
    const same = sameWeekdays(amounts, place - 7);
    return same.length < 3 ? undefined : median(same);
  });
  const fees = learnFees(amounts, keys, usual);
  const feeAt = (place: number) => fees.get(keys[place] ?? '');
  const plain = amounts.map((amount, place) => {
    const fee = feeAt(place);
    return fee === undefined ? amount : (usual[place] ?? amount - fee.usual);
  });
  const levels = plain.map((_amount, place) => middleMean(sameWeekdays(plain, place)));
  const others = withoutLoneDays(plain, usual);
  const usualTotals = others && totalsOf(others);
  const own = { amounts: plain, totals: totalsOf(plain), usualTotals, ...rankSizes(plain) };
  const shiftAt = createShift(plain, levels);
  return { all: amounts, ...own, places, feeAt, levels, shiftAt, estimates: new Map() };
}

function totalsOf(amounts: readonly bigint[]): bigint[] {
  let total = 0n;
  return [
    0n,
    ...amounts.map((amount) => {
      total += amount;
      return total;
    }),
  ];
}

/** Each stretch of days sorts ranks instead of sizes, which takes no comparison of large numbers. */
function rankSizes(amounts: readonly bigint[]): Pick<History, 'sizes' | 'sizeTotals' | 'ranks'> {
  const unordered = amounts.map(magnitude);
  const ordered = unordered
    .map((size, place) => ({ place, size }))
    .sort((first, second) => compareSizes(first.size, second.size));
  const ranks = new Uint32Array(amounts.length);
  for (const [rank, { place }] of ordered.entries()) ranks[place] = rank;
  return { sizes: ordered.map(({ size }) => size), sizeTotals: totalsOf(unordered), ranks };
}

/** The sizes of some amounts, the lowest first, and their sum. */
export function sizesOf(
  { sizes, sizeTotals, ranks }: History,
  from: number,
  to: number,
): Ordered & { readonly total: bigint } {
  const own = ranks.slice(from, to).sort();
  const total = (sizeTotals[to] ?? 0n) - (sizeTotals[from] ?? 0n);
  return { length: own.length, at: (place) => sizes[own.at(place) ?? 0], total };
}

/** Each day is the mean of the same weekdays, moved by the last week. */
export function estimateAfter(history: History, end: number): Estimate {
  return within(history.estimates, end, () => createEstimate(history, end));
}

function createEstimate(history: History, end: number): Estimate {
  if (end === 0 || hasEnded(history, end)) return () => 0n;
  if (end < fewestDays) {
    const total = history.totals[end] ?? 0n;
    return ({ count }) => divideHalfToEven(total * BigInt(count), BigInt(end));
  }
  const levels = history.levels.slice(end - 7, end);
  const week = sum(levels);
  const shift = history.shiftAt(end);
  return ({ skip, count }) => {
    let total = week * BigInt(Math.floor(count / 7));
    for (let day = skip; day < skip + (count % 7); day += 1) total += levels[day % 7] ?? 0n;
    return times(total, shift);
  };
}

/** Whether two weeks have cost nothing: then nothing more is expected. */
export function hasEnded({ amounts }: History, end: number): boolean {
  return end >= daysEnded && amounts.slice(end - daysEnded, end).every((amount) => amount === 0n);
}

/** The days of the month that cost more, or less, than their weekday, if all months agree. */
function learnFees(
  amounts: readonly bigint[],
  keys: readonly string[],
  usual: readonly (bigint | undefined)[],
): Map<string, Fee> {
  const found = new Map<string, { surplus: bigint[]; at: number[] }>();
  for (const [place, amount] of amounts.entries()) {
    const weekday = usual[place];
    if (weekday === undefined) continue;
    const key = keys[place] ?? '';
    const known = within(found, key, () => ({ surplus: [], at: [] }));
    known.surplus.push(amount - weekday);
    known.at.push(place);
  }
  const noise = median([...found.values()].flatMap(({ surplus }) => surplus).map(magnitude));
  const fees = new Map<string, Fee>();
  for (const [key, { surplus: all, at }] of found) {
    const fewest = key === '01' || key === 'last' ? fewestFees.edge : fewestFees.other;
    const isUp = (all[0] ?? 0n) > 0n;
    const isFee = all.every(
      (amount) => magnitude(amount) > 4n * noise && amount !== 0n && amount > 0n === isUp,
    );
    if (all.length < fewest || !isFee) continue;
    const middle = median(all);
    fees.set(key, { usual: middle, deviations: all.map((amount) => amount - middle), at });
  }
  return fees;
}

/** The decimal places that amounts need: trailing zeros come from the type of a column, not from the amount. */
export function placesOf(amounts: readonly Decimal[]): number {
  let most = 0;
  for (let { units, scale } of amounts) {
    while (scale > most && units % 10n === 0n) {
      units /= 10n;
      scale -= 1;
    }
    most = Math.max(most, scale);
  }
  return most;
}

/** Series of one question begin on the same day. */
let latestKeys: { readonly from: string; readonly keys: readonly string[] } = {
  from: '',
  keys: [],
};

function keysOf(from: string, count: number): readonly string[] {
  if (latestKeys.from === from && latestKeys.keys.length === count) return latestKeys.keys;
  const days = [...eachDay({ from, to: addDays(from, count) })];
  const keys = Array.from({ length: count }, (_value, place) => {
    const isLast = days[place + 1]?.endsWith('-01') === true;
    return isLast ? 'last' : (days[place]?.slice(8) ?? '');
  });
  latestKeys = { from, keys };
  return keys;
}

/** A series without gaps: a day without rows of the group cost nothing. */
export function seriesOf(
  days: ReadonlyMap<string, Decimal>,
  range: { readonly from: string; readonly to: string },
): DailySeries {
  const first = [...days.keys()].sort()[0] ?? range.from;
  const [, start = first] = [first, range.from].sort();
  const own = { from: start, to: range.to };
  return { from: own.from, amounts: [...eachDay(own)].map((day) => days.get(day) ?? zero) };
}

export function addToDay(days: Map<string, Decimal>, day: string, amount: Decimal): void {
  const known = days.get(day);
  days.set(day, known === undefined ? amount : addDecimals(known, amount));
}
