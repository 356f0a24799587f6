import type { WindowSink } from './part.ts';
import { createSpool } from './spool.ts';

/**
 * A stream cannot be cut back: a window's rows wait on disk and leave only once they are known to
 * be whole.
 */
export function createStreamSink(
  send: (chunk: Uint8Array) => Promise<void>,
  random: () => number,
): WindowSink {
  const spool = createSpool(random);
  return {
    write: spool.write,
    keep: () => spool.drain(send),
    rollback: async () => spool.clear(),
    close: spool.close,
  };
}
