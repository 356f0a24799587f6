import type { CommandNode } from './tree.ts';

/**
 * A command tree as text: a line that says what it is the tree of, a line for the root with the names
 * of the commands below it, and a line for each of those with all that it has. A run reads the lines
 * that it needs.
 */
export function writeTree(root: CommandNode, of: string): string {
  const commands = root.commands.map((one) => ({ ...one, ...nothing }));
  const nodes = [{ ...root, commands }, ...root.commands];
  return [of, ...nodes.map((node) => JSON.stringify(node))].join('\n');
}

const nothing = { arguments: [], options: [], examples: [], commands: [] };

/** What the tree is of, so that one that is out of date is not taken. */
export function readOrigin(text: string): string {
  return text.slice(0, text.indexOf('\n'));
}

/** The tree, whole below the commands that the words name; the others have their name alone. */
export function readTree(text: string, words: readonly string[]): CommandNode {
  const [, first = '', ...lines] = text.split('\n');
  const root: CommandNode = JSON.parse(first);
  const isNamed = ({ name, aliases }: CommandNode) =>
    words.includes(name) || aliases.some((alias) => words.includes(alias));
  const commands = root.commands.map((command, place): CommandNode => {
    return isNamed(command) ? JSON.parse(lines[place] ?? '') : command;
  });
  return { ...root, commands };
}
