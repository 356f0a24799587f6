import { organizationRoles } from '../api/schemas/user.ts';
import type { ArgumentNode, OptionNode } from '../help/tree.ts';
import { fileFormats } from '../metrics/format.ts';
import { duplicatePolicies } from '../metrics/merge.ts';
import { formats } from '../output/formats.ts';
import type { LiveKind } from './live.ts';

/** What can be offered for a value: fixed words, names of files, what the service has, or nothing. */
export type Kind =
  | { readonly words: readonly string[] }
  | { readonly live: LiveKind }
  | 'file'
  | 'text';

export function kindOfOption({ long, value }: OptionNode): Kind {
  return options.get(long) ?? (value === 'file' || value === 'path' ? 'file' : 'text');
}

/** The path is the group and the action, as `profiles show`. */
export function kindOfArgument(path: string, { name }: ArgumentNode): Kind {
  return places.get(`${path} ${name}`) ?? names.get(name) ?? 'text';
}

const options = new Map<string, Kind>([
  ['--output', { words: formats }],
  ['--profile', { live: 'profiles' }],
  ['--workspace', { live: 'workspaces' }],
  ['--role', { words: organizationRoles }],
  ['--format', { words: fileFormats }],
  ['--duplicates', { words: duplicatePolicies }],
  ['--clear', { words: ['description', 'external-id', 'credentials', 'settings'] }],
  ['--granularity', { words: ['day', 'week', 'month'] }],
  ['--against', { words: ['previous', 'last-week', 'last-month', 'last-year'] }],
  ['--last', { words: ['7d', '30d', '4w', '3m'] }],
  ['--parent', { live: 'providers' }],
  ['--metric', { live: 'metrics' }],
  ['--rates', 'file'],
  ['--receipt', 'file'],
  ['--rejects', 'file'],
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

/** Arguments whose name alone does not say it. */
const places = new Map<string, Kind>([
  ['filters get id', { live: 'filters' }],
  ['filters update id', { live: 'filters' }],
  ['filters delete id', { live: 'filters' }],
  ['profiles show name', { live: 'profiles' }],
  ['profiles use name', { live: 'profiles' }],
  ['profiles set name', { live: 'profiles' }],
  ['profiles remove name', { live: 'profiles' }],
  ['profiles rename old', { live: 'profiles' }],
  ['api request method', { words: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] }],
  ['api import source', 'file'],
]);
