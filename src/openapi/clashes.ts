import { isPlaceholder, ownerOf, segmentsOf, segmentWords, staticWords } from './families.ts';
import { isTaken } from './taken-names.ts';
import { saysRemoval, statedVerb, suitVerb, verbFirst } from './verbs.ts';
import { kebab, singular, wordsOf } from './words.ts';

/** The data from which an operation is named. */
export interface Unnamed {
  readonly method: string;
  readonly path: string;
  /** What follows the path in the document, such as `#add_shared_link`. */
  readonly suffix?: string;
  readonly tag: string;
  readonly id: string | undefined;
  readonly summary?: string;
  /** Its response is a list, or contains one. */
  readonly many?: boolean;
}

/**
 * Lengthens equal names step by step: with a verb of the path, with what the thing belongs to, the part of
 * the path that differs, the whole id, the words of the path, and finally the whole path.
 */
export function resolveClashes(
  operations: readonly Unnamed[],
  groups: readonly string[],
  plain: readonly string[],
): string[] {
  let actions = [...plain];
  for (const step of steps) {
    const clashes = findClashes(groups, actions);
    if (clashes.length === 0) return actions;
    const next = [...actions];
    for (const places of clashes) {
      const clashing = places.flatMap((place) => operations[place] ?? []);
      const common = commonWords(clashing);
      const owners = new Set(clashing.map(({ path }) => kebab(ownerOf(segmentsOf(path)))));
      for (const place of places) {
        const operation = operations[place];
        if (operation === undefined) continue;
        const group = groups[place] ?? '';
        const longer = step(operation, { action: actions[place] ?? '', group, common, owners });
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
function commonWords(operations: readonly Unnamed[]): ReadonlySet<string> {
  const [first = [], ...others] = operations.map(({ path }) =>
    staticWords(segmentsOf(path)).map(singular),
  );
  let common = new Set(first);
  for (const words of others) common = new Set(words.filter((word) => common.has(word)));
  return common;
}

interface Clash {
  readonly action: string;
  readonly group: string;
  readonly common: ReadonlySet<string>;
  /** What the things belong to, by the paths of all clashing operations. */
  readonly owners: ReadonlySet<string>;
}

/** `insertOption` was called `create-option`, but so was `createOption`: with `insert` in its path it is that. */
function withOwnVerb({ id, path }: Unnamed, { action }: Clash): string {
  const stated = statedVerb(id ?? '');
  const inPath = staticWords(segmentsOf(path)).includes(stated);
  const [verb, ...rest] = action.split('-');
  return inPath && verb !== stated
    ? kebab([stated, ...rest.filter((word) => word !== stated)])
    : '';
}

/** `list-for-project` next to `list-for-team`. */
function withOwner({ path }: Unnamed, { action, group, owners }: Clash): string {
  const owner = ownerOf(segmentsOf(path));
  if (owner.length === 0 || owners.size === 1 || isTaken(group, action)) return '';
  return action.split('-').includes('for') ? '' : kebab([action, 'for', ...owner]);
}

/** Adds, after the verb, the words of the path that are not common to all clashing operations. */
function withDifference({ path }: Unnamed, { action, group, common }: Clash): string {
  const [verb = '', ...rest] = action.split('-');
  if (isTaken(group, action)) {
    const words = wordsOf(group);
    const last = words.at(-1) ?? '';
    return kebab([verb, ...words.slice(0, -1), verb === 'list' ? last : singular(last), ...rest]);
  }
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

const steps = [withOwnVerb, withOwner, withDifference, withWholeId, withStaticPath, withWholePath];

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

/** A DELETE is called what it is. */
export function safeFor(method: string, action: string): boolean {
  return method !== 'DELETE' || saysRemoval(action.split('-'));
}

/** Whether an id such as `get-folders-id-items` or `GetAccountsAccount` only repeats method and path. */
export function isMadeFromPath({ id = '', method, path, suffix = '' }: Unnamed): boolean {
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
