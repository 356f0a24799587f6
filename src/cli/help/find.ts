import { methods } from '../../api/methods.ts';
import { hasSwitch, lacksValue, type Tokens } from '../tokens.ts';
import { type Topic, topics } from './topics.ts';
import { type CommandNode, findCommand } from './tree.ts';

/** What to show help for: the command at the end of a path from the root, or a topic. */
export type Asked = { readonly path: readonly CommandNode[] } | { readonly topic: Topic };

/** Undefined if the line does not ask for help or is invalid. What follows --help need not be valid. */
export function findHelp(tokens: Tokens): Asked | undefined {
  const { path, list } = tokens;
  const [root, first] = path;
  const isGroup = path.at(-1)?.commands.length !== 0;
  if (hasSwitch(tokens, '--help')) {
    const end = list.findIndex((one) => one.kind === 'option' && one.option.long === '--help');
    const isLost = isGroup && list.slice(0, end).some(({ kind }) => kind === 'word');
    return isLost ? undefined : { path };
  }
  if (first?.name === 'help') {
    return findNamed(
      root,
      list.flatMap((one) => (one.kind === 'word' ? one.text : [])),
    );
  }
  const isWhole = list.every(
    (one) => one.kind === 'command' || (one.kind === 'option' && !lacksValue(one)),
  );
  return isGroup && isWhole ? { path } : undefined;
}

/** `costctl help output`, `costctl help workspaces list` */
function findNamed(root: CommandNode, words: readonly string[]): Asked | undefined {
  const [first = ''] = words;
  const topic = topics.find((one) => one.name === first);
  if (topic !== undefined && words.length === 1) return { topic };
  const path: CommandNode[] = [root];
  for (const word of words) {
    const above = path.at(-1) ?? root;
    const next = findCommand(above, word) ?? findRequest(above, word);
    if (next === undefined) return undefined;
    path.push(next);
  }
  return { path };
}

/** A method means `api request`, on a command line as well as in help. */
function findRequest(parent: CommandNode, word: string): CommandNode | undefined {
  const isMethod = parent.name === 'api' && methods.some((method) => method === word);
  return isMethod ? findCommand(parent, 'request') : undefined;
}
