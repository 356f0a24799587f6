import * as z from 'zod/mini';
import { Day, MetricId, UserId, WorkspaceId } from '../api/schemas/shared-fields.ts';
import type { JsonValue } from '../json/number.ts';
import { pathText } from '../text.ts';
import { type Kind, prefixes } from './state/record-kinds.ts';
import type { Decision, State } from './state/state.ts';

/** The caller: a token grants access to the whole organization or to one workspace. */
export type Caller =
  | { readonly token: 'organization' }
  | { readonly token: 'workspace'; readonly workspaceId: string };

export interface Call {
  readonly caller: Caller;
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The address of the request, for the links of a list. */
  readonly url: string;
  /** Undefined if none was sent. */
  readonly body: JsonValue | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly random: () => number;
}

export interface Reply {
  readonly status: number;
  /** A value to write as JSON, or JSON as bytes. */
  readonly body?: unknown;
}

/** `change` decides what to change, while no other request does; `read` changes nothing. */
export type Route = { readonly read: Handle<Reply> } | { readonly change: Handle<Decision<Reply>> };

type Handle<Result> = (call: Call, state: State) => Result;

export const read = (handle: Handle<Reply>): Route => ({ read: handle });
export const change = (handle: Handle<Decision<Reply>>): Route => ({ change: handle });

export function ok(body: unknown): Reply {
  return { status: 200, body };
}

export function changed(changes: Decision<Reply>['changes'], result: Reply): Decision<Reply> {
  return { changes, result };
}

/** A refusal by the service: a problem body (RFC 9457) with the invalid fields. */
export class Problem extends Error {
  readonly status: number;
  readonly errors: FieldErrors | undefined;

  constructor(status: number, detail: string, errors?: FieldErrors) {
    super(detail);
    this.status = status;
    this.errors = errors;
  }
}

export type FieldErrors = Readonly<Record<string, readonly string[]>>;

export function invalidField(field: string, message: string): Problem {
  return new Problem(400, `${field} ${message}`, { [field]: [message] });
}

export function notFound(what: string, id: string): Problem {
  return new Problem(404, `there is no ${what} ${id}, or it is not visible to this token`);
}

/** An id that no record of the kind has, even if the same random numbers are drawn again. */
export function newId({ random }: Call, state: State, kind: Kind): string {
  const parts = [random(), random()].map((one) => one.toString(36).slice(2, 10).padEnd(8, '0'));
  const name = prefixes[kind] + parts.join('');
  let id = name;
  for (let number = 2; state.get(kind, id) !== undefined; number += 1) id = `${name}-${number}`;
  return id;
}

type Schema<Value> = z.core.$ZodType<Value, Value>;
type Issue = z.core.$ZodIssue;

/** The part of an operation's record that declares its body. */
interface Operation<Body> {
  readonly request?: Schema<Body> | undefined;
}

const largestInt32 = 2_147_483_647;

/** The body, checked by the record of its operation, or a 400 that names every invalid field. */
export function readBody<Body>(call: Call, operation: Operation<Body>): Body {
  if (call.body === undefined) throw new Problem(400, 'the request needs a JSON body');
  if (operation.request === undefined) throw new Error('the operation takes no body');
  const checked = z.safeParse(operation.request, call.body, { error: wordsOf });
  if (checked.success) return checked.data;
  const errors = collectErrors(checked.error.issues);
  const [field = '', [message = ''] = []] = Object.entries(errors)[0] ?? [];
  throw new Problem(400, `${field} ${message}`, errors);
}

export function readOptionalBody<Body>(call: Call, operation: Operation<Body>): Body {
  return readBody({ ...call, body: call.body ?? {} }, operation);
}

const shownErrors = 100;

function collectErrors(issues: readonly Issue[]): FieldErrors {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of issues.slice(0, shownErrors)) {
    const field = path.length === 0 ? 'body' : pathText(path);
    errors[field] = [...(errors[field] ?? []), message];
  }
  return errors;
}

/** For what the schema has no words of its own. */
function wordsOf(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'unrecognized_keys') return `has no property ${issue.keys.join(', ')}`;
  return (issue.code === 'invalid_type' && kindWords.get(issue.expected)) || 'has the wrong form';
}

const kindWords: ReadonlyMap<string, string> = new Map([
  ['string', 'must be text'],
  ['boolean', 'must be true or false'],
  ['array', 'must be a list'],
  ['object', 'must be an object'],
  ['record', 'must be an object'],
]);

export function requiredText(call: Call, field: string): string {
  const text = call.query.get(field);
  if (text === null || text === '') throw invalidField(field, 'is required');
  return text;
}

export function requiredDay(call: Call, field: string): string {
  return checkDay(field, requiredText(call, field));
}

export function optionalDay(call: Call, field: string): string | undefined {
  const text = call.query.get(field);
  return text === null ? undefined : checkDay(field, text);
}

export function optionalBoolean(call: Call, field: string): boolean {
  const text = call.query.get(field);
  if (text === null) return false;
  if (text !== 'true' && text !== 'false') throw invalidField(field, 'must be true or false');
  return text === 'true';
}

export function optionalNumber(call: Call, field: string): number | undefined {
  const text = call.query.get(field);
  if (text === null) return undefined;
  if (!/^[+-]?\d+$/.test(text)) throw invalidField(field, 'must be a whole number');
  return Number(text);
}

export function readPage(call: Call): number | undefined {
  const page = optionalNumber(call, 'page');
  if (page !== undefined && (page < 1 || page > largestInt32)) {
    throw invalidField('page', `must be from 1 to ${largestInt32}`);
  }
  return page;
}

export const workspaceIdOf = (call: Call) => checkPathId(call, 'workspaceId', WorkspaceId);
export const metricIdOf = (call: Call) => checkPathId(call, 'metricId', MetricId);
export const userIdOf = (call: Call) => checkPathId(call, 'userId', UserId);

function checkPathId(call: Call, field: string, schema: Schema<string>): string {
  return checkText(field, call.path[field] ?? '', schema);
}

export function checkText(field: string, text: string, schema: Schema<string>): string {
  const checked = z.safeParse(schema, text);
  if (checked.success) return checked.data;
  throw invalidField(field, checked.error.issues[0]?.message ?? 'has the wrong format');
}

function checkDay(field: string, text: string): string {
  return checkText(field, text, Day);
}

export interface PageRange {
  readonly page: number;
  readonly limit: number;
  /** The offset of the page in the whole list. */
  readonly start: number;
}

const defaultLimit = 20;
const largestLimit = 100;

/** A `limit` outside 1 to 100 is clamped. */
export function requiredRange(call: Call): PageRange {
  for (const field of ['page', 'limit']) {
    if (!call.query.get(field)) throw invalidField(field, 'is required');
  }
  return optionalRange(call);
}

export function optionalRange(call: Call): PageRange {
  const page = readPage(call) ?? 1;
  const limit = clampLimit(optionalNumber(call, 'limit') ?? defaultLimit);
  return { page, limit, start: (page - 1) * limit };
}

export function clampLimit(limit: number): number {
  return Math.min(Math.max(limit, 1), largestLimit);
}

/** The shared envelope around one page of a whole list. */
export function pageOf<T>(call: Call, range: PageRange, items: readonly T[]) {
  const data = items.slice(range.start, range.start + range.limit);
  return { links: linksOf(call, range, items.length), data };
}

/** The links of a page: absolute, and with every filter of the request. */
export function linksOf(call: Call, { page, limit }: PageRange, total: number) {
  const last = Math.max(Math.ceil(total / limit), 1);
  const link = (number: number) => {
    const url = new URL(call.url);
    url.searchParams.set('page', String(number));
    url.searchParams.set('limit', String(limit));
    return url.href;
  };
  return {
    self: link(page),
    first: link(1),
    prev: page > 1 ? link(Math.min(page - 1, last)) : null,
    next: page < last ? link(page + 1) : null,
    last: link(last),
  };
}
