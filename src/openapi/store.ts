import { readFileSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '../context.ts';
import { CostctlError, fileError, ifPossible, isAbsence, toFileError } from '../errors.ts';
import { isObject } from '../json/number.ts';
import { writePiecesAtomically } from '../storage/atomic.ts';
import { makeFolder } from '../storage/file-system.ts';
import { type RequireLock, withLock } from '../storage/lock.ts';
import type { Description } from './description.ts';
import { describedFolder, placeOf, shownFile } from './place.ts';

/** Increased when an older program cannot read what a newer one writes. */
const form = 2;

/** The descriptions of the base address's documents, the newest first. */
export function readDescriptions(folder: string, address: string): readonly Description[] {
  const path = placeOf(folder, address).description;
  const text = readIfThere(path);
  if (text === undefined) return [];
  const stored = parse(text);
  if (stored !== undefined) return stored;
  throw new CostctlError('file', `cannot use the imported document stored in ${path}`, {
    hint: 'costctl api import FILE imports it again',
  });
}

/**
 * Stores what a change makes of the documents of a base address. The change reads the stored ones:
 * another process that changes them at the same time waits.
 */
export async function changeDescriptions<Change extends { documents: readonly Description[] }>(
  folder: string,
  address: string,
  change: () => Change,
  { clock, processId, signal }: Pick<Context, 'clock' | 'processId' | 'signal'>,
): Promise<Change> {
  const { description: path, ...others } = placeOf(folder, address);
  const parent = dirname(path);
  const makeParent = () => makeFolder(parent, 0o700);
  await makeParent().catch(toFileError(`cannot make the folder ${parent}`));
  const tools = { clock, processId, signal };
  const store = async (requireLock: RequireLock) => {
    const changed = change();
    await requireLock();
    const { documents } = changed;
    if (documents.length > 0) {
      await writePiecesAtomically(path, writeDocuments(documents), { mode: 0o600, ...tools });
      return changed;
    }
    for (const file of [path, ...Object.values(others), shownFile(folder)]) {
      await rm(file, { force: true }).catch(toFileError(`cannot remove ${path}`));
    }
    return changed;
  };
  try {
    return await withLock(path, store, { ...tools, makeFolder: makeParent });
  } finally {
    // Without this folder, help and completion search no further.
    await removeEmpty(join(folder, describedFolder), parent);
  }
}

/** One operation at a time: the text of a large document takes as much memory as the document. */
function* writeDocuments(documents: readonly Description[]): Generator<string> {
  yield `{"form":${form},"documents":[`;
  for (const [at, { operations, ...others }] of documents.entries()) {
    yield `${at === 0 ? '' : ','}${JSON.stringify(others).slice(0, -1)},"operations":[`;
    for (const [place, one] of operations.entries()) {
      yield `${place === 0 ? '' : ','}${JSON.stringify(one)}`;
    }
    yield ']}';
  }
  yield ']}';
}

async function removeEmpty(folder: string, place: string): Promise<void> {
  await rmdir(place).catch(() => undefined);
  if (place !== folder) await removeEmpty(folder, dirname(place));
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if (isAbsence(cause)) return undefined;
    throw fileError(`cannot read ${path}`, cause);
  }
}

function parse(text: string): readonly Description[] | undefined {
  const stored: unknown = ifPossible(() => JSON.parse(text));
  return isStored(stored) ? stored.documents : undefined;
}

/** A short check is enough: this program wrote the whole file, into a folder that only its owner can write to. */
function isStored(value: unknown): value is { documents: readonly Description[] } {
  if (!isObject(value) || value['form'] !== form) return false;
  const { documents } = value;
  return Array.isArray(documents) && documents.every(isDescription);
}

function isDescription(value: unknown): boolean {
  const lists = ['operations', 'schemas', 'unusable', 'removed', 'notes'];
  return isObject(value) && lists.every((key) => Array.isArray(value[key]));
}
