import { topics } from '../help/topics.ts';
import {
  type ArgumentNode,
  type CommandNode,
  findCommand,
  findOption,
  type OptionNode,
} from '../help/tree.ts';
import { withMethods } from './methods.ts';
import type { Offer } from './offer.ts';

/** What can come next on a line: a value of an option or an argument, or one of these words. */
export type Next =
  | { readonly option: OptionNode; readonly current: string; readonly before: string }
  | {
      readonly argument: ArgumentNode;
      /** The path of its command, such as `profiles show`. */
      readonly path: string;
      readonly current: string;
      readonly before: string;
    }
  | { readonly offers: readonly Offer[]; readonly current: string };

/** Reads a line as the shell scripts do, on a tree that includes the commands of a document. */
export function readNext(tree: CommandNode, words: readonly string[], current: string): Next {
  const root = withMethods(tree);
  const { path, place, helping, option } = follow(root, words);
  const command = path.at(-1) ?? root;
  const nextValue = (one: OptionNode, text: string, before = ''): Next => {
    return { option: one, current: text, before };
  };
  if (option !== undefined) return nextValue(option, current);
  const [name = '', ...parts] = current.split('=');
  if (name.startsWith('--') && parts.length > 0) {
    const before = findOption(command, name) ?? findOption(root, name);
    if (before?.value === undefined) return { offers: [], current };
    return nextValue(before, parts.join('='), `${name}=`);
  }
  if (helping) {
    const offers = [...wordsOf(command), ...(path.length === 0 ? topics.map(titleOf) : [])];
    return { offers, current };
  }
  if (current.startsWith('-')) return { offers: optionsOf(command, root), current };
  if (command.commands.length > 0) return { offers: wordsOf(command), current };
  const last = command.arguments.at(-1);
  const argument = command.arguments[place] ?? (last?.variadic === true ? last : undefined);
  if (argument === undefined) return { offers: [], current };
  const names = path.map((one) => one.name).join(' ');
  return { argument, path: names, current, before: '' };
}

interface Followed {
  /** The commands named by the words, below the root. */
  readonly path: readonly CommandNode[];
  /** How many arguments follow them. */
  readonly place: number;
  /** The words begin with `help`. */
  readonly helping: boolean;
  /** The option that expects a value next. */
  readonly option?: OptionNode;
}

function follow(root: CommandNode, words: readonly string[]): Followed {
  const path: CommandNode[] = [];
  let place = 0;
  let helping = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const command = path.at(-1) ?? root;
    const isLast = at === words.length - 1;
    if (word.startsWith('-')) {
      const option = findOption(command, word) ?? findOption(root, word);
      if (option?.value === undefined) continue;
      // bash splits `--option=value` at the sign and completes the part after it.
      if (word.includes('=') && !(isLast && word.endsWith('='))) continue;
      if (isLast) return { path, place, helping, option };
      at += 1;
      continue;
    }
    if (word === 'help' && path.length === 0 && !helping) {
      helping = true;
      continue;
    }
    const next = findCommand(command, word);
    if (next === undefined) place += 1;
    else path.push(next);
  }
  return { path, place, helping };
}

function wordsOf({ commands }: CommandNode): Offer[] {
  return commands.map(({ name, description }) => [name, description]);
}

/** The options of the command and the global options; --help belongs to both. */
function optionsOf(command: CommandNode, root: CommandNode): Offer[] {
  const named = [...command.options, ...root.options].flatMap(({ short, long, description }) =>
    [short, long].flatMap((name): Offer[] => (name === undefined ? [] : [[name, description]])),
  );
  return [...new Map(named)];
}

function titleOf({ name, title }: (typeof topics)[number]): Offer {
  return [name, title];
}
