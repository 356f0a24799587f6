import { addDays, countDays, type DayRange, eachDay } from '../days.ts';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  divideDecimals,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals,
  zero,
} from '../json/decimal.ts';
import type { Group } from '../rows/tally.ts';
import { keyOf, magnitude, type ResultRow, toNumber, valueFields } from './result-rows.ts';

/** How many of the same weekdays before a day it is compared with. */
const weeks = 8;
export const historyDays = weeks * 7;
/** The service has not received the last days in full. */
const unsettledDays = 2;
/** With less history a group is unknown, never normal. */
const fewestDays = 28;
/** A difference below this share of what was expected is not worth a look, however steady the past. */
const smallestShare = { units: 2n, scale: 1 };
/** How far the last week must differ to be a new level, and how many days it needs for the comparison. */
const smallestShift = 0.1;
const fewestRatios = 5;
/** Makes the median absolute deviation comparable with a standard deviation. */
const consistency = 0.6745;

export interface AnomalyOptions {
  /** The days that are judged; the groups also have those of the `historyDays` before. */
  readonly range: DayRange;
  readonly by: readonly string[];
  readonly score: number;
  readonly minImpact: Decimal | undefined;
}

type AnomalyState = 'high' | 'low' | 'new' | 'gone' | 'unknown';

/** The days of a range that are complete. */
export function settledRange({ from, to }: DayRange, today: string): DayRange {
  const settled = addDays(today, -1 - unsettledDays);
  return { from, to: to > settled ? settled : to };
}

interface Series {
  readonly values: readonly (string | null)[];
  readonly currency: string | null;
  readonly days: ReadonlyMap<string, Decimal>;
  readonly first: string;
  /** By day. */
  readonly pasts: Map<string, Past>;
}

/** The days that deviate from the same weekdays before them, the largest difference of a currency first. */
export function findAnomalies(groups: readonly Group[], options: AnomalyOptions): ResultRow[] {
  const { range, by } = options;
  // A day without any row was not delivered: it proves nothing about a group.
  const delivered = new Set(groups.map(({ day }) => day ?? ''));
  const start = [...delivered].sort()[0] ?? range.from;
  const found = collectSeries(groups).flatMap((series) => {
    const rows: { row: ResultRow; size: Decimal }[] = [];
    let wasGone = false;
    let isUnknown = false;
    for (const day of eachDay(range)) {
      if (!delivered.has(day)) continue;
      const judged = judge(series, day, { start, delivered, options });
      if (judged === undefined) continue;
      const { state, row, size } = judged;
      // One row reports that a group is gone or has too little history; more would only repeat it.
      if ((state === 'gone' && wasGone) || (state === 'unknown' && isUnknown)) continue;
      wasGone = state === 'gone';
      isUnknown ||= state === 'unknown';
      rows.push({ row: { ...valueFields(by, series.values), ...row }, size });
    }
    return rows;
  });
  return found.sort((one, other) => compareDecimals(other.size, one.size)).map(({ row }) => row);
}

function collectSeries(groups: readonly Group[]): Series[] {
  const all = new Map<
    string,
    { values: Series['values']; currency: string | null; days: Map<string, Decimal> }
  >();
  for (const { day, values, currency, total } of groups) {
    const key = keyOf([currency, ...values]);
    const known = all.get(key) ?? { values, currency, days: new Map<string, Decimal>() };
    all.set(key, known);
    if (day !== null) known.days.set(day, addDecimals(known.days.get(day) ?? zero, total));
  }
  return [...all.values()].map((one) => {
    const [first = ''] = [...one.days.keys()].sort();
    return { ...one, first, pasts: new Map() };
  });
}

interface World {
  /** The first day with rows of any group. */
  readonly start: string;
  readonly delivered: ReadonlySet<string>;
  readonly options: AnomalyOptions;
}

/** What a day is compared with. */
interface Past {
  readonly days: readonly string[];
  readonly amounts: readonly Decimal[];
  readonly middle: Decimal;
}

/** The same weekdays before a day. */
function pastOf(series: Series, day: string, { delivered }: World): Past {
  const known = series.pasts.get(day);
  if (known !== undefined) return known;
  const before = Array.from({ length: weeks }, (_value, week) => addDays(day, -7 * (week + 1)));
  const days = before.filter((one) => delivered.has(one) && one >= series.first);
  const amounts = days.map((one) => series.days.get(one) ?? zero);
  const past = { days, amounts, middle: medianOf(amounts) };
  series.pasts.set(day, past);
  return past;
}

/**
 * How far the last week was from what was expected of it, as a factor: a level that has changed for
 * days is not new every day. Null if that is less than a tenth.
 */
function shiftOf(series: Series, day: string, world: World): Decimal | null {
  const ratios: number[] = [];
  for (let back = 1; back <= 7; back += 1) {
    const before = addDays(day, -back);
    if (!world.delivered.has(before) || before < series.first) continue;
    const { middle } = pastOf(series, before, world);
    if (middle.units > 0n)
      ratios.push(toNumber(series.days.get(before) ?? zero) / toNumber(middle));
  }
  if (ratios.length < fewestRatios) return null;
  const ratio = ratios.sort((one, other) => one - other)[ratios.length >> 1] ?? 1;
  if (ratio <= 0 || Math.abs(ratio - 1) < smallestShift) return null;
  return parseDecimal(ratio.toFixed(4)) ?? null;
}

function judge(series: Series, day: string, world: World) {
  const { start, options } = world;
  if (series.first > day) return undefined;
  const actual = series.days.get(day) ?? zero;
  const { days: history, amounts, middle } = pastOf(series, day, world);
  const shift = shiftOf(series, day, world);
  const describe = (state: AnomalyState, expected: Decimal | null, score: number | null) => {
    const difference = expected === null ? actual : subtractDecimals(actual, expected);
    return {
      state,
      size: magnitude(difference),
      row: {
        day,
        currency: series.currency,
        state,
        actual: formatDecimal(actual),
        expected: expected === null ? null : formatDecimal(expected),
        difference: expected === null ? null : formatDecimal(difference),
        score: score === null ? null : score.toFixed(2),
        shift: shift === null ? null : formatDecimal(shift),
        history: history.map((one, place) => ({
          day: one,
          amount: formatDecimal(amounts[place] ?? zero),
        })),
      },
    };
  };
  const wholeHistory = countDays({ from: start, to: addDays(day, -1) });
  const ownHistory = countDays({ from: series.first, to: addDays(day, -1) });
  if (wholeHistory < fewestDays) return describe('unknown', null, null);
  if (ownHistory < fewestDays) {
    const isFirst = series.first === day && isLarge(actual, zero, options);
    if (isFirst) return describe('new', zero, null);
    return describe('unknown', null, null);
  }
  const expected =
    shift === null ? middle : limit(multiplyDecimals(middle, shift), series, day, amounts);
  const difference = subtractDecimals(actual, expected);
  if (!isLarge(difference, expected, options)) return undefined;
  const deviation = medianOf(amounts.map((one) => magnitude(subtractDecimals(one, middle))));
  const score = scoreOf(difference, deviation);
  if (score !== null && Math.abs(score) < options.score) return undefined;
  if (actual.units === 0n && !series.days.has(day)) return describe('gone', expected, score);
  return describe(difference.units > 0n ? 'high' : 'low', expected, score);
}

/** A moved amount is at most twice what any day of its history, or of the week before, has cost. */
function limit(amount: Decimal, series: Series, day: string, history: readonly Decimal[]): Decimal {
  const week = Array.from(
    { length: 7 },
    (_value, place) => series.days.get(addDays(day, -1 - place)) ?? zero,
  );
  const [largest = zero] = [...history, ...week].sort((one, other) => compareDecimals(other, one));
  const most = { units: largest.units * 2n, scale: largest.scale };
  return compareDecimals(amount, most) > 0 ? most : amount;
}

/** Both bounds: an amount that was given, and a share of what was expected. */
function isLarge(difference: Decimal, expected: Decimal, { minImpact }: AnomalyOptions): boolean {
  const size = magnitude(difference);
  if (size.units === 0n) return false;
  if (minImpact !== undefined && compareDecimals(size, minImpact) < 0) return false;
  return compareDecimals(size, multiplyDecimals(magnitude(expected), smallestShare)) >= 0;
}

/** Null if the past did not vary at all: then every large difference counts. */
function scoreOf(difference: Decimal, deviation: Decimal): number | null {
  if (deviation.units === 0n) return null;
  return consistency * toNumber(divideDecimals(difference, deviation, 12));
}

function medianOf(amounts: readonly Decimal[]): Decimal {
  const sorted = [...amounts].sort(compareDecimals);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? zero;
  if (sorted.length % 2 === 1) return upper;
  const sum = addDecimals(sorted[middle - 1] ?? zero, upper);
  return { units: sum.units * 5n, scale: sum.scale + 1 };
}
