import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isSystemError } from '../errors.ts';

/** What is under a path; undefined: nothing. */
export async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (cause) {
    if (isSystemError(cause) && cause.code === 'ENOENT') return undefined;
    throw cause;
  }
}
