import type { JsonValue } from '../json/number.ts';
import type { State } from './state/state.ts';
import type { Decision } from './state/store.ts';

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
