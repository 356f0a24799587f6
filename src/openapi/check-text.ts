import { fitsPattern } from './pattern.ts';
import type { Schema } from './schema.ts';

/** Length is counted in Unicode code points, as JSON Schema does. */
export function checkText(
  { minLength = 0, maxLength = Infinity, pattern, format }: Schema,
  text: string,
): string[] {
  const messages: string[] = [];
  const length = countCharacters(text);
  if (length < minLength) {
    messages.push(
      minLength === 1
        ? 'must not be empty'
        : `must have at least ${minLength} characters, and has ${length}`,
    );
  }
  if (length > maxLength)
    messages.push(`must have at most ${maxLength} characters, and has ${length}`);
  if (pattern !== undefined && fitsPattern(pattern, text) === false) {
    messages.push(`must be of the form ${pattern}`);
  }
  const wanted = formats[format ?? ''];
  if (wanted !== undefined && !wanted.accepts(text)) messages.push(`must be ${wanted.name}`);
  return messages;
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

interface TextForm {
  readonly name: string;
  readonly accepts: (text: string) => boolean;
}

const dayForm = /^\d{4}-\d{2}-\d{2}$/;
const timeForm =
  /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]\d{2}:?\d{2})$/;
const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Only unambiguous formats: what an e-mail address or a URL is, the service decides. */
const formats: Readonly<Record<string, TextForm>> = Object.assign(Object.create(null), {
  date: { name: 'a day, YYYY-MM-DD', accepts: isDay },
  'date-time': {
    name: 'a time, for example 2026-10-01T12:00:00Z',
    accepts: (text: string) => isDay(timeForm.exec(text)?.[1] ?? ''),
  },
  uuid: { name: 'a UUID', accepts: (text: string) => uuidForm.test(text) },
});

function isDay(text: string): boolean {
  if (!dayForm.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
