import { CostctlError } from '../errors.ts';
import type { Client } from '../http/client.ts';
import { fillPath } from '../http/path.ts';
import type { JsonValue } from '../json/number.ts';
import { stringifyJson } from '../json/stringify.ts';
import type { Operation } from './operations.ts';
import { readJson, unwrapIds } from './response.ts';
import { checkSchema, type Schema } from './schema.ts';

/** What one call adds to its operation. */
export interface Call<Answer> {
  /** Fills the holes of the operation's path; values are percent-encoded. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Query | URLSearchParams;
  readonly body?: unknown;
  /** The form that the contract promises for the answer. */
  readonly answer?: Schema<Answer>;
  /** Properties of the answer that the caller cannot do without. */
  readonly needed?: readonly string[];
  /** Leave `{"Value": x}` as it came: what is sent back must be what was read. */
  readonly asSent?: boolean;
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** The service as operations: JSON in, JSON out with every digit kept, typed ids unwrapped. */
export interface Http {
  readonly send: <Answer = JsonValue>(operation: Operation, call?: Call<Answer>) => Promise<Answer>;
  /** For what reads bytes: the cost data reader, `costctl api`. */
  readonly client: Client;
  /** How many requests may be under way at once. */
  readonly concurrency: number;
}

export interface HttpOptions {
  /** Tells people something on the side, once a run. */
  readonly warn: (text: string) => void;
  readonly concurrency: number;
}

export function createHttp(client: Client, { warn, concurrency }: HttpOptions): Http {
  let warned = false;

  async function send<Answer>(operation: Operation, call: Call<Answer> = {}): Promise<Answer> {
    const path = fillPath(operation.path, call.path);
    const request = {
      method: operation.method,
      path,
      query: queryOf(call.query),
      body: call.body === undefined ? undefined : stringifyJson(call.body),
      idempotent: operation.idempotent,
      success: operation.success,
    };
    const response = await client.request(request).catch((error: unknown) => {
      throw explainRefusal(error, operation);
    });
    const answered = { client, operation, path, response };
    const value = readJson(answered, call.answer !== undefined);
    if (value !== undefined && call.asSent !== true) unwrapIds(value);
    if (call.answer !== undefined) {
      warnOnce(checkSchema(answered, value, call.answer, call.needed));
    }
    // The border: a record that breaks its promise is shown as it came, and said so once.
    return value as Answer;
  }

  function warnOnce(field: string | undefined): void {
    if (field === undefined || warned) return;
    warned = true;
    warn(`the service left out ${field}, which its contract promises; shown as it came`);
  }

  return { send, client, concurrency };
}

/** A query as it is sent; what is undefined is left out. */
export function queryOf(query: Query | URLSearchParams = {}): URLSearchParams {
  if (query instanceof URLSearchParams) return query;
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.append(name, String(value));
  }
  return parameters;
}

/** What only an organization token may do: that is what a 403 is about. */
function explainRefusal(error: unknown, { token }: Operation): unknown {
  if (!(error instanceof CostctlError) || error.code !== 'forbidden') return error;
  if (token !== 'organization') return error;
  return new CostctlError(error.code, error.message, {
    ...error.details,
    hint: 'this needs an organization token with that capability; a workspace token cannot do it',
    cause: error,
  });
}
