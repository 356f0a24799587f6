import { mkdir, rm } from 'node:fs/promises';
import { fileError } from '../errors.ts';
import { hasCode, isOwn, lstatIfThere, nameBeside } from './place.ts';

/**
 * Where a long run collects what it writes, beside the file that it is for. Nobody else can reach
 * into the folder. It stays after a run that did not end, so that a later one can continue.
 */
export function workFolderOf(path: string): string {
  return nameBeside(path, '', '.part');
}

/** Makes the folder, or checks that it is the one of an earlier run of the same user. */
export async function openWorkFolder(path: string, userId: number | undefined): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (cause) {
    if (!hasCode(cause, 'EEXIST')) throw fileError(`cannot make the folder ${path}`, cause);
    await hasWorkFolder(path, userId);
  }
}

/** Whether an earlier run left a folder; throws if it is not one that can be trusted. */
export async function hasWorkFolder(path: string, userId: number | undefined): Promise<boolean> {
  const found = await lstatIfThere(path).catch((cause: unknown) => {
    throw fileError(`cannot read ${path}`, cause);
  });
  if (found === undefined) return false;
  // Without user numbers (Windows), modes say nothing either.
  const isPrivate = userId === undefined || (found.mode & 0o077) === 0;
  if (found.isDirectory() && isPrivate && isOwn(found, userId)) return true;
  throw fileError(
    `cannot use ${path}`,
    'it is not a folder that only this user can write',
    `remove ${path}, or write to a folder of your own`,
  );
}

/** The file that a later run would continue by is removed first: the rest is useless without it. */
export async function removeWorkFolder(path: string, first: string): Promise<void> {
  try {
    await rm(first, { force: true });
    await rm(path, { recursive: true, force: true });
  } catch (cause) {
    throw fileError(`cannot remove ${path}`, cause);
  }
}
