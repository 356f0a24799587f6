import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isSystemError } from '../errors.ts';

/**
 * Makes a folder and those above it that are missing. Node's own way never ends where the system
 * makes nothing and says of what is there that it is not, as /proc does.
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  if (await makeOne(path, mode)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent, mode);
  if (await makeOne(path, mode)) return;
  throw Object.assign(new Error(`no folder can be made in ${parent}`), { code: 'EPERM' });
}

/** False where a folder above it is missing. */
async function makeOne(path: string, mode: number | undefined): Promise<boolean> {
  try {
    await mkdir(path, { mode });
    return true;
  } catch (cause) {
    if (isSystemError(cause) && cause.code === 'ENOENT') return false;
    // Made by another process meanwhile, or there before; a read-only system says so of both.
    const standing = await stat(path).catch(() => undefined);
    if (standing?.isDirectory() === true) return true;
    throw cause;
  }
}
