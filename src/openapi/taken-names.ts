import { actions, reserved as reservedNames } from './built-in-names.json';
import type { CommandName } from './description.ts';
import { kebab, singular, wordsOf } from './words.ts';

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
export function tagKey(tag: string): string {
  return tagWords(tag).map(singular).join(' ');
}

/** Words behind the subject of a tag that say nothing: `Payments API`, `users-controller`. */
const tagNoise = new Set(['api', 'apis', 'controller']);

function tagWords(tag: string): string[] {
  const words = wordsOf(tag);
  const end = words.findLastIndex((word) => !tagNoise.has(word));
  return end < 0 ? words : words.slice(0, end + 1);
}

/** The group of a tag; empty if nothing in the tag can be used on a command line. */
export function groupOf(tag: string): string {
  const key = tagKey(tag);
  if (Object.hasOwn(houseGroups, key)) return houseGroups[key] ?? '';
  const group = kebab(tagWords(tag));
  return reserved.includes(group) ? `service-${group}` : group;
}

export function isBuiltIn(group: string): boolean {
  return builtIn.has(group);
}

export function isTaken(group: string, action: string): boolean {
  return ['help', 'ls', 'rm'].includes(action) || (builtIn.get(group)?.includes(action) ?? false);
}

/** An operation that the service names without publishing its path. */
interface NamedOperation {
  readonly tag: string;
  readonly name: string;
  readonly method?: 'PATCH';
}

/** The service publishes neither their paths nor their parameters and bodies. */
export const namedOperations: readonly NamedOperation[] = [
  ...named('Virtual tags', 'list', 'get', 'update:PATCH', 'delete', 'activate', 'deactivate'),
  ...named('Tag keys', 'list', 'get', 'delete'),
  ...named('Folders', 'list', 'create', 'get', 'update', 'delete', 'set folder saved filter'),
  ...named('Dashboards', 'list', 'create', 'get', 'update', 'delete'),
  ...named('Dashboards', 'widget create', 'widget get', 'widget update', 'widget delete'),
  ...named('Dashboards', 'set saved filter'),
  ...named('Custom provider', 'submit costs batch', 'list uploads', 'upload cost files'),
  ...named('Custom provider', 'get upload', 'delete upload'),
  ...named('Kubernetes', 'report usage'),
  ...named('Report notifications', 'list', 'create', 'get', 'update:PATCH', 'delete'),
  ...named('Report notifications', 'activate', 'deactivate'),
  ...named('Cost reports', 'list', 'create', 'get', 'update', 'delete', 'get data'),
  ...named('Cost filters', 'translate'),
  ...named('Cost data', 'forecast', 'summary'),
  ...named('Cost alerts', 'list', 'create', 'get', 'update', 'delete', 'get events'),
  ...named('Cost alerts', 'pause', 'resume'),
  ...named('Budgets', 'list', 'create', 'get', 'update', 'delete'),
  ...named('Billing', 'entitlement', 'metered usage'),
  ...named('Anomalies', 'list', 'acknowledge'),
  ...named('Allocation', 'rules list', 'rules create', 'rules update', 'rules delete'),
  ...named('Allocation', 'rules reorder', 'rules preview', 'coverage read'),
  ...named('Allocation', 'segments list', 'segments create', 'segments update', 'segments delete'),
  ...named('Teams', 'list', 'create', 'get', 'update', 'delete'),
  ...named('Teams', 'add member', 'update member', 'remove member'),
  ...named('Teams', 'list workspace access', 'set workspace access', 'remove workspace access'),
  ...named('Apps', 'list', 'create', 'get', 'update', 'delete'),
  ...named('Audit log', 'list'),
  ...named('Contracting', 'data processing agreement status'),
  ...named('Utility', 'current token info', 'health check'),
  ...named('Providers', 'get the cloud connector', 'provision a service account'),
];

function named(tag: string, ...names: string[]): NamedOperation[] {
  return names.map((text) => {
    const [name = '', method] = text.split(':');
    return method === 'PATCH' ? { tag, name, method } : { tag, name };
  });
}

/** An operation that the service names without a path, and the command that it has or will have. */
export interface NamedCommand extends CommandName {
  readonly operation: NamedOperation;
}

const articles = new Set(['the', 'a', 'an']);
const prepositions = new Set(['for', 'from', 'to', 'of', 'in', 'on', 'with', 'by', 'and']);

export const namedCommands: readonly NamedCommand[] = namedOperations.map((operation) => ({
  group: groupOf(operation.tag),
  action: actionOf(operation),
  operation,
}));

export function findNamed(group: string, action: string): NamedCommand | undefined {
  return namedCommands.find((one) => one.group === group && one.action === action);
}

/**
 * The named operation that one of these wordings of a document refers to: `createDashboardWidget` is
 * `widget create`. An exact match takes precedence over a loose one.
 */
export function matchNamed(
  tag: string,
  wordings: readonly (readonly string[])[],
): NamedCommand | undefined {
  for (const loosely of [false, true]) {
    for (const words of wordings) {
      const found = byEssence.get(`${tagKey(tag)}: ${essence(tag, words, loosely)} ${loosely}`);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The words without those that repeat the group. */
export function withoutGroup(tag: string, words: readonly string[]): string[] {
  const said = new Set(wordsOf(tag).map(singular));
  const left = words.filter((word) => !said.has(singular(word)) && !articles.has(word));
  while (left.length > 1 && prepositions.has(left.at(-1) ?? '')) left.pop();
  return left;
}

function actionOf({ tag, name }: NamedOperation): string {
  const words = wordsOf(name);
  // "get the cloud connector": there is only one, and its name is enough.
  const rest = words[0] === 'get' && words[1] === 'the' ? words.slice(1) : words;
  const action = kebab(withoutGroup(tag, rest));
  return isTaken(groupOf(tag), action) ? kebab([...restOfTag(tag), action]) : action;
}

/** Words of a tag that its group lacks: `Cost data` is in `costs`, and its summary is `data-summary`. */
function restOfTag(tag: string): string[] {
  const group = new Set(wordsOf(groupOf(tag)).map(singular));
  return wordsOf(tag).filter((word) => !group.has(singular(word)));
}

const verbs: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  read: 'get',
  fetch: 'get',
  retrieve: 'get',
});

/** The words without order, number and articles; in a loose match also without a plain "get". */
function essence(tag: string, words: readonly string[], loosely: boolean): string {
  const bare = withoutGroup(tag, words).map((word) => verbs[word] ?? singular(word));
  const significant = loosely && bare.length > 1 ? bare.filter((word) => word !== 'get') : bare;
  return [...new Set(significant)].sort().join(' ');
}

const byEssence: ReadonlyMap<string, NamedCommand> = new Map(
  namedCommands.toReversed().flatMap((one) => {
    const { tag, name } = one.operation;
    return [false, true].map((loosely): [string, NamedCommand] => [
      `${tagKey(tag)}: ${essence(tag, wordsOf(name), loosely)} ${loosely}`,
      one,
    ]);
  }),
);

// The build writes this file from the declarations.
