import { readFileSync } from 'node:fs';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CostctlError, fileError, isSystemError } from '../errors.ts';
import { writeFileAtomically } from '../files/atomic.ts';
import type { Description } from './description.ts';
import { describedFolder, placeOf } from './place.ts';

/** Raised when a newer program writes what an older one cannot read. */
const form = 1;

/** What the base address's document brought; undefined where none was imported. */
export function readDescription(folder: string, address: string): Description | undefined {
  const path = placeOf(folder, address).description;
  const text = readIfThere(path);
  if (text === undefined) return undefined;
  const kept = parse(text);
  if (kept !== undefined) return kept;
  throw new CostctlError('file', `cannot use the imported document kept in ${path}`, {
    hint: 'costctl api import FILE takes it in anew; costctl api import --forget leaves it out',
  });
}

export async function writeDescription(
  folder: string,
  address: string,
  description: Description,
  { random, signal }: { random: () => number; signal: AbortSignal },
): Promise<void> {
  const parent = join(folder, describedFolder);
  try {
    await mkdir(parent, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw fileError(`cannot make the folder ${parent}`, cause);
  }
  const text = JSON.stringify({ form, description });
  await writeFileAtomically(placeOf(folder, address).description, text, {
    mode: 0o600,
    random,
    signal,
  });
}

/** Whether there was one. */
export async function forgetDescription(folder: string, address: string): Promise<boolean> {
  const { description, tree } = placeOf(folder, address);
  if (readIfThere(description) === undefined) return false;
  try {
    await rm(description, { force: true });
    await rm(tree, { force: true });
  } catch (cause) {
    throw fileError(`cannot remove ${description}`, cause);
  }
  // With no folder there, help and completion look no further.
  await rmdir(join(folder, describedFolder)).catch(() => undefined);
  return true;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if (isSystemError(cause) && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR'))
      return undefined;
    throw fileError(`cannot read ${path}`, cause);
  }
}

function parse(text: string): Description | undefined {
  try {
    const kept: unknown = JSON.parse(text);
    return isKept(kept) ? kept.description : undefined;
  } catch {
    return undefined;
  }
}

/** The border: what this program wrote itself, whole, in a folder that only its owner writes. */
function isKept(value: unknown): value is { description: Description } {
  if (typeof value !== 'object' || value === null || Reflect.get(value, 'form') !== form)
    return false;
  const description: unknown = Reflect.get(value, 'description');
  return (
    typeof description === 'object' &&
    description !== null &&
    ['operations', 'schemas', 'unusable', 'notes'].every((key) =>
      Array.isArray(Reflect.get(description, key)),
    )
  );
}
