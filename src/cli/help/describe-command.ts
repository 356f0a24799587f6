import { EventEmitter } from 'node:events';
import type { Argument, Command, Option } from 'commander';
import type { Command as Declared } from '../../declaration/command.ts';
import type { Kind as ValueKind } from '../../declaration/kind.ts';
import { kebabCase } from '../../declaration/line.ts';
import { optionsOf } from '../../declaration/shared.ts';
import { aliases, DeclaredArgument, DeclaredOption, toCommander } from '../commander.ts';
import type { ArgumentNode, CommandNode, Kind, OptionNode } from './tree.ts';

/** The tree of the commands that commander was configured with. */
export function describeCommand(command: Command): CommandNode {
  const help = command.createHelp();
  // Commander adds a command named help to each group, but this program has its own.
  const commands = help
    .visibleCommands(command)
    .filter((child) => command.commands.includes(child))
    .map(describeCommand);
  const after = textAfterHelp(command);
  const examples = examplesIn(after);
  const details = detailsIn(after);
  return {
    name: command.name(),
    aliases: command.aliases(),
    description: command.description(),
    arguments: command.registeredArguments.map(describeArgument),
    options: help.visibleOptions(command).map(describeOption),
    examples: examples.length > 0 ? examples : examplesFrom(commands),
    ...(details.length === 0 ? {} : { details }),
    commands,
    heading: command.helpGroup(),
  };
}

/** The command and its parents, from the root. */
export function pathOf(command: Command): CommandNode[] {
  const above = command.parent === null ? [] : pathOf(command.parent);
  return [...above, describeCommand(command)];
}

function describeArgument(argument: Argument): ArgumentNode {
  const { description, required, variadic } = argument;
  const completes =
    argument instanceof DeclaredArgument ? completionOf(argument.declared.kind) : undefined;
  return {
    name: argument.name(),
    description,
    required,
    variadic,
    ...(completes === undefined ? {} : { completes }),
  };
}

function describeOption(option: Option): OptionNode {
  const { short, long, flags, argChoices, description, helpGroupHeading, mandatory } = option;
  const value = /[<[](.+)[>\]]/.exec(flags)?.[1];
  const completes =
    option instanceof DeclaredOption && option.declared.kind !== undefined
      ? completionOf(option.declared.kind)
      : undefined;
  return {
    ...(short === undefined ? {} : { short }),
    long: long ?? flags,
    ...(value === undefined ? {} : { value }),
    ...(argChoices === undefined ? {} : { choices: argChoices }),
    ...(completes === undefined ? {} : { completes }),
    ...(mandatory ? { required: true } : {}),
    description,
    heading: helpGroupHeading ?? '',
  };
}

/** The same from a declaration, without commander, since a document may have ten thousand commands. */
export function describeDeclared(declared: Declared, taken: ReadonlySet<string>): CommandNode {
  const name = declared.words.split(' ').at(-1) ?? '';
  const alias = aliases[name];
  const options = Object.entries(optionsOf(declared)).flatMap(([key, option]) =>
    toCommander(key, option).filter((one) => !one.hidden),
  );
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
    options: [...options.map(describeOption), helpOption],
    examples: declared.examples,
    ...(declared.details === undefined ? {} : { details: declared.details.split('\n') }),
    commands: [],
    heading: '',
  };
}

/** A group without actions. */
export function describeGroup(name: string, description: string): CommandNode {
  const none = { aliases: [], arguments: [], examples: [], commands: [], heading: '' };
  return { name, description, options: [helpOption], ...none };
}

const helpOption: OptionNode = {
  short: '-h',
  long: '--help',
  description: 'show this help',
  heading: '',
};

/** The help of a group shows examples of its first actions. */
export function examplesFrom(commands: readonly CommandNode[]): string[] {
  const first = commands.flatMap(({ examples }) => examples.slice(0, 1));
  return [...new Set(first)].slice(0, 3);
}

/** The text that follows the help of a command. */
function textAfterHelp(command: Command): string {
  const texts: string[] = [];
  const write = (text: string) => texts.push(text);
  // addHelpText listens to this event, but commander's types do not declare the emitter.
  if (command instanceof EventEmitter) command.emit('afterHelp', { command, error: false, write });
  return texts.join('\n');
}

function examplesIn(text: string): string[] {
  return [...text.matchAll(/^ {2}\$ (.*)$/gm)].map(([, line = '']) => line);
}

function detailsIn(text: string): string[] {
  const [details = ''] = text.split(/^Examples:$/m);
  return details.trim() === '' ? [] : details.trim().split('\n');
}

function completionOf({ choices, suggestions, offers, noun, file }: ValueKind<unknown>): Kind {
  const words = choices ?? suggestions;
  if (words !== undefined) return { words };
  const live = offers ?? noun;
  if (live !== undefined) return { live };
  return file === undefined ? 'text' : 'file';
}
