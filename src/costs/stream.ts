import { tmpdir } from 'node:os';
import { createSpool } from '../storage/spool.ts';
import type { WindowSink } from '../storage/work-folder.ts';

const memory = 4 * 1024 * 1024;
const chunkSize = 256 * 1024;

/**
 * A stream cannot be truncated: the rows of a window wait in memory or on disk, and leave only when
 * the window is complete.
 */
export function createStreamSink(send: (chunk: Uint8Array) => Promise<void>): WindowSink {
  const spool = createSpool({ folder: tmpdir(), memory });
  return {
    write: async (chunk) => {
      spool.append(chunk);
    },
    commit: async () => {
      for (let at = 0; at < spool.size(); at += chunkSize) {
        // A stream may use a chunk until it has drained, so every chunk is a copy.
        await send(spool.copy(at, Math.min(at + chunkSize, spool.size())));
      }
      spool.clear();
    },
    rollback: async () => spool.clear(),
    close: async () => spool.close(),
  };
}
