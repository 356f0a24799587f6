import type { Context } from '../../context.ts';
import { topics } from '../help/topics.ts';
import {
  type ArgumentNode,
  type CommandNode,
  type FindTree,
  findCommand,
  findOption,
  type Kind,
  type Offer,
  type OptionNode,
  withMethods,
} from '../help/tree.ts';

export interface AskedLine {
  readonly context: Context;
  readonly words: readonly string[];
  /** The word under the cursor, as far as it has been typed. */
  readonly current: string;
  readonly findTree: FindTree | undefined;
}

/** What can follow on a line, including the commands of an imported document. */
export async function offerForLine(
  { context, words, current, findTree }: AskedLine,
  offerLive: (kind: string) => Promise<readonly Offer[]>,
): Promise<readonly Offer[]> {
  const tree = (await findTree?.(context, words)) ?? (await describeWhole(context, words));
  const next = readNext(tree, words, current);
  const fits = ([value]: Offer) => value.startsWith(next.current);
  if ('offers' in next) return next.offers.filter(fits);
  const { before } = next;
  const kind = await kindOf(next);
  if (typeof kind === 'string') return [];
  const values =
    'live' in kind ? await offerLive(kind.live) : kind.words.map((word): Offer => [word, '']);
  return values.filter(fits).map(([value, description]) => [before + value, description]);
}

/** The table of kinds is only loaded if the command does not say what the value is. */
async function kindOf(next: Exclude<Next, { readonly offers: unknown }>): Promise<Kind> {
  if ('option' in next) {
    const { completes, choices } = next.option;
    if (completes !== undefined) return completes;
    if (choices !== undefined) return { words: choices };
    return (await import('./specs.ts')).kindOfOption(next.option);
  }
  return (await import('./specs.ts')).kindOfArgument(next.path, next.argument);
}

/** Without a stored tree. This alone loads most of the program. */
async function describeWhole(context: Context, words: readonly string[]): Promise<CommandNode> {
  const [{ describeCommand }, { createWholeProgram }, { readFlags }] = await Promise.all([
    import('../help/describe-command.ts'),
    import('../program.ts'),
    import('./flags.ts'),
  ]);
  return describeCommand(await createWholeProgram(context, readFlags(words)));
}

/** What can come next on a line: a value of an option or an argument, or one of these words. */
type Next =
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
