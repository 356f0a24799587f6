import { closeSync, openSync, readSync } from 'node:fs';
import type { CommandNode, OptionNode } from './tree.ts';

/**
 * A command tree as text, of which a run reads only what it needs. The first line says what the tree was
 * made from. The second has the lengths of the lines that follow, the names of the commands and the shared
 * options. Then come the root, the list of its commands without what is below them, and a line for each.
 */
export function writeTree(root: CommandNode, of: string): string {
  const shared = createShared();
  const lines = root.commands.map((command) => writeNode(command, shared));
  return Buffer.concat(joinTree(root, lines, shared.texts, of)).toString();
}

/** A tree whose commands are already written, with the same table of shared options; in pieces. */
export function joinTree(
  root: CommandNode,
  lines: readonly Uint8Array[],
  shared: readonly string[],
  of: string,
): Uint8Array[] {
  const list = root.commands.map((one) => ({ ...one, ...nothing }));
  const first = [JSON.stringify({ ...root, commands: [] }), JSON.stringify(list)];
  const all = [...first.map((line) => Buffer.from(line)), ...lines];
  const lengths = all.map((line) => line.length);
  const names = JSON.stringify(root.commands.map(({ name }) => name));
  const aliases = JSON.stringify(
    Object.fromEntries(
      root.commands.flatMap(({ name, aliases }) => aliases.map((alias) => [alias, name])),
    ),
  );
  const fields = `"lengths":[${lengths}],"names":${names},"aliases":${aliases}`;
  const head = Buffer.from(`${of}\n{${fields},"shared":[${shared}]}`);
  return [head, ...all.flatMap((line) => [lineFeed, line])];
}

const lineFeed = Buffer.from('\n');

const nothing = { arguments: [], options: [], examples: [], commands: [] };

type Shared = ReturnType<typeof createShared>;

/** The options that many commands have, each as JSON; a number refers to them elsewhere. */
export function createShared() {
  return {
    texts: [] as string[],
    places: new Map<string, number>(),
    met: new Set<string>(),
    /** The places of options that are the same object in several commands. */
    known: new Map<OptionNode, number>(),
    /** The JSON of an option that may come again. */
    written: new WeakMap<OptionNode, string>(),
  };
}

const mostShared = 64;

export function writeNode(node: CommandNode, shared: Shared): Uint8Array {
  return Buffer.from(writeText(node, shared));
}

/** As JSON; what many commands have is not written again for each of them. */
function writeText(node: CommandNode, shared: Shared): string {
  const members = Object.entries(node).map(([key, value]) => {
    if (key === 'options')
      return `"options":[${node.options.map((option) => share(option, shared))}]`;
    if (key === 'commands')
      return `"commands":[${node.commands.map((child) => writeText(child, shared))}]`;
    return `"${key}":${JSON.stringify(value)}`;
  });
  return `{${members}}`;
}

function share(option: OptionNode, { texts, places, met, known, written }: Shared) {
  const held = known.get(option);
  if (held !== undefined) return held;
  const text = written.get(option) ?? JSON.stringify(option);
  written.set(option, text);
  const place = places.get(text);
  if (place !== undefined) {
    if (known.size < mostShared) known.set(option, place);
    return place;
  }
  if (texts.length >= mostShared) return text;
  if (!met.has(text)) {
    met.add(text);
    return text;
  }
  places.set(text, texts.length);
  return texts.push(text) - 1;
}

/** What the tree was made from, to detect one that is out of date. */
export function readOrigin(text: string): string {
  return text.slice(0, text.indexOf('\n'));
}

interface Header {
  readonly lengths: readonly number[];
  /** Of the root's commands, in their order. */
  readonly names: readonly string[];
  readonly aliases: Readonly<Record<string, string>>;
  readonly shared: readonly OptionNode[];
}

interface Lines {
  readonly header: Header;
  /** 0 is the root, 1 the list of its commands. */
  readonly at: (place: number) => string;
}

const firstCommand = 2;

function linesOf(text: string): Lines {
  const [, header = '', ...lines] = text.split('\n');
  return { header: JSON.parse(header), at: (place) => lines[place] ?? '' };
}

const firstRead = 64 * 1024;

export interface StoredTree {
  readonly origin: string;
  readonly root: CommandNode;
}

/** The tree in a file, which is not read completely; undefined if it was made from something else than `of`. */
export function readTreeFile(
  path: string,
  words: readonly string[],
  of?: string,
): StoredTree | undefined {
  const file = openSync(path, 'r');
  try {
    const read = (from: number, length: number): Buffer => {
      const bytes = Buffer.allocUnsafe(length);
      return bytes.subarray(0, readSync(file, bytes, 0, length, from));
    };
    let head = read(0, firstRead);
    const start = head.indexOf(10) + 1;
    const origin = head.toString('utf8', 0, start - 1);
    if (of !== undefined && origin !== of) return undefined;
    let end = head.indexOf(10, start);
    for (let size = firstRead * 4; end < 0 && head.length < size; size *= 4) {
      head = read(0, size);
      end = head.indexOf(10, start);
    }
    const header: Header = JSON.parse(head.toString('utf8', start, end));
    const at = (place: number): string => {
      const from = header.lengths.slice(0, place).reduce((sum, one) => sum + one + 1, end + 1);
      const length = header.lengths[place] ?? 0;
      if (from + length <= head.length) return head.toString('utf8', from, from + length);
      return read(from, length).toString();
    };
    return { origin, root: readLines({ header, at }, words) };
  } finally {
    closeSync(file);
  }
}

/** The tree, complete below the command that the words begin with; other commands have only their name. */
export function readTree(text: string, words: readonly string[]): StoredTree {
  return { origin: readOrigin(text), root: readLines(linesOf(text), words) };
}

/** If the line begins with a command, no other word is one of the root's, so the list of all is not read. */
function readLines(lines: Lines, words: readonly string[]): CommandNode {
  const [first = '', second = ''] = words;
  const place = findPlace(lines, first);
  if (place >= 0 && first !== 'help') {
    return { ...readNode(lines, 0), commands: [readCommand(lines, place)] };
  }
  const below = findPlace(lines, second);
  if (place >= 0 && below >= 0) {
    return {
      ...readNode(lines, 0),
      commands: [readCommand(lines, place), readCommand(lines, below)],
    };
  }
  const root: CommandNode = { ...readNode(lines, 0), commands: JSON.parse(lines.at(1)) };
  const commands = root.commands.map((command, at) =>
    words.includes(command.name) || command.aliases.some((alias) => words.includes(alias))
      ? readCommand(lines, at)
      : command,
  );
  return { ...root, commands };
}

function findPlace({ header: { names, aliases } }: Lines, word: string): number {
  return names.indexOf(Object.hasOwn(aliases, word) ? (aliases[word] ?? '') : word);
}

function readCommand(lines: Lines, place: number): CommandNode {
  return readNode(lines, firstCommand + place);
}

/** Parses what this program wrote itself. */
function readNode({ header, at }: Lines, place: number): CommandNode {
  return expand(JSON.parse(at(place)), header.shared);
}

interface Shrunk extends Omit<CommandNode, 'options' | 'commands'> {
  readonly options: readonly (OptionNode | number)[];
  readonly commands: readonly Shrunk[];
}

function expand(node: Shrunk, shared: readonly OptionNode[]): CommandNode {
  return {
    ...node,
    options: node.options.flatMap((option) =>
      typeof option === 'number' ? (shared[option] ?? []) : [option],
    ),
    commands: node.commands.map((child) => expand(child, shared)),
  };
}
