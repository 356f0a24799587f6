import { open, rm } from 'node:fs/promises';
import type { Context } from '../context.ts';
import { CostctlError, writeError } from '../errors.ts';
import { holdUntilAborted } from '../temporaries.ts';
import { checkPlace, findPlace, inheritedMode, type Place } from './file-system.ts';
import { createTemporaryPath } from './process-files.ts';
import { placeFinished, renameDurably } from './replace.ts';

/** A file that gets its name only when it is complete. Await each call before the next. */
export interface AtomicFile {
  /** Resolves when there is room for more. The memory of bytes may then be used again. */
  readonly write: (chunk: Uint8Array | string) => Promise<void>;
  /** Renames the file into place, replacing any existing file. */
  readonly commit: () => Promise<void>;
  /** Leaves an existing file of that name unchanged. Does nothing after a commit. */
  readonly discard: () => Promise<void>;
}

export type AtomicOptions = Pick<Context, 'processId'> & {
  /**
   * For waiting while another program has the old file open; if that takes too long, the new file is kept
   * beside it. Undefined: nothing waits, since the file can be made again.
   */
  readonly clock?: Context['clock'] | undefined;
  readonly userId?: number | undefined;
  /** Default: the mode of the replaced file if it is ours, otherwise set by the umask. */
  readonly mode?: number | undefined;
  /** On abort the temporary file is removed before anything else happens. */
  readonly signal?: AbortSignal | undefined;
};

export async function openAtomicFile(path: string, options: AtomicOptions): Promise<AtomicFile> {
  options.signal?.throwIfAborted();
  try {
    const place = await findPlace(path);
    await checkPlace(place);
    if (!isReplaceable(place)) return await openDirectly(path, options.signal);
    return await openBeside(path, place, options);
  } catch (cause) {
    throw failure(path, cause, options.signal);
  }
}

/** Throws if the file could not be written, as far as can be known in advance. */
export async function checkAtomicFile(path: string): Promise<void> {
  try {
    await checkPlace(await findPlace(path));
  } catch (cause) {
    throw failure(path, cause, undefined);
  }
}

/** Whether the name is free or belongs to a file: only then is nothing visible before the commit. */
export function isReplacedAtOnce(path: string): Promise<boolean> {
  return findPlace(path).then(isReplaceable, () => false);
}

/** A device or a pipe is written to directly; renaming a file over it would replace it. */
function isReplaceable({ found }: Place): boolean {
  return found === undefined || found.isFile();
}

export async function writeFileAtomically(
  path: string,
  text: Uint8Array | string,
  options: AtomicOptions,
): Promise<void> {
  await writePiecesAtomically(path, [text], options);
}

/** A large text is never in memory as a whole if its pieces are made one after the other. */
export async function writePiecesAtomically(
  path: string,
  pieces: Iterable<Uint8Array | string>,
  options: AtomicOptions,
): Promise<void> {
  const file = await openAtomicFile(path, options);
  try {
    for (const joined of joinPieces(pieces)) await file.write(joined);
    await file.commit();
  } finally {
    await file.discard();
  }
}

/** Pieces of a file joined until each is worth a write. */
function* joinPieces(pieces: Iterable<Uint8Array | string>): Generator<Uint8Array> {
  let held: Uint8Array[] = [];
  let length = 0;
  for (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    held.push(bytes);
    length += bytes.length;
    if (length < worthWriting) continue;
    yield Buffer.concat(held);
    held = [];
    length = 0;
  }
  yield Buffer.concat(held);
}

const worthWriting = 256 * 1024;

async function openBeside(path: string, place: Place, options: AtomicOptions): Promise<AtomicFile> {
  const { clock, signal, userId } = options;
  const mode = options.mode ?? inheritedMode(place, userId);
  const temporary = await createTemporaryPath(place.path, options.processId);
  const release = holdUntilAborted(signal, temporary);
  // Never opens an existing file.
  const handle = await open(temporary, 'wx', mode).catch((cause: unknown) => {
    release();
    throw cause;
  });
  let pending = true;

  async function discard(): Promise<void> {
    if (!pending) return;
    pending = false;
    release();
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

  if (mode !== undefined) await attempt(() => handle.chmod(mode));
  return {
    discard,
    write: (chunk) => attempt(() => handle.writeFile(chunk)),
    commit: () =>
      attempt(async () => {
        await handle.sync();
        signal?.throwIfAborted();
        await handle.close();
        if (clock === undefined) await renameDurably(temporary, place.path);
        else await placeFinished(temporary, place.path, { clock, signal, shown: path });
        pending = false;
        release();
      }),
  };
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

function failure(path: string, cause: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  return cause instanceof CostctlError ? cause : writeError(path, cause);
}
