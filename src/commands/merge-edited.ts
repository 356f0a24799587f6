import { CostctlError } from '../errors.ts';
import { canonicalText } from '../json/canonical-text.ts';
import type { JsonObject } from '../json/number.ts';

/**
 * The edited record, with what others have changed since it was read: editing takes minutes, and the whole
 * record is sent. A conflict if both changed the same field.
 */
export function mergeEdited(before: JsonObject, edited: JsonObject, now: JsonObject): JsonObject {
  const isSame = (name: string, one: JsonObject, other: JsonObject) =>
    canonicalText([fieldOf(one, name)]) === canonicalText([fieldOf(other, name)]);
  const names = new Set([...Object.keys(edited), ...Object.keys(now), ...Object.keys(before)]);
  const moved = [...names].filter((name) => !isSame(name, now, before));
  const both = moved.filter((name) => !isSame(name, edited, before) && !isSame(name, edited, now));
  if (both.length > 0) {
    throw new CostctlError(
      'conflict',
      `nothing was changed: someone else has changed ${both.join(', ')} meanwhile`,
      { hint: 'edit the record again' },
    );
  }
  const chosen = [...names].flatMap((name) => {
    const from = moved.includes(name) ? now : edited;
    const value = Object.hasOwn(from, name) ? from[name] : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(chosen);
}

/** A missing field is not the same as null. */
function fieldOf(record: JsonObject, name: string) {
  return Object.hasOwn(record, name) ? { value: record[name] } : {};
}
