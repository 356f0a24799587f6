import { type Command, Option } from 'commander';
import type { Context } from '../../context.ts';
import type { DescribedOperation, Description, Parameter } from '../../openapi/description.ts';
import { defineOptions, type OptionDefinition } from '../../openapi/options.ts';
import { kebab, wordsOf } from '../../openapi/words.ts';
import { action, commandLine } from '../action.ts';
import { bodyOptions } from '../body.ts';
import { examples } from '../examples.ts';
import { changeOptions, collect, listOptions, removalOptions } from '../options.ts';
import type { Definition } from './definition.ts';
import { exampleOf } from './example.ts';
import { createInputForm } from './input.ts';
import { sendDescribed } from './send.ts';

const aliases: Readonly<Record<string, string>> = { list: 'ls', delete: 'rm' };

/** Makes a command of an operation. */
export function addCommand(
  group: Command,
  context: Context,
  operation: DescribedOperation,
  description: Description,
  name: string,
): void {
  const command = group.command(name).description(sentenceOf(operation));
  const alias = new Map(Object.entries(aliases)).get(name);
  if (alias !== undefined) command.alias(alias);
  const holes = holesOf(operation).filter((hole) => !hole.workspace);
  for (const hole of holes) {
    command.argument(
      `<${argumentNameOf(hole, holes)}>`,
      hole.description || `${wordsOf(hole.name).join(' ')}`,
    );
  }
  const reading = findReading(operation, description);
  if (operation.paged) listOptions(command);
  const definition = define(command, operation, description, holes, reading);
  addOptions(command, definition.options);
  addBodyOptions(command, operation, reading !== undefined);
  const line = exampleOf(commandLine(command), command, definition);
  command.addHelpText('after', examples(line));
  setAction(command, context, definition);
}

/** Gives a command written by hand the options of the body that the document shows. */
export function extendCommand(
  command: Command,
  context: Context,
  operation: DescribedOperation,
  description: Description,
): void {
  const reading = findReading(operation, description);
  const definition = define(command, operation, description, holesOf(operation), reading);
  addOptions(command, definition.options);
  setAction(command, context, definition);
}

function define(
  command: Command,
  operation: DescribedOperation,
  description: Description,
  holes: readonly Parameter[],
  reading: DescribedOperation | undefined,
): Definition {
  const options = defineOptions(operation, description.schemas, reservedNames(command));
  return { operation, description, options, arguments: holes, reading };
}

function setAction(command: Command, context: Context, definition: Definition): void {
  const form = createInputForm(command, definition);
  command.action(
    action(context, form, (session, input) => sendDescribed(session, command, definition, input), {
      extensions: ['*'],
    }),
  );
}

function addBodyOptions(command: Command, operation: DescribedOperation, mergeable: boolean): void {
  if (operation.body !== undefined) bodyOptions(command);
  if (mergeable) {
    command.option('--merge', 'read the record, apply the changes, send it whole');
  }
  if (operation.method === 'DELETE') removalOptions(command);
  else if (operation.method !== 'GET') changeOptions(command);
}

function addOptions(command: Command, options: readonly OptionDefinition[]): void {
  for (const option of options) {
    for (const one of toCommander(option)) command.addOption(one);
  }
}

function toCommander(definition: OptionDefinition): Option[] {
  const { name, kind, placeholder, description, choices } = definition;
  if (kind === 'switch') {
    return [
      new Option(`--${name}`, description),
      new Option(`--no-${name}`, `the opposite of --${name}`),
    ];
  }
  const option = new Option(`--${name} <${placeholder}>`, description);
  if (kind !== 'value') option.argParser(collect);
  // Not by `choices()`: the document's rules say what is wrong with a value, and in which words.
  if (choices.length > 0) option.argChoices = [...choices];
  return [option];
}

/** What the options of the program and of the command are called; the document's must differ. */
function reservedNames(command: Command): Set<string> {
  const names = new Set<string>([...outputNames, ...bodyNames]);
  for (let one: Command | null = command; one !== null; one = one.parent) {
    for (const option of one.options) names.add((option.long ?? '').replace(/^--(no-)?/, ''));
  }
  for (const argument of command.registeredArguments) names.add(argument.name());
  return names;
}

/** Added to an action after its own. */
const outputNames = [
  'out-file',
  'columns',
  'query',
  'raw',
  'header',
  'spreadsheet-safe',
  'delimiter',
  'decimal-comma',
  'bom',
  'exact',
  'help',
];
const bodyNames = ['data', 'set', 'set-json', 'merge', 'dry-run', 'yes'];

/** In the order of the path. */
function holesOf({ path, parameters }: DescribedOperation): Parameter[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].flatMap(([, name]) =>
    parameters.filter((one) => one.place === 'path' && one.name === name).slice(0, 1),
  );
}

/** `{budgetId}` is `<budget>`, as ids are called everywhere here. */
function argumentNameOf({ name }: Parameter, all: readonly Parameter[]): string {
  const words = wordsOf(name);
  const bare = words.length > 1 && words.at(-1) === 'id' ? words.slice(0, -1) : words;
  const same = all.filter((one) => kebab(wordsOf(one.name)) === kebab(words)).length;
  const clear = kebab(bare) !== '' && same === 1;
  return clear ? kebab(bare) : `hole-${all.findIndex((one) => one.name === name) + 1}`;
}

/** Where a PUT replaces a record that a GET of the same path reads, changes may be laid over it. */
function findReading(operation: DescribedOperation, { operations }: Description) {
  if (operation.method !== 'PUT' || operation.body === undefined) return undefined;
  return operations.find((one) => one.method === 'GET' && one.path === operation.path && !one.list);
}

function sentenceOf({ summary, method, path }: DescribedOperation): string {
  return summary === '' ? `${method} ${path}` : summary;
}
