import type { GlobalFlags } from '../settings.ts';
import { type CommandNode, findCommand, type OptionNode } from './help/tree.ts';

/** What the words of a line say, by the declarations of the commands. */
export type Token =
  /** `at` is the place of its word; if it is undefined, the line leaves the word out. */
  | { readonly kind: 'command'; readonly node: CommandNode; readonly at?: number }
  | { readonly kind: 'word'; readonly text: string }
  /** A switch has no value; any other option lacks one if the line ends too early. */
  | { readonly kind: 'option'; readonly option: OptionNode; readonly value?: string }
  /** An option that neither the command nor the program has. */
  | { readonly kind: 'unknown'; readonly text: string };

export type OptionToken = Extract<Token, { kind: 'option' }>;

export interface Tokens {
  /** The root, and the commands that the words name. */
  readonly path: readonly [CommandNode, ...CommandNode[]];
  readonly list: readonly Token[];
}

/** Reads any line, even an invalid one: the caller says what is wrong with it. */
export function readTokens(root: CommandNode, argv: readonly string[]): Tokens {
  const path: [CommandNode, ...CommandNode[]] = [root];
  const list: Token[] = [];
  // After a word that is unknown, no word is a command.
  let isLost = false;
  const here = () => path.at(-1) ?? root;
  const enter = (node: CommandNode, at?: number) => {
    path.push(node);
    list.push({ kind: 'command', node, ...(at === undefined ? {} : { at }) });
  };
  const usual = () => (isLost ? undefined : here().commands.find((one) => one.isDefault === true));
  const addWord = (text: string, at: number) => {
    const named = isLost ? undefined : findCommand(here(), text);
    if (named !== undefined) return enter(named, at);
    const meant = usual();
    if (meant === undefined) isLost = true;
    else enter(meant);
    list.push({ kind: 'word', text });
  };
  const addOptions = (text: string) => {
    const meant = usual();
    if (meant !== undefined && isOption(text, [meant]) && !isOption(text, [here(), root])) {
      enter(meant);
    }
    const found = readOptions(text, [here(), root]);
    if (found.some(({ kind }) => kind === 'unknown')) isLost = true;
    list.push(...found);
  };
  for (let at = 0; at < argv.length; at += 1) {
    const text = argv[at] ?? '';
    if (text === '--') {
      for (const [place, word] of argv.entries()) if (place > at) addWord(word, place);
      break;
    }
    if (!/^-./.test(text) || (isNumber(text) && here().commands.length === 0)) {
      addWord(text, at);
      continue;
    }
    addOptions(text);
    const last = list.at(-1);
    const value = argv[at + 1];
    if (last?.kind !== 'option' || !lacksValue(last) || value === undefined) continue;
    // `--name --dry-run` lacks a name; `--name=--dry-run` has one.
    if (value === '--' || isOption(value, [here(), root])) continue;
    list[list.length - 1] = { ...last, value };
    at += 1;
  }
  return { path, list };
}

export function lacksValue({ option, value }: OptionToken): boolean {
  return option.value !== undefined && value === undefined;
}

/** Whether the line has a switch, such as `--help`. */
export function hasSwitch({ list }: Tokens, long: string): boolean {
  return list.some((one) => one.kind === 'option' && one.option.long === long);
}

/** The global options of a line: `--base-url x` → `{ baseUrl: 'x' }`, `--no-color` → `{ color: false }`. */
export function flagsOf({ path: [root], list }: Tokens): GlobalFlags {
  const given = list.flatMap((token): [string, string | boolean][] => {
    if (token.kind !== 'option' || lacksValue(token)) return [];
    const { option, value } = token;
    if (!root.options.includes(option)) return [];
    const [, no, name = ''] = /^--(no-)?(.*)$/.exec(option.long) ?? [];
    const key = name.replace(/-(.)/g, (_all, letter: string) => letter.toUpperCase());
    return [[key, value ?? no === undefined]];
  });
  return Object.fromEntries(given);
}

/** `-q`, `--max=1`, `-qojson`: each option in a word. */
function readOptions(text: string, nodes: readonly CommandNode[]): readonly Token[] {
  const find = (flag: string): OptionNode | undefined =>
    nodes
      .flatMap(({ options }) => options)
      .find(({ short, long }) => flag === long || flag === short);
  const whole = find(text);
  if (whole !== undefined) return [{ kind: 'option', option: whole }];
  const sign = text.indexOf('=');
  if (text.startsWith('--')) {
    const option = sign < 0 ? undefined : find(text.slice(0, sign));
    return option?.value === undefined
      ? [{ kind: 'unknown', text }]
      : [{ kind: 'option', option, value: text.slice(sign + 1) }];
  }
  const option = text.length > 2 ? find(text.slice(0, 2)) : undefined;
  if (option === undefined) return [{ kind: 'unknown', text }];
  return option.value === undefined
    ? [{ kind: 'option', option }, ...readOptions(`-${text.slice(2)}`, nodes)]
    : [{ kind: 'option', option, value: text.slice(2) }];
}

function isOption(text: string, nodes: readonly CommandNode[]): boolean {
  return /^-./.test(text) && readOptions(text, nodes)[0]?.kind === 'option';
}

function isNumber(text: string): boolean {
  return /^-(\d+|\d*\.\d+)(e[+-]?\d+)?$/.test(text);
}
