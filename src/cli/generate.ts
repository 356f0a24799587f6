import { createHash } from 'node:crypto';
import { version } from '../../package.json';
import type { Context } from '../context.ts';
import { bashTables } from './completion/bash.ts';
import { fishTables } from './completion/fish.ts';
import { powershellTables } from './completion/powershell.ts';
import { type Spec, specsOf } from './completion/specs.ts';
import { zshTables } from './completion/zsh.ts';
import { describeCommand } from './help/describe-command.ts';
import { writeTree } from './help/text.ts';
import type { CommandNode } from './help/tree.ts';
import { writeManual } from './manual.ts';
import { createWholeProgram } from './program.ts';

const shells: Readonly<Record<string, (specs: readonly Spec[]) => string>> = {
  'costctl.bash': bashTables,
  _costctl: zshTables,
  'costctl.fish': fishTables,
  'costctl.ps1': powershellTables,
};

/**
 * The files generated from the command tree, by their path in the package. A completion script is a
 * template, read with `readTemplate`, with the tables of its shell filled in.
 */
export async function generateFiles(
  context: Context,
  readTemplate: (name: string) => string,
): Promise<Record<string, string>> {
  const tree = describeCommand(await createWholeProgram(context));
  const specs = specsOf(tree);
  const scripts = Object.entries(shells).map(([name, writeTables]) => [
    `completions/${name}`,
    readTemplate(name).replace('@tables@', () => writeTables(specs)),
  ]);
  return {
    'dist/tree.txt': writeTree(tree, digestOf(tree)),
    'man/costctl.1': writeManual(tree, version),
    ...Object.fromEntries(scripts),
  };
}

/** Distinguishes builds: a tree stored by another build is out of date. */
function digestOf(tree: CommandNode): string {
  return createHash('sha256').update(JSON.stringify(tree)).digest('hex').slice(0, 16);
}
