import { usageError } from './errors.ts';

/** Whole UTC days, both ends included, written `YYYY-MM-DD`. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

const dayLength = 86_400_000;

/** Whether the text is a valid date: `2026-02-29` is not. */
export function isDay(text: string): boolean {
  // There is no year 0, although JavaScript counts one.
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && dayOf(time) === text;
}

/** The UTC day of a moment in milliseconds since 1970. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

export function addDays(day: string, count: number): string {
  return dayOf(Date.parse(day) + count * dayLength);
}

/** The same day of another month, or the last day of that month if it is shorter. */
export function addMonths(day: string, count: number): string {
  const [year, month, date] = partsOf(day);
  const lastDay = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + count, Math.min(date, lastDay)));
}

export function countDays(range: DayRange): number {
  return Math.round((Date.parse(range.to) - Date.parse(range.from)) / dayLength) + 1;
}

export function* eachDay(range: DayRange): Generator<string, void> {
  for (let day = range.from; day <= range.to; day = addDays(day, 1)) yield day;
}

/** The whole calendar month of `YYYY-MM`. */
export function monthRange(month: string): DayRange {
  const from = `${month}-01`;
  return { from, to: addDays(addMonths(from, 1), -1) };
}

/** A range without days ends on the day before it starts. */
export function isEmpty(range: DayRange): boolean {
  return range.to < range.from;
}

/** How a range is named in messages: a single day by itself. */
export function describeRange(range: DayRange): string {
  if (isEmpty(range)) return `the period from ${range.from}`;
  return range.from === range.to ? range.from : `${range.from} to ${range.to}`;
}

function partsOf(day: string): [year: number, month: number, date: number] {
  return [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))];
}

/** The options that choose the days, as they were given. */
export interface PeriodOptions {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly last?: string | undefined;
  readonly month?: string | undefined;
  readonly quarter?: string | undefined;
  readonly lastMonth?: boolean | undefined;
  readonly monthToDate?: boolean | undefined;
  readonly includeToday?: boolean | undefined;
}

/** Which option chose the days: a comparison steps back by whole months or quarters if they were. */
type PeriodKind = 'days' | 'last' | 'month' | 'quarter' | 'month-to-date' | 'quarter-to-date';

export interface Period extends DayRange {
  readonly kind: PeriodKind;
  /** What was changed about the requested days. */
  readonly note?: string | undefined;
}

const hint =
  'give --from D --to D, --last 7d, --month 2026-10, --quarter 2026Q3, --last-month or --month-to-date';

export function isPeriodGiven(options: PeriodOptions): boolean {
  return givenPeriods(options).length > 0;
}

function givenPeriods(options: PeriodOptions): string[] {
  return [
    options.from !== undefined || options.to !== undefined ? '--from and --to' : undefined,
    options.last === undefined ? undefined : '--last',
    options.month === undefined ? undefined : '--month',
    options.quarter === undefined ? undefined : '--quarter',
    options.lastMonth ? '--last-month' : undefined,
    options.monthToDate ? '--month-to-date' : undefined,
  ].filter((name) => name !== undefined);
}

/** The days requested by the options; `now` determines today. */
export function choosePeriod(options: PeriodOptions, now: number): Period {
  const given = givenPeriods(options);
  if (given.length === 0) throw usageError('no period given', hint);
  if (given.length > 1) throw usageError(`${given.join(' and ')} cannot be used together`, hint);

  const today = dayOf(now);
  const lastDay = options.includeToday ? today : addDays(today, -1);
  const days = { lastDay, today };
  if (options.last !== undefined) return lastPeriod(options.last, lastDay);
  if (options.month !== undefined) {
    return upTo({ kind: 'month', ...parseMonth(options.month, '--month') }, options.month, days);
  }
  if (options.quarter !== undefined) {
    return upTo({ kind: 'quarter', ...parseQuarter(options.quarter) }, options.quarter, days);
  }
  if (options.lastMonth) {
    return { kind: 'month', ...monthRange(addMonths(today, -1).slice(0, 7)) };
  }
  if (options.monthToDate) return monthToDate(today, lastDay);
  return daysPeriod(options.from, options.to, today);
}

export function parseDay(text: string, option: string): string {
  if (isDay(text)) return text;
  throw usageError(`${option}: '${text}' is not a valid date`, 'write YYYY-MM-DD');
}

export function parseMonth(text: string, option: string): DayRange {
  if (/^\d{4}-\d{2}$/.test(text) && isDay(`${text}-01`)) return monthRange(text);
  throw usageError(`${option}: '${text}' is not a month`, 'write YYYY-MM, such as 2026-10');
}

function parseQuarter(text: string): DayRange {
  const match = /^(\d{4})-?Q([1-4])$/i.exec(text);
  const from = `${match?.[1]}-${String(Number(match?.[2]) * 3 - 2).padStart(2, '0')}-01`;
  if (match === null || !isDay(from)) {
    throw usageError(`--quarter: '${text}' is not a quarter`, 'write YYYYQN, such as 2026Q3');
  }
  return { from, to: addDays(addMonths(from, 3), -1) };
}

function daysPeriod(from: string | undefined, to: string | undefined, today: string): Period {
  if (from === undefined) throw usageError('--to needs --from', hint);
  if (to === undefined) throw usageError('--from needs --to', hint);
  const range = { from: parseDay(from, '--from'), to: parseDay(to, '--to') };
  if (range.from > range.to) throw usageError(`--from ${from} is after --to ${to}`);
  if (range.to > today) throw inFuture(`--to ${to}`, today);
  return { kind: 'days', ...range };
}

function lastPeriod(text: string, to: string): Period {
  const match = /^([1-9]\d{0,4})([dwm])$/.exec(text);
  if (match === null) {
    throw usageError(
      `--last: '${text}' is not a period`,
      'give days, weeks or months: 7d, 4w, 3m; --last-month is the calendar month before this one',
    );
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

/** A month or quarter that has not ended goes up to the last day that counts. */
function upTo(
  period: Period,
  text: string,
  { lastDay, today }: { readonly lastDay: string; readonly today: string },
): Period {
  if (period.to <= lastDay) return period;
  if (period.from > today) throw inFuture(`--${period.kind} ${text}`, today);
  const kind = period.kind === 'quarter' ? 'quarter-to-date' : 'month-to-date';
  const cut: Period = { ...period, kind, to: lastDay };
  const note = isEmpty(cut)
    ? `${period.from} is not over: the period has no complete day yet`
    : `the ${period.kind} has not ended: the period is ${period.from} to ${lastDay}`;
  return { ...cut, note };
}

function monthToDate(today: string, to: string): Period {
  const period: Period = { kind: 'month-to-date', from: `${today.slice(0, 7)}-01`, to };
  if (!isEmpty(period)) return period;
  return { ...period, note: `${today} is not over: the period has no complete day yet` };
}

function inFuture(what: string, today: string) {
  return usageError(`${what} is in the future`, `today is ${today}, in UTC`);
}

export const granularities = ['day', 'week', 'month'] as const;

export type Granularity = (typeof granularities)[number];

/** The name of the day, ISO week or month that a day is in. Names sort as the days do. */
export function bucketOf(day: string, granularity: Granularity): string {
  if (granularity === 'day') return day;
  return granularity === 'month' ? day.slice(0, 7) : weekOf(day);
}

/** Whether the range has only a part of the week or month that a day is in. */
export function isPartial(day: string, granularity: Granularity, { from, to }: DayRange): boolean {
  if (granularity === 'day') return false;
  const { from: first, to: last } =
    granularity === 'month' ? monthRange(day.slice(0, 7)) : weekRange(day);
  return first < from || last > to;
}

/** A range as one period. */
export function rangeName({ from, to }: DayRange): string {
  return `${from}..${to}`;
}

/** Monday to Sunday. */
function weekRange(day: string): DayRange {
  const monday = addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
  return { from: monday, to: addDays(monday, 6) };
}

/** ISO 8601: a week belongs to the year of its Thursday. */
function weekOf(day: string): string {
  const thursday = addDays(weekRange(day).from, 3);
  const year = thursday.slice(0, 4);
  const dayOfYear = (Date.parse(thursday) - Date.parse(`${year}-01-01`)) / 86_400_000;
  return `${year}-W${String(Math.floor(dayOfYear / 7) + 1).padStart(2, '0')}`;
}
