import {
  addDays,
  addMonths,
  countDays,
  type DayRange,
  dayOf,
  describeRange,
  isDay,
  isEmpty,
  monthRange,
  parseDay,
  parseMonth,
} from './days.ts';
import { usageError } from './errors.ts';
import { day, type Said, say } from './phrase.ts';

/** The options that choose the days, as they were given. */
export interface PeriodOptions {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly last?: string | undefined;
  readonly month?: string | undefined;
  readonly quarter?: string | undefined;
  readonly year?: string | undefined;
  readonly lastMonth?: boolean | undefined;
  readonly monthToDate?: boolean | undefined;
  readonly yearToDate?: boolean | undefined;
  readonly includeToday?: boolean | undefined;
}

export interface Period extends DayRange {
  /** How many calendar months the options chose: a comparison steps back by as many. */
  readonly months?: number;
  /** The last of these months has not ended: they are compared with the same days of earlier ones. */
  readonly isToDate?: boolean;
  /** What was changed about the requested days. */
  readonly note?: Said | undefined;
}

const hint =
  'give --from D --to D, --last 7d, --month 2026-10, --quarter 2026Q3, --year 2026, --last-month, --month-to-date or --year-to-date';

export function isPeriodGiven(options: PeriodOptions): boolean {
  return givenPeriods(options).length > 0;
}

/**
 * `now` determines today, which for files is the day after their last one. Days from then up to `latest` are
 * not in the future: they can be chosen, although the files lack them.
 */
export function choosePeriod(options: PeriodOptions, now: number, latest = dayOf(now)): Period {
  const given = givenPeriods(options);
  if (given.length === 0) throw usageError('no period given', hint);
  if (given.length > 1) throw usageError(`${given.join(' and ')} cannot be used together`, hint);

  const today = dayOf(now);
  const lastDay = options.includeToday ? today : addDays(today, -1);
  const clock = { lastDay, today, latest };
  const { last, month, quarter, year } = options;
  if (last !== undefined) return lastPeriod(last, clock);
  if (month !== undefined)
    return upTo({ ...parseMonth(month, '--month'), months: 1 }, `month ${month}`, clock);
  if (quarter !== undefined) return upTo(calendarQuarter(quarter), `quarter ${quarter}`, clock);
  if (year !== undefined) return upTo(calendarYear(year), `year ${year}`, clock);
  if (options.lastMonth) return wholeMonths(addMonths(today, -1).slice(0, 7), 1);
  if (options.monthToDate) return toDate({ from: `${today.slice(0, 7)}-01`, months: 1 }, clock);
  if (options.yearToDate) return toDate({ from: `${today.slice(0, 4)}-01-01`, months: 12 }, clock);
  return daysPeriod(options.from, options.to, latest);
}

function givenPeriods(options: PeriodOptions): string[] {
  return [
    options.from !== undefined || options.to !== undefined ? '--from and --to' : undefined,
    options.last === undefined ? undefined : '--last',
    options.month === undefined ? undefined : '--month',
    options.quarter === undefined ? undefined : '--quarter',
    options.year === undefined ? undefined : '--year',
    options.lastMonth ? '--last-month' : undefined,
    options.monthToDate ? '--month-to-date' : undefined,
    options.yearToDate ? '--year-to-date' : undefined,
  ].filter((name) => name !== undefined);
}

/** A number of calendar months, from the given one on. */
function wholeMonths(month: string, months: number): Period {
  const { from } = monthRange(month);
  return { from, to: addDays(addMonths(from, months), -1), months };
}

function calendarQuarter(text: string): Period {
  const match = /^(\d{4})-?Q([1-4])$/i.exec(text);
  const month = `${match?.[1]}-${String(Number(match?.[2]) * 3 - 2).padStart(2, '0')}`;
  if (match === null || !isDay(`${month}-01`)) {
    throw usageError(`--quarter: '${text}' is not a quarter`, 'write YYYYQN, such as 2026Q3');
  }
  return wholeMonths(month, 3);
}

function calendarYear(text: string): Period {
  if (/^\d{4}$/.test(text) && isDay(`${text}-01-01`)) return wholeMonths(`${text}-01`, 12);
  throw usageError(`--year: '${text}' is not a year`, 'write YYYY, such as 2026');
}

function daysPeriod(from: string | undefined, to: string | undefined, latest: string): Period {
  if (from === undefined) throw usageError('--to needs --from', hint);
  if (to === undefined) throw usageError('--from needs --to', hint);
  const range = { from: parseDay(from, '--from'), to: parseDay(to, '--to') };
  if (range.from > range.to) throw usageError(`--from ${from} is after --to ${to}`);
  if (range.to > latest) throw inFuture(`--to ${to}`, latest);
  return range;
}

interface Clock {
  readonly lastDay: string;
  readonly today: string;
  readonly latest: string;
}

function lastPeriod(text: string, { lastDay, today }: Clock): Period {
  const [, count = '', unit] = /^([1-9]\d{0,4})([dwm])$/.exec(text) ?? [];
  if (unit === undefined) {
    throw usageError(
      `--last: '${text}' is not a period`,
      'give days, weeks or complete months: 7d, 4w, 3m; --last-month is the calendar month before this one',
    );
  }
  const period =
    unit === 'm'
      ? lastMonths(Number(count), today)
      : { from: addDays(lastDay, 1 - Number(count) * (unit === 'w' ? 7 : 1)), to: lastDay };
  if (!isDay(period.from)) throw usageError(`--last: '${text}' reaches back too far`);
  return period;
}

/** Complete calendar months: the current one is not among them. */
function lastMonths(count: number, today: string): Period {
  const from = addMonths(`${today.slice(0, 7)}-01`, -count);
  if (!isDay(from)) return { from, to: today };
  const period = wholeMonths(from.slice(0, 7), count);
  const months =
    count === 1 ? 'the last complete month is' : `the last ${count} complete months are`;
  return { ...period, note: `${months} ${describeRange(period)}` };
}

/** A month, quarter or year that has not ended goes up to the last day that counts. */
function upTo(period: Period, name: string, { lastDay, today, latest }: Clock): Period {
  if (period.from > latest) throw inFuture(`--${name}`, latest);
  if (period.to <= lastDay) return period;
  const areFilesOld = latest > today;
  // Files lack these days, but not those that are in the future.
  if (areFilesOld && period.from >= today) return { ...period, to: earlier(period.to, latest) };
  const cut: Period = { ...period, isToDate: true, to: lastDay };
  if (isEmpty(cut)) return { ...cut, note: say`${day(period.from)} is not over: ${noDay}` };
  const why = areFilesOld
    ? `the files end on ${addDays(today, -1)}`
    : `the ${name.split(' ')[0]} has not ended`;
  return { ...cut, note: `${why}: the period is ${period.from} to ${lastDay}` };
}

function toDate(
  start: Pick<Period, 'months'> & { readonly from: string },
  { lastDay, today, latest }: Clock,
): Period {
  const period: Period = { ...start, isToDate: true, to: lastDay };
  if (!isEmpty(period)) return period;
  const why =
    latest > today ? say`the files end on ${day(lastDay)}` : say`${day(today)} is not over`;
  return { ...period, note: say`${why}: ${noDay}` };
}

const noDay = 'the period has no complete day yet';

function earlier(day: string, other: string): string {
  return day < other ? day : other;
}

export function inFuture(what: string, today: string) {
  return usageError(`${what} is in the future`, `today is ${today}, in UTC`);
}

/** The period just before: as many days, or as many calendar months, whole or up to the same day. */
export function previousPeriod(period: Period): DayRange {
  if (period.months !== undefined) return stepBack(period, period.months);
  const days = countDays(period);
  return { from: addDays(period.from, -days), to: addDays(period.to, -days) };
}

/**
 * Whole months stay whole: 28 February becomes 31 January. A period to date is compared with the same days,
 * whatever the length of either month.
 */
export function stepBack({ isToDate = false, from, to }: Period, months: number): DayRange {
  const start = addMonths(from, -months);
  if (isEmpty({ from, to })) return { from: start, to: addDays(start, -1) };
  const end = addMonths(to, -months);
  const isWhole = from.endsWith('-01') && addDays(to, 1).endsWith('-01');
  return { from: start, to: isWhole && !isToDate ? monthRange(end.slice(0, 7)).to : end };
}
