import type { Context } from '../context.ts';
import { type Command, command, type Group, group, hasOpenBody } from '../declaration/command.ts';
import { text } from '../declaration/kind.ts';
import { restArguments } from '../declaration/option.ts';
import { usageError } from '../errors.ts';
import type { CommandName, Description } from '../openapi/description.ts';
import { namedCommands } from '../openapi/taken-names.ts';
import { sentenceOf } from '../openapi/words.ts';
import type { GlobalFlags } from '../settings.ts';
import { describedCommand } from './openapi/described-command.ts';
import { loadDescription } from './openapi/stored-document.ts';

/** What a document adds to the command line. */
export interface Described {
  /** New groups, and new actions of built-in ones. */
  readonly groups: readonly Group[];
  /** A built-in action with the options of its body, if only the document shows them. */
  readonly extend: (declared: Command) => Command;
}

/**
 * The commands of the imported document, and those of the operations that the service names without
 * a path and the document does not have. With words, only those that the words may mean.
 */
export async function describeCommands(
  context: Context,
  flags: GlobalFlags,
  words: readonly string[] = [],
): Promise<Described> {
  const { groups, extend } = await collectCommands(context, flags, words[0]);
  return {
    groups: [...groups.values()].map((group) =>
      nest(group.words.split(' '), group.purpose, chooseCommands(group.commands, words)),
    ),
    extend,
  };
}

/** A group of the document, whose commands are declared one by one when they are needed. */
export interface DescribedGroup {
  readonly words: string;
  readonly purpose: string;
  /** The document has it; otherwise the service only names it. */
  readonly imported: boolean;
  readonly commands: ReadonlyMap<string, () => Command>;
}

/** The groups that a document brings, or only those below one word. */
export async function collectCommands(
  context: Context,
  flags: GlobalFlags,
  first?: string,
): Promise<{ groups: ReadonlyMap<string, DescribedGroup>; extend: Described['extend'] }> {
  const description = await loadDescription(context, flags);
  const groups = new Map<string, DescribedGroup & { commands: Map<string, () => Command> }>();
  const addTo = (imported: boolean): Add => {
    return ({ group, action }, tag, declare) => {
      if (first !== undefined && group.split(' ')[0] !== first) return;
      const purpose = sentenceOf(tag);
      const one = groups.get(group) ?? { words: group, purpose, imported, commands: new Map() };
      if (!one.commands.has(action)) one.commands.set(action, declare);
      groups.set(group, one);
    };
  };
  const add = addTo(false);
  if (description !== undefined) addOperations(description, addTo(true));
  for (const { group, action, operation } of namedCommands) {
    const name = `${group} ${action}`;
    add({ group, action }, operation.tag, () => unpublishedCommand(name, description));
  }
  return {
    groups,
    extend: (declared) =>
      description === undefined ? declared : extendCommand(declared, description),
  };
}

type Add = (name: CommandName, tag: string, declare: () => Command) => void;

function addOperations(description: Description, add: Add): void {
  for (const operation of description.operations) {
    const { command: name, tag } = operation;
    if (name === undefined) continue;
    const words = `${name.group} ${name.action}`;
    add(name, tag, () => describedCommand(operation, description, { words }));
  }
  for (const one of description.unusable) {
    if (one.command === undefined) continue;
    const words = `${one.command.group} ${one.command.action}`;
    add(one.command, one.command.group, () => unusableCommand(words, one));
  }
}

/** A group may have a thousand actions: if one of them is named, the others are not declared. */
function chooseCommands(
  commands: ReadonlyMap<string, () => Command>,
  words: readonly string[],
): Command[] {
  const named = words.slice(1).find((word) => commands.has(word));
  const chosen = named === undefined ? [...commands.values()] : [commands.get(named)];
  return chosen.flatMap((declare) => (declare === undefined ? [] : [declare()]));
}

/** `workspaces providers` is a group in a group. */
function nest(names: readonly string[], purpose: string, commands: Group['commands']): Group {
  const whole = names.join(' ');
  const inner = group(whole, purpose, commands);
  const above = names.slice(0, -1);
  return above.length === 0 ? inner : nest(above, sentenceOf(above.join(' ')), [inner]);
}

const anyWords = {
  arguments: restArguments(
    text('arguments', { empty: true }),
    'as the imported operation defines them',
  ),
};

function unpublishedCommand(name: string, description: Description | undefined): Command {
  const what =
    description === undefined
      ? `the service names the operation of "${name}" without publishing its path`
      : `the imported document has no operation for "${name}"`;
  return command({
    words: name,
    purpose: 'Named by the service; its path is not published (see costctl api import)',
    examples: ['costctl api import openapi.yaml'],
    local: true,
    anyOptions: true,
    arguments: anyWords,
    run: async () => {
      const own = ownAnswers[name] ?? ownAnswers[name.split(' ')[0] ?? ''];
      const operations =
        description === undefined
          ? "import the service's OpenAPI document: costctl api import FILE"
          : 'costctl api operations lists those that it has';
      throw usageError(
        what,
        `${own === undefined ? '' : `${own}; or `}${operations}; or send the request yourself: costctl api METHOD PATH`,
      );
    },
  });
}

/** What this program answers itself, from cost rows. */
const ownAnswers: Readonly<Record<string, string>> = {
  'costs forecast': 'costctl costs outlook forecasts a month from its rows',
  'costs data-summary': 'costctl costs summary adds up cost rows',
  budgets: 'costctl costs check --budgets FILE judges budgets of your own',
  anomalies: 'costctl costs anomalies lists days with unusual cost',
  'cost-alerts': 'costctl costs check exits 11 if a limit is exceeded',
};

function unusableCommand(words: string, one: Description['unusable'][number]): Command {
  const line = `costctl api ${one.method} ${one.path}`;
  return command({
    words,
    purpose: `Cannot be a command: ${one.reason}`,
    examples: [line],
    local: true,
    anyOptions: true,
    arguments: anyWords,
    run: async () => {
      throw usageError(`${words} cannot be a command: ${one.reason}`, `send it by hand: ${line}`);
    },
  });
}

function extendCommand(declared: Command, description: Description): Command {
  if (!hasOpenBody(declared)) return declared;
  const operation = description.operations.find((one) => one.known === declared.operation?.id);
  if (operation?.body === undefined) return declared;
  return describedCommand(operation, description, { words: declared.words, extended: declared });
}
