import { kebab, singular, wordsOf } from './words.ts';

/** Groups of this program whose names differ from the service's tags. */
const houseGroups: Readonly<Record<string, string>> = {
  'workspace provider': 'workspaces providers',
  'business metric': 'metrics',
  'saved filter': 'filters',
  'exchange rate': 'rates',
  'cost data': 'costs',
};

/**
 * The built-in actions, whose names no operation of a document may take. A test compares them with the
 * declarations.
 */
const houseActions: Readonly<Record<string, readonly string[]>> = {
  workspaces: ['list', 'get', 'create', 'update', 'edit', 'delete', 'providers'],
  'workspaces providers': ['list', 'get', 'enable', 'update', 'remove'],
  'virtual-tags': ['create'],
  providers: [
    ...['list', 'get', 'connect', 'update', 'delete'],
    ...['available', 'history', 'test', 'sync', 'status'],
  ],
  metrics: [
    ...['list', 'get', 'create', 'update', 'delete', 'values', 'set', 'import', 'diff'],
    ...['summary', 'gaps'],
  ],
  filters: ['list', 'get', 'create', 'update', 'delete'],
  users: ['list', 'get', 'invite'],
  rates: ['get', 'list', 'convert', 'history', 'policy'],
  costs: [
    ...['list', 'export', 'verify', 'columns', 'summary'],
    ...['unit', 'compare', 'chart', 'check', 'mirror', 'query', 'allocate', 'outlook'],
    ...['anomalies', 'coverage', 'focus-check', 'report', 'close'],
  ],
};

/** Groups that concern the program itself. */
const ownGroups = [
  ...['api', 'profiles', 'sandbox', 'completion', 'doctor', 'help'],
  ...['config', 'undo', 'schema', 'mcp', 'whoami'],
];

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
  return ownGroups.includes(group) ? `service-${group}` : group;
}

export function isWrittenByHand(group: string): boolean {
  return Object.hasOwn(houseActions, group);
}

export function isTaken(group: string, action: string): boolean {
  if (['help', 'ls', 'rm'].includes(action)) return true;
  return isWrittenByHand(group) && (houseActions[group]?.includes(action) ?? false);
}
