import type { Command } from 'commander';
import { loadDescriptions } from '../commands/openapi/stored-document.ts';
import type { Context } from '../context.ts';
import { namedCommands } from '../openapi/named-operations.ts';
import { isBuiltIn } from '../openapi/taken-names.ts';
import { sentenceOf } from '../openapi/words.ts';
import type { GlobalFlags } from '../settings.ts';
import { importedHeading, unpublishedHeading } from './help/tree.ts';

/** For the help of the program: a line for each group that only a document or the service names. */
export async function listImportedGroups(
  program: Command,
  context: Context,
  flags: GlobalFlags,
): Promise<void> {
  // The command that needs the configuration reports what is wrong with it.
  const descriptions = await loadDescriptions(context, flags).catch(() => []);
  const imported = new Map<string, string>();
  for (const { command, tag } of descriptions.flatMap(({ operations }) => operations)) {
    if (command !== undefined) imported.set(command.group, sentenceOf(tag));
  }
  const named = new Map(namedCommands.map((one) => [one.group, sentenceOf(one.operation.tag)]));
  for (const [name, text] of new Map([...named, ...imported])) {
    if (isBuiltIn(name) || findCommand(program, name) !== undefined) continue;
    const heading = imported.has(name) ? importedHeading : unpublishedHeading;
    program.command(name).description(text).helpGroup(heading);
  }
}

function findCommand(parent: Command, name: string): Command | undefined {
  return parent.commands.find((one) => one.name() === name || one.aliases().includes(name));
}
