import { methods } from '../../api/methods.ts';
import { type Topic, topics } from './topics.ts';
import { type CommandNode, findCommand, findOption } from './tree.ts';

/** What to show help for: the command at the end of a path from the root, or a topic. */
export type Asked = { readonly path: readonly CommandNode[] } | { readonly topic: Topic };

/** Undefined if the line does not ask for help or is invalid. Words after --help count too. */
export function findHelp(root: CommandNode, argv: readonly string[]): Asked | undefined {
  const path: CommandNode[] = [root];
  const isAsked = argv.some(isHelpFlag);
  let command = root;
  let beforeHelp = true;
  for (let place = 0; place < argv.length; place += 1) {
    const word = argv[place] ?? '';
    if (isHelpFlag(word)) {
      beforeHelp = false;
      continue;
    }
    if (word === '--') return beforeHelp ? undefined : { path };
    if (word.startsWith('-')) {
      const option = findOption(command, word) ?? findOption(root, word);
      if (option === undefined && !isAsked) return undefined;
      if (option?.value !== undefined && !word.includes('=') && word === nameOf(option, word)) {
        place += 1;
        if (place >= argv.length && !isAsked) return undefined;
      }
      continue;
    }
    if (command.commands.length === 0) continue;
    const next = findCommand(command, word);
    if (next === undefined) return beforeHelp ? undefined : { path };
    if (next.name === 'help' && !isAsked) return findNamed(root, argv.slice(place + 1));
    path.push(next);
    command = next;
  }
  return isAsked || command.commands.length > 0 ? { path } : undefined;
}

/** `costctl help output`, `costctl help workspaces list` */
export function findNamed(root: CommandNode, words: readonly string[]): Asked | undefined {
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

function isHelpFlag(word: string): boolean {
  return word === '--help' || word === '-h';
}

function nameOf({ short, long }: { short?: string; long: string }, word: string): string {
  return word === short ? short : long;
}
