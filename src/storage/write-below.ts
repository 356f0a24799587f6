import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Context } from '../context.ts';
import { usageError } from '../errors.ts';
import type { UsedFile } from './distinct-files.ts';
import { findPlace, statIfThere } from './file-system.ts';
import { resolvePath } from './path.ts';

/** Refuses files outside, even through a link. For lines with words from other people, and for calls of a model. */
export async function requireBelow(
  context: Pick<Context, 'workingFolder'>,
  { folder, setBy }: { readonly folder: string; readonly setBy: string },
  files: readonly UsedFile[],
): Promise<void> {
  const root = await locate(resolvePath(context, folder));
  for (const { name, path, isWritten } of files) {
    if (!isWritten || typeof path !== 'string') continue;
    const place = await locate(resolvePath(context, path));
    if (place === root || place.startsWith(root.endsWith(sep) ? root : root + sep)) continue;
    throw usageError(
      `${name}: ${path} is outside of ${folder}`,
      `name a file in that folder: ${setBy} sets it`,
    );
  }
}

/** Where a path leads, following the links of every folder that exists. */
async function locate(path: string): Promise<string> {
  const parent = dirname(path);
  const isNew = parent !== path && (await statIfThere(parent)) === undefined;
  if (isNew) return join(await locate(parent), basename(path));
  return resolve((await findPlace(path)).path);
}
