import { describeFile } from '../rows/receipt.ts';
import { recordPath } from './find-files.ts';

interface HashFilesOptions {
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly progress: { readonly hashing: (files: number, all: number) => void };
}

export interface FoundFile {
  /** The absolute path; `name` is the path as it is recorded. */
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

export async function hashFiles(
  { folder, signal, progress }: HashFilesOptions,
  paths: readonly string[],
): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = [];
  for (const path of paths) {
    signal.throwIfAborted();
    progress.hashing(found.length, paths.length);
    const { bytes, sha256 } = await describeFile(path, signal);
    found.push({ path, name: recordPath(folder, path), bytes, sha256 });
  }
  return found;
}
