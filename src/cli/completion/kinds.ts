import { methods } from '../../api/methods.ts';
import { operations } from '../../api/operations.ts';
import { organizationRoles } from '../../api/schemas/user.ts';
import { fileFormats } from '../../metrics/format.ts';
import { duplicatePolicies } from '../../metrics/merge-values.ts';
import { formats } from '../../output/formats.ts';
import type { ArgumentNode, Kind, OptionNode } from '../help/tree.ts';

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
  ['filters get id', { live: 'filters' }],
  ['filters update id', { live: 'filters' }],
  ['filters delete id', { live: 'filters' }],
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
