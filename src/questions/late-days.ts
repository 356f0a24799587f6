import { addDays, type DayRange, eachDay, isEmpty } from '../days.ts';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  subtractDecimals,
  sumDecimals,
  zero,
} from '../json/decimal.ts';
import { absolute } from '../json/percent.ts';
import { knownDays } from '../rows/days-off.ts';
import { isBlank } from './trend-lines.ts';

export interface Delivered {
  /** The days with rows of any source; undefined if that is not known. */
  readonly filled: ReadonlySet<string> | undefined;
  /** The last day that is older than the usual lag. */
  readonly settled: string;
  /** Days on which the rows of a source are still to come. */
  readonly awaited: ReadonlySet<string>;
}

/**
 * Without the last days if a source lacks rows on them and that is usual: their cost is still to come. Days
 * that lack rows for longer count as days without cost.
 */
export function withoutLate(range: DayRange, { filled, settled, awaited }: Delivered): DayRange {
  const known = knownDays(filled, [range]);
  if (filled === undefined || known === undefined) return range;
  const days = [...eachDay(range)];
  const last = days.findLastIndex((day) => filled.has(day));
  const blank = days.slice(last + 1).find((day) => !known.has(day));
  const isLate = last >= 0 && blank !== undefined && blank > settled;
  const partial = days.slice(1).find((day) => filled.has(day) && awaited.has(day));
  const [first] = [...(isLate ? [blank] : []), ...(partial === undefined ? [] : [partial])].sort();
  return first === undefined ? range : { from: range.from, to: addDays(first, -1) };
}

/** The days that the estimate of a month learns from: only those before it if it has no row of any source so far. */
export function daysToLearn(past: DayRange, month: DayRange, delivered: Delivered): DayRange {
  const known = withoutLate(past, delivered);
  const begun = { from: month.from, to: known.to };
  const isOpen = !isEmpty(begun) && known.to < month.to;
  return isOpen && isBlank(begun, delivered.filled)
    ? { from: past.from, to: addDays(month.from, -1) }
    : known;
}

export function daysLeft(month: DayRange, { to }: DayRange): DayRange {
  const [, from = month.from] = [addDays(to, 1), month.from].sort();
  return { from, to: month.to };
}

/** Adds estimates of days to a sum that already has the cost of some sources on these days, which counts once. */
export function createAdding(
  sum: Decimal,
  amounts: ReadonlyMap<string, Decimal>,
  { from, to }: DayRange,
  estimate: (days: DayRange) => Decimal,
): (part: Decimal) => Decimal {
  const known = [...amounts].filter(([day]) => day >= from && day <= to).sort();
  const last = known.at(-1)?.[0];
  const actual = sumDecimals(known.map(([, amount]) => amount));
  const counted = last === undefined ? zero : inBoth(actual, estimate({ from, to: last }));
  return (part) => subtractDecimals(addDecimals(sum, part), inBoth(counted, part));
}

/** How much of two amounts is the same: a cost and a credit have nothing in common. */
function inBoth(one: Decimal, other: Decimal): Decimal {
  if (one.units < 0n !== other.units < 0n) return zero;
  return compareDecimals(absolute(one), absolute(other)) < 0 ? one : other;
}
