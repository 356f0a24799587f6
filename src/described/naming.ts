import type { Method } from '../api/operations.ts';
import type { CommandName } from './description.ts';
import { groupOf, isTaken } from './groups.ts';
import { matchNamed, withoutGroup } from './named.ts';
import { kebab, singular, wordsOf } from './words.ts';

/** What an operation's name is made from. */
export interface Nameless {
  readonly method: Method;
  readonly path: string;
  readonly tag: string;
  readonly id: string | undefined;
  /** Answers with a list. */
  readonly list: boolean;
}

/** A name for each; undefined where none is left that no other operation would have too. */
export function nameOperations(operations: readonly Nameless[]): (CommandName | undefined)[] {
  const choices = operations.map((operation) => candidatesOf(operation, operations));
  const levels = operations.map(() => 0);
  for (;;) {
    const names = choices.map((one, place) => one[levels[place] ?? 0]);
    const clashing = places(names, (name) => isClash(name, names));
    if (clashing.length === 0) return names;
    for (const place of clashing) levels[place] = (levels[place] ?? 0) + 1;
  }
}

function places<T>(list: readonly T[], test: (item: T) => boolean): number[] {
  return list.flatMap((item, place) => (test(item) ? [place] : []));
}

function isClash(
  name: CommandName | undefined,
  all: readonly (CommandName | undefined)[],
): boolean {
  if (name === undefined) return false;
  if (isTaken(name.group, name.action)) return true;
  const same = all.filter((one) => one?.group === name.group && one.action === name.action);
  return same.length > 1;
}

/** From the shortest to the longest. */
function candidatesOf(operation: Nameless, all: readonly Nameless[]): CommandName[] {
  const group = groupOf(operation.tag) || kebab(staticWords(operation.path).slice(0, 3));
  if (group === '') return [];
  const spoken = idWords({ ...operation, list: false });
  const named = matchNamed(operation.tag, [idWords(operation), spoken]);
  const actions = [
    plainAction(operation, all, named === undefined) ?? named?.action ?? shortAction(operation),
    kebab(wordsOf(operation.id ?? '')),
    kebab([operation.method.toLowerCase(), ...pathWords(operation.path)]),
  ];
  return [...new Set(actions.filter((action) => action !== ''))].map((action) => ({
    group,
    action,
  }));
}

const collectionActions: Partial<Readonly<Record<Method, string>>> = { POST: 'create' };
const itemActions: Readonly<Record<Method, string | undefined>> = {
  GET: 'get',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
  POST: undefined,
};

/** `list`, `get`, `create`, `update`, `delete`, where the path is the group's own collection or an item of it. */
function plainAction(
  operation: Nameless,
  all: readonly Nameless[],
  guess: boolean,
): string | undefined {
  const segments = segmentsOf(operation.path);
  const root = rootOf(operation, all, guess);
  if (root === undefined) return undefined;
  if (sameSegments(segments, root)) {
    if (operation.method !== 'GET') return collectionActions[operation.method];
    const hasItems = all.some((one) => isItemOf(segmentsOf(one.path), root));
    return operation.list || hasItems ? 'list' : 'get';
  }
  return isItemOf(segments, root) ? itemActions[operation.method] : undefined;
}

/** The path of the group's collection: its last word is the group's, or all of the group is below it. */
function rootOf(
  operation: Nameless,
  all: readonly Nameless[],
  guess: boolean,
): string[] | undefined {
  const family = all
    .filter((one) => groupOf(one.tag) === groupOf(operation.tag))
    .map((one) => segmentsOf(one.path))
    .sort((a, b) => a.length - b.length);
  const tag = wordsOf(operation.tag).map(singular).join(' ');
  const own = family.find(
    (path) =>
      wordsOf(path.at(-1) ?? '')
        .map(singular)
        .join(' ') === tag,
  );
  if (own !== undefined || !guess) return own;
  const [shortest] = family;
  const collection =
    shortest !== undefined && isHole(shortest.at(-1)) ? shortest.slice(0, -1) : shortest;
  return collection !== undefined && family.every((path) => startsWith(path, collection))
    ? collection
    : undefined;
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function isHole(segment: string | undefined): boolean {
  return segment?.startsWith('{') === true;
}

function startsWith(path: readonly string[], start: readonly string[]): boolean {
  return sameSegments(path.slice(0, start.length), start);
}

function sameSegments(a: readonly string[], b: readonly string[]): boolean {
  return (
    a.length === b.length &&
    a.every((segment, place) => segment === b[place] || (isHole(segment) && isHole(b[place])))
  );
}

function isItemOf(path: readonly string[], root: readonly string[]): boolean {
  return path.length === root.length + 1 && isHole(path.at(-1)) && startsWith(path, root);
}

const verbs: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  fetch: 'get',
  retrieve: 'get',
  read: 'get',
  modify: 'update',
  edit: 'update',
  patch: 'update',
  replace: 'update',
  destroy: 'delete',
});

const noise = new Set(['async', 'endpoint', 'handler', 'operation']);

/** The words of the operation's id in the house's verbs. */
function idWords({ id, list }: Nameless): string[] {
  const words = wordsOf(id ?? '').filter((word) => !noise.has(word) && !isVersion(word));
  const [first, ...rest] = words.map((word, place) => (place === 0 ? (verbs[word] ?? word) : word));
  if (first === undefined) return [];
  return [first === 'get' && list ? 'list' : first, ...rest];
}

const methodVerbs: Readonly<Record<Method, string>> = {
  GET: 'get',
  POST: '',
  PUT: 'set',
  PATCH: 'update',
  DELETE: 'delete',
};

function shortAction(operation: Nameless): string {
  const told = kebab(withoutGroup(operation.tag, idWords(operation)));
  if (told !== '') return told;
  const verb = operation.list ? 'list' : methodVerbs[operation.method];
  const tail = withoutGroup(operation.tag, staticWords(operation.path)).slice(-2);
  return kebab([verb, ...tail].filter((word) => word !== ''));
}

function staticWords(path: string): string[] {
  return wordsOf(
    segmentsOf(path)
      .filter((segment) => !isHole(segment))
      .join(' '),
  ).filter((word) => !isVersion(word));
}

/** Every word of the path, so that no two paths have the same. */
function pathWords(path: string): string[] {
  return segmentsOf(path).flatMap((segment) => [
    ...(isHole(segment) ? ['by'] : []),
    ...wordsOf(segment),
  ]);
}

function isVersion(word: string): boolean {
  return /^v\d+$/.test(word);
}
