import { methods } from '../../api/methods.ts';
import { operations } from '../../api/operations.ts';
import { organizationRoles } from '../../api/schemas/user.ts';
import { outputHeading } from '../../declaration/option.ts';
import { fileFormats } from '../../metrics/format.ts';
import { duplicatePolicies } from '../../metrics/merge-values.ts';
import { formats } from '../../output/formats.ts';
import { topics } from '../help/topics.ts';
import type { ArgumentNode, CommandNode, Kind, OptionNode } from '../help/tree.ts';
import { withMethods } from '../help/tree.ts';

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
  const own = options.filter(({ heading }) => heading === outputHeading);
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

export function kindOfOption({ long, value, choices, completes }: OptionNode): Kind {
  if (completes !== undefined) return completes;
  if (choices !== undefined) return { words: choices };
  return (
    options.get(`${long} <${value}>`) ?? (value === 'file' || value === 'path' ? 'file' : 'text')
  );
}

/** The path is the group and the action, such as `profiles show`. */
export function kindOfArgument(path: string, { name, completes }: ArgumentNode): Kind {
  return places.get(`${path} ${name}`) ?? completes ?? names.get(name) ?? 'text';
}

/** By option name and value name: an option of a document may have the same name. */
const options = new Map<string, Kind>([
  ['--output <format>', { words: formats }],
  ['--profile <name>', { live: 'profiles' }],
  ['--workspace <id>', { live: 'workspaces' }],
  ['--role <role>', { words: organizationRoles }],
  ['--format <format>', { words: fileFormats }],
  ['--duplicates <policy>', { words: duplicatePolicies }],
  [
    '--clear <field>',
    { words: ['description', 'external-id', 'credentials', 'settings', 'sync-every'] },
  ],
  ['--granularity <period>', { words: ['day', 'week', 'month'] }],
  ['--sort <figure>', { words: ['after', 'before', 'change', 'name'] }],
  ['--against <period>', { words: ['previous', 'last-week', 'last-month', 'last-year'] }],
  ['--last <period>', { words: ['7d', '30d', '4w', '3m'] }],
  ['--parent <id>', { live: 'providers' }],
  ['--metric <id>', { live: 'metrics' }],
]);

const names = new Map<string, Kind>([
  ['workspace', { live: 'workspaces' }],
  ['metric', { live: 'metrics' }],
  ['provider', { live: 'providers' }],
  ['providers', { live: 'providers' }],
  ['connection', { live: 'connections' }],
  ['user', { live: 'users' }],
  ['filter', { live: 'filters' }],
  ['file', 'file'],
  ['receipt', 'file'],
]);

/** Arguments whose name alone is not enough. */
const places = new Map<string, Kind>([
  ['profiles show name', { live: 'profiles' }],
  ['profiles use name', { live: 'profiles' }],
  ['profiles set name', { live: 'profiles' }],
  ['profiles remove name', { live: 'profiles' }],
  ['profiles rename old', { live: 'profiles' }],
  ['api request method', { words: methods }],
  ['api request path', { words: pathsFor() }],
  ...methods.map((method): [string, Kind] => [`api ${method} path`, { words: pathsFor(method) }]),
  ['api import source', 'file'],
]);

/**
 * The service's paths for a method, each up to the first part that differs between records. Without
 * a known method, all paths.
 */
function pathsFor(method?: string): string[] {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const all = Object.values(operations);
  const fitting = all.filter((operation) => operation.method === wanted);
  const paths = (fitting.length > 0 ? fitting : all).map(({ path }) => path.replace(/\/\{.*$/, ''));
  return [...new Set(paths)].sort();
}
