import type { Method } from '../api/operation.ts';
import type { CommandName } from './description.ts';
import { groupOf, isTaken, tagKey } from './groups.ts';
import { matchNamed, withoutGroup } from './named.ts';
import { kebab, wordsOf } from './words.ts';

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
  const families = findFamilies(operations);
  const choices = operations.map((operation) => {
    const family = families.get(groupOf(operation.tag));
    return family === undefined ? [] : candidatesOf(operation, family);
  });
  const levels = operations.map(() => 0);
  for (;;) {
    const names = choices.map((one, place) => one[levels[place] ?? 0]);
    const count = countNames(names);
    let clashes = 0;
    for (const [place, name] of names.entries()) {
      if (name === undefined || !isClash(name, count)) continue;
      levels[place] = (levels[place] ?? 0) + 1;
      clashes += 1;
    }
    if (clashes === 0) return names;
  }
}

function isClash(name: CommandName, count: ReadonlyMap<string, number>): boolean {
  return isTaken(name.group, name.action) || (count.get(`${name.group} ${name.action}`) ?? 0) > 1;
}

function countNames(names: readonly (CommandName | undefined)[]): Map<string, number> {
  const count = new Map<string, number>();
  for (const name of names) {
    const key = `${name?.group} ${name?.action}`;
    count.set(key, (count.get(key) ?? 0) + 1);
  }
  return count;
}

/** From the shortest to the longest. */
function candidatesOf(operation: Nameless, family: Family): CommandName[] {
  const group = groupOf(operation.tag) || kebab(staticWords(operation.path).slice(0, 3));
  if (group === '') return [];
  const spoken = idWords({ ...operation, list: false });
  const named = matchNamed(operation.tag, [idWords(operation), spoken]);
  const isPlain = spoken[0] === undefined || plainVerbs.has(spoken[0]);
  const guessed = named === undefined && isPlain ? family.guessed : undefined;
  const roots = family.own.length > 0 || guessed === undefined ? family.own : [guessed];
  const actions = [
    plainAction(operation, spoken, family, roots) ?? named?.action ?? shortAction(operation),
    kebab(wordsOf(operation.id ?? '')),
    kebab([operation.method.toLowerCase(), ...pathWords(operation.path)]),
  ];
  return [...new Set(actions.filter((action) => action !== ''))].map((action) => ({
    group,
    action,
  }));
}

/** The paths of one group. */
interface Family {
  /** The shortest collections whose last word is the group's: mostly one. */
  readonly own: readonly Path[];
  /** The collection that all of the group's paths are below. */
  readonly guessed: Path | undefined;
  /** Collections that have a path for one of their items. */
  readonly collections: ReadonlySet<string>;
}

type Path = readonly string[];

function findFamilies(operations: readonly Nameless[]): Map<string, Family> {
  const paths = new Map<string, { tag: string; paths: Path[] }>();
  for (const { tag, path } of operations) {
    const group = groupOf(tag);
    const family = paths.get(group) ?? { tag, paths: [] };
    family.paths.push(segmentsOf(path));
    paths.set(group, family);
  }
  return new Map([...paths].map(([group, { tag, paths }]) => [group, findFamily(tag, paths)]));
}

function findFamily(tag: string, unsorted: readonly Path[]): Family {
  const paths = unsorted.toSorted((a, b) => a.length - b.length);
  const last = (path: Path) => tagKey(path.at(-1) ?? '');
  const key = tagKey(tag);
  const [shortest = []] = paths;
  const guessed = isHole(shortest.at(-1)) ? shortest.slice(0, -1) : shortest;
  const isAbove = paths.every(
    (path) => shapeOf(path.slice(0, guessed.length)) === shapeOf(guessed),
  );
  const alike = paths.filter((path) => last(path) === key);
  const items = paths.filter((path) => isHole(path.at(-1)));
  return {
    own: alike.filter((path) => path.length === alike[0]?.length),
    guessed: isAbove ? guessed : undefined,
    collections: new Set(items.map((path) => shapeOf(path.slice(0, -1)))),
  };
}

const plainVerbs = new Set(['list', 'get', 'create', 'update', 'delete']);
const collectionActions: Partial<Readonly<Record<Method, string>>> = { POST: 'create' };
const itemActions: Partial<Readonly<Record<Method, string>>> = {
  GET: 'get',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
};

/** `list`, `get`, `create`, `update`, `delete`, where the path is the group's own collection or an item of it. */
function plainAction(
  { method, path, list }: Nameless,
  spoken: readonly string[],
  { collections }: Family,
  roots: readonly Path[],
): string | undefined {
  const shapes = new Set(roots.map(shapeOf));
  const segments = segmentsOf(path);
  if (shapes.has(shapeOf(segments))) {
    if (method !== 'GET') return collectionActions[method];
    return list || collections.has(shapeOf(segments)) || spoken[0] === 'list' ? 'list' : 'get';
  }
  const isItem = isHole(segments.at(-1)) && shapes.has(shapeOf(segments.slice(0, -1)));
  return isItem ? itemActions[method] : undefined;
}

function segmentsOf(path: string): Path {
  return path.split('/').filter((segment) => segment !== '');
}

function isHole(segment: string | undefined): boolean {
  return segment?.startsWith('{') === true;
}

/** Two paths that differ in the names of their holes alone are the same. */
function shapeOf(path: Path): string {
  return path.map((segment) => (isHole(segment) ? '{}' : segment)).join('/');
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
