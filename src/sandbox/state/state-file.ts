import { existsSync, readFileSync, statSync } from 'node:fs';
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

/**
 * The state as a file of decisions, one per line, shared by all processes that use it. After a change by another
 * process, the file is read from its start again; the next change removes a partial line that a kill left.
 */
export function createFileStore({ path, lock, createState }: FileStoreOptions): Store {
  let state = createState();
  /** The stamp of the file that the state was made from, and where its complete lines end. */
  let seen = '';
  let end = 0;
  let last: Promise<unknown> = Promise.resolve();

  function readOn(): State {
    const stamp = stampOf(path);
    if (stamp === seen) return state;
    state = createState();
    end = 0;
    if (stamp !== '') {
      const bytes = readFileSync(path);
      requireOwn(path, bytes);
      end = readLines(bytes, (line) => applyAll(parseChanges(path, line)));
    }
    seen = stamp;
    return state;
  }

  function applyAll(changes: readonly Change[]): void {
    for (const change of changes) state.apply(change);
  }

  async function append(changes: readonly Change[]): Promise<void> {
    const bytes = Buffer.from(`${end === 0 ? header : ''}${stringifyJson(changes)}\n`);
    const handle = await openToContinue(path, 0o600);
    try {
      await handle.truncate(end);
      writeWhole(handle.fd, bytes, end);
    } finally {
      await handle.close();
    }
    end += bytes.length;
    applyAll(changes);
    seen = stampOf(path);
  }

  const read = () => withFault(`cannot read ${path}`, readOn);

  async function decideAlone<Result>(decide: (state: State) => Decision<Result>): Promise<Result> {
    await makeFolder(dirname(path), 0o700).catch(toFileError(`cannot make ${dirname(path)}`));
    return withLock(
      path,
      async () => {
        const { changes, result } = decide(read());
        if (changes.length > 0) await append(changes).catch(toFileError(`cannot write ${path}`));
        return result;
      },
      lock,
    );
  }

  return {
    read: async () => read(),
    change: (decide) => {
      // One at a time, so that only processes compete for the lock.
      const done = last.then(() => decideAlone(decide));
      last = done.catch(() => undefined);
      return done;
    },
  };
}

export function findState(path: string): string | undefined {
  return existsSync(path) ? path : undefined;
}

export async function resetState(path: string, lock: LockOptions): Promise<void> {
  if (findState(path) === undefined) return;
  await withLock(path, () => rm(path, { force: true }), lock);
}

const Line = z.array(
  z.union([
    z.object({ put: z.enum(kinds), record: z.looseObject({ id: z.string() }) }),
    z.object({ remove: z.enum(kinds), id: z.string() }),
    z.object({ values: z.string(), entries: z.custom(isValues) }),
  ]),
);

/** Checked by hand, since there may be a million of them. */
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

const headerStart = '{"costctlSandbox":1';
const header = `${headerStart}}\n`;
const newline = 10;

/** A file that begins otherwise is not one of the sandbox; a kill may have left a part of its first line. */
function requireOwn(path: string, bytes: Buffer): void {
  const text = bytes.toString('latin1', 0, headerStart.length);
  if (headerStart.startsWith(text)) return;
  throw new CostctlError('file', `${path} is not a state file of the sandbox`, {
    hint: `remove ${path}, or name another file, which the sandbox will create`,
  });
}

/** Passes on each complete line after the first, and returns where they end. */
function readLines(bytes: Buffer, take: (line: string) => void): number {
  let start = 0;
  for (;;) {
    const end = bytes.indexOf(newline, start);
    if (end < 0) return start;
    if (start > 0) take(bytes.toString('utf8', start, end));
    start = end + 1;
  }
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
