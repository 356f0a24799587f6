import type { Context } from '../../context.ts';
import { topics } from '../help/topics.ts';
import {
  type ArgumentNode,
  type CommandNode,
  type FindTree,
  type Kind,
  type Offer,
  type OptionNode,
  withMethods,
} from '../help/tree.ts';
import { flagsOf, lacksValue, type OptionToken, readTokens, type Tokens } from '../tokens.ts';

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
  offerLive: (kind: string, current: string) => Promise<readonly Offer[]>,
): Promise<readonly Offer[]> {
  const tree = (await findTree?.(context, words)) ?? (await describeWhole(context, words));
  const next = readNext(tree, words, current);
  const fits = ([value]: Offer) => value.startsWith(next.current);
  if ('offers' in next) return next.offers.filter(fits);
  const { before } = next;
  const kind = await kindOf(next);
  if (typeof kind === 'string') return [];
  const values =
    'live' in kind || kind.isList
      ? await offerLive('live' in kind ? kind.live : `=${kind.words.join()}`, next.current)
      : kind.words.map((word): Offer => [word, '']);
  return values.filter(fits).map(([value, description]) => [before + value, description]);
}

/** The table of paths is only loaded if an argument is next. */
async function kindOf(next: Exclude<Next, { readonly offers: unknown }>): Promise<Kind> {
  if ('option' in next) return next.option.completes ?? 'text';
  return (await import('./specs.ts')).kindOfArgument(next.path, next.argument);
}

/** The tree, if none is stored. Only this loads most of the program. */
async function describeWhole(context: Context, words: readonly string[]): Promise<CommandNode> {
  const [{ loadGroups }, { describeProgram }, { beginLine }] = await Promise.all([
    import('../groups.ts'),
    import('../help/describe-program.ts'),
    import('../line.ts'),
  ]);
  return describeProgram(context, await loadGroups(), flagsOf(beginLine(words)));
}

/** What can come next on a line: a value of an option or an argument, or one of the words in `offers`. */
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
  const { path, list, isHelp } = readTyped(root, words);
  const command = path.at(-1) ?? root;
  const last = list.at(-1);
  if (last?.kind === 'option' && awaitsValue(last, words)) {
    return { option: last.option, current, before: '' };
  }
  if (/^--[^=]+=/.test(current)) {
    const given = readTyped(root, [...words, current]).list.at(-1);
    if (given?.kind !== 'option') return { offers: [], current };
    const { option, value = '' } = given;
    return { option, current: value, before: `${option.long}=` };
  }
  if (isHelp) {
    const offers = [...wordsOf(command), ...(path.length === 1 ? topics.map(titleOf) : [])];
    return { offers, current };
  }
  if (current.startsWith('-')) return { offers: optionsOf(command, root), current };
  if (command.commands.length > 0) return { offers: wordsOf(command), current };
  const place = list.filter(({ kind }) => kind === 'word').length;
  const rest = command.arguments.at(-1);
  const argument = command.arguments[place] ?? (rest?.variadic === true ? rest : undefined);
  if (argument === undefined) return { offers: [], current };
  const names = path.slice(1).map((one) => one.name);
  return { argument, path: names.join(' '), current, before: '' };
}

/** After `help`, the words of a command are read as without it. */
function readTyped(
  root: CommandNode,
  words: readonly string[],
): Tokens & { readonly isHelp: boolean } {
  const read = readTokens(root, words);
  const help = read.list.find((one) => one.kind === 'command' && one.node.name === 'help');
  if (read.path[1]?.name !== 'help' || help?.kind !== 'command') return { ...read, isHelp: false };
  const others = words.filter((_word, at) => at !== help.at);
  return { ...readTokens(root, others), isHelp: true };
}

/** bash splits `--option=value` at the sign and completes the part after it. */
function awaitsValue(token: OptionToken, words: readonly string[]): boolean {
  return lacksValue(token) || (token.value === '' && words.at(-1)?.endsWith('=') === true);
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
