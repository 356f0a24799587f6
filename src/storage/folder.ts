import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isSystemError } from '../errors.ts';

/**
 * Makes a folder and the missing ones above it. Node's own function never ends on a file system that
 * makes no folder and denies those that exist, such as /proc.
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  if (await makeOne(path, mode)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent, mode);
  if (await makeOne(path, mode)) return;
  throw Object.assign(new Error(`no folder can be made in ${parent}`), { code: 'EPERM' });
}

/** False if a folder above it is missing. */
async function makeOne(path: string, mode: number | undefined): Promise<boolean> {
  try {
    await mkdir(path, { mode });
    return true;
  } catch (cause) {
    if (isSystemError(cause) && cause.code === 'ENOENT') return false;
    // It existed, or another process made it meanwhile; a read-only file system has its own code.
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory() === true) return true;
    throw cause;
  }
}
