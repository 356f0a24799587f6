import { membersOf, objectOf } from './members.ts';
import { isObject, type JsonObject, type JsonValue } from './number.ts';

/** Applies changes to a record: objects are merged key by key, anything else is replaced. */
export function mergeObjects(record: JsonObject, changes: JsonObject): JsonObject {
  const merged = new Map<string, JsonValue>(membersOf(record));
  for (const [key, change] of membersOf(changes)) {
    const held = merged.get(key);
    merged.set(key, isObject(held) && isObject(change) ? mergeObjects(held, change) : change);
  }
  return objectOf([...merged]);
}

/** Sets a property by its path: `a.b` sets `b` of the object `a`, which is created if it is missing. */
export function setPath(record: JsonObject, path: string, value: JsonValue): JsonObject {
  const [first = '', ...rest] = path.split('.');
  const held = Object.hasOwn(record, first) ? record[first] : undefined;
  const inner =
    rest.length === 0 ? value : setPath(isObject(held) ? held : {}, rest.join('.'), value);
  return objectOf([...membersOf(record), [first, inner]]);
}
