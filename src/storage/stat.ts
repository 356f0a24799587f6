import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isAbsence } from '../errors.ts';

/** What exists at a path; undefined: nothing. */
export async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (cause) {
    if (isAbsence(cause)) return undefined;
    throw cause;
  }
}
