import { addDays, type DayRange } from '../days.ts';

export const granularities = ['day', 'week', 'month'] as const;

export type Granularity = (typeof granularities)[number];

/** The name of the day, the ISO week or the month that a day is in: names sort as the days do. */
export function bucketOf(day: string, granularity: Granularity): string {
  if (granularity === 'day') return day;
  return granularity === 'month' ? day.slice(0, 7) : weekOf(day);
}

/** The whole of a range as one period. */
export function rangeName({ from, to }: DayRange): string {
  return `${from}..${to}`;
}

/** ISO 8601: a week belongs to the year of its Thursday. */
function weekOf(day: string): string {
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  const thursday = addDays(day, 3 - weekday);
  const year = thursday.slice(0, 4);
  const dayOfYear = (Date.parse(thursday) - Date.parse(`${year}-01-01`)) / 86_400_000;
  return `${year}-W${String(Math.floor(dayOfYear / 7) + 1).padStart(2, '0')}`;
}
