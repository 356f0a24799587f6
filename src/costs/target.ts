import { createReadStream } from 'node:fs';
import { access, chmod, constants, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { fileError, isSystemError } from '../errors.ts';
import { statIfThere } from '../storage/stat.ts';
import type { EncoderState } from './encoder.ts';
import { openPartFile } from './part.ts';
import { createWidener } from './widen.ts';

/** A file that is made whole beside its name before it takes it. */
export interface FileTarget {
  readonly path: string;
  /** Whole windows grow here; an earlier run's stay here. */
  readonly part: string;
  readonly journal: string;
  /** Permissions of the file that stands there. */
  readonly mode: number | undefined;
}

/** Undefined for what is no regular file (a pipe, a device): that is written to as it stands. */
export async function openTarget(path: string): Promise<FileTarget | undefined> {
  try {
    const standing = await statIfThere(path);
    if (standing !== undefined && !standing.isFile()) {
      if (standing.isDirectory())
        throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
      return undefined;
    }
    // The file that a link leads to is replaced, and the link stays.
    const target = standing === undefined ? path : await realpath(path);
    if (standing !== undefined) await access(target, constants.W_OK);
    await access(dirname(target), constants.W_OK);
    const part = join(dirname(target), `${basename(target)}.part`);
    return { path: target, part, journal: `${part}.journal`, mode: standing?.mode };
  } catch (cause) {
    throw fileError(`cannot write ${path}`, cause);
  }
}

/** The part file takes its place. */
export async function placePart(target: FileTarget, from = target.part): Promise<void> {
  try {
    if (target.mode !== undefined) await chmod(from, target.mode & 0o7777);
    await rename(from, target.path);
  } catch (cause) {
    throw fileError(`cannot write ${target.path}`, cause);
  }
}

export async function removeRemains(target: FileTarget): Promise<void> {
  // The journal first: without it the rest is nothing that could be gone on with.
  for (const path of [target.journal, target.part, widePath(target), parquetPath(target)]) {
    await rm(path, { force: true }).catch((cause: unknown) => {
      throw fileError(`cannot remove ${path}`, cause);
    });
  }
}

export interface WidenOptions {
  readonly format: 'csv' | 'tsv';
  readonly gzip: boolean;
  /** The header with every column. */
  readonly header: Uint8Array;
  /** Bytes before compression at which each window ends. */
  readonly ends: readonly number[];
}

/**
 * Writes the part file again with every column in its header and an empty cell in the lines from
 * before a column appeared. The part file stays until the new one is in place: a kill loses nothing.
 */
export async function widenPart(
  target: FileTarget,
  { steps }: EncoderState,
  options: WidenOptions,
): Promise<void> {
  const path = widePath(target);
  const wide = await openPartFile(path, { from: 0, gzip: options.gzip });
  try {
    const widener = createWidener(options.format, steps, options.header, options.ends);
    const source = createReadStream(target.part);
    const write = async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        for (const piece of widener.pass(chunk)) {
          if (piece === 'end') await wide.commit();
          else await wide.write(piece);
        }
      }
    };
    if (options.gzip) await pipeline(source, createGunzip(), write);
    else await pipeline(source, write);
    await wide.commit();
  } catch (cause) {
    throw isSystemError(cause) ? fileError(`cannot write ${path}`, cause) : cause;
  } finally {
    await wide.close();
  }
  await placePart(target, path);
}

/** Where a Parquet file grows, beside the lines that it is made from. */
export function parquetPath(target: FileTarget): string {
  return `${target.part}.parquet`;
}

function widePath(target: FileTarget): string {
  return `${target.part}.wide`;
}
