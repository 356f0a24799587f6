import type { CommandName } from './description.ts';
import {
  collectionOf,
  type Family,
  findFamilies,
  isPlaceholder,
  type Path,
  segmentsOf,
  segmentWords,
  shapeOf,
} from './families.ts';
import { groupOf, isTaken } from './groups.ts';
import { matchNamed, withoutGroup } from './named.ts';
import { isActionWord, saysRemoval, suitVerb, verbFirst } from './verbs.ts';
import { isPlural, kebab, singular, wordsOf } from './words.ts';

/** The data from which an operation is named. */
export interface Unnamed {
  readonly method: string;
  readonly path: string;
  /** What follows the path in the document, such as `#add_shared_link`. */
  readonly suffix?: string;
  readonly tag: string;
  readonly id: string | undefined;
  /** Its response is a list, or contains one. */
  readonly many?: boolean;
}

/** Gives each operation a unique name, independent of the order of the operations. */
export function nameOperations(operations: readonly Unnamed[]): CommandName[] {
  const families = findFamilies(operations);
  const groups = operations.map(groupFor);
  const plain = operations.map((operation, place) =>
    shortAction(operation, families.get(groupOf(operation.tag)), groups[place] ?? ''),
  );
  const names = resolve(operations, groups, plain);
  return names.map((action, place) => ({ group: groups[place] ?? '', action }));
}

function groupFor({ tag, path }: Unnamed): string {
  const group = groupOf(tag) || kebab(staticWords(segmentsOf(path)).slice(0, 3));
  return group === '' ? 'operations' : group;
}

/**
 * Lengthens equal names step by step: with the part of the path that differs, the whole id, the words of
 * the path, and finally the whole path.
 */
function resolve(
  operations: readonly Unnamed[],
  groups: readonly string[],
  plain: readonly string[],
): string[] {
  let actions = [...plain];
  for (const step of [withDifference, withWholeId, withStaticPath, withWholePath]) {
    const clashes = findClashes(groups, actions);
    if (clashes.length === 0) return actions;
    const next = [...actions];
    for (const places of clashes) {
      const common = commonWords(places.map((place) => operations[place]));
      for (const place of places) {
        const operation = operations[place];
        if (operation === undefined) continue;
        const group = groups[place] ?? '';
        const longer = step(operation, { action: actions[place] ?? '', group, common });
        if (longer !== '' && safeFor(operation.method, longer)) next[place] = longer;
      }
    }
    actions = next;
  }
  return withNumbers(groups, actions, operations);
}

/** The positions of operations whose name is used twice or belongs to a built-in command. */
function findClashes(groups: readonly string[], actions: readonly string[]): number[][] {
  const byName = new Map<string, number[]>();
  for (const [place, action] of actions.entries()) {
    const name = `${groups[place]} ${action}`;
    const places = byName.get(name);
    if (places === undefined) byName.set(name, [place]);
    else places.push(place);
  }
  return [...byName.values()].filter(([first = 0, ...others]) => {
    return others.length > 0 || isTaken(groups[first] ?? '', actions[first] ?? '');
  });
}

/** The words that all paths of the operations have in common. */
function commonWords(operations: readonly (Unnamed | undefined)[]): ReadonlySet<string> {
  const [first = [], ...others] = operations.map((one) =>
    staticWords(segmentsOf(one?.path ?? '')).map(singular),
  );
  let common = new Set(first);
  for (const words of others) common = new Set(words.filter((word) => common.has(word)));
  return common;
}

interface Clash {
  readonly action: string;
  readonly group: string;
  readonly common: ReadonlySet<string>;
}

/** Adds, after the verb, the words of the path that are not common to all clashing operations. */
function withDifference({ path }: Unnamed, { action, group, common }: Clash): string {
  const [verb = '', ...rest] = action.split('-');
  if (isTaken(group, action)) return kebab([verb, ...wordsOf(group), ...rest]);
  const said = new Set([...rest, ...wordsOf(group)].map(singular));
  const words = staticWords(segmentsOf(path)).filter((word) => {
    const one = singular(word);
    return !said.has(one) && !common.has(one);
  });
  if (words.length === 0) return '';
  return kebab([verb, ...words.slice(-3).map(singular), ...rest]);
}

function withWholeId(operation: Unnamed): string {
  const { id, method, many } = operation;
  if (isMadeFromPath(operation) && !wordsOf(id ?? '').includes('by')) return '';
  return kebab(suitVerb(method, verbFirst(id ?? ''), many === true));
}

/** The words of the path, with the word of a list in singular if one of its items is meant. */
function withStaticPath({ path }: Unnamed, { action }: Clash): string {
  const segments = segmentsOf(path);
  const words = segments.flatMap((segment, place) =>
    isPlaceholder(segments[place + 1])
      ? segmentWords(segment).map(singular)
      : segmentWords(segment),
  );
  return kebab([action.split('-')[0] ?? '', ...words]);
}

/** Every word of the path, so that no two paths are equal. */
function withWholePath({ method, path }: Unnamed): string {
  const words = segmentsOf(path).flatMap((segment) => [
    ...(isPlaceholder(segment) ? ['by'] : []),
    ...wordsOf(segment),
  ]);
  return kebab([method.toLowerCase(), ...words]);
}

function withNumbers(
  groups: readonly string[],
  actions: readonly string[],
  operations: readonly Unnamed[],
): string[] {
  const taken = new Set(actions.map((action, place) => `${groups[place]} ${action}`));
  const numbered = [...actions];
  for (const places of findClashes(groups, actions)) {
    // Sorted by path, so that the order of the document does not matter.
    const sorted = places.toSorted((a, b) => {
      const [one, other] = [operations[a], operations[b]];
      return `${one?.path} ${one?.method}` < `${other?.path} ${other?.method}` ? -1 : 1;
    });
    let number = 1;
    for (const place of sorted) {
      const base = actions[place] || 'operation';
      do number += 1;
      while (taken.has(`${groups[place]} ${base}-${number}`));
      numbered[place] = `${base}-${number}`;
      taken.add(`${groups[place]} ${base}-${number}`);
    }
  }
  return numbered;
}

function safeFor(method: string, action: string): boolean {
  return method !== 'DELETE' || saysRemoval(action.split('-'));
}

/** The shortest name that says what the operation does. */
function shortAction(operation: Unnamed, family: Family | undefined, group: string): string {
  const { method, tag, many = false, suffix = '' } = operation;
  const idWords = verbFirst(/^#/.test(suffix) ? suffix : (operation.id ?? ''));
  const spoken = suitVerb(method, idWords, false);
  const named = matchNamed(tag, [suitVerb(method, idWords, many), spoken]);
  const isPlain = spoken[0] === undefined || plainVerbs.has(spoken[0]);
  const guessed = named === undefined && isPlain ? family?.guessed : undefined;
  const roots =
    family === undefined || family.own.size > 0 || guessed === undefined
      ? (family?.own ?? noRoots)
      : new Set([shapeOf(guessed)]);
  const isNamed = suffix.startsWith('#') && idWords.length > 0;
  const chosen = isNamed
    ? kebab(withoutGroup(tag, suitVerb(method, idWords, many)))
    : (plainAction(operation, idWords, family, roots) ??
      named?.action ??
      kebab(describedAction(operation, idWords, family, roots)));
  const action =
    chosen === '' || chosen === group ? kebab(fromPath(operation, family, roots)) : chosen;
  return safeFor(method, action) ? action : kebab(['delete', ...action.split('-')]);
}

const noRoots: ReadonlySet<string> = new Set();

const plainVerbs = new Set(['list', 'get', 'create', 'update', 'delete', 'replace', 'add', 'set']);

const itemActions: Readonly<Record<string, string>> = {
  GET: 'get',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
};

/** `export` says more about a GET of a collection than `list` does. */
function saysMore(verb: string): boolean {
  return isActionWord(verb) && !plainVerbs.has(verb) && verb !== 'find';
}

/**
 * `list`, `get`, `create`, `update` or `delete`, if the path is the group's own collection or an item
 * of it.
 */
function plainAction(
  { method, path, many = false }: Unnamed,
  idWords: readonly string[],
  family: Family | undefined,
  roots: ReadonlySet<string>,
): string | undefined {
  const segments = segmentsOf(path);
  const shape = shapeOf(segments);
  if (roots.has(shape)) {
    const [verb = 'create'] = idWords;
    if (method === 'POST') {
      if (!isActionWord(verb) || verb === 'add') return 'create';
      return plainVerbs.has(verb) ? verb : undefined;
    }
    if (method !== 'GET' || saysMore(verb)) return undefined;
    return many || family?.collections.has(shape) === true || idWords[0] === 'list'
      ? 'list'
      : 'get';
  }
  const isItem = isPlaceholder(segments.at(-1)) && roots.has(shapeOf(collectionOf(segments)));
  if (!isItem) return undefined;
  return method === 'PUT' && family?.replaced.has(shape) === true ? 'replace' : itemActions[method];
}

/** From the words of the id, if they say more than the path; otherwise from the path. */
function describedAction(
  operation: Unnamed,
  idWords: readonly string[],
  family: Family | undefined,
  roots: ReadonlySet<string>,
): string[] {
  const { method, tag, many = false } = operation;
  if (isMadeFromPath(operation)) return fromPath(operation, family, roots);
  const full = withoutParameters(idWords, operation.path);
  const [verb = '', ...rest] = full;
  const words = isActionWord(verb)
    ? [verb, ...itemWords(operation, verb, withoutGroup(tag, rest))]
    : withoutGroup(tag, full);
  if (words.length === 0) return fromPath(operation, family, roots);
  if (!isActionWord(verb)) {
    return suitVerb(
      method,
      method === 'POST' ? words : [verbOf(operation, family), ...words],
      many,
    );
  }
  const suited = suitVerb(method, words, many);
  return suited.length === 1 && plainVerbs.has(verb)
    ? fromPath(operation, family, roots, suited[0])
    : suited;
}

/** Only one item is meant: `admin-keys-delete` becomes `delete-admin-key`. */
function itemWords({ path }: Unnamed, verb: string, words: readonly string[]): string[] {
  const isItem = isPlaceholder(segmentsOf(path).at(-1)) && plainVerbs.has(verb) && verb !== 'list';
  return words.map((word, place) => (isItem && place === words.length - 1 ? singular(word) : word));
}

/** Whether an id such as `get-folders-id-items` or `GetAccountsAccount` only repeats method and path. */
function isMadeFromPath({ id = '', method, path, suffix = '' }: Unnamed): boolean {
  if (suffix.startsWith('#')) return false;
  const segments = segmentsOf(path);
  const [first, ...rest] = wordsOf(id);
  // `getdistinctAttribute` has no word boundary after the method.
  const letters = id.toLowerCase().replace(/[^a-z0-9]/g, '');
  const verb = [method.toLowerCase(), 'create', 'list'].find((word) => letters.startsWith(word));
  const tail = letters.slice(verb?.length ?? 0).replace(/s$/, '');
  if (rest.length === 0 || (first?.startsWith(`${verb}`) === true && first !== verb)) {
    const words = staticWords(segments);
    const nouns = [words, words.map(singular)].map((one) => one.join('').replace(/s$/, ''));
    return verb !== undefined && tail !== '' && nouns.some((one) => one.endsWith(tail));
  }
  if (first !== method.toLowerCase() || rest.length === 0) return false;
  const known = new Set(segments.flatMap(wordsOf).map(singular));
  return rest.every((word) => known.has(singular(word)) || ['by', 'id', 'v1', 'v2'].includes(word));
}

/** Drops the words that identify the item: `update-widget-by-id` becomes `update-widget`. */
function withoutParameters(words: readonly string[], path: string): string[] {
  const names = segmentsOf(path)
    .filter(isPlaceholder)
    .map((segment) => wordsOf(segment));
  const last = words.lastIndexOf('by');
  if (last > 0) {
    const tail = words.slice(last + 1);
    const inPath = new Set(['id', ...names.flat()]);
    if (tail.length > 0 && tail.every((word) => inPath.has(word))) return words.slice(0, last);
  }
  return words.length > 1 && words.at(-1) === 'id' ? words.slice(0, -1) : [...words];
}

/** The method's verb and the thing named by the path. */
function verbOf({ method, path, many = false }: Unnamed, family: Family | undefined): string {
  const segments = segmentsOf(path);
  const isItem = isPlaceholder(segments.at(-1));
  if (method === 'GET') {
    const last = segmentWords(segments.at(-1) ?? '').at(-1) ?? '';
    const isMany = isPlural(last) || family?.collections.has(shapeOf(segments)) === true;
    return many || (!isItem && isMany) ? 'list' : 'get';
  }
  if (method === 'PUT') return isItem ? 'update' : 'set';
  return { POST: 'create', PATCH: 'update' }[method] ?? method.toLowerCase();
}

/** `POST /alerts/{id}/pause` becomes `pause`, `GET /files/{id}/tasks` becomes `list-tasks`. */
function fromPath(
  operation: Unnamed,
  family: Family | undefined,
  roots: ReadonlySet<string>,
  verb = verbOf(operation, family),
): string[] {
  const { method, path, tag } = operation;
  const segments = segmentsOf(path);
  const root = segments.findIndex((_, at) => roots.has(shapeOf(segments.slice(0, at + 1))));
  const below = segments.slice(root + 1);
  const parts = below.filter((segment) => !isPlaceholder(segment)).map(segmentWords);
  const isItem = isPlaceholder(below.at(-1));
  const idWords = parts
    .map((words) => outsideGroup(tag, words))
    .filter((words) => words.length > 0);
  const last = parts.at(-1) ?? [];
  if (method === 'POST' && !isItem) {
    const action = [last[0], last.at(-1)].find((word) => word !== undefined && isActionWord(word));
    if (action !== undefined) {
      const others = last.filter((word) => word !== action);
      return [action, ...others, ...idWords.slice(0, -1).slice(-1).flat().map(singular)];
    }
  }
  const isOne = isItem || verb === 'create' || verb === 'get';
  const tail = idWords.slice(-2).flatMap((words, place, all) => {
    const isLast = place === all.length - 1;
    return isLast && !isOne ? words : [...words.slice(0, -1), singular(words.at(-1) ?? '')];
  });
  return [verb, ...tail];
}

/** The words of a segment, without leading words that repeat the group. */
function outsideGroup(tag: string, words: readonly string[]): readonly string[] {
  const said = new Set(wordsOf(tag).map(singular));
  const first = words.findIndex((word) => !said.has(singular(word)));
  return first < 0 ? [] : words.slice(first);
}

function staticWords(path: Path): string[] {
  return path.filter((segment) => !isPlaceholder(segment)).flatMap(segmentWords);
}
