import { mkdir, open, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { CostctlError, writeError } from '../errors.ts';
import { holdUntilAborted } from '../temporaries.ts';
import { findPlace, syncFolder } from './file-system.ts';
import { createTemporaryPath } from './process-files.ts';
import { placeFinished } from './replace.ts';

export type NewFolder = Awaited<ReturnType<typeof openNewFolder>>;

/** A folder that gets its name only when it is complete. Throws if the name is taken, except by an empty folder. */
export async function openNewFolder(
  path: string,
  { clock, processId, signal }: Pick<Context, 'clock' | 'processId' | 'signal'>,
) {
  signal.throwIfAborted();
  const target = await attempt(path, async () => {
    const place = await findPlace(path);
    const entries = place.found === undefined ? [] : await readdir(place.path);
    if (entries.length === 0) return place.path;
    throw new CostctlError('file', `cannot write ${path}: the folder is not empty`, {
      hint: 'name a folder that does not exist yet',
    });
  });
  const temporary = await createTemporaryPath(target, processId);
  const release = holdUntilAborted(signal, temporary);
  await attempt(path, () => mkdir(temporary)).catch((cause: unknown) => {
    release();
    throw cause;
  });
  let pending = true;
  const settle = () => {
    pending = false;
    release();
  };
  return {
    /** Where to write its files until then. */
    path: temporary,
    /** Writes one of its files; an error names the folder that was asked for. */
    write: (name: string, content: string | Uint8Array) =>
      attempt(path, () => writeFile(join(temporary, name), content)),
    /** Syncs everything in it to the disk and renames it. */
    commit: () =>
      attempt(path, async () => {
        await syncTree(temporary);
        signal.throwIfAborted();
        // On some systems an empty folder of that name is in the way.
        await rmdir(target).catch(() => undefined);
        await placeFinished(temporary, target, { clock, signal, shown: path });
        settle();
      }),
    /** Removes everything. Does nothing after a commit. */
    discard: async () => {
      if (!pending) return;
      settle();
      await rm(temporary, { recursive: true, force: true }).catch(() => undefined);
    },
  };
}

/** The files first, then their folders. */
async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await syncTree(path);
    else if (entry.isFile()) await syncFile(path);
  }
  await syncFolder(folder);
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function attempt<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  return work().catch((cause: unknown) => {
    throw cause instanceof CostctlError ? cause : writeError(path, cause);
  });
}
