import { open, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { fileError } from '../../errors.ts';
import { statIfThere } from '../../storage/stat.ts';
import type { Change } from './changes.ts';
import { historyName } from './manifest.ts';

/**
 * Adds the changes of a state to the history; returns its new length. The manifest says how much
 * of it counts: what a killed run wrote behind that is cut off first.
 */
export async function appendHistory(
  folder: string,
  length: number,
  at: string,
  changes: readonly Change[],
): Promise<number> {
  const path = join(folder, historyName);
  try {
    // Somebody may have removed it: then it begins here.
    const size = (await statIfThere(path))?.size ?? 0;
    const kept = Math.min(size, length);
    if (size > kept) await truncate(path, kept);
    if (changes.length === 0) return kept;
    const lines = changes.map((change) => `${JSON.stringify({ at, ...change })}\n`);
    const bytes = Buffer.from(lines.join(''));
    const file = await open(path, 'a');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    return kept + bytes.length;
  } catch (cause) {
    throw fileError(`cannot write ${path}`, cause);
  }
}
