import { type Command, command, type Group, group, hasOpenBody } from '../command.ts';
import type { Context } from '../context.ts';
import { text } from '../declaration/kind.ts';
import { restArguments } from '../declaration/option.ts';
import { type CostctlError, usageError } from '../errors.ts';
import { groupBy, within } from '../grouping.ts';
import type { Description } from '../openapi/description.ts';
import { aliasesOf } from '../openapi/keep-names.ts';
import { namedCommands } from '../openapi/named-operations.ts';
import { commandOf } from '../openapi/taken-names.ts';
import { sentenceOf } from '../openapi/words.ts';
import type { GlobalFlags } from '../settings.ts';
import { describedCommand } from './openapi/described-command.ts';
import { loadDescriptions } from './openapi/stored-document.ts';

export interface Described {
  readonly groups: readonly Group[];
  /** A built-in action with the options of its body, if only the document shows them. */
  readonly extend: (declared: Command) => Command;
  /** The operationIds of built-in actions: `workspaces list-workspaces` is `workspaces list`. */
  readonly aliases: ReadonlyMap<string, string>;
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
  const descriptions = await loadDescriptions(context, flags);
  const { groups, below: _below, ...others } = collectCommands(descriptions, words[0]);
  return { ...others, groups: [...groups.values()].map((group) => groupOf(group, words)) };
}

/** The declaration of a group, with the commands that the words of a line may mean. */
export function groupOf(described: DescribedGroup, words: readonly string[]): Group {
  const { words: name, purpose } = described;
  return nest(name.split(' '), purpose, chooseCommands(described, words));
}

/** A group of the document, whose commands are declared one by one when they are needed. */
export interface DescribedGroup {
  readonly words: string;
  readonly purpose: string;
  /** A document has the group; otherwise the service only names it. */
  readonly imported: boolean;
  readonly commands: ReadonlyMap<string, () => Command>;
  /** The operationIds, and the names that an earlier version had: neither is shown. */
  readonly aliases: ReadonlyMap<string, () => Command>;
}

export interface Collected extends Omit<Described, 'groups'> {
  readonly groups: ReadonlyMap<string, DescribedGroup>;
  readonly below: ReadonlyMap<string, readonly DescribedGroup[]>;
}

/** The groups that documents and the service name, or only those below one word. */
export function collectCommands(descriptions: readonly Description[], first?: string): Collected {
  const groups = new Map<string, Growing>();
  const grow: Grow = (group, tag, imported) => {
    if (first !== undefined && group.split(' ')[0] !== first) return undefined;
    const facts = { words: group, purpose: sentenceOf(tag), imported };
    return within(groups, group, () => ({ ...facts, commands: new Map(), aliases: new Map() }));
  };
  for (const description of descriptions) addOperations(description, grow);
  // A removed name is found only by someone who types it: help and completion do not list it.
  if (first !== undefined) for (const description of descriptions) addRemoved(description, grow);
  for (const { group, action, operation } of namedCommands) {
    const name = `${group} ${action}`;
    const isImported = descriptions.length > 0;
    addFirst(grow(group, operation.tag, false)?.commands, action, () =>
      unpublishedCommand(name, isImported),
    );
  }
  return {
    groups,
    below: groupBy(groups.values(), ({ words }) => words.split(' ')[0] ?? ''),
    aliases: new Map(descriptions.flatMap(aliasesOfBuiltIn)),
    extend: (declared) => descriptions.reduce((one, next) => extendCommand(one, next), declared),
  };
}

interface Growing extends DescribedGroup {
  readonly commands: Map<string, Declare>;
  readonly aliases: Map<string, Declare>;
}

type Declare = () => Command;
type Grow = (group: string, tag: string, imported: boolean) => Growing | undefined;

function addFirst(commands: Map<string, Declare> | undefined, name: string, declare: Declare) {
  if (commands?.has(name) === false) commands.set(name, declare);
}

function addOperations(description: Description, grow: Grow): void {
  for (const operation of description.operations) {
    const { command: name, tag, id } = operation;
    if (name === undefined) continue;
    const group = grow(name.group, tag, true);
    const declareAs = (action: string) => () =>
      describedCommand(operation, description, { words: `${name.group} ${action}` });
    addFirst(group?.commands, name.action, declareAs(name.action));
    for (const alias of aliasesOf(id, name.group)) {
      addFirst(group?.aliases, alias, declareAs(alias));
    }
  }
  for (const one of description.unusable) {
    if (one.command === undefined) continue;
    const { group, action } = one.command;
    const words = `${group} ${action}`;
    const own = grow(group, group, true);
    addFirst(own?.commands, action, () => unusableCommand(words, one));
    for (const alias of aliasesOf(one.id ?? '', group)) {
      addFirst(own?.aliases, alias, () => unusableCommand(`${group} ${alias}`, one));
    }
  }
}

function addRemoved(description: Description, grow: Grow): void {
  for (const words of description.removed) {
    const group = words.split(' ').slice(0, -1).join(' ');
    const action = words.split(' ').at(-1) ?? '';
    addFirst(grow(group, group, true)?.aliases, action, () => removedCommand(words, description));
  }
}

function aliasesOfBuiltIn({ operations }: Description): [string, string][] {
  return operations.flatMap(({ id, known = '' }) => {
    const words = commandOf(known);
    if (words === '') return [];
    const group = words.split(' ').slice(0, -1).join(' ');
    return aliasesOf(id, group).map((alias): [string, string] => [`${group} ${alias}`, words]);
  });
}

/** A group may have a thousand actions: if one of them is named, the others are not declared. */
function chooseCommands({ commands, aliases }: DescribedGroup, words: readonly string[]) {
  const find = (word: string) => commands.get(word) ?? aliases.get(word);
  const named = words.slice(1).find((word) => find(word) !== undefined);
  const chosen = named === undefined ? [...commands.values()] : [find(named)];
  return chosen.flatMap((declare) => (declare === undefined ? [] : [declare()]));
}

/** `workspaces providers` is a group in a group. */
function nest(names: readonly string[], purpose: string, commands: Group['commands']): Group {
  const inner = group(names.join(' '), purpose, commands);
  const above = names.slice(0, -1);
  return above.length === 0 ? inner : nest(above, sentenceOf(above.join(' ')), [inner]);
}

/** A command that only says why it does nothing, whatever it is given. */
function explainingCommand(
  words: string,
  purpose: string,
  example: string,
  explain: () => CostctlError,
): Command {
  return command({
    words,
    purpose,
    examples: [example],
    local: true,
    anyOptions: true,
    arguments: {
      arguments: restArguments(
        text('arguments', { empty: true }),
        'as the imported operation defines them',
      ),
    },
    run: async () => {
      throw explain();
    },
  });
}

function unpublishedCommand(name: string, isImported: boolean): Command {
  const what = isImported
    ? `the imported document has no operation for "${name}"`
    : `the service names the operation of "${name}" without publishing its path`;
  const purpose = 'Named by the service; its path is not published (see costctl api import)';
  return explainingCommand(name, purpose, 'costctl api import openapi.yaml', () => {
    const own = ownAnswers[name] ?? ownAnswers[name.split(' ')[0] ?? ''];
    const operations = isImported
      ? 'costctl api operations lists those that it has'
      : "import the service's OpenAPI document: costctl api import FILE";
    return usageError(
      what,
      `${own === undefined ? '' : `${own}; or `}${operations}; or send the request yourself: costctl api METHOD PATH`,
    );
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
  const line = `costctl api ${one.method} ${encodePath(one.path)}`;
  const hint = one.elsewhere ? 'use a program such as curl for it' : `send it by hand: ${line}`;
  return explainingCommand(words, `Cannot be a command: ${one.reason}`, line, () =>
    usageError(`${words} cannot be a command: ${one.reason}`, hint),
  );
}

/** `costctl api` takes a path as it is sent. The braces are for the person to fill in. */
function encodePath(path: string): string {
  return path.replace(/\{[^{}]*\}|[^\x21-\x7e\p{Surrogate}]/gu, (part) =>
    part.startsWith('{') ? part : encodeURIComponent(part),
  );
}

/** For one version of the document a removed command says that it is gone. */
function removedCommand(words: string, { title, version }: Description): Command {
  const [purpose, show] = ['No longer in the imported document', 'costctl api operations'];
  return explainingCommand(words, purpose, show, () =>
    usageError(
      `${words} is gone: version ${version || 'now imported'} of the document ${title} no longer has it`,
      `${show} lists what it has`,
    ),
  );
}

function extendCommand(declared: Command, description: Description): Command {
  if (!hasOpenBody(declared)) return declared;
  const operation = description.operations.find((one) => one.known === declared.operation?.id);
  if (operation?.body === undefined) return declared;
  return describedCommand(operation, description, { words: declared.words, extended: declared });
}
