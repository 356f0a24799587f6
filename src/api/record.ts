import { isObject } from '../json/bulk/merge.ts';
import type { JsonObject } from '../json/number.ts';
import { refusal, type Schema } from './schema.ts';

/** A record whose fields the service does not publish: a JSON object, whatever is in it. */
export const OpenRecord: Schema<JsonObject> = {
  safeParse: (value) =>
    isObject(value)
      ? { success: true, data: value }
      : refusal({ path: [], message: 'is not an object' }),
};
export type OpenRecord = JsonObject;
