import { createHash } from 'node:crypto';
import { canonicalText } from '../json/canonical-text.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/number.ts';
import type { Field } from './managed-kinds.ts';

/** Whether a field matches the file. Null, an empty list and a missing field are the same. */
export function isSame(field: Field | undefined, wanted: JsonValue, held: JsonValue | undefined) {
  const there = held ?? null;
  return textFor(field, wanted) === textFor(field, field?.alike?.(there, wanted) ?? there);
}

/** Equal records have equal hashes, so that changes can be detected. */
export function hashFields(fields: JsonObject): string {
  return createHash('sha256').update(canonicalText(fields)).digest('hex').slice(0, 32);
}

function textFor(field: Field | undefined, value: JsonValue): string {
  if (isEmpty(value)) return 'null';
  if (field?.unordered !== true || !Array.isArray(value)) return canonicalText(value);
  return value.map(canonicalText).sort().join('\n');
}

export function isEmpty(value: JsonValue): boolean {
  return (
    value === null ||
    (Array.isArray(value) && value.length === 0) ||
    (isObject(value) && Object.keys(value).length === 0)
  );
}
