import { isDay } from '../days.ts';

/** A day, or a moment of it in UTC. */
const form = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]00:?00)?)?$/;

/** The UTC day that a cell names, where it names one. A moment with another offset names none. */
export function dayIn(text: string): string | undefined {
  const day = form.exec(text)?.[1];
  return day !== undefined && isDay(day) ? day : undefined;
}

const mostKnown = 10_000;

/** Rows have few days: a text that was read is known. */
export function createDayReader(): (text: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (text) => {
    const day = known.get(text);
    if (day !== undefined) return day;
    if (known.size >= mostKnown) known.clear();
    const read = dayIn(text);
    known.set(text, read);
    return read;
  };
}
