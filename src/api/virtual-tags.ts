import type { JsonObject } from '../json/number.ts';
import type { Http } from './http.ts';
import { operations } from './operations.ts';

export const createVirtualTag = (http: Http, body: JsonObject) =>
  http.send(operations.createVirtualTag, { body });
