import { mkdir, rm } from 'node:fs/promises';
import { fileError } from '../errors.ts';
import { hasCode, isOwn, lstatIfThere, nameBeside } from './output-place.ts';

/**
 * Where a long run collects its output, next to the target file. Only the user can access the folder.
 * It remains after an incomplete run, so that a later one can resume.
 */
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
  const found = await lstatIfThere(path).catch((cause: unknown) => {
    throw fileError(`cannot read ${path}`, cause);
  });
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

/** Removes the file needed to resume first: the rest is useless without it. */
export async function removeWorkFolder(path: string, first: string): Promise<void> {
  try {
    await rm(first, { force: true });
    await rm(path, { recursive: true, force: true });
  } catch (cause) {
    throw fileError(`cannot remove ${path}`, cause);
  }
}
