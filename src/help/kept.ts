import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readAsset } from '../assets.ts';
import type { Context } from '../context.ts';
import { defaultConfigFolder } from '../settings/folder.ts';
import type { CommandNode } from './tree.ts';

/**
 * The command tree that the build wrote down, for help without loading a command. Undefined where an
 * imported document may have added to it.
 */
export function readTree(context: Context): CommandNode | undefined {
  const folder = context.env['COSTCTL_CONFIG_DIR'] || defaultConfigFolder(context);
  if (folder !== undefined && existsSync(join(folder, 'described'))) return undefined;
  const text = readAsset('dist/tree.json');
  return text === undefined ? undefined : (JSON.parse(text) as CommandNode);
}
