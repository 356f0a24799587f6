import { expect, test } from 'vitest';
import { describeCommand } from '../../src/cli/help/describe-command.ts';
import type { CommandNode } from '../../src/cli/help/tree.ts';
import { createWholeProgram } from '../../src/cli/program.ts';
import { createContext } from '../helpers/context.ts';
import { run } from '../helpers/run.ts';

const root = describeCommand(await createWholeProgram(createContext()));

/** The words of every action that has another name, and that name. */
function aliasesOf(command: CommandNode, words: readonly string[]): [string, string][] {
  return command.commands.flatMap((child) => [
    ...child.aliases.map((alias): [string, string] => [
      [...words, child.name].join(' '),
      [...words, alias].join(' '),
    ]),
    ...aliasesOf(child, [...words, child.name]),
  ]);
}

test.each(aliasesOf(root, []))('%s has the alias %s', async (name, alias) => {
  const help = (line: string) => run([...line.split(' '), '--help']);
  expect((await help(alias)).stdout).toBe((await help(name)).stdout);
});
