import { loadGroups } from '../../src/cli/groups.ts';
import { describeProgram } from '../../src/cli/help/describe-program.ts';
import type { CommandNode } from '../../src/cli/help/tree.ts';
import { createContext } from './context.ts';

/** A command that does something, by the words that lead to it. */
export interface Action {
  readonly line: string;
  readonly command: CommandNode;
}

/** The whole program as it is before a document is imported. */
export async function describeWhole(): Promise<CommandNode> {
  return describeProgram(createContext(), await loadGroups());
}

export function actionsOf(command: CommandNode, words: readonly string[] = []): Action[] {
  if (command.commands.length === 0) return [{ line: words.join(' '), command }];
  return command.commands.flatMap((child) => actionsOf(child, [...words, child.name]));
}

/** What the service names without a path has no input of its own before a document is imported. */
export function isWritten({ command }: Action): boolean {
  return !command.description.startsWith('Named by');
}

export function hasOption({ command }: Action, long: string): boolean {
  return command.options.some((option) => option.long === long);
}
