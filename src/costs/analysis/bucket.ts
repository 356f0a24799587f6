import { addDays, type DayRange, monthRange } from '../days.ts';

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
