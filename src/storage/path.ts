import { isAbsolute, resolve } from 'node:path';
import type { Context } from '../context.ts';

/** Resolves a path given by the user, relative to the folder in which the program was started. */
export function resolvePath(context: Pick<Context, 'workingFolder'>, path: string): string {
  return isAbsolute(path) ? path : resolve(context.workingFolder(), path);
}
