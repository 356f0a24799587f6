import { addDays } from '../days.ts';
import { within } from '../grouping.ts';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals,
  zero,
} from '../json/decimal.ts';
import { absolute } from '../json/percent.ts';
import { toNumber } from './result-rows.ts';

/** With how many of the same weekday before it a day is compared. */
const weeks = 8;
export const historyDays = weeks * 7;
/** How far the last week must differ to be a new level, and how many of its days the comparison needs. */
const smallestShift = 0.1;
const fewestRatios = 5;

/** The daily amounts of a group in one currency. */
export interface Series {
  readonly values: readonly (string | null)[];
  readonly currency: string | null;
  readonly days: ReadonlyMap<string, Decimal>;
  readonly first: string;
  /** From the lowest amount to the highest, of which a day without rows is one. */
  readonly spread: Decimal;
  /** What its days are compared with, by day. */
  readonly pasts: Map<string, Past>;
}

/** One level, or after a change (a shift that is not null) the one before and the one since. */
export function expectDay(series: Series, day: string, delivered: ReadonlySet<string>) {
  const past = pastOf(series, day, delivered);
  const shift = shiftOf(series, day, delivered);
  const deviation = deviationOf(past, shift !== null);
  if (shift === null) return { past, shift, deviation, levels: [past.middle] };
  const moved = limit(multiplyDecimals(past.older, shift), series, day, past.amounts);
  // With half of the history on each level, its median is a level that no day ever had.
  return { past, shift, deviation, levels: [past.older, moved] };
}

/** What a day is compared with. */
interface Past {
  readonly days: readonly string[];
  readonly amounts: readonly Decimal[];
  readonly middle: Decimal;
  /** The median of the older half, which a change of level reaches last. */
  readonly older: Decimal;
}

export function pastOf(series: Series, day: string, delivered: ReadonlySet<string>): Past {
  return within(series.pasts, day, () => {
    const before = Array.from({ length: weeks }, (_value, week) => addDays(day, -7 * (week + 1)));
    const days = before.filter((one) => delivered.has(one) && one >= series.first);
    const amounts = days.map((one) => series.days.get(one) ?? zero);
    const [, older] = halvesOf(amounts);
    return { days, amounts, middle: medianOf(amounts), older: medianOf(older) };
  });
}

/**
 * How far the last week was from the older half of its history, as a factor. Null if the whole history
 * expected that week to within a tenth: then it has learned the level.
 */
function shiftOf(series: Series, day: string, delivered: ReadonlySet<string>): Decimal | null {
  const recent: number[] = [];
  const moved: number[] = [];
  for (let back = 1; back <= 7; back += 1) {
    const before = addDays(day, -back);
    if (!delivered.has(before) || before < series.first) continue;
    const { middle, older } = pastOf(series, before, delivered);
    const amount = toNumber(series.days.get(before) ?? zero);
    if (middle.units > 0n) recent.push(amount / toNumber(middle));
    if (older.units > 0n) moved.push(amount / toNumber(older));
  }
  if (recent.length < fewestRatios || moved.length < fewestRatios) return null;
  const [ratio, factor] = [upperMedian(recent), upperMedian(moved)];
  if (ratio <= 0 || factor <= 0 || Math.abs(ratio - 1) < smallestShift) return null;
  return parseDecimal(factor.toFixed(4)) ?? null;
}

function upperMedian(ratios: number[]): number {
  return ratios.sort((one, other) => one - other)[ratios.length >> 1] ?? 1;
}

export function distance(one: Decimal, other: Decimal): Decimal {
  return absolute(subtractDecimals(one, other));
}

function spreadOf(amounts: readonly Decimal[], middle = medianOf(amounts)): Decimal[] {
  return amounts.map((one) => distance(one, middle));
}

/**
 * How far the history usually is from its median. With a change of level in it, each half is also measured
 * from its own median, and the smaller of both counts.
 */
function deviationOf({ amounts, middle }: Past, hasMoved: boolean): Decimal {
  const whole = medianOf(spreadOf(amounts, middle));
  if (!hasMoved) return whole;
  const apart = medianOf(halvesOf(amounts).flatMap((half) => spreadOf(half)));
  return compareDecimals(apart, whole) < 0 ? apart : whole;
}

/** The latest half of a history and the older half, which gets the odd one. */
function halvesOf(amounts: readonly Decimal[]): [Decimal[], Decimal[]] {
  const middle = amounts.length >> 1;
  return [amounts.slice(0, middle), amounts.slice(middle)];
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

function medianOf(amounts: readonly Decimal[]): Decimal {
  const sorted = [...amounts].sort(compareDecimals);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? zero;
  if (sorted.length % 2 === 1) return upper;
  const sum = addDecimals(sorted[middle - 1] ?? zero, upper);
  return { units: sum.units * 5n, scale: sum.scale + 1 };
}
