import type { Kind } from './commands.ts';
import type { Act, Strike } from './proxy.ts';

/** Where in a request's life it strikes. */
export type Point =
  | 'connect'
  | 'before the headers'
  | 'in the headers'
  | 'in the body'
  | 'after the body'
  | 'the answer'
  | 'the status'
  | 'the links';

/** What must come of a request that it strikes. */
export type End =
  /** As if nothing had been. */
  | 'whole'
  /** Refused for a while that the run waits for. */
  | 'waits'
  /** Refused for longer than the run waits. */
  | 'refused'
  | {
      readonly exits: readonly number[];
      /** Idempotent requests are sent again. */
      readonly again: boolean | 'perhaps';
    };

export interface Fault {
  readonly name: string;
  readonly point: Point;
  readonly end: End;
  readonly act: Act;
  /** Strikes the connection instead of the request. */
  readonly greet?: Strike['greet'];
  /** The program reports its requests, and the fault waits for that. */
  readonly isReported?: boolean;
  /** The kinds of command that it makes sense for; all of them if not said. */
  readonly kinds?: readonly Kind[];
  /** Seconds that the program waits for an answer. */
  readonly timeout?: number;
}

export const lost = { exits: [8], again: true } as const;
export const cut = { exits: [1], again: true } as const;
export const unreadable = { exits: [1], again: false } as const;

/** Seconds until a stalled answer is given up: long enough for every other answer of a run. */
export const briefTimeout = 6;
