import { ExactNumber } from '../json/number.ts';
import { stringifyJson } from '../json/stringify.ts';

/** A value as the text of one cell: nothing for null, JSON without spaces for what has parts. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return stringifyJson(value);
}

export function isNumber(value: unknown): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/** Whether a value has properties of its own to show or to reach into. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ExactNumber)
  );
}

/** Anything as a record with columns: a list's items by their position, the rest as `value`. */
export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  if (Array.isArray(value)) return Object.fromEntries(value.entries());
  return { value };
}
