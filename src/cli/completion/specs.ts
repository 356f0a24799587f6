import { topics } from '../help/topics.ts';
import type { CommandNode, Kind, OptionNode } from '../help/tree.ts';
import { withMethods } from './for-line.ts';
import { kindOfArgument, kindOfOption } from './kinds.ts';

/** What can follow a path of words: the data from which each shell's script is written. */
export interface Spec {
  /** The group and the action: `workspaces list`; empty at the root. */
  readonly path: string;
  readonly words: readonly Word[];
  readonly options: readonly OptionSpec[];
  readonly arguments: readonly { readonly kind: Kind; readonly variadic: boolean }[];
}

export interface Word {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
}

export interface OptionSpec {
  readonly names: readonly string[];
  readonly description: string;
  /** What its value is; absent for a switch. */
  readonly kind?: Kind;
}

/** The options of every action with a result are written once, under this path. */
export const sharedPath = '+';

const sharedHeading = 'Output options:';

/** Every path of the tree. Options valid everywhere, such as --profile and --help, are at the root. */
export function specsOf(root: CommandNode): Spec[] {
  const shared = findShared(root);
  const topicWords = topics.map(({ name, title }) => ({ name, aliases: [], description: title }));
  return [
    ...specify(withMethods(root), '', shared.length),
    { path: 'help', words: topicWords, options: [], arguments: [] },
    { path: sharedPath, words: [], options: shared.map(specifyOption), arguments: [] },
  ];
}

function specify(command: CommandNode, path: string, sharedCount: number): Spec[] {
  if (command.name === 'help') return [];
  const { options } = command;
  const isShared = ({ heading }: OptionNode) => heading === sharedHeading;
  const count = options.filter(isShared).length;
  // An action may exclude some of the shared options; then its options are listed in full.
  const shares = count > 0 && count === sharedCount;
  const own = options.filter(
    (option) => !(shares && isShared(option)) && (path === '' || option.long !== '--help'),
  );
  const spec: Spec = {
    path,
    words: command.commands,
    options: [...own.map(specifyOption), ...(shares ? [behindAll] : [])],
    arguments: command.arguments.map((argument) => ({
      kind: kindOfArgument(path, argument),
      variadic: argument.variadic,
    })),
  };
  const below = command.commands.flatMap((child) =>
    specify(child, `${path} ${child.name}`.trim(), sharedCount),
  );
  return [spec, ...below];
}

const behindAll: OptionSpec = { names: [sharedPath], description: '' };

function findShared({ options, commands }: CommandNode): OptionNode[] {
  const own = options.filter(({ heading }) => heading === sharedHeading);
  if (own.length > 0) return own;
  return commands.map(findShared).find((found) => found.length > 0) ?? [];
}

function specifyOption(option: OptionNode): OptionSpec {
  const { short, long, value, description } = option;
  return {
    names: short === undefined ? [long] : [short, long],
    description,
    ...(value === undefined ? {} : { kind: kindOfOption(option) }),
  };
}
