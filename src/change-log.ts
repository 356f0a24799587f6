import { createHash, randomBytes } from 'node:crypto';
import { link, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Change, RecordChange } from './api/change-journal.ts';
import type { Context } from './context.ts';
import { nameAddress } from './settings/choose-settings.ts';
import { findStateFolder } from './settings/user-folders.ts';
import type { Settings } from './settings.ts';
import { hasCode, makeFolder } from './storage/file-system.ts';

/** A change with its number and time. */
export interface LoggedChange extends Change {
  readonly number: number;
  readonly time: string;
}

const daysKept = 90;
const dayLength = 86_400_000;

/**
 * The folder of the changes made at an address; undefined if no home folder is known. Most runs change
 * nothing, and need not load what computes its name.
 */
function folderOf(context: Context, settings: Settings): (() => string) | undefined {
  const state = findStateFolder(context);
  const address = nameAddress(settings.sandbox, settings.baseUrl.value);
  if (state === undefined || address === undefined) return undefined;
  return () => {
    const name = createHash('sha256').update(address).digest('hex').slice(0, 16);
    return join(state, 'changes', name);
  };
}

/** Where changes are stored; undefined if the profile disables that or there is no folder for it. */
export function openChangeLog(context: Context, settings: Settings): RecordChange | undefined {
  const findFolder = folderOf(context, settings);
  if (findFolder === undefined || settings.journal === 'off') return undefined;
  return async (change) => {
    const now = context.clock.now();
    const entry = { ...change, time: new Date(now).toISOString() };
    try {
      const folder = findFolder();
      const number = await addNumbered(folder, context.secrets.mask(JSON.stringify(entry)));
      await removeOlder(folder, now - daysKept * dayLength);
      return () => removeNumbered(folder, number);
    } catch {
      // A read-only home folder does not prevent changes: they only cannot be undone.
      return async () => undefined;
    }
  };
}

/** Newest first. A file that is not a change is skipped. */
export async function* readChanges(
  context: Context,
  settings: Settings,
): AsyncGenerator<LoggedChange> {
  const folder = folderOf(context, settings)?.();
  if (folder === undefined) return;
  for await (const { number, text } of readNumbered(folder)) {
    const change = parseChange(text);
    if (change !== undefined) yield { ...change, number };
  }
}

function parseChange(text: string): Omit<LoggedChange, 'number'> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isChange(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isChange(value: unknown): value is Omit<LoggedChange, 'number'> {
  if (typeof value !== 'object' || value === null) return false;
  const { operation, time, path, query, before } = value as Partial<LoggedChange>;
  const texts = [operation, time].every((one) => typeof one === 'string');
  const maps = [path, query].every((one) => typeof one === 'object' && one !== null);
  return texts && maps && (before === null || typeof before === 'string');
}

/** A folder of small files with increasing numbers; parallel processes never get the same number. */
export interface NumberedFile {
  readonly number: number;
  readonly text: string;
}

/** Adds a file under the next number. It gets its name only when it is complete. */
export async function addNumbered(folder: string, text: string): Promise<number> {
  await makeFolder(folder, 0o700);
  const temporary = join(folder, `.${randomBytes(8).toString('hex')}.tmp`);
  await writeFile(temporary, text, { mode: 0o600, flag: 'wx', flush: true });
  try {
    for (let number = (await numbersIn(folder)).at(-1) ?? 0; ; number += 1) {
      // A hard link fails if another process took the number first.
      if (await take(temporary, pathOf(folder, number + 1))) return number + 1;
    }
  } finally {
    await rm(temporary, { force: true });
  }
}

export async function removeNumbered(folder: string, number: number): Promise<void> {
  await rm(pathOf(folder, number), { force: true });
}

/** Newest first. */
export async function* readNumbered(folder: string): AsyncGenerator<NumberedFile> {
  for (const number of (await numbersIn(folder)).reverse()) {
    const text = await readFile(pathOf(folder, number), 'utf8').catch(() => undefined);
    if (text !== undefined) yield { number, text };
  }
}

/** Removes files last written before a time, and what killed processes left. */
export async function removeOlder(folder: string, time: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < time) await rm(path, { force: true });
  }
}

async function take(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path);
    return true;
  } catch (cause) {
    if (hasCode(cause, 'EEXIST')) return false;
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
