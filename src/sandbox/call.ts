import type { JsonValue } from '../json/number.ts';
import type { Kind } from './state/record-kinds.ts';
import type { Decision, State } from './state/state.ts';

/** The caller: a token grants access to the whole organization or to one workspace. */
export type Caller =
  | { readonly token: 'organization' }
  | { readonly token: 'workspace'; readonly workspaceId: string };

/** One request as seen by the routes. */
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
  /** A number from 0 up to 1. */
  readonly random: () => number;
}

export interface Reply {
  readonly status: number;
  /** A value to write as JSON, or JSON as bytes. */
  readonly body?: unknown;
}

/** The code of an operation: `read` changes nothing; `change` decides, exclusively, what to change. */
export type Route =
  | { readonly read: (call: Call, state: State) => Reply }
  | { readonly change: (call: Call, state: State) => Decision<Reply> };

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

/** A 400 that names the field. */
export function invalidField(field: string, message: string): Problem {
  return new Problem(400, `${field} ${message}`, { [field]: [message] });
}

export function notFound(what: string, id: string): Problem {
  return new Problem(404, `there is no ${what} ${id}, or it is not visible to this token`);
}

const prefixes: Readonly<Record<Kind, string>> = {
  workspaces: 'wsp_',
  workspaceProviders: 'wpr_',
  virtualTags: 'vtg_',
  providers: 'prv_',
  runs: 'run_',
  metrics: 'bmt_',
  filters: 'flt_',
  users: 'usr_',
};

/** An id that no record of the kind has, even if the same random numbers are drawn again. */
export function newId({ random }: Call, state: State, kind: Kind): string {
  const parts = [random(), random()].map((one) => one.toString(36).slice(2, 10).padEnd(8, '0'));
  const name = prefixes[kind] + parts.join('');
  let id = name;
  for (let number = 2; state.get(kind, id) !== undefined; number += 1) id = `${name}-${number}`;
  return id;
}
