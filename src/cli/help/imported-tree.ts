import { collectCommands, type DescribedGroup } from '../../commands/openapi.ts';
import type { Description } from '../../openapi/description.ts';
import { namedCommands } from '../../openapi/named-operations.ts';
import { oneLine } from '../../openapi/words.ts';
import type { LoadedGroup } from './describe-command.ts';
import { describeGroups } from './describe-program.ts';
import { describeRoot } from './describe-root.ts';
import { type CommandNode, findCommand } from './tree.ts';
import { createShared, joinTree, writeNode } from './tree-text.ts';

export type LoadGroups = () => Promise<readonly LoadedGroup[]>;

/** As text, with the words of the document's groups, which the shell scripts read themselves. */
export async function writeImportedTree(
  descriptions: readonly Description[],
  { of, loadGroups }: { readonly of: string; readonly loadGroups: LoadGroups },
): Promise<{ readonly tree: readonly Uint8Array[]; readonly words: string }> {
  const collected = collectCommands(descriptions);
  const loaded = await loadGroups();
  const builtIn = new Set([
    ...loaded.map(({ name }) => name),
    ...namedCommands.map((one) => one.group),
  ]);
  const shared = createShared();
  const [nodes, lines, words]: [CommandNode[], Uint8Array[], string[]] = [[], [], []];
  for (const node of describeGroups(loaded, collected)) {
    const own = collected.below.get(node.name) ?? [];
    words.push(...own.map((group) => wordsOf(group, node)));
    lines.push(writeNode(node, shared));
    nodes.push({ ...node, commands: [] });
  }
  const root = describeRoot(nodes);
  for (const node of root.commands.slice(nodes.length)) lines.push(writeNode(node, shared));
  const added = nodes.filter(({ name }) => !builtIn.has(name));
  return {
    tree: joinTree(root, lines, shared.texts, of),
    words: `${[describeWords('', added), ...words].join('\n')}\n`,
  };
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
