import {
  Argument as CommanderArgument,
  type Command as CommanderCommand,
  Option as CommanderOption,
} from 'commander';
import type { Context } from '../context.ts';
import type { Command, Group } from '../declaration/command.ts';
import { flagOf, kebabCase } from '../declaration/line.ts';
import type { Argument, Option } from '../declaration/option.ts';
import { optionsOf } from '../declaration/shared.ts';
import { invoke } from './invoke.ts';

/** A commander option with the declaration it was made from. */
export class DeclaredOption extends CommanderOption {
  readonly declared: Option;

  constructor(flags: string, declared: Option, key?: string) {
    super(flags, declared.description);
    this.declared = declared;
    // A switch of its own, not the negation of the option with the rest of its name.
    if (key !== undefined && /^no[A-Z]/.test(key)) {
      this.negate = false;
      this.attributeName = () => key;
    }
  }
}

export class DeclaredArgument extends CommanderArgument {
  readonly declared: Argument;

  constructor(name: string, declared: Argument) {
    super(name, declared.description);
    this.declared = declared;
  }
}

export const aliases: Readonly<Record<string, string>> = { list: 'ls', delete: 'rm', remove: 'rm' };

/** Configures commander from declarations. */
export function addDeclared(
  parent: CommanderCommand,
  context: Context,
  declared: readonly (Command | Group)[],
): void {
  for (const one of declared) {
    const name = one.words.split(' ').at(-1) ?? '';
    if (one.kind === 'group') {
      const group = findChild(parent, name) ?? parent.command(name).description(one.purpose);
      addDeclared(group, context, one.commands);
    } else {
      addCommand(
        parent.command(name, { hidden: one.hidden === true, isDefault: one.isDefault === true }),
        context,
        one,
      );
    }
  }
}

/** A declared option as commander options: a switch with a `--no-…` form becomes two. */
export function toCommander(key: string, option: Option): CommanderOption[] {
  const { kind, short, negative, onlyNegative, hidden, heading, required, repeatable } = option;
  const long = flagOf(key);
  const names = short === undefined ? long : `${short}, ${long}`;
  const make = (flags: string, declared: Option) => {
    const made = new DeclaredOption(flags, declared, key).hideHelp(hidden === true);
    return heading === undefined ? made : made.helpGroup(heading);
  };
  if (kind === undefined) {
    const no = `--no-${kebabCase(key)}`;
    if (onlyNegative === true) return [make(no, option)];
    const positive = make(names, option);
    return negative === undefined
      ? [positive]
      : [positive, make(no, { ...option, description: negative })];
  }
  const valued = make(`${names} <${kind.placeholder}>`, option).argParser(
    (value: string, earlier: readonly string[] | undefined) => [...(earlier ?? []), value],
  );
  return [required === true && repeatable !== true ? valued.makeOptionMandatory() : valued];
}

/** The examples of a help text, one per line; a test runs every one. */
export function exampleText(lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
}

function addCommand(command: CommanderCommand, context: Context, declared: Command): void {
  const { words, purpose, arguments: parameters } = declared;
  const alias = aliases[command.name()];
  const isFree = !command.parent?.commands.some((one) => one.aliases().includes(alias ?? ''));
  if (alias !== undefined && isFree) command.alias(alias);
  command.description(purpose);
  if (declared.heading !== undefined) command.helpGroup(declared.heading);
  if (declared.anyOptions === true) command.allowUnknownOption();
  for (const [key, one] of Object.entries(parameters)) {
    const name = one.name ?? kebabCase(key);
    const whole = one.variadic ? `${name}...` : name;
    command.addArgument(new DeclaredArgument(one.required ? `<${whole}>` : `[${whole}]`, one));
  }
  const options = optionsOf(declared);
  for (const [key, option] of Object.entries(options)) {
    for (const one of toCommander(key, option)) command.addOption(one);
  }
  const details = declared.details === undefined ? '' : `\n${declared.details}\n`;
  command.addHelpText('after', `${details}${exampleText(declared.examples)}`);
  command.action(() => invoke(context, { declared, options, command, words }));
}

function findChild(parent: CommanderCommand, name: string): CommanderCommand | undefined {
  return parent.commands.find((one) => one.name() === name);
}
