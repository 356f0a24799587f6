import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { usageError } from '../errors.ts';
import type { Description } from '../openapi/description.ts';
import { namedCommands } from '../openapi/named.ts';
import type { GlobalFlags } from '../settings.ts';
import { builtInCommands } from './api/built-in.ts';
import { examples } from './examples.ts';
import { unshownBodies } from './openapi/called.ts';
import { addCommand, extendCommand } from './openapi/command.ts';
import { loadDescription } from './openapi/kept.ts';
import { findCommand as find, sentenceOf } from './openapi/list.ts';

/**
 * Adds what the imported document has for a group, and what the service names without a path and
 * the document does not have. Without a group: all of it.
 */
export async function addDescribed(
  program: Command,
  context: Context,
  flags: GlobalFlags,
  group?: string,
): Promise<void> {
  const description = await loadDescription(context, flags);
  const isWanted = (name: string) => group === undefined || name.split(' ')[0] === group;
  for (const operation of description?.operations ?? []) {
    const { command } = operation;
    if (description === undefined || command === undefined || !isWanted(command.group)) continue;
    const parent = openGroup(program, command.group, sentenceOf(operation.tag));
    if (find(parent, command.action) === undefined) {
      addCommand(parent, context, operation, description, command.action);
    }
  }
  addUnpublished(program, description, isWanted);
  if (description !== undefined) extendWritten(program, context, description);
}

function addUnpublished(
  program: Command,
  description: Description | undefined,
  isWanted: (group: string) => boolean,
): void {
  for (const { group, action, operation } of namedCommands) {
    if (!isWanted(group)) continue;
    const parent = openGroup(program, group, sentenceOf(operation.tag));
    if (find(parent, action) !== undefined) continue;
    parent
      .command(action)
      .description('Named by the service; its path is not published (see costctl api import)')
      .argument('[arguments...]', 'as the imported document will have them')
      .allowUnknownOption()
      .addHelpText('after', examples('costctl api import openapi.yaml'))
      .action(() => {
        throw refuse(`${group} ${action}`, description);
      });
  }
}

function refuse(name: string, description: Description | undefined) {
  const what =
    description === undefined
      ? `the service names the operation of "${name}" without publishing its path`
      : `the imported document has no operation for "${name}"`;
  return usageError(
    what,
    "import the service's OpenAPI document: costctl api import FILE; or send the request yourself: costctl api METHOD PATH",
  );
}

/** What is written by hand gets the options of the bodies that only the document shows. */
function extendWritten(program: Command, context: Context, description: Description): void {
  for (const id of unshownBodies) {
    const operation = description.operations.find((one) => one.known === id);
    const command = builtInCommands[id]
      .split(' ')
      .reduce<Command | undefined>((parent, word) => parent && find(parent, word), program);
    if (operation?.body !== undefined && command !== undefined) {
      extendCommand(command, context, operation, description);
    }
  }
}

function openGroup(program: Command, path: string, description: string): Command {
  return path.split(' ').reduce((parent, name) => {
    return find(parent, name) ?? parent.command(name).description(description);
  }, program);
}
