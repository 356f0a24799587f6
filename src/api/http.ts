import type { Client } from '../http/client.ts';
import type { JsonValue } from '../json/number.ts';
import type { Operation } from './operations.ts';

/** What one call adds to its operation. */
export interface Call<Answer> {
  /** Fills the holes of the operation's path; values are percent-encoded. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Query;
  readonly body?: unknown;
  /** The form that the contract promises for the answer. */
  readonly answer?: AnswerForm<Answer>;
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** The part of a zod schema that is used here. */
export interface AnswerForm<Answer> {
  readonly safeParse: (
    value: unknown,
  ) =>
    | { success: true; data: Answer }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
}

/** The service as operations: JSON in, JSON out with every digit kept, typed ids unwrapped. */
export interface Http {
  readonly send: <Answer = JsonValue>(operation: Operation, call?: Call<Answer>) => Promise<Answer>;
  /** For what reads bytes: the cost data reader, `costctl api`. */
  readonly client: Client;
  /** How many requests may be under way at once. */
  readonly concurrency: number;
}
