import { isAbsolute, resolve } from 'node:path';
import type { Context } from '../context.ts';

/** A path that a person gave, from the folder that the program was started in. */
export function resolvePath(context: Pick<Context, 'workingFolder'>, path: string): string {
  return isAbsolute(path) ? path : resolve(context.workingFolder(), path);
}
