import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

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
