import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Context } from '../context.ts';

/** Resolves a path given by the user, relative to the folder in which the program was started. */
export function resolvePath(context: Pick<Context, 'workingFolder'>, path: string): string {
  return isAbsolute(path) ? path : resolve(context.workingFolder(), path);
}

/** Whether a file is in a folder or below it. A name may begin with two dots. */
export function isBelow(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}
