import type { Stats } from 'node:fs';
import { mkdir, mkdtemp, open, rename, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isAbsence, isSystemError } from '../errors.ts';

/**
 * Makes a folder and missing parents. Node's own function never returns on a file system that cannot
 * create folders and denies existing ones, such as /proc.
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  if (await makeOne(path, mode)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent, mode);
  if (await makeOne(path, mode)) return;
  throw Object.assign(new Error(`no folder can be made in ${parent}`), { code: 'EPERM' });
}

/** False if a parent folder is missing. */
async function makeOne(path: string, mode: number | undefined): Promise<boolean> {
  try {
    await mkdir(path, { mode });
    return true;
  } catch (cause) {
    if (isSystemError(cause) && cause.code === 'ENOENT') return false;
    // It existed, or another process created it; a read-only file system has its own code.
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory() === true) return true;
    throw cause;
  }
}

/**
 * Throws the system's error if nothing can be stored in a folder, which may not exist yet. Only trying
 * shows it: permissions say nothing about a file system that is read-only, full, or like /proc.
 */
export async function checkWritable(folder: string): Promise<void> {
  const existing = await findExisting(folder);
  await rmdir(await mkdtemp(join(existing, '.costctl-')));
}

async function findExisting(folder: string): Promise<string> {
  const parent = dirname(folder);
  if (parent === folder || (await statIfThere(folder)) !== undefined) return folder;
  return findExisting(parent);
}

/** Renames a file or folder whose content is already on the disk; the new name survives a power failure. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
  if (dirname(from) !== dirname(to)) await syncFolder(dirname(from));
}

/** A new name survives a power failure only after its folder is synced. Not every system supports this. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close().catch(() => undefined);
}

/** What exists at a path; undefined: nothing. */
export async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (cause) {
    if (isAbsence(cause)) return undefined;
    throw cause;
  }
}
