import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { fileError } from '../errors.ts';
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
    const hash = createHash('sha256');
    let bytes = 0;
    try {
      await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), async (chunks) => {
        for await (const chunk of chunks) {
          signal.throwIfAborted();
          hash.update(chunk);
          bytes += chunk.length;
        }
      });
    } catch (cause) {
      signal.throwIfAborted();
      throw fileError(`cannot read ${path}`, cause);
    }
    found.push({ path, name: recordPath(folder, path), bytes, sha256: hash.digest('hex') });
  }
  return found;
}
