import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { CostctlError, fileError, isAbsence, toFileError } from '../../errors.ts';
import { isObject } from '../../json/number.ts';
import { tryJson } from '../../json/parse.ts';
import { stringifyJson } from '../../json/stringify.ts';
import { makeFolder, openToContinue } from '../../storage/file-system.ts';
import { type LockOptions, withLock } from '../../storage/lock.ts';
import { writeWhole } from '../../storage/spool.ts';
import { kinds } from './record-kinds.ts';
import type { Change, Decision, State, Store } from './state.ts';

export interface FileStoreOptions {
  readonly path: string;
  readonly lock: LockOptions;
  readonly createState: () => State;
}

/** The state as a journal of decisions, one per line, shared by all processes that use the file. */
export function createFileStore({ path, lock, createState }: FileStoreOptions): Store {
  const journal = createSharedJournal(path);
  let state = createState();
  let last: Promise<unknown> = Promise.resolve();

  function readOn(): State {
    journal.readOn(
      (line) => {
        for (const change of parseChanges(path, line)) state.apply(change);
      },
      () => {
        state = createState();
      },
    );
    return state;
  }

  async function decideAlone<Result>(decide: (state: State) => Decision<Result>): Promise<Result> {
    await prepareFolder(dirname(path));
    return withLock(
      path,
      async () => {
        const { changes, result } = decide(readOn());
        if (changes.length > 0) await journal.append(stringifyJson(changes));
        return result;
      },
      lock,
    );
  }

  return {
    read: async () => readOn(),
    change: (decide) => {
      // One at a time, so that only processes compete for the lock.
      const done = last.then(() => decideAlone(decide));
      last = done.catch(() => undefined);
      return done;
    },
  };
}

/** The file, if anything was changed. */
export function findState(path: string): string | undefined {
  return existsSync(path) ? path : undefined;
}

/** Discards all changes. */
export async function resetState(path: string, lock: LockOptions): Promise<void> {
  if (findState(path) === undefined) return;
  await withLock(path, () => rm(path, { force: true }), lock);
}

async function prepareFolder(folder: string): Promise<void> {
  await makeFolder(folder, 0o700).catch(toFileError(`cannot make ${folder}`));
}

const Line = z.array(
  z.union([
    z.object({ put: z.enum(kinds), record: z.looseObject({ id: z.string() }) }),
    z.object({ remove: z.enum(kinds), id: z.string() }),
    z.object({ values: z.string(), entries: z.custom(isValues) }),
  ]),
);

/** Serialized by hand: there may be a million. */
function isValues(entries: unknown): boolean {
  return (
    Array.isArray(entries) &&
    entries.every(
      (entry) =>
        isObject(entry) &&
        typeof entry['date'] === 'string' &&
        typeof entry['amount'] === 'string' &&
        isObject(entry['labels']),
    )
  );
}

function parseChanges(path: string, line: string): readonly Change[] {
  const checked = Line.safeParse(tryJson(line));
  // Only this program writes the file, so whatever looks like a change is one.
  if (checked.success) return checked.data as readonly Change[];
  throw new CostctlError('file', `${path} is damaged: it has a line that is not a change`, {
    hint: `remove ${path} to start over`,
  });
}

/**
 * A file of lines that any number of processes read and append to; each continues where it stopped. The
 * first line names the file: a file with another name was created by a reset and is read from its start.
 * The next append removes a partial line left by a kill.
 */
interface SharedJournal {
  /** Passes on what was appended since the last call, after calling `forget` if the file is new. */
  readonly readOn: (take: (line: string) => void, forget: () => void) => void;
  /** Only under the lock, right after `readOn`. */
  readonly append: (line: string) => Promise<void>;
}

function createSharedJournal(path: string): SharedJournal {
  let header = '';
  /** The end of the last complete line that was read. */
  let position = 0;
  let seen = '';

  function readOn(take: (line: string) => void, forget: () => void): void {
    const stamp = stampOf(path);
    if (stamp === seen) return;
    const file = stamp === '' ? undefined : openSync(path, 'r');
    try {
      const found = file === undefined ? '' : readHeader(path, file);
      if (found !== header) {
        forget();
        header = found;
        position = header.length;
      }
      if (file !== undefined && header !== '') position = readLines(file, position, take);
    } finally {
      if (file !== undefined) closeSync(file);
    }
    seen = stamp;
  }

  async function append(line: string): Promise<void> {
    const start = header === '' ? createHeader() : '';
    const handle = await openToContinue(path, 0o600);
    try {
      await handle.truncate(position);
      writeWhole(handle.fd, Buffer.from(`${start}${line}\n`), position);
    } finally {
      await handle.close();
    }
  }

  return {
    readOn: (take, forget) => withFault(`cannot read ${path}`, () => readOn(take, forget)),
    append: (line) => append(line).catch(toFileError(`cannot write ${path}`)),
  };
}

const headerStart = '{"costctlSandbox":1,"name":"';
const headerLength = headerStart.length + 24;
const pieceLength = 4 * 1024 * 1024;
const newline = 10;

/** A name that no other journal has. */
function createHeader(): string {
  return `${headerStart}${randomBytes(10).toString('hex')}"}`.padEnd(headerLength - 1).concat('\n');
}

/** Empty if there is nothing, or only a partial first line. */
function readHeader(path: string, file: number): string {
  const bytes = Buffer.alloc(headerLength);
  const text = bytes.toString('latin1', 0, readSync(file, bytes, 0, headerLength, 0));
  const begins = text.startsWith(headerStart) || headerStart.startsWith(text);
  if (!begins || (text.length === headerLength && !text.endsWith('\n'))) {
    throw new CostctlError('file', `${path} is not a state file of the sandbox`, {
      hint: `remove ${path}, or name another file, which the sandbox will create`,
    });
  }
  return text.length === headerLength ? text : '';
}

function readLines(file: number, start: number, take: (line: string) => void): number {
  const { size } = fstatSync(file);
  let position = start;
  let length = pieceLength;
  while (position < size) {
    const bytes = Buffer.allocUnsafe(Math.min(length, size - position));
    const read = readSync(file, bytes, 0, bytes.length, position);
    const end = bytes.lastIndexOf(newline, read - 1) + 1;
    if (end === 0 && position + read >= size) break;
    if (end === 0) length *= 2;
    for (const line of bytes.toString('utf8', 0, end).split('\n')) if (line !== '') take(line);
    position += end;
  }
  return position;
}

/** Changes whenever the file does; empty if there is no file, or cannot be one (HOME=/dev/null). */
function stampOf(path: string): string {
  try {
    const { ino, size, mtimeNs } = statSync(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch (cause) {
    if (isAbsence(cause)) return '';
    throw cause;
  }
}

function withFault<Result>(doing: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    throw cause instanceof CostctlError ? cause : fileError(doing, cause);
  }
}
