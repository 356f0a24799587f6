import type { JsonObject } from '../json/number.ts';
import type { Http } from './http.ts';
import { operations } from './operations.ts';
import { OpenRecord } from './record.ts';

export const createVirtualTag = (http: Http, body: JsonObject) =>
  http.send(operations.createVirtualTag, { body, answer: OpenRecord });
