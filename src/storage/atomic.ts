import { rmSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { access, constants, open, readlink, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileError, isSystemError } from '../errors.ts';
import { statIfThere } from './stat.ts';

/** A file that stands under its name only when it is whole. Await each call before the next. */
export interface AtomicFile {
  readonly write: (chunk: Uint8Array | string) => Promise<void>;
  /** Puts what was written in the place of what stood there. */
  readonly commit: () => Promise<void>;
  /** Leaves what stood there as it was. Harmless after a commit. */
  readonly discard: () => Promise<void>;
}

export interface AtomicOptions {
  /** Default: the mode of the file that stands there, else what the system gives. */
  readonly mode?: number | undefined;
  readonly random: () => number;
  /** Where it is aborted, the temporary file is gone before anything else happens. */
  readonly signal?: AbortSignal | undefined;
}

export async function openAtomicFile(path: string, options: AtomicOptions): Promise<AtomicFile> {
  options.signal?.throwIfAborted();
  try {
    const { target, mode } = await findTarget(path);
    // A device or a pipe is written to; renaming a file over it would replace it.
    if (target === undefined) return await openDirectly(path, options.signal);
    return await openBeside(path, target, options.mode ?? mode, options);
  } catch (cause) {
    throw failure(path, cause, options.signal);
  }
}

/** Throws where a file could not be written, as far as that can be known beforehand. */
export async function checkAtomicFile(path: string): Promise<void> {
  try {
    const { target } = await findTarget(path);
    if (target !== undefined) await access(dirname(target), constants.W_OK);
  } catch (cause) {
    throw failure(path, cause, undefined);
  }
}

export async function writeFileAtomically(
  path: string,
  text: Uint8Array | string,
  options: AtomicOptions,
): Promise<void> {
  const file = await openAtomicFile(path, options);
  try {
    await file.write(text);
    await file.commit();
  } finally {
    await file.discard();
  }
}

interface Target {
  /** The file that a new one replaces; undefined for what is no file and is written to as it stands. */
  readonly target: string | undefined;
  readonly mode: number | undefined;
}

async function findTarget(path: string): Promise<Target> {
  const standing = await statIfThere(path);
  if (standing?.isDirectory() === true)
    throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
  if (standing !== undefined) await access(path, constants.W_OK);
  if (standing?.isFile() === false) return { target: undefined, mode: undefined };
  return { target: await resolveLinks(path), mode: standing?.mode };
}

async function openBeside(
  path: string,
  target: string,
  mode: number | undefined,
  { random, signal }: AtomicOptions,
): Promise<AtomicFile> {
  const { handle, temporary } = await openTemporary(target, mode, random);
  const removeAtOnce = () => rmSync(temporary, { force: true });
  signal?.addEventListener('abort', removeAtOnce, { once: true });
  let pending = true;

  async function discard(): Promise<void> {
    if (!pending) return;
    pending = false;
    signal?.removeEventListener('abort', removeAtOnce);
    await handle.close().catch(() => undefined);
    await rm(temporary, { force: true }).catch(() => undefined);
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      signal?.throwIfAborted();
      await work();
    } catch (cause) {
      await discard();
      throw failure(path, cause, signal);
    }
  }

  if (mode !== undefined) await attempt(() => handle.chmod(mode & 0o7777));
  return {
    discard,
    write: (chunk) => attempt(() => handle.writeFile(chunk)),
    commit: () =>
      attempt(async () => {
        await handle.sync();
        signal?.throwIfAborted();
        await handle.close();
        await rename(temporary, target);
        pending = false;
        signal?.removeEventListener('abort', removeAtOnce);
        await syncFolder(dirname(target));
      }),
  };
}

async function openTemporary(
  target: string,
  mode: number | undefined,
  random: () => number,
): Promise<{ handle: FileHandle; temporary: string }> {
  for (let attempt = 1; ; attempt += 1) {
    const name = `.${shorten(basename(target))}.${unpredictable(random)}${attempt}.tmp`;
    const temporary = join(dirname(target), name);
    try {
      return { handle: await open(temporary, 'wx', mode ?? 0o666), temporary };
    } catch (cause) {
      if (!hasCode(cause, 'EEXIST') || attempt === 10) throw cause;
    }
  }
}

async function openDirectly(path: string, signal: AbortSignal | undefined): Promise<AtomicFile> {
  const handle = await open(path, 'w');
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await handle.close();
  };
  return {
    discard: () => close().catch(() => undefined),
    write: async (chunk) => {
      signal?.throwIfAborted();
      await handle.writeFile(chunk).catch((cause: unknown) => {
        throw failure(path, cause, signal);
      });
    },
    commit: close,
  };
}

/** Where a link leads, so that the file is replaced and the link stays; also where nothing is yet. */
async function resolveLinks(path: string, depth = 0): Promise<string> {
  try {
    return await realpath(path);
  } catch (cause) {
    if (!hasCode(cause, 'ENOENT') || depth === 40) throw cause;
  }
  const link = await readlink(path).catch(() => undefined);
  return link === undefined ? path : resolveLinks(resolve(dirname(path), link), depth + 1);
}

/** The new name outlives a power failure only when its folder is written too. Not every system can. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close().catch(() => undefined);
}

/** Leaves room for what is added: a file name holds 255 bytes. */
function shorten(name: string): string {
  return Buffer.byteLength(name) <= 200 ? name : [...name].slice(0, 50).join('');
}

function unpredictable(random: () => number): string {
  return [random(), random()].map((number) => number.toString(36).slice(2, 12)).join('');
}

function hasCode(error: unknown, code: string): boolean {
  return isSystemError(error) && error.code === code;
}

function failure(path: string, cause: unknown, signal: AbortSignal | undefined): unknown {
  return signal?.aborted ? signal.reason : fileError(`cannot write ${path}`, cause);
}
