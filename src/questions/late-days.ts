import { addDays, type DayRange, eachDay, isEmpty } from '../days.ts';
import { knownDays } from '../rows/days-off.ts';
import { isBlank } from './trend-lines.ts';

export interface Delivered {
  /** The days with rows of any source; undefined if that is not known. */
  readonly filled: ReadonlySet<string> | undefined;
  /** The last day that is older than the usual lag. */
  readonly settled: string;
}

/**
 * The days that an estimate may learn from: without the last ones if no source has rows on them and that is usual,
 * because their cost is still to come. Days that lack rows for longer count as days without cost.
 */
export function withoutLate(range: DayRange, { filled, settled }: Delivered): DayRange {
  const known = knownDays(filled, [range]);
  if (filled === undefined || known === undefined) return range;
  const days = [...eachDay(range)];
  const last = days.findLastIndex((day) => filled.has(day));
  const first = days.slice(last + 1).find((day) => !known.has(day));
  return last < 0 || first === undefined || first <= settled
    ? range
    : { from: range.from, to: addDays(first, -1) };
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

/** The days of a month that an estimate is made for. */
export function daysLeft(month: DayRange, { to }: DayRange): DayRange {
  const [, from = month.from] = [addDays(to, 1), month.from].sort();
  return { from, to: month.to };
}
