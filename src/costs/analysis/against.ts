import { usageError } from '../../errors.ts';
import { addDays, addMonths, countDays, type DayRange, isEmpty, monthRange } from '../days.ts';
import { type Period, parseDay, parseMonth } from '../period.ts';

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
  return `the periods differ in length: ${days} days, and ${otherDays} days before`;
}

/** The period just before, of the same length; for months the month before, all of it or the same days. */
function previousPeriod(period: Period): DayRange {
  if (period.kind.startsWith('quarter')) return stepBack(period, 3);
  if (period.kind === 'month' || period.kind === 'month-to-date') return stepBack(period, 1);
  const days = countDays(period);
  return { from: addDays(period.from, -days), to: addDays(period.to, -days) };
}

/**
 * Whole months stay whole: 28 February becomes 31 January. Not so for a period to date, which
 * is compared with the same days, whatever the length of either month.
 */
function stepBack({ kind, from, to }: Period, months: number): DayRange {
  const start = addMonths(from, -months);
  if (isEmpty({ from, to })) return { from: start, to: addDays(start, -1) };
  const end = addMonths(to, -months);
  const isWhole = from.endsWith('-01') && addDays(to, 1).endsWith('-01');
  return { from: start, to: isWhole && !kind.endsWith('to-date') ? wholeMonthEnd(end) : end };
}

function wholeMonthEnd(day: string): string {
  return monthRange(day.slice(0, 7)).to;
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
