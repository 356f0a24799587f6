import { usageError } from '../errors.ts';
import { addDays, addMonths, type DayRange, dayOf, isDay, monthRange } from './days.ts';

/** The options that choose the days, as they were given. */
export interface PeriodOptions {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly last?: string | undefined;
  readonly month?: string | undefined;
  readonly lastMonth?: boolean | undefined;
  readonly monthToDate?: boolean | undefined;
  readonly includeToday?: boolean | undefined;
}

/** Which option chose the days: comparisons step back by a month where a month was asked for. */
type PeriodKind = 'days' | 'last' | 'month' | 'month-to-date';

export interface Period extends DayRange {
  readonly kind: PeriodKind;
}

const waysToSay =
  'give --from D --to D, --last 7d, --month 2026-10, --last-month or --month-to-date';

/** The days that the options ask for; `now` is the moment that today is taken from. */
export function choosePeriod(options: PeriodOptions, now: number): Period {
  const given = [
    options.from !== undefined || options.to !== undefined ? '--from and --to' : undefined,
    options.last === undefined ? undefined : '--last',
    options.month === undefined ? undefined : '--month',
    options.lastMonth ? '--last-month' : undefined,
    options.monthToDate ? '--month-to-date' : undefined,
  ].filter((name) => name !== undefined);
  if (given.length === 0) throw usageError('no days were asked for', waysToSay);
  if (given.length > 1) throw usageError(`${given.join(' and ')} exclude each other`, waysToSay);

  const today = dayOf(now);
  const lastDay = options.includeToday ? today : addDays(today, -1);
  if (options.last !== undefined) return lastPeriod(options.last, lastDay);
  if (options.month !== undefined) return monthPeriod(options.month, today);
  if (options.lastMonth) return wholeMonth(addMonths(today, -1));
  if (options.monthToDate) return monthToDate(today, lastDay);
  return daysPeriod(options.from, options.to);
}

export function parseDay(text: string, option: string): string {
  if (isDay(text)) return text;
  throw usageError(`${option}: '${text}' is not a day`, 'a day is written YYYY-MM-DD');
}

function daysPeriod(from: string | undefined, to: string | undefined): Period {
  if (from === undefined) throw usageError('--to needs --from', waysToSay);
  if (to === undefined) throw usageError('--from needs --to', waysToSay);
  const range = { from: parseDay(from, '--from'), to: parseDay(to, '--to') };
  if (range.from > range.to) throw usageError(`--from ${from} is after --to ${to}`);
  return { kind: 'days', ...range };
}

function lastPeriod(text: string, to: string): Period {
  const match = /^([1-9]\d{0,4})([dwm])$/.exec(text);
  if (match === null) {
    throw usageError(`--last: '${text}' is not a period`, 'give days, weeks or months: 7d, 4w, 3m');
  }
  const count = Number(match[1]);
  const from =
    match[2] === 'm'
      ? addMonths(addDays(to, 1), -count)
      : addDays(to, 1 - count * daysIn(match[2]));
  if (!isDay(from)) throw usageError(`--last: '${text}' reaches back too far`);
  return { kind: 'last', from, to };
}

function daysIn(unit: string | undefined): number {
  return unit === 'w' ? 7 : 1;
}

function monthPeriod(month: string, today: string): Period {
  if (!isDay(`${month}-01`)) {
    throw usageError(`--month: '${month}' is not a month`, 'a month is written YYYY-MM');
  }
  if (month > today.slice(0, 7)) throw usageError(`--month ${month} is in the future`);
  return wholeMonth(month);
}

function wholeMonth(day: string): Period {
  return { kind: 'month', ...monthRange(day.slice(0, 7)) };
}

function monthToDate(today: string, to: string): Period {
  const from = `${today.slice(0, 7)}-01`;
  if (from > to) {
    throw usageError(
      'this month has no whole day yet',
      'give --include-today, or --last-month for the month before',
    );
  }
  return { kind: 'month-to-date', from, to };
}
