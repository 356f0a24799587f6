import { isObject } from '../json/bulk/merge.ts';
import type { JsonObject, JsonValue } from '../json/number.ts';

/** The values of a row that have no parts, each with its property path. */
export function* leaves(row: JsonObject, prefix = ''): Generator<[string, JsonValue], void> {
  for (const [key, value] of Object.entries(row)) {
    if (isObject(value)) yield* leaves(value, `${prefix}${key}.`);
    else yield [prefix + key, value];
  }
}
