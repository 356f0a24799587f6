import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getAsset, isSea } from 'node:sea';

/** A file of the package, by its path below the package root; undefined if it does not exist. */
export function readAsset(path: string): string | undefined {
  try {
    const file = assetFile(path);
    return file === undefined ? getAsset(path, 'utf8') : readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** The path of such a file; undefined in the single executable, which contains the file. */
export function assetFile(path: string): string | undefined {
  // Both the sources and the build output are one folder below the root.
  return isSea() ? undefined : join(import.meta.dirname, '..', path);
}
