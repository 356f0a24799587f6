import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { CostctlError, fileError } from '../../errors.ts';
import { isObject } from '../../json/bulk/merge.ts';
import { parseJson } from '../../json/parse.ts';
import { stringifyJson } from '../../json/stringify.ts';
import { makeFolder } from '../../storage/file-system.ts';
import { type LockOptions, withLock } from '../../storage/lock.ts';
import { kinds } from './records.ts';
import type { Change, Decision, State, Store } from './state.ts';
import { createSharedJournal } from './state-journal.ts';

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
  await makeFolder(folder, 0o700).catch((cause: unknown) => {
    throw fileError(`cannot make ${folder}`, cause);
  });
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
  const checked = Line.safeParse(parseLine(line));
  // Only this program writes the file, so whatever looks like a change is one.
  if (checked.success) return checked.data as readonly Change[];
  throw new CostctlError('file', `${path} is damaged: it has a line that is not a change`, {
    hint: `remove ${path} to start over`,
  });
}

function parseLine(line: string): unknown {
  try {
    return parseJson(line);
  } catch {
    return undefined;
  }
}
