import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Change, RecordChange } from './api/change-journal.ts';
import type { Context } from './context.ts';
import { nameAddress } from './settings/address.ts';
import { findStateFolder } from './settings/folder.ts';
import type { Settings } from './settings.ts';
import { addNumbered, readNumbered, removeNumbered, removeOlder } from './storage/numbered.ts';

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
