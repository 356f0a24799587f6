import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Change, RecordChange } from './api/change-journal.ts';
import type { Context } from './context.ts';
import { fileError, ifPossible } from './errors.ts';
import { isObject } from './json/number.ts';
import { tryJson } from './json/parse.ts';
import { nameAddress } from './settings/choose-settings.ts';
import { findStateFolder } from './settings/user-folders.ts';
import type { Settings } from './settings.ts';
import { hasCode, makeFolder } from './storage/file-system.ts';

export interface LoggedChange extends Change {
  readonly number: number;
  readonly time: string;
  /** Exists once an undo has started to create the record again. */
  readonly mark: string;
}

const daysKept = 90;
const dayLength = 86_400_000;

/** Undefined without a home folder. A function: most runs change nothing and need not load what hashes its name. */
function folderOf(context: Context, settings: Settings): (() => string) | undefined {
  const state = findStateFolder(context);
  const address = nameAddress(settings.sandbox, settings.baseUrl.value);
  if (state === undefined || address === undefined) return undefined;
  return () => {
    const name = createHash('sha256').update(address).digest('hex').slice(0, 16);
    return join(state, 'changes', name);
  };
}

/** Where changes are stored; undefined if the profile disables that. */
export function openChangeLog(
  context: Context,
  settings: Settings,
  warn: (message: string) => void,
): RecordChange | undefined {
  if (settings.journal === 'off') return undefined;
  const findFolder = folderOf(context, settings);
  return async (change) => {
    const now = context.clock.now();
    const entry = { ...change, time: new Date(now).toISOString() };
    try {
      if (findFolder === undefined) throw new Error('the home folder is not known');
      const folder = findFolder();
      const number = await addNumbered(folder, JSON.stringify(entry));
      await removeOlder(folder, now - daysKept * dayLength);
      return () => removeNumbered(folder, number);
    } catch (cause) {
      // A read-only home folder does not prevent changes.
      const { message } = fileError('the record that it replaces could not be stored', cause);
      warn(`this change cannot be undone: ${message}`);
      return async () => undefined;
    }
  };
}

/** The logged changes, newest first. A file that is not a change is skipped. */
export async function* readChanges(
  context: Context,
  settings: Settings,
): AsyncGenerator<LoggedChange> {
  const folder = folderOf(context, settings)?.();
  if (folder === undefined) return;
  for await (const { number, text } of readNumbered(folder)) {
    const change = parseChange(text);
    if (change === undefined) continue;
    // A number may be used again once its change is too old to be kept: the time distinguishes them.
    const mark = join(folder, `${number}-${Date.parse(change.time)}.undone`);
    yield { ...change, number, mark };
  }
}

export async function isUndone({ mark }: LoggedChange): Promise<boolean> {
  return (await stat(mark).catch(() => undefined)) !== undefined;
}

/** Marks a change as undone. Returns true to only one of several runs at once. */
export function markUndone({ mark }: LoggedChange): Promise<boolean> {
  return create(mark, '');
}

export async function unmarkUndone({ mark }: LoggedChange): Promise<void> {
  await rm(mark, { force: true });
}

type StoredChange = Omit<LoggedChange, 'number' | 'mark'>;

function parseChange(text: string): StoredChange | undefined {
  const value: unknown = ifPossible(() => JSON.parse(text));
  return isChange(value) ? value : undefined;
}

/** Anything else was edited or is damaged: nothing is restored from it. */
function isChange(value: unknown): value is StoredChange {
  if (!isObject(value)) return false;
  const { operation, time, path, query, before, omitted = [] } = value;
  if (typeof operation !== 'string' || typeof time !== 'string') return false;
  if (Number.isNaN(Date.parse(time)) || !isObject(path) || !isObject(query)) return false;
  if (!Array.isArray(omitted) || ![path, query, omitted].every(hasOnlyTexts)) return false;
  return before === null || (typeof before === 'string' && tryJson(before) !== undefined);
}

function hasOnlyTexts(texts: object): boolean {
  return Object.values(texts).every((one) => typeof one === 'string');
}

/**
 * Adds a file under the next number. Creating it fails if another process took the number first: that works
 * on every file system, and hard links do not. A kill may leave a part of the text, which readers skip.
 */
export async function addNumbered(folder: string, text: string): Promise<number> {
  await makeFolder(folder, 0o700);
  for (let number = ((await numbersIn(folder)).at(-1) ?? 0) + 1; ; number += 1) {
    if (await create(pathOf(folder, number), text)) return number;
  }
}

export async function removeNumbered(folder: string, number: number): Promise<void> {
  await rm(pathOf(folder, number), { force: true });
}

/** The files of a folder, newest first. */
export async function* readNumbered(folder: string) {
  for (const number of (await numbersIn(folder)).reverse()) {
    const text = await readFile(pathOf(folder, number), 'utf8').catch(() => undefined);
    if (text !== undefined) yield { number, text };
  }
}

/** Removes files last written before a time. */
export async function removeOlder(folder: string, time: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < time) await rm(path, { force: true });
  }
}

/** Returns false if the file exists already. */
async function create(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { mode: 0o600, flag: 'wx', flush: true });
    return true;
  } catch (cause) {
    if (hasCode(cause, 'EEXIST')) return false;
    // On a full disk, for example, a part of the file may have been written.
    await rm(path, { force: true });
    throw cause;
  }
}

async function numbersIn(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .flatMap((name) => /^(\d{1,9})\.json$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

function pathOf(folder: string, number: number): string {
  return join(folder, `${number}.json`);
}
