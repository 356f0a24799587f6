import { createReadStream } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { CostctlError, fileError, isSystemError, writeError } from '../errors.ts';
import type { CellFormat } from '../json/bulk/cell-text.ts';
import { checkPlace, findPlace, inheritedMode } from '../storage/file-system.ts';
import { type Patience, placeFinished } from '../storage/replace.ts';
import { gunzip } from '../storage/source.ts';
import { openPartFile, removeWorkFolder, workFolderOf } from '../storage/work-folder.ts';
import type { EncoderState } from './encoder.ts';
import { createWidener } from './widen.ts';

/** A file that is completed in a folder next to it before it gets its name. */
export interface FileTarget {
  readonly path: string;
  readonly folder: string;
  /** Complete windows are added here, after those of an earlier run. */
  readonly part: string;
  readonly journal: string;
  /** Permissions of our own file that is replaced. */
  readonly mode: number | undefined;
  readonly userId: number | undefined;
  readonly patience: Patience;
}

/** Undefined for a pipe or a device: that is written to directly. */
export async function openTarget(
  path: string,
  userId: number | undefined,
  patience: Patience,
): Promise<FileTarget | undefined> {
  try {
    const place = await findPlace(path);
    await checkPlace(place);
    if (place.found?.isFile() === false) return undefined;
    const folder = workFolderOf(place.path);
    const [part, journal] = [join(folder, 'rows'), join(folder, 'journal')];
    const mode = inheritedMode(place, userId);
    return { path: place.path, folder, part, journal, mode, userId, patience };
  } catch (cause) {
    throw writeError(path, cause);
  }
}

/** Gives the part file its final name. Its content is on the disk already. */
export async function placePart(target: FileTarget, from = target.part): Promise<void> {
  try {
    if (target.mode !== undefined) await chmod(from, target.mode);
    // What the file was made from stays too, for --resume.
    await placeFinished(from, target.path, { ...target.patience, shown: target.path, stays: true });
  } catch (cause) {
    if (cause instanceof CostctlError) throw cause;
    throw fileError(`cannot write ${target.path}`, cause);
  }
}

export function removeRemains({ folder, journal }: FileTarget): Promise<void> {
  return removeWorkFolder(folder, journal);
}

export interface WidenOptions {
  readonly format: CellFormat;
  readonly delimiter?: string | undefined;
  readonly gzip: boolean;
  /** The header with every column. */
  readonly header: Uint8Array;
  /** Bytes before compression at which each window ends. */
  readonly ends: readonly number[];
}

/**
 * Every column gets into the header, and an empty cell into the lines from before it appeared. The part file
 * stays until the new one is in place: a kill loses nothing.
 */
export async function widenPart(
  target: FileTarget,
  { steps }: EncoderState,
  options: WidenOptions,
): Promise<void> {
  const path = join(target.folder, 'wide');
  const wide = await openPartFile(path, { from: 0, gzip: options.gzip, userId: target.userId });
  try {
    const { format, delimiter, header, ends } = options;
    const widener = createWidener(format, steps, header, ends, delimiter);
    const source = createReadStream(target.part);
    for await (const chunk of options.gzip ? gunzip(target.part, source) : source) {
      for (const piece of widener.pass(chunk)) {
        if (piece === 'end') await wide.commit();
        else await wide.write(piece);
      }
    }
    await wide.commit();
  } catch (cause) {
    throw isSystemError(cause) ? fileError(`cannot write ${path}`, cause) : cause;
  } finally {
    await wide.close();
  }
  await placePart(target, path);
}

/** Where a Parquet file or a workbook grows, next to the lines that it is made from. */
export function madePath(target: FileTarget): string {
  return join(target.folder, 'made');
}
