import { mkdtemp, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { statIfThere } from './stat.ts';

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
