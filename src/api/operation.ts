import * as z from 'zod/mini';
import { isObject, type JsonObject, type JsonValue } from '../json/number.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What is needed to send a request and to interpret the status of its response. */
export interface Operation {
  readonly id: string;
  readonly tag: string;
  readonly method: Method;
  readonly path: string;
  readonly success: readonly number[];
  /** Sending it twice has the same effect as sending it once. */
  readonly idempotent: boolean;
  /** A POST that only looks: nothing needs to be said of what it may have changed. */
  readonly changesNothing?: boolean | undefined;
  /** Its response is one page of a list, in the shared envelope. */
  readonly paged: boolean;
  readonly token: 'organization' | 'any';
}

/** An operation with the schema of its response, to return a checked value. */
export interface TypedOperation<Response> extends Operation {
  readonly response: z.core.$ZodType<Response>;
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Everything the program knows about an operation of the service. */
export interface OperationRecord<Parameters extends Query, Body, Response>
  extends TypedOperation<Response> {
  readonly query?: z.core.$ZodType<unknown, Parameters> | undefined;
  /** The parameters that choose a page of a list. */
  readonly paging?: z.core.$ZodType | undefined;
  readonly request?: z.core.$ZodType<Body, Body> | undefined;
}

/** Whether a header has a key that makes several attempts one request. */
export function isRetryKey(header: string): boolean {
  return /(^|-)idempotency-key$/i.test(header);
}

/** A record whose fields the service does not publish: only that it is a JSON object is known. */
export const OpenRecord = z.custom<JsonObject>(isObject, 'is not an object');
export type OpenRecord = JsonObject;

export const AnyJson = z.custom<JsonValue>((value) => value !== undefined, 'is not JSON');

export const AnyResponse = z.custom<JsonValue | undefined>(() => true);

/** Whether the operation takes a body that the service does not document. */
export function hasUndocumentedBody(operation: { readonly request?: unknown }): boolean {
  return operation.request === OpenRecord;
}
