import type { Context } from '../context.ts';

/** Signs of life on stderr while something takes long; silent off a terminal and with --quiet. */
export interface Progress {
  readonly start: (text: string) => void;
  readonly update: (text: string) => void;
  /** Takes the line away. Called before anything else is written. */
  readonly stop: () => void;
}

export interface ProgressOptions {
  readonly context: Pick<Context, 'stderr' | 'env'>;
  /** A terminal, without --quiet. */
  readonly enabled: boolean;
}

export function createProgress(_options: ProgressOptions): Progress {
  return { start: () => undefined, update: () => undefined, stop: () => undefined };
}
