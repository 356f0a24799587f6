import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileError } from '../errors.ts';

/** Bytes that wait until they may leave: the first few in memory, all of them in a file if more. */
export interface Spool {
  /** The chunk is the caller's again once this resolves. */
  readonly write: (chunk: Uint8Array) => Promise<void>;
  /** Hands over what was written, in order, and is empty again. */
  readonly drain: (take: (chunk: Uint8Array) => Promise<void>) => Promise<void>;
  readonly clear: () => void;
  readonly close: () => Promise<void>;
}

const memoryLimit = 4 * 1024 * 1024;
const chunkSize = 256 * 1024;

/** `random` names the file, which is gone from its folder as soon as it is open, where that works. */
export function createSpool(random: () => number, limit = memoryLimit): Spool {
  let kept: Uint8Array[] = [];
  let keptBytes = 0;
  let file: SpoolFile | undefined;
  let fileBytes = 0;

  async function settle(): Promise<void> {
    file ??= await openSpoolFile(random);
    for (const chunk of kept) {
      await file.write(chunk, fileBytes);
      fileBytes += chunk.length;
    }
    kept = [];
    keptBytes = 0;
  }

  function clear(): void {
    kept = [];
    keptBytes = 0;
    fileBytes = 0;
  }

  return {
    write: async (chunk) => {
      kept.push(Buffer.from(chunk));
      keptBytes += chunk.length;
      if (keptBytes > limit) await settle();
    },
    drain: async (take) => {
      for (let at = 0; file !== undefined && at < fileBytes; at += chunkSize) {
        await take(await file.read(at, Math.min(chunkSize, fileBytes - at)));
      }
      for (const chunk of kept) await take(chunk);
      clear();
    },
    clear,
    close: async () => {
      clear();
      await file?.close();
      file = undefined;
    },
  };
}

interface SpoolFile {
  readonly write: (chunk: Uint8Array, position: number) => Promise<void>;
  readonly read: (position: number, length: number) => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}

async function openSpoolFile(random: () => number): Promise<SpoolFile> {
  const name = createHash('sha256').update(`${random()} ${random()}`).digest('hex').slice(0, 20);
  const path = join(tmpdir(), `costctl-${name}.tmp`);
  const attempt = <Result>(work: () => Promise<Result>): Promise<Result> =>
    work().catch((cause: unknown) => {
      throw fileError(`cannot keep rows in ${path}`, cause, 'TMPDIR names another folder');
    });
  const handle = await attempt(() => open(path, 'wx+', 0o600));
  // Windows removes an open file only when it is closed: then it is removed once more.
  await rm(path, { force: true }).catch(() => undefined);
  return {
    write: (chunk, position) => attempt(async () => writeWhole(handle, chunk, position)),
    read: (position, length) => attempt(() => readWhole(handle, position, length)),
    close: async () => {
      await handle.close();
      await rm(path, { force: true }).catch(() => undefined);
    },
  };
}

/**
 * Synchronous, since handing a page to another thread costs three times as much processor time as
 * writing it (test/bench/export); the kernel takes it into memory at once.
 */
export function writeWhole(handle: FileHandle, chunk: Uint8Array, position: number): void {
  for (let done = 0; done < chunk.length; ) {
    done += writeSync(handle.fd, chunk, done, chunk.length - done, position + done);
  }
}

async function readWhole(
  handle: FileHandle,
  position: number,
  length: number,
): Promise<Uint8Array> {
  // What is handed over may be held by a stream until it has drained: every chunk is its own.
  const chunk = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await handle.read(chunk, done, length - done, position + done);
    if (bytesRead === 0) throw new Error('it was cut short');
    done += bytesRead;
  }
  return chunk;
}
