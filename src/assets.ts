import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getAsset, isSea } from 'node:sea';

/** A file of the package, by its path below the package root; undefined if it does not exist. */
export function readAsset(path: string): string | undefined {
  try {
    // Both the sources and the build output are one folder below the root.
    return isSea()
      ? getAsset(path, 'utf8')
      : readFileSync(join(import.meta.dirname, '..', path), 'utf8');
  } catch {
    return undefined;
  }
}
