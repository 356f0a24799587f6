import { randomBytes } from 'node:crypto';
import { link, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from './folder.ts';
import { hasCode } from './place.ts';

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
