import { resolve } from 'node:path';

/** The option of Node that loads a helper before a program. */
export function preload(helper: string): string {
  return `--require ${JSON.stringify(resolve('test/helpers', helper))}`;
}
