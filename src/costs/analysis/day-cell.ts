import { isDay } from '../days.ts';

/** A day, or a moment of it in UTC. */
const form = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]00:?00)?)?$/;

/** The UTC day that a cell names, where it names one. A moment with another offset names none. */
export function dayIn(text: string): string | undefined {
  const day = form.exec(text)?.[1];
  return day !== undefined && isDay(day) ? day : undefined;
}

/** Rows of a day stand together: the day before is remembered. */
export function createDayReader(): (text: string) => string | undefined {
  let last = '';
  let day: string | undefined;
  return (text) => {
    if (text !== last) [last, day] = [text, dayIn(text)];
    return day;
  };
}
