import { methods } from '../../api/methods.ts';
import { operations } from '../../api/operations.ts';
import { outputHeading } from '../../declaration/option.ts';
import { topics } from '../help/topics.ts';
import {
  type ArgumentNode,
  type CommandNode,
  type Kind,
  type OptionNode,
  withMethods,
} from '../help/tree.ts';

/** What can follow a path of words: the data from which each shell's script is written. */
export interface Spec {
  /** The group and the action: `workspaces list`; empty at the root. */
  readonly path: string;
  readonly words: readonly Pick<CommandNode, 'name' | 'aliases' | 'description'>[];
  readonly options: readonly OptionSpec[];
  readonly arguments: readonly { readonly kind: Kind; readonly variadic: boolean }[];
}

export interface OptionSpec {
  readonly names: readonly string[];
  readonly description: string;
  readonly kind?: Kind;
}

/** The options of every action with a result are written once, under this path. */
export const sharedPath = '+';

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
  const isShared = ({ heading }: OptionNode) => heading === outputHeading;
  const count = options.filter(isShared).length;
  // An action may exclude some of the shared options; then its options are listed in full.
  const shares = count > 0 && count === sharedCount;
  const own = options.filter(
    (option) => !(shares && isShared(option)) && (path === '' || option.long !== '--help'),
  );
  const spec: Spec = {
    path,
    words: command.commands,
    options: [...own.map(specifyOption), ...(shares ? [sharedMark] : [])],
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

/** Marks the place of the shared options, after an action's own. */
const sharedMark: OptionSpec = { names: [sharedPath], description: '' };

function findShared({ options, commands }: CommandNode): OptionNode[] {
  const own = options.filter(({ heading }) => heading === outputHeading);
  if (own.length > 0) return own;
  return commands.map(findShared).find((found) => found.length > 0) ?? [];
}

function specifyOption(option: OptionNode): OptionSpec {
  const { short, long, completes, description } = option;
  return {
    names: short === undefined ? [long] : [short, long],
    description,
    ...(completes === undefined ? {} : { kind: completes }),
  };
}

/** The path is the group and the action, such as `profiles show`. */
export function kindOfArgument(path: string, { name, completes }: ArgumentNode): Kind {
  return places.get(`${path} ${name}`) ?? completes ?? 'text';
}

/** Arguments for which the kind in the declaration is not enough. */
const places = new Map<string, Kind>([
  ['api request path', { words: pathsFor() }],
  ...methods.map((method): [string, Kind] => [`api ${method} path`, { words: pathsFor(method) }]),
]);

/** Each path up to the first part that differs between records; all without a known method. */
function pathsFor(method?: string): string[] {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const all = Object.values(operations);
  const fitting = all.filter((operation) => operation.method === wanted);
  const paths = (fitting.length > 0 ? fitting : all).map(({ path }) => path.replace(/\/\{.*$/, ''));
  return [...new Set(paths)].sort();
}
