import { type BigIntStats, fstat } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { usageError } from '../errors.ts';
import { findPlace } from './file-system.ts';
import { workFolderOf } from './work-folder.ts';

export interface UsedFile {
  /** Its name on the command line: `--receipt`, `<file>`. */
  readonly name: string;
  /** A path, or the descriptor of a stream. */
  readonly path: string | number;
  readonly isWritten: boolean;
}

/** Refuses to overwrite a file that is read, or another result: by a link, another name, or another case of it. */
export async function requireDistinctFiles(files: readonly UsedFile[]): Promise<void> {
  if (!files.some((file) => file.isWritten)) return;
  const found = await Promise.all(files.map(identify));
  for (const [at, one] of found.entries()) {
    for (const other of found.slice(at + 1)) {
      if (!one.isWritten && !other.isWritten) continue;
      if (one.key !== undefined && one.key === other.key) {
        throw usageError(`${one.name} and ${other.name} are the same file`, 'name another file');
      }
      refuseInside(one, other);
      refuseInside(other, one);
      refuseWithin(one, other);
      refuseWithin(other, one);
    }
  }
}

interface Identified extends UsedFile {
  /** Equal for all names of one file; undefined for a pipe or a terminal. */
  readonly key: string | undefined;
  /** The path after following all links. */
  readonly place: string | undefined;
}

/** A file inside the folder where another one is prepared would be removed with that folder. */
function refuseInside(output: Identified, other: Identified): void {
  if (!output.isWritten || output.place === undefined || other.place === undefined) return;
  const folder = workFolderOf(output.place);
  if (other.place !== folder && !other.place.startsWith(folder + sep)) return;
  throw usageError(
    `${other.name} is inside the folder in which ${output.name} is prepared: ${folder}`,
    'name another file',
  );
}

/** A folder that is read as a whole, such as a mirror, would be damaged by a file written into it. */
function refuseWithin(folder: Identified, output: Identified): void {
  if (!output.isWritten || folder.place === undefined || output.place === undefined) return;
  if (!output.place.startsWith(folder.place + sep)) return;
  throw usageError(
    `${output.name} is inside the folder of ${folder.name}`,
    'name a file outside that folder',
  );
}

async function identify(file: UsedFile): Promise<Identified> {
  const { path } = file;
  if (typeof path === 'number') {
    const found = await promisify(fstat)(path, exact).catch(() => undefined);
    return { ...file, key: keyOf(found), place: undefined };
  }
  try {
    const { path: place, found } = await findPlace(path);
    return { ...file, key: await (found === undefined ? newKey(place) : keyAt(place)), place };
  } catch {
    // Opening it reports the problem.
    return { ...file, key: undefined, place: undefined };
  }
}

/** NTFS and ReFS number files beyond what a double can hold: two would look like one. */
const exact = { bigint: true } as const;

/** Undefined if nothing is there, or something without an identity. */
async function keyAt(path: string): Promise<string | undefined> {
  return keyOf(await stat(path, exact).catch(() => undefined));
}

function keyOf(found: BigIntStats | undefined): string | undefined {
  if (found === undefined || !(found.isFile() || found.isDirectory())) return undefined;
  return `${found.dev} ${found.ino}`;
}

/** For a file that does not exist yet: its folder and its name. */
async function newKey(place: string): Promise<string | undefined> {
  const folder = dirname(place);
  const key = await keyAt(folder);
  if (key === undefined) return undefined;
  const name = basename(place);
  const isExact = !(await ignoresCase(folder));
  return `${key}/${isExact ? name : name.normalize('NFC').toLowerCase()}`;
}

/** Whether the file system ignores the case of the folder's name. */
async function ignoresCase(folder: string): Promise<boolean> {
  const name = basename(folder);
  const swapped = name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase();
  const parent = dirname(folder);
  if (swapped === name) return parent === folder ? false : ignoresCase(parent);
  const same = await realpath(join(parent, swapped)).catch(() => undefined);
  if (same === undefined) return false;
  const [one, other] = await Promise.all([keyAt(folder), keyAt(same)]);
  return one === other;
}
