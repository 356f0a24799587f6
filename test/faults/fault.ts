import type { Kind } from './commands.ts';
import type { Act } from './proxy.ts';

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
      readonly exit: number;
      /** Idempotent requests are sent again. */
      readonly again: boolean;
    };

export interface Fault {
  readonly name: string;
  readonly point: Point;
  readonly end: End;
  readonly act: Act;
  /** The kinds of command that it makes sense for; all of them where not said. */
  readonly kinds?: readonly Kind[];
  /** Seconds that the program waits for an answer. */
  readonly timeout?: number;
}

export const lost = { exit: 8, again: true } as const;
export const cut = { exit: 1, again: true } as const;
export const unreadable = { exit: 1, again: false } as const;
