import { readFile } from 'node:fs/promises';
import type * as z from 'zod/mini';
import { CostctlError, fileError, isAbsence } from '../errors.ts';

/** Reads the manifest of a folder; undefined if the file is missing. `noun` is what the folder is. */
export async function readManifestFile<Value>(
  path: string,
  schema: z.ZodMiniType<Value>,
  { noun, hint }: { readonly noun: string; readonly hint: string },
): Promise<Value | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if (isAbsence(cause)) return undefined;
    throw fileError(`cannot read ${path}`, cause);
  }
  const manifest = schema.safeParse(parse(text));
  if (manifest.success) return manifest.data;
  const place = manifest.error.issues[0]?.path.join('.') ?? '';
  const what = `${path} is not the manifest of ${noun}: ${place || 'not JSON'}`;
  throw new CostctlError('invalid_data', what, { hint });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
