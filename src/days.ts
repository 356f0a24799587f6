import { usageError } from './errors.ts';
import { nameFirst } from './text.ts';

/** Whole UTC days, both ends included, written `YYYY-MM-DD`. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

const dayLength = 86_400_000;

/** Days by their number since 1970: a question computes the same ones again and again. */
const days = new Map<number, string>();
const mostDays = 10_000;

/** Whether the text is a valid date: `2026-02-29` is not. */
export function isDay(text: string): boolean {
  // There is no year 0, although JavaScript counts one.
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && dayOf(time) === text;
}

/** A timestamp as milliseconds since 1970: UTC unless it names a zone, NaN if it is unreadable. */
export function momentOf(timestamp: string): number {
  // `Date.parse` finds a date in almost any text, and a time without a zone depends on this machine.
  if (!/^\d{4}-\d{2}-\d{2}/.test(timestamp)) return Number.NaN;
  return Date.parse(/[T ]\d{2}:[\d:.]+$/i.test(timestamp) ? `${timestamp}Z` : timestamp);
}

/** The UTC day of a moment in milliseconds since 1970. */
export function dayOf(time: number): string {
  const number = Math.floor(time / dayLength);
  const known = days.get(number);
  if (known !== undefined) return known;
  const day = new Date(time).toISOString().slice(0, 10);
  // A damaged file may have any number of days.
  if (days.size === mostDays) days.clear();
  days.set(number, day);
  return day;
}

export function addDays(day: string, count: number): string {
  return dayOf(Date.parse(day) + count * dayLength);
}

/** The same day of another month, or the last day of that month if it is shorter. */
export function addMonths(day: string, count: number): string {
  const [year, month, date] = partsOf(day);
  // `Date.UTC` would read the years 0 to 99 as 1900 to 1999.
  const found = new Date(0);
  found.setUTCFullYear(year, month + count, 0);
  if (date < found.getUTCDate()) found.setUTCDate(date);
  return dayOf(found.getTime());
}

export function countDays(range: DayRange): number {
  return Math.round((Date.parse(range.to) - Date.parse(range.from)) / dayLength) + 1;
}

export function* eachDay(range: DayRange): Generator<string, void> {
  // The day after the year 9999 is, as text, before it.
  const end = Date.parse(range.to);
  for (let time = Date.parse(range.from); time <= end; time += dayLength) yield dayOf(time);
}

/** The whole calendar month of `YYYY-MM`. */
export function monthRange(month: string): DayRange {
  const from = `${month}-01`;
  return { from, to: addDays(addMonths(from, 1), -1) };
}

/** The month, if a period is a calendar month. */
export function monthOf(period: DayRange): string | undefined {
  const month = period.from.slice(0, 7);
  return rangeName(monthRange(month)) === rangeName(period) ? month : undefined;
}

/** A range without days ends on the day before it starts. */
export function isEmpty(range: DayRange): boolean {
  return range.to < range.from;
}

export function overlap(one: DayRange, other: DayRange): boolean {
  return !isEmpty(one) && !isEmpty(other) && one.from <= other.to && other.from <= one.to;
}

/** How a range is named in messages: a single day by itself. */
export function describeRange(range: DayRange): string {
  if (isEmpty(range)) return `the period from ${range.from}`;
  return range.from === range.to ? range.from : `${range.from} to ${range.to}`;
}

/** `2026-10-01 to 2026-10-03, 2026-10-05`: at most three stretches of days. */
export function nameDays(days: Iterable<string>): string {
  return nameFirst(joinDays(days).map(describeRange), 3);
}

/** The days, in order, as ranges without gaps. */
export function joinDays(days: Iterable<string>): DayRange[] {
  const ranges: { from: string; to: string }[] = [];
  for (const day of [...new Set(days)].sort()) {
    const last = ranges.at(-1);
    if (last !== undefined && addDays(last.to, 1) === day) last.to = day;
    else ranges.push({ from: day, to: day });
  }
  return ranges;
}

/** A period as people name it: `October 2026`, `Q3 2026`, `2026`, or its days. */
export function periodName(range: DayRange): string {
  const { from, to } = range;
  const [year, month] = partsOf(from);
  const is = (months: number) => to === addDays(addMonths(from, months), -1);
  if (!from.endsWith('-01') || isEmpty(range)) return describeRange(range);
  if (is(1)) return `${monthNames[month - 1]} ${year}`;
  if (is(3) && month % 3 === 1) return `Q${(month + 2) / 3} ${year}`;
  return is(12) && month === 1 ? String(year) : describeRange(range);
}

/** `17 November 2026` */
export function dayName(day: string): string {
  const [year, month, date] = partsOf(day);
  return `${date} ${monthNames[month - 1]} ${year}`;
}

/** A period as the name of a column: `2026-10`, `2026-Q3`, `2026`, `2026-11-03..09`. */
export function shortRangeName(range: DayRange): string {
  const { from, to } = range;
  if (from === to) return from;
  const name = periodName(range);
  if (/^\d{4}$/.test(name)) return name;
  if (/^Q\d /.test(name)) return `${from.slice(0, 4)}-${name.slice(0, 2)}`;
  if (/^[A-Z]/.test(name)) return from.slice(0, 7);
  const same =
    from.slice(0, 8) === to.slice(0, 8) ? 8 : from.slice(0, 5) === to.slice(0, 5) ? 5 : 0;
  return `${from}..${to.slice(same)}`;
}

const monthNames =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

function partsOf(day: string): [year: number, month: number, date: number] {
  return [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))];
}

export function parseDay(text: string, option: string): string {
  if (isDay(text)) return text;
  throw usageError(
    `${option}: '${text}' is not a valid date`,
    'write YYYY-MM-DD, such as 2026-10-01',
  );
}

export function parseMonth(text: string, option: string): DayRange {
  if (/^\d{4}-\d{2}$/.test(text) && isDay(`${text}-01`)) return monthRange(text);
  throw usageError(`${option}: '${text}' is not a month`, 'write YYYY-MM, such as 2026-10');
}

/** Which rate of a period converts an amount. */
export const rateMethods = ['daily', 'month-average', 'month-end'] as const;

export type RateMethod = (typeof rateMethods)[number];

export const granularities = ['day', 'week', 'month'] as const;

export type Granularity = (typeof granularities)[number];

/** The name of the day, ISO week or month that a day is in. Names sort as the days do. */
export function bucketOf(day: string, granularity: Granularity): string {
  if (granularity === 'day') return day;
  return granularity === 'month' ? day.slice(0, 7) : weekOf(day);
}

/** Whether the range has only a part of the week or month that a day is in. */
export function isPartial(day: string, granularity: Granularity, { from, to }: DayRange): boolean {
  const { from: first, to: last } = bucketRange(day, granularity);
  return first < from || last > to;
}

/** All days of the day, ISO week or month that a day is in. */
export function bucketRange(day: string, granularity: Granularity): DayRange {
  if (granularity === 'day') return { from: day, to: day };
  return granularity === 'month' ? monthRange(day.slice(0, 7)) : weekRange(day);
}

/** Gives the first day of the week or month of a day, within a range; undefined if each day is a period. */
export function firstDays(
  granularity: Granularity | undefined,
  { from }: Pick<DayRange, 'from'>,
): ((day: string) => string) | undefined {
  if (granularity === undefined || granularity === 'day') return undefined;
  return (day) => {
    const start = bucketRange(day, granularity).from;
    // A day before the range is in a period of its own.
    return start < from && from <= day ? from : start;
  };
}

/** A range in a list of days: one day is no range. */
export function dayOrRange(range: DayRange): string {
  return range.from === range.to ? range.from : rangeName(range);
}

/** `2026-10-01..2026-10-31` */
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
  const dayOfYear = (Date.parse(thursday) - Date.parse(`${year}-01-01`)) / dayLength;
  return `${year}-W${String(Math.floor(dayOfYear / 7) + 1).padStart(2, '0')}`;
}
