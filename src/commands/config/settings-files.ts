import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceFile } from '../../config/parse-file.ts';
import type { PlanDocument } from '../../config/plan-document.ts';
import { isSavedPlan, readSavedPlan } from '../../config/saved.ts';
import type { Context } from '../../context.ts';
import { fileError, usageError } from '../../errors.ts';
import type { JsonValue } from '../../json/number.ts';
import { parseJson } from '../../json/parse.ts';
import { statIfThere } from '../../storage/file-system.ts';
import { resolvePath } from '../../storage/path.ts';
import { readStdin, readTextFile } from '../../storage/read-input.ts';

/** The files of a path: the file itself, every .yaml and .yml of a folder, or stdin for `-`. */
export async function readSources(context: Context, path: string): Promise<SourceFile[]> {
  if (path === '-') return [{ path, text: await readStdin(context, 'FILE') }];
  if (!(await isFolder(context, path))) return [await readSource(context, path)];
  const names = await listFolder(context, path);
  if (names.length === 0) {
    throw usageError(
      `the folder ${path} has no .yaml file`,
      `costctl config pull -O ${path} writes a file for each workspace`,
    );
  }
  return Promise.all(names.map((name) => readSource(context, join(path, name))));
}

export async function readSource(context: Context, path: string): Promise<SourceFile> {
  return { path, text: await readTextFile(resolvePath(context, path)) };
}

export async function isFolder(context: Context, path: string): Promise<boolean> {
  return (await statIfThere(resolvePath(context, path)))?.isDirectory() === true;
}

async function listFolder(context: Context, path: string): Promise<string[]> {
  try {
    const names = await readdir(resolvePath(context, path));
    return names.filter((name) => /^[^.].*\.ya?ml$/i.test(name)).sort();
  } catch (cause) {
    throw fileError(`cannot read the folder ${path}`, cause);
  }
}

/** The plan in a file; undefined for a settings file. */
export function findSavedPlan(sources: readonly SourceFile[]): PlanDocument | undefined {
  const [source, ...others] = sources;
  if (source === undefined || others.length > 0) return undefined;
  // A settings file in JSON has no format: most files are recognized without parsing them.
  if (!source.text.includes('costctl-plan')) return undefined;
  let value: JsonValue;
  try {
    value = parseJson(source.text);
  } catch {
    return undefined;
  }
  return isSavedPlan(value) ? readSavedPlan(value, source.path) : undefined;
}
