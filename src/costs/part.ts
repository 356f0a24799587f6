import { type FileHandle, open } from 'node:fs/promises';
import { createGzip, type Gzip } from 'node:zlib';
import { fileError } from '../errors.ts';
import { writeWhole } from '../storage/spool.ts';

/** Where the rows of a window go until the window is complete. */
export interface WindowSink {
  /** The chunk is the caller's again once this resolves. */
  readonly write: (chunk: Uint8Array) => Promise<void>;
  /** What was written since the last commit stays. */
  readonly commit: () => Promise<void>;
  /** What was written since the last commit is dropped. */
  readonly rollback: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The file that grows beside the target, whole windows and the one being read. */
export interface PartFile extends WindowSink {
  /** Bytes of the whole windows. */
  readonly size: () => number;
}

export interface PartOptions {
  /** Go on behind so many bytes of an earlier run; 0 begins anew. */
  readonly from: number;
  /** Each window is a gzip member of its own, so that a window can be cut off again. */
  readonly gzip: boolean;
}

export async function openPartFile(path: string, options: PartOptions): Promise<PartFile> {
  const attempt = <Result>(work: () => Promise<Result>): Promise<Result> =>
    work().catch((cause: unknown) => {
      throw fileError(`cannot write ${path}`, cause);
    });
  const handle = await attempt(() => open(path, options.from > 0 ? 'r+' : 'w'));
  await attempt(() => handle.truncate(options.from));
  let committed = options.from;
  let position = options.from;
  let member: Member | undefined;

  async function append(chunk: Uint8Array): Promise<void> {
    await attempt(async () => writeWhole(handle.fd, chunk, position));
    position += chunk.length;
  }

  return {
    size: () => committed,
    write: async (chunk) => {
      if (chunk.length === 0) return;
      if (!options.gzip) return append(chunk);
      member ??= openMember(append);
      await member.write(chunk);
    },
    commit: async () => {
      await member?.end();
      member = undefined;
      await attempt(() => handle.datasync());
      committed = position;
    },
    rollback: async () => {
      await member?.drop();
      member = undefined;
      await attempt(() => handle.truncate(committed));
      position = committed;
    },
    close: () => closeQuietly(handle),
  };
}

interface Member {
  readonly write: (chunk: Uint8Array) => Promise<void>;
  readonly end: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

/** Node writes no time stamp into a member: the same rows are the same bytes. */
function openMember(append: (chunk: Uint8Array) => Promise<void>): Member {
  const gzip = createGzip();
  const written = copyChunks(gzip, append);
  // Awaited at the end; a fault before that also ends the writes below.
  written.catch(() => undefined);
  return {
    write: async (chunk) => {
      const taken = new Promise((resolve) => gzip.write(chunk, resolve));
      await Promise.race([taken, written]);
    },
    end: async () => {
      gzip.end();
      await written;
    },
    drop: async () => {
      gzip.destroy();
      await written.catch(() => undefined);
    },
  };
}

async function copyChunks(gzip: Gzip, append: (chunk: Uint8Array) => Promise<void>): Promise<void> {
  for await (const chunk of gzip) await append(chunk);
}

async function closeQuietly(handle: FileHandle): Promise<void> {
  await handle.close().catch(() => undefined);
}
