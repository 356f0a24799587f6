import { type Command, hasOpenBody } from '../command.ts';
import type { Described } from '../commands/openapi.ts';
import type { Context } from '../context.ts';
import type { Option } from '../declaration/option.ts';
import { hasDocuments } from '../openapi/place.ts';
import { findConfigFolder } from '../settings/user-folders.ts';
import { commandsOf, groups, loadGroup } from './groups.ts';
import { describeGroup, describeRoot } from './help/describe-root.ts';
import { type CommandNode, type FindTree, findCommand, rareHeading } from './help/tree.ts';
import type { RunLine } from './mcp/call-tool.ts';
import { flagsOf, readTokens, type Tokens } from './tokens.ts';

export interface Line {
  readonly argv: readonly string[];
  readonly tokens: Tokens;
  readonly called?: Called;
}

export interface Called {
  readonly declared: Command;
  readonly options: Readonly<Record<string, Option>>;
}

/** Reads a line by the names of the groups alone: that is enough for the options of the program. */
export function beginLine(argv: readonly string[]): Tokens {
  return readTokens(describeRoot(groupNodes()), argv);
}

/** Reads a line with the declarations of the group that it names; no other group is loaded. */
export async function readLine(
  context: Context,
  argv: readonly string[],
  run: RunLine,
  findTree?: FindTree,
): Promise<Line> {
  const begun = beginLine(argv);
  const flags = flagsOf(begun);
  const words = namesIn(begun);
  const [name] = words;
  const group = groups.find((one) => one.name === name);
  const loaded = group === undefined ? undefined : await loadGroup(group, run, words[1]);
  const builtIn = loaded?.declared.flatMap(commandsOf) ?? [];
  const describe = async () =>
    (await import('../commands/openapi.ts')).describeCommands(context, flags, words);
  // Some built-in actions have options that only the service's document shows.
  const isOpen = builtIn.some(
    (one) => hasOpenBody(one) && `${words.join(' ')} `.startsWith(`${one.words} `),
  );
  let described = isOpen ? await describe() : nothingDescribed;
  const describing = () => import('./help/describe-command.ts');
  let root = describeRoot(
    loaded === undefined ? [] : [(await describing()).describeLoaded(loaded, described.extend)],
  );
  if (name !== undefined && !isAction(readTokens(root, words))) {
    const tree = group === undefined ? await findTree?.(context, argv) : undefined;
    const isUnknown = tree !== undefined && findCommand(tree, name) === undefined;
    if (isUnknown && !mayHaveDocument(context)) return { argv, tokens: readTokens(tree, argv) };
    if (!isOpen) described = await describe();
    // A group that the document no longer has is in no tree, but has actions that explain this.
    const hasNoActions = described.groups.flatMap(commandsOf).length === 0;
    if (isUnknown && hasNoActions) return { argv, tokens: readTokens(tree, argv) };
    const { addCommands } = await describing();
    root = { ...addCommands(root, described.groups), examples: root.examples };
    const builtIn = isAction(readTokens(root, words))
      ? undefined
      : withoutAlias(argv, words, described.aliases);
    if (builtIn !== undefined) return readLine(context, builtIn, run, findTree);
  }
  if (root.commands.length === 1) {
    const { listNewGroups } = await import('./help/describe-program.ts');
    root = describeRoot([...groupNodes(), ...(await listNewGroups(context, flags))]);
  }
  const tokens = readTokens(root, argv);
  const whole = tokens.path.map((one) => one.name).join(' ');
  const all = [...builtIn.map(described.extend), ...described.groups.flatMap(commandsOf)];
  const declared = all.find((one) => `costctl ${one.words}` === whole);
  if (declared === undefined) return { argv, tokens };
  const { optionsOf } = await import('../declaration/shared.ts');
  return { argv, tokens, called: { declared, options: optionsOf(declared) } };
}

/** Without an imported document, a typo need not load the code that reads documents. */
function mayHaveDocument(context: Context): boolean {
  const { value: folder } = findConfigFolder(context);
  return folder !== undefined && hasDocuments(folder);
}

const nothingDescribed: Described = {
  groups: [],
  aliases: new Map(),
  extend: (declared) => declared,
};

/** The line with the built-in action in place of the operationId that a document gives it. */
function withoutAlias(
  argv: readonly string[],
  words: readonly string[],
  aliases: Described['aliases'],
): readonly string[] | undefined {
  for (const count of [2, 3]) {
    const action = aliases.get(words.slice(0, count).join(' '))?.split(' ').at(-1);
    const [group = '', alias = ''] = words.slice(count - 2, count);
    const place = argv.indexOf(alias, argv.indexOf(group) + 1);
    if (action !== undefined && place >= 0) return argv.with(place, action);
  }
  return undefined;
}

function groupNodes(): CommandNode[] {
  return groups.map(({ name, description, rare }) =>
    describeGroup(name, description, rare === true ? rareHeading : ''),
  );
}

/** The words before the first unknown option, which may take the next word as its value; without `help`. */
function namesIn({ list }: Tokens): string[] {
  const end = list.findIndex(({ kind }) => kind === 'unknown');
  const words = list.slice(0, end < 0 ? list.length : end).flatMap((one) => {
    if (one.kind === 'command') return one.node.name;
    return one.kind === 'word' ? one.text : [];
  });
  return words[0] === 'help' ? words.slice(1) : words;
}

function isAction({ path }: Tokens): boolean {
  return path.length > 1 && path.at(-1)?.commands.length === 0;
}
