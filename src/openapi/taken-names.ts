import { rememberResults } from '../text.ts';
import { actions, commands, reserved as reservedNames } from './built-in-names.json';
import { kebab, mostRemembered, singular, wordsOf } from './words.ts';

/** Groups of this program whose names differ from the service's tags. */
const houseGroups: Readonly<Record<string, string>> = {
  'workspace provider': 'workspaces providers',
  'business metric': 'metrics',
  'saved filter': 'filters',
  'exchange rate': 'rates',
  'cost data': 'costs',
};

/** The built-in actions by group. No operation of a document may take their names. */
const builtIn = new Map(Object.entries(actions).map(([group, names]) => [group, names.split(' ')]));

/** Groups and commands that concern the program itself. */
const reserved = reservedNames.split(' ');

/** `Cost alerts`, `CostAlerts` and `cost-alert` are the same tag. */
export const tagKey = rememberResults(
  (tag) => tagWords(tag).map(singular).join(' '),
  mostRemembered,
);

/** The words of a tag, without those after its subject that say nothing: `Payments API`, `users-controller`. */
function tagWords(tag: string): readonly string[] {
  const words = wordsOf(tag);
  const end = words.findLastIndex((word) => !/^(apis?|controller)$/.test(word));
  return end < 0 ? words : words.slice(0, end + 1);
}

/** The group of a tag; empty if nothing in the tag can be used on a command line. */
export const groupOf = rememberResults((tag) => {
  const key = tagKey(tag);
  if (Object.hasOwn(houseGroups, key)) return houseGroups[key] ?? '';
  const group = kebab(tagWords(tag));
  return reserved.includes(group) ? `service-${group}` : group;
}, mostRemembered);

export const wordsInTag: (tag: string) => ReadonlySet<string> = rememberResults(
  (tag) => new Set(wordsOf(tag).map(singular)),
  mostRemembered,
);

const commandOfOperation = new Map(Object.entries(commands));

/** The command of a built-in operation; empty for another id. */
export function commandOf(operationId: string): string {
  return commandOfOperation.get(operationId) ?? '';
}

export function isBuiltIn(group: string): boolean {
  return builtIn.has(group);
}

export function isTaken(group: string, action: string): boolean {
  return ['help', 'ls', 'rm'].includes(action) || (builtIn.get(group)?.includes(action) ?? false);
}

const articles = new Set(['the', 'a', 'an']);
const prepositions = new Set(['for', 'from', 'to', 'of', 'in', 'on', 'with', 'by', 'and']);

export function withoutGroup(tag: string, words: readonly string[]): string[] {
  const said = wordsInTag(tag);
  const left = words.filter((word) => !said.has(singular(word)) && !articles.has(word));
  return left.slice(0, left.findLastIndex((word) => !prepositions.has(word)) + 1);
}
