import {
  addDays,
  countDays,
  type DayRange,
  eachDay,
  isEmpty,
  parseDay,
  parseMonth,
} from '../days.ts';
import { usageError } from '../errors.ts';
import { type Period, previousPeriod, stepBack } from '../period.ts';
import { count, say, sayFirst, sayPeriod } from '../phrase.ts';
import type { Group } from '../rows/tally.ts';
import { pluralize } from '../text.ts';
import { isBlank } from './trend-lines.ts';

/** Two periods that are compared, and how. */
export interface Periods {
  readonly period: DayRange;
  readonly baseline: DayRange;
  readonly perDay?: boolean;
  /** The days whose cost is known: a daily average leaves out the others. Undefined if that is not known. */
  readonly known?: ReadonlySet<string> | undefined;
  /** Those of the two with which nothing can be compared. */
  readonly unknown?: readonly DayRange[];
}

/** The periods with which nothing can be compared, because no source has a row in them. */
export function findUnknown(
  periods: readonly DayRange[],
  daysWithRows: ReadonlySet<string> | undefined,
): readonly DayRange[] {
  return periods.filter((range) => !isEmpty(range) && isBlank(range, daysWithRows));
}

/** The periods without a group and without a row of any source: compared with them, everything would be new or gone. */
export function findBlank(
  periods: readonly (readonly [DayRange, readonly Group[]])[],
  daysWithRows: ReadonlySet<string> | undefined,
): readonly DayRange[] {
  return periods.flatMap(([range, groups]) =>
    groups.length === 0 && isBlank(range, daysWithRows) ? [range] : [],
  );
}

/** How many days of a period a daily average divides by. */
export function averagedDays(range: DayRange, known: Periods['known']): number {
  const days = [...eachDay(range)].filter((day) => known?.has(day) !== false).length;
  // A period without any row has no average.
  return days === 0 ? countDays(range) : days;
}

/** Says which daily averages leave out days whose cost is not known. */
export function describeAverages(ranges: readonly DayRange[], known: Periods['known']) {
  const cut = ranges.flatMap((range) => {
    const [days, all] = [averagedDays(range, known), countDays(range)];
    return days === all
      ? []
      : [say`${sayPeriod(range)} is divided by ${count(days)} of its ${count(all)} days`];
  });
  if (cut.length === 0) return undefined;
  return say`a daily average leaves out days without rows: ${sayFirst(cut, cut.length)}`;
}

const hint = 'give previous, last-week, last-month, last-year, YYYY-MM or FROM..TO';

/** The days that a period is compared with; none of them is after today. */
export function chooseAgainst(period: Period, text: string | undefined, today: string): DayRange {
  switch (text) {
    case undefined:
    case 'previous':
      return previousPeriod(period);
    case 'last-week':
      return { from: addDays(period.from, -7), to: addDays(period.to, -7) };
    case 'last-month':
      return stepBack(period, 1);
    case 'last-year':
      return stepBack(period, 12);
    default:
      return pastRange(text, today);
  }
}

/** One line if the two periods have different numbers of days. */
export function describeLengths(period: DayRange, baseline: DayRange): string | undefined {
  const [days, otherDays] = [countDays(period), countDays(baseline)];
  if (days === otherDays) return undefined;
  return `the periods differ in length: ${pluralize(days, 'day')}, and ${pluralize(otherDays, 'day')} before`;
}

function pastRange(text: string, today: string): DayRange {
  const range = statedRange(text);
  if (range.to <= today) return range;
  throw usageError(
    `--against ${text}: ${range.to} is in the future`,
    range.from < today
      ? `give the days that are over: --against ${range.from}..${addDays(today, -1)}`
      : `today is ${today}, in UTC`,
  );
}

function statedRange(text: string): DayRange {
  if (/^\d{4}-\d{2}$/.test(text)) return parseMonth(text, '--against');
  const [from, to, ...others] = text.split('..');
  if (from === undefined || to === undefined || others.length > 0) {
    throw usageError(`--against: '${text}' is not a period`, hint);
  }
  const range = { from: parseDay(from, '--against'), to: parseDay(to, '--against') };
  if (range.from > range.to) throw usageError(`--against: ${from} is after ${to}`);
  return range;
}
