import { collectCommands, type DescribedGroup } from '../../commands/openapi.ts';
import type { Context } from '../../context.ts';
import type { Command } from '../../declaration/command.ts';
import { isBuiltIn } from '../../openapi/taken-names.ts';
import { oneLine } from '../../openapi/words.ts';
import type { GlobalFlags } from '../../settings.ts';
import { describeDeclared, describeGroup, examplesFrom } from './describe-command.ts';
import {
  type CommandNode,
  findCommand,
  importedHeading,
  isUnpublished,
  unpublishedHeading,
} from './tree.ts';
import {
  commandText,
  createShared,
  joinTree,
  linesOf,
  readCommand,
  readRoot,
  writeNode,
} from './tree-text.ts';

/** Every declaration of the program. */
export type LoadAll = () => Promise<readonly Command[]>;

interface Sources {
  /** The tree of the build, as text. */
  readonly built: string;
  /** What the tree was made from. */
  readonly of: string;
  readonly loadAll: LoadAll;
}

/**
 * The program's tree with the commands of an imported document, made from the tree of the build: one
 * group at a time, since a document may have ten thousand operations. Also the words of its groups,
 * which the shell scripts read themselves.
 */
export async function writeImportedTree(
  context: Context,
  flags: GlobalFlags,
  { built, of, loadAll }: Sources,
): Promise<{ readonly tree: string; readonly words: string }> {
  const { groups, extend } = await collectCommands(context, flags);
  const lines = linesOf(built);
  const shared = createShared(lines.header.shared.map((option) => JSON.stringify(option)));
  const root = readRoot(lines);
  const written = new Map<string, string>();
  const words: string[] = [];
  const names = orderGroups(root, [...groups.values()]);
  const extended = await extendedNodes(extend, loadAll);
  const commands = names.map(({ name, node, place, heading }): CommandNode => {
    const own = [...groups.values()].filter((one) => one.words.split(' ')[0] === name);
    const isExtended = [...extended.keys()].some((one) => one.startsWith(`${name} `));
    if (place !== undefined && own.length === 0 && !isExtended) {
      // The table of shared options starts with the table of the build, so this line does not change.
      written.set(name, commandText(lines, place));
      return node;
    }
    const full = place === undefined ? node : readCommand(lines, place);
    const whole = own.reduce(addGroup, full);
    for (const group of own) words.push(wordsOf(group, whole));
    const replaced = replaceNodes(whole, name, extended);
    const named = heading === undefined ? replaced : { ...replaced, heading };
    written.set(name, writeNode(named, shared));
    return { ...named, arguments: [], options: [], examples: [], commands: [] };
  });
  const builtIn = new Set(root.commands.map((one) => one.name));
  const added = commands.filter(({ name }) => !builtIn.has(name));
  const all = names.map(({ name }) => written.get(name) ?? '');
  return {
    tree: joinTree({ ...root, commands }, all, shared.texts, of),
    words: `${[describeWords('', added), ...words].join('\n')}\n`,
  };
}

interface Placed {
  readonly name: string;
  readonly node: CommandNode;
  /** Where it is in the build's tree. */
  readonly place?: number | undefined;
  readonly heading?: string;
}

/** The groups in help order: built in, from the document, help. */
function orderGroups(root: CommandNode, groups: readonly DescribedGroup[]): Placed[] {
  const all = root.commands.map((node, at): Placed => ({ name: node.name, node, place: at }));
  const builtIn = all.filter(({ node }) => node.heading !== unpublishedHeading);
  const others = groups
    .filter(({ words }) => !words.includes(' ') && !isBuiltIn(words))
    .filter(({ words }) => !builtIn.some(({ name }) => name === words))
    .map(({ words, purpose, imported }): Placed => {
      const node = describeGroup(words, purpose);
      return { name: words, node, heading: imported ? importedHeading : unpublishedHeading };
    });
  const unpublished = all.filter(({ node }) => node.heading === unpublishedHeading);
  const rank = ({ name }: Placed) => {
    const known = unpublished.findIndex((one) => one.name === name);
    return known < 0 ? unpublished.length : known;
  };
  const sorted = others.toSorted((a, b) => rank(a) - rank(b));
  const [help, rest] = [
    builtIn.filter(({ name }) => name === 'help'),
    builtIn.filter(({ name }) => name !== 'help'),
  ];
  return [...rest, ...sorted, ...help];
}

/** Adds a group's commands to the node of its first word. */
function addGroup(node: CommandNode, group: DescribedGroup): CommandNode {
  return addBelow(node, group.words.split(' ').slice(1), group);
}

/** What follows a group's words, below the node of its first word. */
function wordsOf({ words, commands }: DescribedGroup, whole: CommandNode): string {
  const node = words
    .split(' ')
    .slice(1)
    .reduce((above, word) => findCommand(above, word) ?? above, whole);
  return describeWords(
    words,
    node.commands.filter(({ name }) => commands.has(name)),
  );
}

/** One line, from which a shell takes names or names with descriptions. */
function describeWords(path: string, commands: readonly CommandNode[]): string {
  const words = commands.map(
    (one) => `${one.name}:${oneLine(one.description, longestDescription)}`,
  );
  return [`/${path}`, ...words].join('\t');
}

/** More does not fit next to a name. */
const longestDescription = 100;

function addBelow(
  node: CommandNode,
  path: readonly string[],
  { purpose, commands }: Pick<DescribedGroup, 'purpose' | 'commands'>,
): CommandNode {
  const [next, ...rest] = path;
  if (next !== undefined) {
    const inner = node.commands.find(({ name }) => name === next) ?? describeGroup(next, purpose);
    const grown = addBelow(inner, rest, { purpose, commands });
    const others = node.commands.filter(({ name }) => name !== next);
    return { ...node, commands: [...others, grown] };
  }
  const own = node.commands.filter((one) => !(commands.has(one.name) && isUnpublished(one)));
  const taken = new Set(own.flatMap(({ name, aliases }) => [name, ...aliases]));
  const added = [...commands]
    .filter(([name]) => !taken.has(name))
    .map(([name, declare]) => {
      const described = describeDeclared(declare(), taken);
      for (const one of [name, ...described.aliases]) taken.add(one);
      return described;
    });
  const all = [...own, ...added];
  return { ...node, commands: all, examples: examplesFrom(all) };
}

type Extend = Awaited<ReturnType<typeof collectCommands>>['extend'];

/** The built-in commands that get options from the document, by their words. */
async function extendedNodes(extend: Extend, loadAll: LoadAll): Promise<Map<string, CommandNode>> {
  const found = new Map<string, CommandNode>();
  for (const own of await loadAll()) {
    const extended = extend(own);
    if (extended !== own) found.set(own.words, describeDeclared(extended, new Set()));
  }
  return found;
}

function replaceNodes(
  node: CommandNode,
  path: string,
  extended: ReadonlyMap<string, CommandNode>,
): CommandNode {
  const commands = node.commands.map((child) => {
    const words = `${path} ${child.name}`;
    return extended.get(words) ?? replaceNodes(child, words, extended);
  });
  return { ...node, commands };
}
