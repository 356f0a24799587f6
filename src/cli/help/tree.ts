import type { Context } from '../../context.ts';
import type { Kind } from '../completion/kinds.ts';

/** A command as data: all that its help, its completion and its page in the manual are made from. */
export interface CommandNode {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
  readonly arguments: readonly ArgumentNode[];
  readonly options: readonly OptionNode[];
  readonly examples: readonly string[];
  /** Lines that help shows before the examples. A line that is indented is not wrapped. */
  readonly details?: readonly string[];
  readonly commands: readonly CommandNode[];
  /** What the help of the command above lists it under. */
  readonly heading: string;
}

/** Groups that only a line of the program's help names: what few need, and what needs a document. */
export const rareHeading = 'Also:';
export const importedHeading = 'From the imported document:';
export const unpublishedHeading = 'Only after costctl api import:';

/** The command tree as it was written down, where there is one that holds for the line. */
export type FindTree = (
  context: Context,
  argv: readonly string[],
) => Promise<CommandNode | undefined>;

export interface ArgumentNode {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly variadic: boolean;
  /** What completion offers for it. */
  readonly completes?: Kind;
}

export interface OptionNode {
  readonly short?: string;
  readonly long: string;
  /** What its value is called; without one it takes none. */
  readonly value?: string;
  /** The values that it can have, where they are few. */
  readonly choices?: readonly string[];
  /** What completion offers for its value. */
  readonly completes?: Kind;
  readonly required?: boolean;
  readonly description: string;
  readonly heading: string;
}

export function findCommand(parent: CommandNode, word: string): CommandNode | undefined {
  return parent.commands.find((one) => one.name === word || one.aliases.includes(word));
}

export function findOption(command: CommandNode, word: string): OptionNode | undefined {
  const [name] = word.split('=', 1);
  return command.options.find((one) => one.long === name || one.short === name);
}
