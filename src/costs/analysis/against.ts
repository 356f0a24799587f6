import { usageError } from '../../errors.ts';
import { addDays, addMonths, countDays, type DayRange, monthRange } from '../days.ts';
import { type Period, parseDay } from '../period.ts';

const waysToSay = 'give previous, last-week, last-month, last-year or FROM..TO';

/** The days that a period is compared with. */
export function chooseAgainst(period: Period, text = 'previous'): DayRange {
  switch (text) {
    case 'previous':
      return previousPeriod(period);
    case 'last-week':
      return { from: addDays(period.from, -7), to: addDays(period.to, -7) };
    case 'last-month':
      return stepBack(period, 1);
    case 'last-year':
      return stepBack(period, 12);
    default:
      return statedRange(text);
  }
}

/** The period just before, as long; for months the month before, whole or the same days of it. */
function previousPeriod(period: Period): DayRange {
  if (period.kind === 'month' || period.kind === 'month-to-date') return stepBack(period, 1);
  const days = countDays(period);
  return { from: addDays(period.from, -days), to: addDays(period.to, -days) };
}

/** Whole months stay whole: the 28th of February becomes the 31st of January. */
function stepBack({ from, to }: DayRange, months: number): DayRange {
  const isWhole = from.endsWith('-01') && addDays(to, 1).endsWith('-01');
  const [start, end] = [addMonths(from, -months), addMonths(to, -months)];
  return { from: start, to: isWhole ? monthRange(end.slice(0, 7)).to : end };
}

function statedRange(text: string): DayRange {
  const [from, to, ...others] = text.split('..');
  if (from === undefined || to === undefined || others.length > 0) {
    throw usageError(`--against: '${text}' is not a period`, waysToSay);
  }
  const range = { from: parseDay(from, '--against'), to: parseDay(to, '--against') };
  if (range.from > range.to) throw usageError(`--against: ${from} is after ${to}`);
  return range;
}
