import type { Command, Group } from '../../command.ts';
import { kebabCase } from '../../declaration/line.ts';
import type { Option } from '../../declaration/option.ts';
import { optionEntries } from '../../declaration/shared.ts';
import { completionOf, describeOption } from './describe-option.ts';
import { describeGroup, helpOption } from './describe-root.ts';
import { type CommandNode, type OptionNode, rareHeading } from './tree.ts';

export interface LoadedGroup {
  readonly name: string;
  readonly description: string;
  /** Few users need it, so the program's help lists only its name. */
  readonly rare?: boolean;
  readonly declared: readonly (Command | Group)[];
}

/** The node with more commands below it; a name that is taken stays with the command that has it. */
export function addCommands(node: CommandNode, added: readonly (Command | Group)[]): CommandNode {
  const commands = new Map(node.commands.map((one) => [one.name, one]));
  const taken = new Set(node.commands.flatMap(({ name, aliases }) => [name, ...aliases]));
  for (const one of added) {
    const name = lastWord(one);
    if (one.kind === 'group') {
      const group = commands.get(name) ?? describeGroup(name, one.purpose);
      commands.set(name, addCommands(group, one.commands));
    } else if (!taken.has(name)) commands.set(name, describeCommand(one, taken));
    for (const text of [name, ...(commands.get(name)?.aliases ?? [])]) taken.add(text);
  }
  const all = [...commands.values()];
  return { ...node, commands: all, examples: examplesFrom(all) };
}

/** A built-in group; an action of one word is not a group. */
export function describeLoaded(
  { name, description, rare, declared }: LoadedGroup,
  extend: (one: Command) => Command,
): CommandNode {
  const heading = rare === true ? rareHeading : '';
  const action = declared.find((one) => one.kind === 'command' && one.words === name);
  if (action?.kind === 'command') return { ...describeCommand(extend(action)), heading };
  const extended = declared.map((one) => extendAll(one, extend));
  return addCommands(describeGroup(name, description, heading), extended);
}

export function withoutHidden(node: CommandNode): CommandNode {
  const options = node.options.filter(({ hidden }) => hidden !== true);
  return { ...node, options, commands: node.commands.map(withoutHidden) };
}

/** A declared action, by the last of its words. */
function describeCommand(declared: Command, taken: ReadonlySet<string> = new Set()): CommandNode {
  const name = lastWord(declared);
  const alias = aliases[name];
  return {
    name,
    aliases: alias === undefined || taken.has(alias) ? [] : [alias],
    description: declared.purpose,
    arguments: Object.entries(declared.arguments).map(([key, one]) => ({
      name: one.name ?? kebabCase(key),
      description: one.description,
      required: one.required,
      variadic: one.variadic,
      completes: completionOf(one.kind),
    })),
    options: [...optionEntries(declared).flatMap(describeOnce), helpOption],
    examples: declared.examples,
    ...(declared.details === undefined ? {} : { details: declared.details.split('\n') }),
    commands: [],
    heading: declared.heading ?? '',
    ...(declared.isDefault === true ? { isDefault: true } : {}),
  };
}

/** Many actions have the same options: those of a result, or of the same body. */
const known = new WeakMap<Option, { readonly key: string; readonly nodes: OptionNode[] }>();

function describeOnce([key, option]: [string, Option]): OptionNode[] {
  const held = known.get(option);
  if (held?.key === key) return held.nodes;
  const nodes = describeOption(key, option);
  known.set(option, { key, nodes });
  return nodes;
}

const aliases: Readonly<Record<string, string>> = { list: 'ls', delete: 'rm', remove: 'rm' };

function lastWord({ words }: { readonly words: string }): string {
  return words.slice(words.lastIndexOf(' ') + 1);
}

/** The help of a group shows examples of its first actions. */
function examplesFrom(commands: readonly CommandNode[]): string[] {
  const first = commands.flatMap(({ examples }) => examples.slice(0, 1));
  return [...new Set(first)].slice(0, 3);
}

function extendAll(one: Command | Group, extend: (one: Command) => Command): Command | Group {
  if (one.kind === 'command') return extend(one);
  return { ...one, commands: one.commands.map((child) => extendAll(child, extend)) };
}
