import * as z from 'zod/mini';
import { hasCode, withHint } from '../errors.ts';
import type { Client } from '../http/client.ts';
import { fillPath } from '../http/request.ts';
import { isObject } from '../json/number.ts';
import { stringifyJson } from '../json/stringify.ts';
import { pathText } from '../text.ts';
import type { Operation, OperationRecord, Query, TypedOperation } from './operation.ts';
import { type Received, readJson, unexpectedResponse, unwrapIds } from './response.ts';
import { isPromised } from './schemas/shared-fields.ts';

export interface Call<Parameters = Query, Body = unknown, Field = never> {
  /** Fills the `{parameters}` of the path. Values are percent-encoded. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Parameters | URLSearchParams;
  readonly body?: Body;
  readonly headers?: Readonly<Record<string, string>>;
  /** Texts in it that are secret, whatever the names of their fields are. */
  readonly secrets?: readonly string[];
  /** The workspace in which the record is, if the request itself does not name it. */
  readonly workspaceId?: string | undefined;
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
  readonly concurrency: number;
}

export interface HttpOptions {
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
      template: operation.path,
      query: queryOf(call.query),
      body: call.body === undefined ? undefined : stringifyJson(call.body),
      idempotent: operation.idempotent,
      changesNothing: operation.changesNothing,
      success: operation.success,
      headers: call.headers,
      secrets: call.secrets,
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

/** If an operation needs an organization token, a 403 is about the token. */
function explainRefusal(error: unknown, { token }: Operation): unknown {
  if (!hasCode(error, 'forbidden')) return error;
  if (token !== 'organization') return error;
  return withHint(
    error,
    'this needs an organization token with that capability; a workspace token cannot do it',
  );
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

type Path = readonly PropertyKey[];

/**
 * The boundary of `api/`: a response matches its schema or is rejected. The value itself is returned,
 * not a copy, so that its fields keep the order in which they arrived.
 */
export function requireSchema<Value>(
  received: Received,
  value: unknown,
  schema: z.core.$ZodType<Value>,
): Value {
  const issue = findNonObject(value, schema) ?? z.safeParse(schema, value).error?.issues[0];
  if (issue !== undefined) throw unexpectedResponse(received, describeIssue(value, issue));
  return value as Value;
}

/** The problem reads as the end of "the response to GET /v1/x". */
function describeIssue(value: unknown, issue: Issue): string {
  const { path } = issue;
  if (value === undefined) return 'has no body';
  if (path.length === 0) return wordsOf(issue);
  const held = path.reduce<unknown>((inner, part) => fieldOf(inner, part), value);
  if (held === undefined) return `lacks ${pathText(path)}`;
  return `does not match the contract: ${pathText(path)} ${wordsOf(issue)}`;
}

interface Issue {
  readonly path: Path;
  readonly message: string;
  readonly code?: string | undefined;
  readonly expected?: string;
}

function wordsOf({ code, message, expected = '' }: Issue): string {
  return (code === 'invalid_type' ? kindWords.get(expected) : undefined) ?? message;
}

const kindWords: ReadonlyMap<string, string> = new Map([
  ['string', 'is not text'],
  ['boolean', 'is not true or false'],
  ['array', 'is not a list'],
  ['object', 'is not an object'],
  ['record', 'is not an object'],
]);

/** Finds a number in place of an object: to zod, a number that preserves its digits is an object. */
function findNonObject(value: unknown, schema: z.core.$ZodType): Issue | undefined {
  return findPlace(value, schema, [], (held, place, path) =>
    place instanceof z.ZodMiniObject && !isObject(held)
      ? { path, message: 'is not an object' }
      : undefined,
  );
}

/** The first field that the contract requires and the response lacks. */
export function findMissing(value: unknown, schema: z.core.$ZodType): string | undefined {
  return findPlace(value, schema, [], (held, place, path) =>
    (held ?? null) === null && isPromised(place)
      ? path.filter((part) => typeof part === 'string').join('.')
      : undefined,
  );
}

type Visit<Found> = (value: unknown, schema: z.core.$ZodType, path: Path) => Found | undefined;

function findPlace<Found>(
  value: unknown,
  schema: z.core.$ZodType,
  path: Path,
  visit: Visit<Found>,
): Found | undefined {
  const found = visit(value, schema, path);
  if (found !== undefined) return found;
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) {
    if ((value ?? null) === null) return undefined;
    return findPlace(value, schema.def.innerType, path, visit);
  }
  if (schema instanceof z.ZodMiniArray && Array.isArray(value)) {
    return findFirst(value.entries(), ([at, item]) =>
      findPlace(item, schema.def.element, [...path, at], visit),
    );
  }
  if (schema instanceof z.ZodMiniObject && isObject(value)) {
    return findFirst(Object.entries(schema.def.shape), ([name, field]) =>
      findPlace(fieldOf(value, name), field, [...path, name], visit),
    );
  }
  return undefined;
}

function findFirst<Item, Found>(
  items: Iterable<Item>,
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function fieldOf(value: unknown, name: PropertyKey): unknown {
  const isHeld = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isHeld ? Reflect.get(value, name) : undefined;
}
