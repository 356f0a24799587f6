import { isObject } from '../json/merge.ts';
import type { JsonObject } from '../json/number.ts';
import { type AnswerForm, refusal } from './form.ts';

/** A record whose fields the service does not publish: a JSON object, whatever is in it. */
export const OpenRecord: AnswerForm<JsonObject> = {
  safeParse: (value) =>
    isObject(value)
      ? { success: true, data: value }
      : refusal({ path: [], message: 'is not an object' }),
};
export type OpenRecord = JsonObject;
