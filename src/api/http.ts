import { CostctlError } from '../errors.ts';
import type { Client } from '../http/client.ts';
import { fillPath } from '../http/request.ts';
import { stringifyJson } from '../json/stringify.ts';
import type { Operation, OperationRecord, Query, TypedOperation } from './operation.ts';
import { findMissing, requireSchema } from './require-schema.ts';
import { type Received, readJson, unexpectedResponse, unwrapIds } from './response.ts';

/** What one request adds to its operation. */
export interface Call<Parameters = Query, Body = unknown, Field = never> {
  /** Fills the `{parameters}` of the path. Values are percent-encoded. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Parameters | URLSearchParams;
  readonly body?: Body;
  readonly headers?: Readonly<Record<string, string>>;
  /** Fields of the response that the caller depends on, although the schema allows them to be missing. */
  readonly needed?: readonly Field[];
  /** Does not unwrap `{"Value": x}`, because what is sent back must equal what was read. */
  readonly asSent?: boolean;
}

/** A response in which some fields are always present. */
export type With<Response, Field extends PropertyKey> = Response & {
  readonly [Name in Field & keyof Response]-?: NonNullable<Response[Name]>;
};

/** The service as operations: JSON in and out with all digits preserved, typed ids unwrapped. */
export interface Http {
  /** The record of the operation defines the response type, which is checked. */
  readonly send: <Parameters extends Query, Body, Response, Field extends keyof Response = never>(
    operation: OperationRecord<Parameters, Body, Response>,
    call?: Call<Parameters, Body, Field>,
  ) => Promise<With<Response, Field>>;
  /** For code that reads bytes: the cost data reader, `costctl api`. */
  readonly client: Client;
  /** How many requests may run in parallel. */
  readonly concurrency: number;
}

export interface HttpOptions {
  /** Shows a warning. */
  readonly warn: (text: string) => void;
  readonly concurrency: number;
}

export function createHttp(client: Client, { warn, concurrency }: HttpOptions): Http {
  let warned = false;

  const send: Http['send'] = async (operation, call = {}) => {
    const path = fillPath(operation.path, call.path);
    const request = {
      method: operation.method,
      path,
      query: queryOf(call.query),
      body: call.body === undefined ? undefined : stringifyJson(call.body),
      idempotent: operation.idempotent,
      success: operation.success,
      headers: call.headers,
    };
    const response = await client.request(request).catch((error: unknown) => {
      throw explainRefusal(error, operation);
    });
    const received = { client, operation, path, response };
    const body = readJson(received);
    if (body !== undefined && call.asSent !== true) unwrapIds(body);
    const value = requireSchema(received, body, operation.response);
    requireFields(received, value, call.needed ?? []);
    warnOnce(value, operation);
    return value;
  };

  /** A record that lacks a field that nothing depends on is shown as received, with one warning. */
  function warnOnce(value: unknown, { response }: Pick<TypedOperation<unknown>, 'response'>): void {
    const field = warned ? undefined : findMissing(value, response);
    if (field === undefined) return;
    warned = true;
    warn(`the service left out ${field}, which its contract requires; shown as received`);
  }

  return { send, client, concurrency };
}

/** The query to send, without undefined values. */
export function queryOf(query: Query | URLSearchParams = {}): URLSearchParams {
  if (query instanceof URLSearchParams) return query;
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.append(name, String(value));
  }
  return parameters;
}

/** For an operation that needs an organization token, a 403 is about the token. */
function explainRefusal(error: unknown, { token }: Operation): unknown {
  if (!(error instanceof CostctlError) || error.code !== 'forbidden') return error;
  if (token !== 'organization') return error;
  return new CostctlError(error.code, error.message, {
    ...error.details,
    hint: 'this needs an organization token with that capability; a workspace token cannot do it',
    cause: error,
  });
}

/** Rejects a response that lacks a field its caller depends on. */
function requireFields<Value, Field extends keyof Value>(
  received: Received,
  value: Value,
  fields: readonly Field[],
): asserts value is With<Value, Field> {
  const missing = fields.find((field) => (value[field] ?? null) === null);
  if (missing !== undefined) throw unexpectedResponse(received, `lacks ${String(missing)}`);
}
