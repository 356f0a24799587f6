import { constants, type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { createGzip, type Gzip } from 'node:zlib';
import { fileError, toFileError } from '../errors.ts';
import { hasCode, isOwn, lstatIfThere, nameBeside } from './file-system.ts';
import { writeWhole } from './spool.ts';

/** Next to the target, for this user only. Remains after an incomplete run, so that a later one can resume. */
export function workFolderOf(path: string): string {
  return nameBeside(path, '', '.part');
}

/** Creates the folder, or checks that it belongs to an earlier run of the same user. */
export async function openWorkFolder(path: string, userId: number | undefined): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (cause) {
    if (!hasCode(cause, 'EEXIST')) throw fileError(`cannot make the folder ${path}`, cause);
    await hasWorkFolder(path, userId);
  }
}

/** Whether an earlier run left a folder; throws if it cannot be trusted. */
export async function hasWorkFolder(path: string, userId: number | undefined): Promise<boolean> {
  const found = await lstatIfThere(path).catch(toFileError(`cannot read ${path}`));
  if (found === undefined) return false;
  // Without user ids (Windows), modes mean nothing either.
  const isPrivate = userId === undefined || (found.mode & 0o077) === 0;
  if (found.isDirectory() && isPrivate && isOwn(found, userId)) return true;
  throw fileError(
    `cannot use ${path}`,
    'it is not a folder that only this user can write',
    `remove ${path}, or write to a folder of your own`,
  );
}

/** Removes `first`, which a run needs to resume, before the rest: the rest is useless without it. */
export async function removeWorkFolder(path: string, first: string): Promise<void> {
  try {
    await rm(first, { force: true });
    await rm(path, { recursive: true, force: true });
  } catch (cause) {
    throw fileError(`cannot remove ${path}`, cause);
  }
}

/** Receives the rows of a window until it is complete: a transaction. */
export interface WindowSink {
  /** The caller may reuse the chunk when this resolves. */
  readonly write: (chunk: Uint8Array) => Promise<void>;
  readonly commit: () => Promise<void>;
  /** Discards what was written since the last commit. */
  readonly rollback: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A file that grows by whole windows and can be continued by a later run. */
export interface PartFile extends WindowSink {
  readonly size: () => number;
  /** To be called after the last window. A compressed file without rows is not empty: that would not be gzip. */
  readonly finish: () => Promise<void>;
}

export interface PartOptions {
  /** Continue after this many bytes of an earlier run; 0: start over. */
  readonly from: number;
  /** Each window is a gzip member of its own, so that a window can be removed again. */
  readonly gzip: boolean;
  readonly userId: number | undefined;
}

export async function openPartFile(path: string, options: PartOptions): Promise<PartFile> {
  const attempt = <Result>(work: () => Promise<Result>): Promise<Result> =>
    work().catch(toFileError(`cannot write ${path}`));
  const handle = await attempt(() => openFile(path, options));
  let committed = options.from;
  let position = options.from;
  let member: Member | undefined;

  async function append(chunk: Uint8Array): Promise<void> {
    await attempt(async () => writeWhole(handle.fd, chunk, position));
    position += chunk.length;
  }

  async function commit(): Promise<void> {
    await member?.end();
    member = undefined;
    await attempt(() => handle.datasync());
    committed = position;
  }

  return {
    size: () => committed,
    finish: async () => {
      if (!options.gzip || position > 0) return;
      member = openMember(append);
      await commit();
    },
    write: async (chunk) => {
      if (chunk.length === 0) return;
      if (!options.gzip) return append(chunk);
      member ??= openMember(append);
      await member.write(chunk);
    },
    commit,
    rollback: async () => {
      await member?.drop();
      member = undefined;
      await attempt(() => handle.truncate(committed));
      position = committed;
    },
    close: () => closeQuietly(handle),
  };
}

async function openFile(path: string, { from, userId }: PartOptions): Promise<FileHandle> {
  if (from === 0) {
    await rm(path, { force: true });
    return open(path, 'wx');
  }
  const handle = await open(path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
  try {
    const found = await handle.stat();
    if (!found.isFile() || !isOwn(found, userId)) {
      throw new Error('it is not the file that an earlier run of this user left');
    }
    await handle.truncate(from);
    return handle;
  } catch (cause) {
    await closeQuietly(handle);
    throw cause;
  }
}

interface Member {
  readonly write: (chunk: Uint8Array) => Promise<void>;
  readonly end: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

/** Node writes no timestamp into a member, so equal rows give equal bytes. */
function openMember(append: (chunk: Uint8Array) => Promise<void>): Member {
  const gzip = createGzip();
  const written = copyChunks(gzip, append);
  // Awaited at the end; an earlier error also ends the writes below.
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
