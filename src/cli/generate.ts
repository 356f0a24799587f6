import { createHash } from 'node:crypto';
import { version } from '../../package.json';
import { operations } from '../api/operations.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import { outputHeading } from '../declaration/option.ts';
import { groupBy } from '../grouping.ts';
import { wordsOf } from '../openapi/words.ts';
import { bashTables, fishTables, powershellTables, zshTables } from './completion/shell-tables.ts';
import { type Spec, specsOf } from './completion/specs.ts';
import { commandsOf, loadGroups } from './groups.ts';
import { describeProgram } from './help/describe-program.ts';
import { argumentTerm, isShort, pagesBelow, readRow, renderTopic } from './help/render-help.ts';
import { type Page, storedWidths, writePages } from './help/stored-pages.ts';
import { type Block, topics } from './help/topics.ts';
import { type CommandNode, type OptionNode, optionTerm, unpublishedHeading } from './help/tree.ts';
import { writeTree } from './help/tree-text.ts';

const shells: Readonly<Record<string, (specs: readonly Spec[]) => string>> = {
  'costctl.bash': bashTables,
  _costctl: zshTables,
  'costctl.fish': fishTables,
  'costctl.ps1': powershellTables,
};

/**
 * The files generated from the command tree, by their path in the package. A completion script is a
 * template, read with `readTemplate`, with the tables of its shell filled in.
 */
export async function generateFiles(
  context: Context,
  readTemplate: (name: string) => string,
): Promise<Record<string, string>> {
  const loaded = await loadGroups();
  const tree = await describeProgram(context, loaded);
  const specs = specsOf(tree);
  const scripts = Object.entries(shells).map(([name, writeTables]) => [
    `completions/${name}`,
    readTemplate(name).replace('@tables@', () => writeTables(specs)),
  ]);
  return {
    'src/openapi/built-in-names.json': writeBuiltInNames(
      loaded.flatMap(({ declared }) => declared.flatMap(commandsOf)),
    ),
    'dist/tree.txt': writeTree(tree, digestOf(tree)),
    ...writePages(storedWidths.flatMap((width) => pagesOf(tree, width))),
    'man/costctl.1': writeManual(tree, version),
    ...Object.fromEntries(scripts),
  };
}

/** Every page of help in this width, except the pages of the documents. */
function pagesOf(root: CommandNode, width: number): Page[] {
  const short = topics.filter(isShort).map((topic) => {
    return { words: ['help', topic.name], width, text: renderTopic(topic, width) };
  });
  return [...pagesBelow([root], width), ...short];
}

/**
 * Names that no operation of a document may take: the actions of each group, and the words of commands
 * that send no operation of the service. Also the command of each built-in operation.
 */
function writeBuiltInNames(declared: readonly Command[]): string {
  const byGroup = groupBy(declared, ({ words }) => words.split(' ').slice(0, -1).join(' '));
  const ofService = [...byGroup].filter(
    ([group, commands]) => group !== '' && commands.some(({ operation }) => operation),
  );
  const groups = ofService.map(([group]) => group);
  const actions = ofService.map(([group, commands]) => {
    const below = groups.filter((one) => one.startsWith(`${group} `));
    const names = [...commands.map(({ words }) => words), ...below];
    return [group, names.map((words) => words.split(' ').at(-1)).join(' ')];
  });
  const first = declared.map(({ words }) => words.split(' ', 1).join());
  const reserved = [...new Set(first)].filter((word) => !groups.includes(word));
  const names = {
    actions: Object.fromEntries(actions),
    commands: commandsByOperation(declared),
    reserved: [...reserved, 'help'].join(' '),
  };
  return `${JSON.stringify(names, undefined, 2)}\n`;
}

/** The plain command of each operation: the one named like it, or the first that prints what it returns. */
function commandsByOperation(declared: readonly Command[]): Readonly<Record<string, string>> {
  const entries = Object.keys(operations).map((id) => {
    const all = declared.filter(({ operation }) => operation?.id === id);
    const named = all.find(({ words }) => wordsOf(id).includes(words.split(' ').at(-1) ?? ''));
    const plain = named ?? all.find(({ result }) => result === undefined);
    return [id, plain?.words ?? ''];
  });
  return Object.fromEntries(entries);
}

/** Distinguishes builds: a tree stored by another build is out of date. */
function digestOf(tree: CommandNode): string {
  return createHash('sha256').update(JSON.stringify(tree)).digest('hex').slice(0, 16);
}

/** The manual page, in the macros of man(7), from the same data as every help text. */
export function writeManual(root: CommandNode, version: string): string {
  const groups = root.commands.filter((one) => !isNamed(one));
  const named = root.commands.filter(isNamed);
  const lines = [
    `.TH COSTCTL 1 "" "costctl ${version}" "User Commands"`,
    '.SH NAME',
    `costctl \\- ${roff(lowerFirst(root.description))}`,
    '.SH SYNOPSIS',
    '.B costctl',
    '.I group action',
    '[\\fIarguments\\fR] [\\fIoptions\\fR]',
    '.SH DESCRIPTION',
    ...paragraph(
      'costctl works on the workspaces, providers, business metrics, filters, users, exchange rates and cost rows of an organization. Results go to stdout; notes, progress, prompts and errors go to stderr. The options below can appear anywhere on the command line; the options of an action come after it.',
    ),
    '.SH OPTIONS',
    ...root.options.flatMap(option),
    '.SH COMMANDS',
    ...groups.flatMap((group) => command(group, ['costctl'])),
    '.SH COMMANDS WHOSE PATH IS NOT PUBLISHED',
    ...paragraph(
      'The service names these operations without publishing where they are. After costctl api import reads its OpenAPI document, they are commands like the others.',
    ),
    ...named.flatMap(({ name, commands }) => [
      '.TP',
      `.B ${roff(name)}`,
      roff(commands.map((child) => child.name).join(', ')),
    ]),
    ...topics
      .filter(({ page }) => page === undefined)
      .flatMap(({ title, blocks }) => [
        `.SH ${roff(title.toUpperCase())}`,
        ...blocks.flatMap(block),
      ]),
    '.SH EXAMPLES',
    ...root.examples.flatMap(example),
  ];
  return `${lines.join('\n')}\n`;
}

/** A group of the service whose paths are not published. */
function isNamed({ heading }: CommandNode): boolean {
  return heading === unpublishedHeading;
}

function command(node: CommandNode, above: readonly string[]): string[] {
  const line = [...above, node.name];
  if (node.commands.length > 0) {
    const heading = `.SS ${roff(line.slice(1).join(' '))}`;
    return [
      heading,
      ...paragraph(`${node.description}.`),
      ...node.commands.flatMap((child) => command(child, line)),
    ];
  }
  const own = node.options.filter(
    ({ heading, long }) => heading !== outputHeading && long !== '--help',
  );
  const head = [...line, ...node.arguments.map(argumentTerm)].join(' ');
  return [
    ...(above.length === 1 ? [`.SS ${roff(node.name)}`] : []),
    '.TP',
    `.B ${roff(head)}`,
    `${roff(node.description)}.`,
    ...(own.length + node.arguments.length === 0
      ? []
      : ['.RS', ...node.arguments.flatMap(argument), ...own.flatMap(option), '.RE']),
    ...(node.details === undefined ? [] : ['.RS', '.PP', ...node.details.flatMap(detail), '.RE']),
    ...node.examples.flatMap((text) => ['.RS', ...example(text), '.RE']),
  ];
}

function argument(node: CommandNode['arguments'][number]): string[] {
  return ['.TP', `.I ${roff(argumentTerm(node))}`, roff(node.description)];
}

function option(node: OptionNode): string[] {
  return ['.TP', `.B ${roff(optionTerm(node))}`, roff(node.description)];
}

function block(one: Block): string[] {
  if (typeof one === 'string') return paragraph(one);
  if ('examples' in one) return one.examples.flatMap(example);
  return one.rows.flatMap(([term, text]) => ['.TP', `.B ${roff(term)}`, roff(text)]);
}

function paragraph(text: string): string[] {
  return ['.PP', roff(text)];
}

/** One line of a paragraph, or an indented line, which does not change. */
function detail(text: string): string[] {
  if (text === '') return ['.PP'];
  const row = readRow(text);
  if (row !== undefined) return ['.TP', ...row.map(roff)];
  return /^\s/.test(text) ? ['.nf', `\\&${roff(text)}`, '.fi'] : [roff(text)];
}

function example(text: string): string[] {
  return ['.PP', '.nf', `\\&    ${roff(text)}`, '.fi'];
}

/** roff interprets backslashes, hyphens, and a dot or quote at the start of a line. */
function roff(text: string): string {
  const plain = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('…', '...');
  return /^[.']/.test(plain) ? `\\&${plain}` : plain;
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1).replace(/\.$/, '');
}
