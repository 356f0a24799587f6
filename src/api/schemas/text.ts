import * as z from 'zod/mini';

/** Text of a bounded length. Characters are Unicode code points, as JSON Schema counts them. */
export function boundedText(maximum: number, minimum = 0) {
  return z.string('must be text').check(
    z.refine((text) => [...text].length <= maximum, {
      error: (issue) =>
        `must be at most ${maximum} characters, and has ${[...String(issue.input)].length}`,
    }),
    z.refine((text) => [...text].length >= minimum, 'must not be empty'),
  );
}

/** A number as it may come from a document read without loss of digits. */
export const NumberLike = z.custom<number | { readonly text: string }>(
  (value) =>
    typeof value === 'number' || (typeof value === 'object' && value !== null && 'text' in value),
);

const dayForm = /^\d{4}-\d{2}-\d{2}$/;

/** A day that exists, `YYYY-MM-DD`. */
export const Day = z.string('must be a day, YYYY-MM-DD').check(
  z.refine((text) => isDay(text), {
    error: (issue) =>
      dayForm.test(String(issue.input))
        ? `is not a day of the calendar: ${String(issue.input)}`
        : 'must be a day, YYYY-MM-DD',
  }),
);

function isDay(text: string): boolean {
  // A year 0 is no year of the calendar, though JavaScript counts one.
  if (!dayForm.test(text) || text.startsWith('0000')) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
