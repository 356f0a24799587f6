import { ExactNumber } from '../json/number.ts';
import { stringifyJson } from '../json/stringify.ts';

/** A value as the text of one cell: empty for null, compact JSON for objects and lists. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return stringifyJson(value);
}

export function isNumber(value: unknown): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/** Whether a value has properties to show or to select. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ExactNumber)
  );
}

/** Anything as a record with columns: list items by position, other values as `value`. */
export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  if (Array.isArray(value)) return Object.fromEntries(value.entries());
  return { value };
}

/** A value as readable text: a list of texts or numbers becomes `region, channel`. */
export function readableText(value: unknown): string {
  const isPlain = (item: unknown) => typeof item === 'string' || isNumber(item);
  return Array.isArray(value) && value.every(isPlain)
    ? value.map(cellText).join(', ')
    : cellText(value);
}
