import { EventEmitter } from 'node:events';
import type { Argument, Command, Option } from 'commander';
import type { Context } from '../../context.ts';

/** A command as data: all that its help, its completion and its page in the manual are made from. */
export interface CommandNode {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
  readonly arguments: readonly ArgumentNode[];
  readonly options: readonly OptionNode[];
  readonly examples: readonly string[];
  readonly commands: readonly CommandNode[];
  /** What the help of the command above lists it under. */
  readonly heading: string;
}

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
}

export interface OptionNode {
  readonly short?: string;
  readonly long: string;
  /** What its value is called; without one it takes none. */
  readonly value?: string;
  /** The values that it can have, where they are few. */
  readonly choices?: readonly string[];
  readonly description: string;
  readonly heading: string;
}

export function describeCommand(command: Command): CommandNode {
  const help = command.createHelp();
  // Commander adds a command called help to a group: this program has one of its own.
  const commands = help
    .visibleCommands(command)
    .filter((child) => command.commands.includes(child))
    .map(describeCommand);
  const examples = examplesOf(command);
  return {
    name: command.name(),
    aliases: command.aliases(),
    description: command.description(),
    arguments: command.registeredArguments.map(describeArgument),
    options: help.visibleOptions(command).map(describeOption),
    examples: examples.length > 0 ? examples : examplesFrom(commands),
    commands,
    heading: command.helpGroup(),
  };
}

/** The command and all above it, from the root. */
export function pathOf(command: Command): CommandNode[] {
  const above = command.parent === null ? [] : pathOf(command.parent);
  return [...above, describeCommand(command)];
}

export function findCommand(parent: CommandNode, word: string): CommandNode | undefined {
  return parent.commands.find((one) => one.name === word || one.aliases.includes(word));
}

export function findOption(command: CommandNode, word: string): OptionNode | undefined {
  const [name] = word.split('=', 1);
  return command.options.find((one) => one.long === name || one.short === name);
}

function describeArgument(argument: Argument): ArgumentNode {
  const { description, required, variadic } = argument;
  return { name: argument.name(), description, required, variadic };
}

function describeOption(option: Option): OptionNode {
  const { short, long, flags, argChoices, description, helpGroupHeading } = option;
  const value = /[<[](.+)[>\]]/.exec(flags)?.[1];
  return {
    ...(short === undefined ? {} : { short }),
    long: long ?? flags,
    ...(value === undefined ? {} : { value }),
    ...(argChoices === undefined ? {} : { choices: argChoices }),
    description,
    heading: helpGroupHeading ?? '',
  };
}

/** A group shows by its first actions what it is for. */
function examplesFrom(commands: readonly CommandNode[]): string[] {
  const first = commands.flatMap(({ examples }) => examples.slice(0, 1));
  return [...new Set(first)].slice(0, 3);
}

/** The command lines of the text that follows its help. */
function examplesOf(command: Command): string[] {
  const texts: string[] = [];
  const write = (text: string) => texts.push(text);
  // Commander's types do not say that a command is an emitter; addHelpText listens to this event.
  if (command instanceof EventEmitter) command.emit('afterHelp', { command, error: false, write });
  return [...texts.join('\n').matchAll(/^ {2}\$ (.*)$/gm)].map(([, line = '']) => line);
}
