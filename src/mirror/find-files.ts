import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { type CostctlError, usageError } from '../errors.ts';
import { entriesOf } from '../storage/file-system.ts';
import { isBelow } from '../storage/path.ts';
import { needsWholeFile } from '../storage/source.ts';

/**
 * The files that patterns name, in order, each once. `*` and `?` match within a name, `**` any
 * number of folders. Names that begin with a dot are found only by a pattern that has the dot. Patterns
 * that were not given are those of the mirror.
 */
export async function findFiles(
  folder: string,
  patterns: readonly string[],
  isGiven: boolean,
): Promise<readonly string[]> {
  const found = new Set<string>();
  const own = await follow(folder);
  // The files of the mirror itself are not a source of it, even if a link leads to them or to one of its folders.
  const isOwn = async (file: string) => isBelow(folder, file) || isBelow(own, await follow(file));
  for (const pattern of patterns) {
    const path = resolve(folder, pattern);
    // The folders that the mirror is in are not part of the pattern, even if there is a * in their names.
    const up = /^(\.\.(\/|$))*/.exec(pattern)?.[0] ?? '';
    const files = await matchPath(
      path,
      isAbsolute(pattern) ? parse(path).root : resolve(folder, up),
    );
    const owned = await Promise.all(files.map(isOwn));
    const others = files.filter((_, at) => owned[at] === false);
    if (others.length === 0) throw isGiven ? await explainPattern(path) : goneFiles(path);
    for (const file of others) found.add(file);
  }
  return [...found].sort();
}

/** Why a pattern that was given finds nothing. */
async function explainPattern(path: string): Promise<CostctlError> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) {
    return usageError(
      `--files: ${path} is a folder`,
      `name the files in it: --files '${join(path, '**', '*.csv')}'`,
    );
  }
  if (found !== undefined && !found.isFile()) {
    return needsWholeFile(`--files: ${path} is a pipe or a device, not a file`);
  }
  return usageError(
    `--files: no file matches ${path}`,
    "quote the pattern, so that the shell does not expand it: --files 'focus/**/*.parquet'",
  );
}

function goneFiles(path: string): CostctlError {
  return usageError(
    `the mirror was made of files that are gone: no file matches ${path}`,
    'nothing was changed: put them back, or make a mirror of other files in a new folder',
  );
}

function follow(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** The path as it is recorded, relative to the mirror: it still holds if mirror and files are moved together. */
export function recordPath(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

/** The files of a pattern whose first folders are `base`, which is no pattern. */
async function matchPath(path: string, base: string): Promise<string[]> {
  const steps = relative(base, path)
    .split(/[/\\]/)
    .filter((step) => step !== '');
  if (steps.at(-1) === '**') steps.push('*');
  const first = steps.findIndex((step) => /[*?]/.test(step));
  if (first < 0) return (await isFile(path)) ? [path] : [];
  const found: string[] = [];
  await walk(join(base, ...steps.slice(0, first)), steps.slice(first), found);
  return found;
}

async function walk(folder: string, [step, ...others]: readonly string[], found: string[]) {
  if (step === undefined) return;
  const entries = await entriesOf(folder);
  if (step === '**') {
    await walk(folder, others, found);
    for (const entry of entries) {
      // A link is not followed here: it may lead in a circle.
      if (entry.name.startsWith('.') || !entry.isDirectory()) continue;
      await walk(join(folder, entry.name), [step, ...others], found);
    }
    return;
  }
  const form = formOf(step);
  for (const entry of entries) {
    if (!form.test(entry.name) || (entry.name.startsWith('.') && !step.startsWith('.'))) continue;
    const path = join(folder, entry.name);
    if (others.length > 0 && (await isFolder(path))) {
      await walk(path, others, found);
    } else if (others.length === 0 && (entry.isFile() || (await isFile(path)))) found.push(path);
  }
}

function formOf(step: string): RegExp {
  const text = step.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${text.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'su');
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true;
}
