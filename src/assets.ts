import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getAsset, isSea } from 'node:sea';

/** A file of the package, by its path below the root of it; undefined where it is not there. */
export function readAsset(path: string): string | undefined {
  try {
    // The sources and what is built from them both lie one folder below the root.
    return isSea()
      ? getAsset(path, 'utf8')
      : readFileSync(join(import.meta.dirname, '..', path), 'utf8');
  } catch {
    return undefined;
  }
}
