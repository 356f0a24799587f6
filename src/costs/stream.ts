import type { WindowSink } from './part.ts';
import { createSpool } from './spool.ts';

/**
 * A stream cannot be cut back. The rows of a window wait on disk, and leave only when the window is
 * complete.
 */
export function createStreamSink(
  send: (chunk: Uint8Array) => Promise<void>,
  random: () => number,
): WindowSink {
  const spool = createSpool(random);
  return {
    write: spool.write,
    commit: () => spool.drain(send),
    rollback: async () => spool.clear(),
    close: spool.close,
  };
}
