import { environmentTopic } from '../../src/help/topics/environment.ts';
import { type CommandNode, describeCommand, type OptionNode } from '../../src/help/tree.ts';
import { createWholeProgram } from '../../src/program.ts';
import { createContext } from '../helpers/context.ts';
import { choices, defaults, globalChoices, globalDefaults, needed } from './stated.ts';
import type { Change } from './values.ts';

/** One thing that a help text says of options and variables, and how it is made untrue. */
export interface Loss {
  /** `costs check --by`, and what of it. */
  readonly title: string;
  /** The words of the command; empty of what every command has. */
  readonly line: string;
  /** Where at the border of the program it is lost. */
  readonly point: 'input' | 'flags' | 'output' | 'settings' | 'world';
  readonly change: Change;
}

const root = describeCommand(await createWholeProgram(createContext()));
const actions = actionsOf(root, []);
const [any] = actions;

/** Everything that help says of options, of other names and of variables. */
export const losses: readonly Loss[] = [
  ...root.options.flatMap(lossesOfGlobal),
  ...variables().map(lossOfVariable),
  ...(any?.options ?? []).filter(isOutput).map((option) => lossOf('', option, 'output')),
  ...shortNames().map((name) => lossOfWord(name)),
  ...actions.flatMap(({ line, aliases }) => aliases.map((alias) => lossOfWord(alias, line))),
  ...actions.flatMap(({ line, options }) => options.flatMap((one) => lossesOfOwn(line, one))),
];

interface Action {
  readonly line: string;
  readonly aliases: readonly string[];
  readonly options: readonly OptionNode[];
}

function actionsOf(command: CommandNode, words: readonly string[]): Action[] {
  const { aliases, options } = command;
  if (command.commands.length > 0)
    return command.commands.flatMap((child) => actionsOf(child, [...words, child.name]));
  return [{ line: words.join(' '), aliases, options }];
}

function lossesOfGlobal(option: OptionNode): Loss[] {
  const { long, heading } = option;
  // What commander answers by itself.
  if (heading === '') return [lossOfWord(long)];
  const name = nameOf(option);
  const place = { line: '', point: 'settings' } as const;
  return [
    lossOf('', option, 'settings'),
    ...takenOf(globalChoices[long]).map(({ of, to }) => ({
      ...place,
      title: `${long} ${of}`,
      change: { kind: 'taken', name, of, to } as const,
    })),
    ...defaultOf(globalDefaults[long]).map((to) => ({
      ...place,
      title: `${long} left out`,
      change: { kind: 'default', name, to } as const,
    })),
  ];
}

function lossesOfOwn(line: string, option: OptionNode): Loss[] {
  const { long } = option;
  const name = nameOf(option);
  if (long === '--help') return [];
  if (isOutput(option) || name === 'dryRun' || name === 'yes')
    return isOutput(option) && !hasOwnFormats(line) ? [] : [lossOf(line, option, 'flags')];
  const title = `${line} ${long}`;
  const place = { line, point: 'input' } as const;
  return [
    lossOf(line, option, 'input'),
    ...takenOf(choices[title]).map(({ of, to }) => ({
      ...place,
      title: `${title} ${of}`,
      change: { kind: 'taken', name, of, to } as const,
    })),
    ...defaultOf(defaults[title]).map((to) => ({
      ...place,
      title: `${title} left out`,
      change: { kind: 'default', name, to } as const,
    })),
  ];
}

function lossOf(line: string, option: OptionNode, point: Loss['point']): Loss {
  const { long, value } = option;
  const instead = needed[`${line.split(' ')[0]} ${long}`];
  return {
    title: `${line} ${long}`.trim(),
    line,
    point,
    change: {
      kind: 'ignored',
      name: nameOf(option),
      ...(value === undefined ? { given: !long.startsWith('--no-') } : {}),
      ...(instead === undefined ? {} : { instead }),
    },
  };
}

/** A short name, or another name of an action. */
function lossOfWord(name: string, line?: string): Loss {
  const behind = line?.replace(/ \S+$/, '');
  return {
    title: behind === undefined ? name : `${behind} ${name}`,
    line: '',
    point: 'world',
    change: { kind: 'word', name, ...(behind === undefined ? {} : { behind }) },
  };
}

/** Those that no session asks for are lost from the start. */
function lossOfVariable(name: string): Loss {
  const isOutside = /CONFIG_DIR|ALLOW_HTTP|PROXY|NODE_|XDG|VISUAL|EDITOR/.test(name);
  const change = { kind: 'variable', name } as const;
  return { title: name, line: '', point: isOutside ? 'world' : 'settings', change };
}

function variables(): string[] {
  const rows = environmentTopic.blocks.flatMap((block) => ('rows' in block ? block.rows : []));
  return rows.flatMap(([names]) => names.match(/[A-Z][A-Z_]+/g) ?? []);
}

function shortNames(): string[] {
  const options = [root, ...actions].flatMap((command) => command.options);
  return [...new Set(options.flatMap(({ short }) => (short === undefined ? [] : [short])))];
}

function isOutput({ heading }: OptionNode): boolean {
  return heading === 'Output options:';
}

/** It writes its rows by itself, and with them what the output options say. */
function hasOwnFormats(line: string): boolean {
  return line === 'costs export';
}

function takenOf(values: readonly string[] = []): { of: string; to: string }[] {
  return values.map((of, place) => ({ of, to: values[(place + 1) % values.length] ?? of }));
}

function defaultOf(value: string | number | undefined): (string | number)[] {
  return value === undefined ? [] : [value];
}

/** As commander calls its value. */
function nameOf({ long }: OptionNode): string {
  return long
    .replace(/^--(no-)?/, '')
    .replace(/-(.)/g, (_match, letter: string) => letter.toUpperCase());
}
