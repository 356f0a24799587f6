import { tmpdir } from 'node:os';
import { createSpool } from '../storage/spool.ts';
import type { WindowSink } from '../storage/work-folder.ts';
import type { Encoder } from './encoder.ts';

const mostInMemory = 4 * 1024 * 1024;
const chunkSize = 256 * 1024;

/** Resolves when the memory of the chunk may be used again. */
export type Send = (chunk: Uint8Array) => Promise<void>;

/** Holds the rows of complete windows until they are sent, in memory or on disk. */
export interface HeldRows extends WindowSink {
  readonly send: (send: Send) => Promise<void>;
}

export function holdRows(): HeldRows {
  const spool = createSpool({ folder: tmpdir(), memory: mostInMemory });
  let committed = 0;
  return {
    write: async (chunk) => {
      spool.append(chunk);
    },
    commit: async () => {
      committed = spool.size();
    },
    rollback: async () => spool.truncate(committed),
    send: async (send) => {
      const memory = Buffer.allocUnsafeSlow(chunkSize);
      for (let at = 0; at < spool.size(); at += chunkSize) {
        const chunk = memory.subarray(0, spool.size() - at);
        spool.copyTo(chunk, at);
        await send(chunk);
      }
      committed = 0;
      spool.truncate(committed);
    },
    close: async () => spool.close(),
  };
}

/** A stream cannot be truncated: rows leave when their window is complete, and no chosen column may be missing. */
export function createStreamSink(send: Send, encoder?: Pick<Encoder, 'state'>): HeldRows {
  const held = holdRows();
  return {
    ...held,
    commit: async () => {
      const { rows, unseen } = encoder?.state() ?? { rows: 1, unseen: [] };
      await (rows > 0 && unseen.length === 0 ? held.send(send) : held.commit());
    },
  };
}
