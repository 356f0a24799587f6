import { type FileHandle, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileError, ifPossible, toFileError } from '../errors.ts';
import { hasCode, openToContinue, syncFolder } from './file-system.ts';
import { writeWhole } from './spool.ts';

/** A file of JSON lines that grows by complete, durable entries and survives a kill at any moment. */
export type Journal = Awaited<ReturnType<typeof openJournal>>;

/** Continues after the last complete entry; a partial entry, left by a kill, is removed. */
export async function openJournal(path: string, mode = 0o600) {
  const { bytes } = await readEntries(path);
  const handle = await openToContinue(path, mode).catch(toFileError(`cannot write ${path}`));
  try {
    await handle.truncate(bytes);
  } catch (cause) {
    await handle.close();
    throw fileError(`cannot write ${path}`, cause);
  }
  if (bytes === 0) await syncFolder(dirname(path));
  let position = bytes;
  let last: Promise<void> = Promise.resolve();
  return {
    /** Resolves when the entry would survive a power failure. Entries are in the order of the calls. */
    append: (entry: unknown): Promise<void> => {
      // An entry after a failed one would follow a partial line, so it fails too.
      last = last.then(async () => {
        position += await writeEntry(handle, path, entry, position);
      });
      return last;
    },
    close: async (): Promise<void> => {
      await last.catch(() => undefined);
      await handle.close();
    },
  };
}

/** The complete entries; empty if the file does not exist. */
export async function readJournal(path: string): Promise<unknown[]> {
  return (await readEntries(path)).entries;
}

/** Writes an entry, and returns its length in bytes. */
async function writeEntry(handle: FileHandle, path: string, entry: unknown, position: number) {
  try {
    const bytes = Buffer.from(`${JSON.stringify(entry)}\n`);
    writeWhole(handle.fd, bytes, position);
    await handle.datasync();
    return bytes.length;
  } catch (cause) {
    throw fileError(`cannot write ${path}`, cause);
  }
}

async function readEntries(path: string): Promise<{ entries: unknown[]; bytes: number }> {
  const content = await readContent(path);
  const entries: unknown[] = [];
  let bytes = 0;
  for (let end = content.indexOf(newline); end >= 0; end = content.indexOf(newline, bytes)) {
    const line = content.toString('utf8', bytes, end);
    const isLast = end === content.length - 1;
    const entry: unknown = ifPossible(() => JSON.parse(line));
    if (entry === undefined && isLast) break;
    if (entry === undefined) {
      const cause = `line ${entries.length + 1} is not JSON`;
      throw fileError(`cannot read ${path}`, cause, `remove ${path} to start over`);
    }
    entries.push(entry);
    bytes = end + 1;
  }
  return { entries, bytes };
}

async function readContent(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return Buffer.alloc(0);
    throw fileError(`cannot read ${path}`, cause);
  }
}

const newline = 10;
