import { readAsset } from '../../assets.ts';
import type { Context } from '../../context.ts';
import { escapeLinesForTerminal, wrap } from '../../text.ts';
import { readTokens } from '../tokens.ts';
import { findHelp } from './find.ts';
import { helpWidth, type Page } from './stored-pages.ts';
import { type Block, type Topic, topics } from './topics.ts';
import {
  type ArgumentNode,
  type CommandNode,
  importedHeading,
  isUnpublished,
  type OptionNode,
  optionTerm,
  rareHeading,
} from './tree.ts';
import { wrapPage } from './wrap-page.ts';

type Row = readonly [term: string, text: string];

/** The help that a line asks for; undefined if it asks for none, or is invalid. */
export function answerHelp(context: Context, tree: CommandNode, argv: readonly string[]) {
  const asked = findHelp(readTokens(tree, argv));
  if (asked === undefined) return undefined;
  const width = helpWidth(context);
  if ('path' in asked) return renderHelp(asked.path, width);
  const { page } = asked.topic;
  const text = page === undefined ? undefined : readAsset(page);
  if (text === undefined) return renderTopic(asked.topic, width);
  return isWindow(context) ? wrapPage(text, width) : text;
}

export function renderHelp(path: readonly CommandNode[], width: number): string {
  const [root] = path;
  const command = path.at(-1);
  if (root === undefined || command === undefined) return '';
  const lines = path.length === 1 ? rootLines(root, width) : commandLines(path, command, width);
  // The text may contain words of an imported document.
  return escapeLinesForTerminal(`${lines.join('\n')}\n`);
}

export function pagesBelow(path: readonly CommandNode[], width: number): Page[] {
  const words = [...path.slice(1).map(({ name }) => name), '--help'];
  const below = path.at(-1)?.commands ?? [];
  return [
    { words, width, text: renderHelp(path, width) },
    ...below.flatMap((child) => pagesBelow([...path, child], width)),
  ];
}

/** The program's help on one screen: a line for each common command, only names for the rest. */
function rootLines(root: CommandNode, width: number): string[] {
  const common = root.commands.filter(({ heading }) => heading === '');
  const named = (heading: string) =>
    root.commands.filter((one) => one.heading === heading).map(({ name }) => name);
  const rare = [...named(rareHeading), 'help'].filter((name, at, all) => all.indexOf(name) === at);
  const imported = named(importedHeading);
  const short = topics.filter(isShort).map(({ name }) => name);
  return [
    ...wrapHanging(`Usage: ${usageOf([root])}`, width, 7),
    '',
    ...wrap(sentence(root), width),
    ...section('Groups:', common.filter(({ name }) => name !== 'help').map(commandRow), width),
    '',
    ...wrapHanging(`Also: ${rare.join(', ')}`, width, 6),
    ...(imported.length === 0
      ? wrapHanging('More after costctl api import; costctl api operations lists them', width, 2)
      : wrapHanging(`From the imported document: ${imported.join(', ')}`, width, 2)),
    ...section('Options, anywhere on the line:', root.options.map(optionRow), width),
    '',
    ...wrapHanging(`costctl help TOPIC: ${short.join(', ')}`, width, 6),
    'Examples:',
    ...root.examples.map(toLine),
  ];
}

function commandLines(path: readonly CommandNode[], command: CommandNode, width: number): string[] {
  return [
    ...wrapHanging(`Usage: ${usageOf(path)}`, width, 7),
    '',
    ...wrap(sentence(command), width),
    ...command.examples.slice(0, 1).map(toLine),
    ...section(
      'Arguments:',
      command.arguments.map((one): Row => [argumentTerm(one), one.description]),
      width,
    ),
    ...grouped(
      command.commands.filter((one) => !isUnpublished(one)),
      'Actions:',
      commandRow,
      width,
    ),
    ...unpublishedLines(command, width),
    ...grouped(
      command.options.filter(({ hidden }) => hidden !== true),
      'Options:',
      optionRow,
      width,
    ),
    ...detailLines(command.details ?? [], width),
    ...(command.examples.length < 2
      ? []
      : ['', 'More examples:', ...command.examples.slice(1).map(toLine)]),
    '',
    ...wrap(pointer(command), width),
  ];
}

function unpublishedLines({ commands }: CommandNode, width: number): string[] {
  const names = commands.filter(isUnpublished).map(({ name }) => name);
  if (names.length === 0) return [];
  const also = names.length < commands.length ? ' also' : '';
  return ['', ...wrapHanging(`After costctl api import${also}: ${names.join(', ')}`, width, 2)];
}

export function isShort({ page }: Topic): boolean {
  return page === undefined;
}

/** Wraps paragraphs and rows to the width. Other indented lines are examples, and do not change. */
function detailLines(details: readonly string[], width: number): string[] {
  if (details.length === 0) return [];
  const blocks: (string | Row[])[] = [''];
  for (const line of details) {
    const before = blocks.at(-1) ?? '';
    const row = readRow(line);
    if (row !== undefined && typeof before !== 'string') before.push(row);
    else if (row !== undefined) blocks.push([row]);
    else if (line !== '' && typeof before === 'string' && /^\S/.test(before) && /^\S/.test(line)) {
      blocks[blocks.length - 1] = `${before} ${line}`;
    } else blocks.push(line);
  }
  return blocks.flatMap((block) => {
    if (typeof block !== 'string') return table(block, width);
    return /^\s/.test(block) ? [block] : wrap(block, width);
  });
}

/** `  term  what it means`. */
export function readRow(line: string): Row | undefined {
  const [, term, text] = /^ {2}(\S.*?) {2,}(\S.*)$/.exec(line) ?? [];
  return term === undefined || text === undefined ? undefined : [term, text];
}

function isWindow({ screen, stdout }: Context): boolean {
  return ((screen ?? stdout).columns ?? 0) > 0;
}

export function renderTopic({ title, blocks }: Topic, width: number): string {
  const lines = blocks.flatMap((block) => ['', ...renderBlock(block, width)]);
  return `${[title, ...lines].join('\n')}\n`;
}

/** `costctl workspaces get <workspace> [options]` */
function usageOf(path: readonly CommandNode[]): string {
  const command = path.at(-1);
  const names = path.map((one) => one.name);
  if (path.length === 1) return `${names.join(' ')} <group> <action> [arguments] [options]`;
  if ((command?.commands.length ?? 0) > 0) names.push('<action>', '[arguments]');
  const required = (command?.options ?? []).filter((option) => option.required === true);
  return [
    ...names,
    ...(command?.arguments ?? []).map(argumentTerm),
    ...required.map(({ long, value }) => `${long} <${value}>`),
    '[options]',
  ].join(' ');
}

export function argumentTerm({ name, required, variadic }: ArgumentNode): string {
  const whole = variadic ? `${name}...` : name;
  return required ? `<${whole}>` : `[${whole}]`;
}

function sentence({ description, aliases }: CommandNode): string {
  const end = /[.?!…]$/.test(description) ? '' : '.';
  return aliases.length === 0
    ? `${description}${end}`
    : `${description}${end} Also called ${aliases.join(', ')}.`;
}

function pointer({ commands }: CommandNode): string {
  return commands.length > 0
    ? 'costctl GROUP ACTION --help shows the options of an action. Global options: costctl --help'
    : 'Global options, such as -o and --profile: costctl --help';
}

function commandRow(command: CommandNode): Row {
  return [[command.name, ...command.aliases].join(', '), command.description];
}

function optionRow(option: OptionNode): Row {
  return [optionTerm(option), option.description];
}

function grouped<Item extends { readonly heading: string }>(
  items: readonly Item[],
  first: string,
  toRow: (item: Item) => Row,
  width: number,
): string[] {
  const headings = new Set([first, ...items.map((item) => item.heading || first)]);
  return [...headings].flatMap((heading) => {
    const rows = items.filter((item) => (item.heading || first) === heading).map(toRow);
    return section(heading, rows, width);
  });
}

function section(heading: string, rows: readonly Row[], width: number): string[] {
  return rows.length === 0 ? [] : ['', ...wrap(heading, width), ...table(rows, width)];
}

/** Terms on the left and texts on the right; in a narrow window the text goes below its term. */
function table(rows: readonly Row[], width: number): string[] {
  const longest = Math.min(termWidth, Math.max(...rows.map(([term]) => term.length)));
  const start = longest + 4;
  if (width - start < 32) {
    return rows.flatMap(([term, text]) => [
      `  ${term}`,
      ...wrap(text, width - 6).map((line) => `      ${line}`),
    ]);
  }
  return rows.flatMap(([term, text]) => {
    const [first = '', ...others] = wrap(text, width - start);
    const indent = ' '.repeat(start);
    const rest = others.map((line) => `${indent}${line}`);
    return term.length > longest
      ? [`  ${term}`, `${indent}${first}`, ...rest]
      : [`  ${term.padEnd(longest)}  ${first}`, ...rest];
  });
}

const termWidth = 26;

function renderBlock(block: Block, width: number): string[] {
  if (typeof block === 'string') return wrap(block, width);
  return 'rows' in block ? table(block.rows, width) : block.examples.map(toLine);
}

function toLine(example: string): string {
  return `  $ ${example}`;
}

function wrapHanging(text: string, width: number, indent: number): string[] {
  const [first = '', ...others] = wrap(text, width);
  if (others.length === 0) return [first];
  const rest = wrap(others.join(' '), Math.max(20, width - indent));
  return [first, ...rest.map((line) => ' '.repeat(indent) + line)];
}
