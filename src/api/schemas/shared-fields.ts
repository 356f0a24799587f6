import * as z from 'zod/mini';

/** Text that the service may omit or send as null. */
export const optionalText = z.optional(z.nullable(z.string()));

const promisedFields = new WeakSet<object>();

/**
 * A field that the contract requires in a response, but that no command depends on. A record without
 * it is shown as received, with a warning, so its type says that it may be missing.
 */
export function promised<Schema extends z.core.SomeType>(schema: Schema) {
  const field = z.optional(z.nullable(schema));
  promisedFields.add(field);
  return field;
}

export function isPromised(field: object): boolean {
  return promisedFields.has(field);
}

/** Text of a bounded length. Characters are Unicode code points, as JSON Schema counts them. */
export function boundedText(maximum: number, minimum = 0) {
  const isUnbounded = maximum === Number.MAX_SAFE_INTEGER;
  return z
    .string('must be text')
    .check(
      z.refine((text) => [...text].length <= maximum, {
        error: (issue) =>
          `must be at most ${maximum} characters, and has ${[...String(issue.input)].length}`,
      }),
      z.refine((text) => [...text].length >= minimum, 'must not be empty'),
    )
    .register(z.globalRegistry, {
      ...(isUnbounded ? {} : { maxLength: maximum }),
      ...(minimum === 0 ? {} : { minLength: minimum }),
    });
}

/** Any text except the empty one. */
export const nonEmptyText = boundedText(Number.MAX_SAFE_INTEGER, 1);

/** A number in a document that was parsed without losing digits. */
export const NumberLike = z.custom<number | { readonly text: string }>(
  (value) =>
    typeof value === 'number' || (typeof value === 'object' && value !== null && 'text' in value),
  'is not a number',
);

const dayFormat = /^\d{4}-\d{2}-\d{2}$/;

/** A valid date, `YYYY-MM-DD`. */
export const Day = z
  .string('must be a day, YYYY-MM-DD')
  .check(
    z.refine((text) => isDay(text), {
      error: (issue) =>
        dayFormat.test(String(issue.input))
          ? `is not a valid date: ${String(issue.input)}`
          : 'must be a day, YYYY-MM-DD',
    }),
  )
  .register(z.globalRegistry, { format: 'date' });

function isDay(text: string): boolean {
  // JavaScript accepts the year 0, which does not exist.
  if (!dayFormat.test(text) || text.startsWith('0000')) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
