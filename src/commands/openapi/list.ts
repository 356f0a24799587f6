import type { Command } from 'commander';
import { importedHeading, unpublishedHeading } from '../../cli/help/tree.ts';
import type { Context } from '../../context.ts';
import { isWrittenByHand } from '../../openapi/groups.ts';
import { namedCommands } from '../../openapi/named.ts';
import type { GlobalFlags } from '../../settings.ts';
import { loadDescription } from './kept.ts';

/** For the help of the program: the groups that no file here writes out, a line each. */
export async function listDescribed(
  program: Command,
  context: Context,
  flags: GlobalFlags,
): Promise<void> {
  // What is wrong with the configuration is told by the command that needs it.
  const description = await loadDescription(context, flags).catch(() => undefined);
  const imported = new Map<string, string>();
  for (const { command, tag } of description?.operations ?? []) {
    if (command !== undefined) imported.set(command.group, sentenceOf(tag));
  }
  const named = new Map(namedCommands.map((one) => [one.group, sentenceOf(one.operation.tag)]));
  for (const [name, text] of new Map([...named, ...imported])) {
    if (isWrittenByHand(name) || findCommand(program, name) !== undefined) continue;
    const heading = imported.has(name) ? importedHeading : unpublishedHeading;
    program.command(name).description(text).helpGroup(heading);
  }
}

function findCommand(parent: Command, name: string): Command | undefined {
  return parent.commands.find((one) => one.name() === name || one.aliases().includes(name));
}

/** `CostAlerts` is as it stands; `cost-alerts` becomes a word that begins a line. */
export function sentenceOf(tag: string): string {
  return tag.slice(0, 1).toUpperCase() + tag.slice(1);
}
