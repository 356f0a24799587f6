import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type CostctlError, fileError, toFileError } from '../errors.ts';
import type { ByteSink } from '../formats/parquet/writer.ts';
import { addTo } from '../grouping.ts';
import { entriesOf, makeFolder, syncFolder } from '../storage/file-system.ts';
import { createProcessName } from '../storage/process-files.ts';
import { type Patience, renamePatiently } from '../storage/replace.ts';
import { historyName, manifestName } from './manifest.ts';

/** A data file that is being written. When it is complete, it gets a name that comes from its content. */
export interface DataFile extends ByteSink {
  /** Returns the entry for the manifest. The name survives a power failure only after `syncNames`. */
  readonly place: (
    partition: string,
  ) => Promise<{ readonly path: string; readonly bytes: number; readonly sha256: string }>;
  readonly discard: () => Promise<void>;
}

export async function openDataFile(
  folder: string,
  processId: number,
  patience: Patience,
): Promise<DataFile> {
  const temporary = temporaryPath(folder, processId);
  const attempt = <Result>(work: () => Promise<Result>) =>
    work().catch(toFileError(`cannot write to ${folder}`));
  const handle: FileHandle = await attempt(() => open(temporary, 'wx'));
  const hash: Hash = createHash('sha256');
  let bytes = 0;
  let isPending = true;

  async function discard(): Promise<void> {
    if (!isPending) return;
    isPending = false;
    await handle.close().catch(() => undefined);
    await rm(temporary, { force: true }).catch(() => undefined);
  }

  return {
    write: (chunk) =>
      attempt(async () => {
        hash.update(chunk);
        await writeAll(handle, chunk, bytes);
        bytes += chunk.length;
      }),
    place: (partition) =>
      attempt(async () => {
        const sha256 = hash.digest('hex');
        const path = `${partition}/${sha256.slice(0, 24)}.parquet`;
        await handle.sync();
        await handle.close();
        await makeFolder(join(folder, partition));
        await renamePatiently(temporary, join(folder, path), patience);
        isPending = false;
        return { path, bytes, sha256 };
      }),
    discard,
  };
}

/** One write may take only a part, for example if the disk has no room for the rest. */
async function writeAll(handle: FileHandle, chunk: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, at + done);
    done += bytesWritten;
  }
}

/** Makes the names of new files and of their folders safe: each folder is synced once. */
export async function syncNames(folder: string, paths: readonly string[]): Promise<void> {
  const partitions = new Set(paths.map((path) => dirname(path)));
  for (const partition of partitions) await syncFolder(join(folder, partition));
  await syncFolder(folder);
}

/** Removes files that no state names, and what failed runs have left. The caller has the lock. */
export async function removeUnnamed(folder: string, named: ReadonlySet<string>): Promise<void> {
  for (const entry of await entriesOf(folder)) {
    if (entry.isDirectory() && isPartition(entry.name)) {
      await removeWithin(folder, entry.name, dataName, named);
    } else if (entry.isDirectory() && entry.name === pastFolder) {
      await removeWithin(folder, pastFolder, /\.json$/, named);
    } else if (entry.isFile() && leftName.test(entry.name)) {
      await rm(join(folder, entry.name), { force: true });
    }
  }
}

/** Where the past states of the manifest are. */
export const pastFolder = '_past';

/** `month=2026-10` */
function isPartition(name: string): boolean {
  return /^[A-Za-z_]+=\d{4}-\d{2}(-\d{2})?$/.test(name);
}

/** Only names that this program gives: nothing else in the folder is its own. */
const dataName = /^[0-9a-f]{24}\.parquet$/;

async function removeWithin(
  folder: string,
  inner: string,
  form: RegExp,
  named: ReadonlySet<string>,
): Promise<void> {
  for (const { name } of await entriesOf(join(folder, inner))) {
    const path = `${inner}/${name}`;
    if (form.test(name) && !named.has(path)) await rm(join(folder, path), { force: true });
  }
  // The folder stays if anything is in it.
  await rmdir(join(folder, inner)).catch(() => undefined);
}

/** Fails if the folder contains something that does not belong to a mirror. */
export async function requireEmpty(folder: string): Promise<void> {
  for (const entry of await entriesOf(folder)) {
    const { name } = entry;
    if (name.startsWith('.') || [historyName, manifestName, pastFolder].includes(name)) continue;
    const path = join(folder, name);
    if (!isPartition(name)) throw notEmpty(folder, path);
    const other = (await entriesOf(path)).find((one) => !dataName.test(one.name));
    if (other !== undefined) throw notEmpty(folder, join(path, other.name));
  }
}

function notEmpty(folder: string, found: string): CostctlError {
  return fileError(
    `cannot make a mirror in ${folder}`,
    `${found} is there`,
    'give a folder of its own, which may not exist yet',
  );
}

/** Lines of changed days, stored on the disk of the mirror until their partition is written. */
export type LineStore = ReturnType<typeof createLineStore>;

/** Files that are of no use to a later run: the file of a killed run, and a state that could not get its name. */
const leftName = /^(\.mirror\..*\.tmp|new-(\d+-)?_manifest\.json)$/;

function temporaryPath(folder: string, processId: number): string {
  return join(folder, `.mirror.${createProcessName(processId)}.tmp`);
}

const chunkSize = 1 << 20;

export function createLineStore(folder: string, processId: number) {
  const places = new Map<string, { readonly at: number; readonly length: number }[]>();
  const path = temporaryPath(folder, processId);
  let handle: FileHandle | undefined;
  let size = 0;
  let chunk: Buffer | undefined;
  let part: Buffer = Buffer.alloc(0);

  async function openFile(): Promise<FileHandle> {
    const opened = await open(path, 'wx+', 0o600);
    // Without a name, nothing is left of the file after a kill. Windows keeps the name until the file is closed.
    await rm(path, { force: true }).catch(() => undefined);
    return opened;
  }

  async function readWhole(piece: Buffer, at: number): Promise<void> {
    for (let done = 0; done < piece.length; ) {
      const read = await handle?.read(piece, done, piece.length - done, at + done);
      if ((read?.bytesRead ?? 0) === 0)
        throw fileError(`cannot read rows from ${folder}`, 'they are cut short');
      done += read?.bytesRead ?? 0;
    }
  }

  async function add(key: string, lines: readonly Buffer[]): Promise<void> {
    handle ??= await openFile();
    const at = size;
    for (const chunk of lines) {
      await writeAll(handle, chunk, size);
      size += chunk.length;
    }
    addTo(places, key, { at, length: size - at });
  }

  return {
    add: (key: string, lines: readonly Buffer[]) =>
      add(key, lines).catch(toFileError(`cannot write rows to ${folder}`)),
    /** Yields nothing for a key that was not added. Each chunk is valid until the next. */
    read: async function* (key: string) {
      for (const place of places.get(key) ?? []) {
        chunk ??= Buffer.allocUnsafeSlow(chunkSize);
        for (let done = 0; done < place.length; ) {
          const piece = chunk.subarray(0, Math.min(chunk.length, place.length - done));
          await readWhole(piece, place.at + done);
          done += piece.length;
          yield piece;
        }
      }
    },
    /** Each part is what one call of `add` stored. It is valid until the next. */
    readParts: async function* (key: string) {
      for (const { at, length } of places.get(key) ?? []) {
        if (part.length < length) part = Buffer.allocUnsafeSlow(length * 2);
        await readWhole(part.subarray(0, length), at);
        yield part.subarray(0, length);
      }
    },
    close: async () => {
      await handle?.close().catch(() => undefined);
      await rm(path, { force: true }).catch(() => undefined);
    },
  };
}
