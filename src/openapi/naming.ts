import { isMadeFromPath, resolveClashes, safeFor, type Unnamed } from './clashes.ts';
import type { CommandName } from './description.ts';
import {
  collectionOf,
  type Family,
  findFamilies,
  isPlaceholder,
  ownerOf,
  segmentsOf,
  segmentWords,
  shapeOf,
  staticWords,
  withoutPrefix,
} from './families.ts';
import { groupOf, matchNamed, tagKey, withoutGroup } from './taken-names.ts';
import {
  isActionWord,
  isPlain,
  isReading,
  saysRemoval,
  statedVerb,
  suitVerb,
  verbFirst,
} from './verbs.ts';
import { isPlural, kebab, singular, wordsOf } from './words.ts';

/** Gives each operation a unique name, independent of the order of the operations. */
export function nameOperations(given: readonly Unnamed[]): CommandName[] {
  const operations = given.map(withReadableId);
  const families = findFamilies(operations);
  const groups = operations.map(groupFor);
  const plain = operations.map((operation, place) =>
    shortAction(operation, families.get(groupOf(operation.tag)), groups[place] ?? ''),
  );
  const names = resolveClashes(given, groups, plain);
  return names.map((action, place) => ({ group: groups[place] ?? '', action }));
}

/** No word is as long as this: in `CreateanAPIkeyforaserviceaccount` nothing can be read. */
const unreadable = 18;

function withReadableId(operation: Unnamed): Unnamed {
  const inPath = new Set(staticWords(segmentsOf(operation.path)));
  const words = wordsOf(operation.id ?? '');
  const isReadable = words.every((word) => word.length < unreadable || inPath.has(word));
  return isReadable ? operation : { ...operation, id: undefined };
}

function groupFor({ tag, path }: Unnamed): string {
  const group = groupOf(tag) || kebab(staticWords(segmentsOf(path)).slice(0, 3));
  return group === '' ? 'operations' : group;
}

/** The shortest name that says what the operation does. */
function shortAction(operation: Unnamed, family: Family | undefined, group: string): string {
  const { method, tag, many = false, suffix = '' } = operation;
  const idWords = verbFirst(/^#/.test(suffix) ? suffix : (operation.id ?? ''));
  const spoken = suitVerb(method, idWords, false);
  // Without an id, a short summary says what the service calls the operation.
  const said = idWords.length > 0 ? idWords : verbFirst(operation.summary ?? '');
  const wordings = [suitVerb(method, said, many), suitVerb(method, said, false)];
  const named = said.length === 0 || said.length > 8 ? undefined : matchNamed(tag, wordings);
  const saysLittle = spoken[0] === undefined || isPlain(spoken[0]);
  const guessed = named === undefined && saysLittle ? family?.guessed : undefined;
  const roots =
    family === undefined || family.own.size > 0 || guessed === undefined
      ? (family?.own ?? noRoots)
      : new Set([shapeOf(guessed)]);
  // `search_with_post` names the method, and no verb.
  const isPosted = statedVerb(operation.id ?? '') === 'post';
  const isNamed = suffix.startsWith('#') && idWords.length > 0;
  const chosen = isNamed
    ? kebab(withoutGroup(tag, suitVerb(method, idWords, many)))
    : (plainAction(operation, isPosted ? [] : idWords, family, roots) ??
      named?.action ??
      kebab(describedAction(operation, withBetterVerb(operation, idWords), family, roots)));
  const action =
    chosen === '' || chosen === group ? kebab(fromPath(operation, family, roots)) : chosen;
  return safeFor(method, action) ? action : kebab(['delete', ...action.split('-')]);
}

/** A POST that is called `get` or nothing may say elsewhere what it does: in its path or its summary. */
function withBetterVerb(operation: Unnamed, words: readonly string[]): readonly string[] {
  const [verb = ''] = words;
  const last = segmentWords(segmentsOf(operation.path).at(-1) ?? '');
  if (operation.method !== 'POST' || words.length === 0 || last.includes(verb)) return words;
  const isSilent = !isActionWord(verb) || statedVerb(operation.id ?? '') === 'post';
  if (!isSilent && !isReading(verb)) return words;
  const better = [last.at(-1) ?? '', summaryVerb(operation) ?? '']
    .filter((word) => isActionWord(word))
    .find((word) => isSilent || !isReading(word));
  if (better === undefined) return words;
  const others = isActionWord(verb) ? words.slice(1) : words;
  return [better, ...others.filter((word) => word !== better)];
}

/** `Restore a file` says `restore`; a plain verb says no more than the method. */
function summaryVerb({ summary = '' }: Unnamed): string | undefined {
  const [first = ''] = wordsOf(summary);
  return saysMore(first) ? first : undefined;
}

const noRoots: ReadonlySet<string> = new Set();

const itemActions: Readonly<Record<string, string>> = {
  GET: 'get',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
};

/** `export` says more about a GET of a collection than `list` does. */
function saysMore(verb: string): boolean {
  return isActionWord(verb) && !isPlain(verb) && verb !== 'find';
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
    const [verb = ''] = idWords;
    if (method === 'POST') {
      const own = segmentWords(segments.at(-1) ?? '').at(-1) ?? '';
      if (isActionWord(own) && !isActionWord(verb)) return own;
      if (!isActionWord(verb) || verb === 'add') return 'create';
      return isPlain(verb) ? verb : undefined;
    }
    if (method !== 'GET' || saysMore(verb)) return undefined;
    return many || family?.collections.has(shape) === true || idWords[0] === 'list'
      ? 'list'
      : 'get';
  }
  const isItem = isPlaceholder(segments.at(-1)) && roots.has(shapeOf(collectionOf(segments)));
  if (!isItem) return undefined;
  const [verb = ''] = idWords;
  // A PUT may create: then it is not called an update of what is there.
  if (method === 'PUT' && verb === 'create') return undefined;
  if (method === 'DELETE' && verb !== 'remove' && saysMore(verb) && saysRemoval([verb]))
    return verb;
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
    ? [verb, ...withoutEnd(itemWords(operation, verb, withoutGroup(tag, rest)))]
    : withoutGroup(tag, full);
  if (words.length === 0) return fromPath(operation, family, roots);
  if (!isActionWord(words[0] ?? '')) {
    return suitVerb(
      method,
      method === 'POST' ? words : [verbOf(operation, family), ...words],
      many,
    );
  }
  const suited = suitVerb(method, words, many);
  return suited.length === 1 && isPlain(verb)
    ? fromPath(operation, family, roots, suited[0])
    : suited;
}

/** Nothing follows a preposition at the end: what followed it is the group. */
function withoutEnd(words: readonly string[]): readonly string[] {
  const end = words.findLastIndex(
    (word) => !['for', 'to', 'of', 'in', 'on', 'from', 'with'].includes(word),
  );
  return words.slice(0, end + 1);
}

/** Only one item is meant: `admin-keys-delete` becomes `delete-admin-key`. */
function itemWords({ path }: Unnamed, verb: string, words: readonly string[]): string[] {
  const isItem = isPlaceholder(segmentsOf(path).at(-1)) && isPlain(verb) && verb !== 'list';
  return words.map((word, place) => (isItem && place === words.length - 1 ? singular(word) : word));
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
function verbOf(operation: Unnamed, family: Family | undefined): string {
  const { method, path, many = false } = operation;
  const segments = segmentsOf(path);
  const isItem = isPlaceholder(segments.at(-1));
  if (method === 'GET') {
    const last = segmentWords(segments.at(-1) ?? '').at(-1) ?? '';
    const isMany = isPlural(last) || family?.collections.has(shapeOf(segments)) === true;
    return many || (!isItem && isMany) ? 'list' : 'get';
  }
  if (method === 'PUT') return isItem ? 'update' : 'set';
  if (method === 'POST') return summaryVerb(operation) ?? 'create';
  return method === 'PATCH' ? 'update' : method.toLowerCase();
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
  const below = root < 0 ? withoutPrefix(segments) : segments.slice(root + 1);
  const parts = below.filter((segment) => !isPlaceholder(segment)).map(segmentWords);
  const isItem = isPlaceholder(below.at(-1));
  const idWords = parts
    .map((words) => outsideGroup(tag, words))
    .filter((words) => words.length > 0);
  const last = parts.at(-1) ?? [];
  if (method === 'POST' && !isItem && !isCreated(operation, last)) {
    const action = [last[0], last.at(-1)].find((word) => word !== undefined && isActionWord(word));
    if (action !== undefined) {
      const others = last.filter((word) => word !== action);
      return [action, ...others, ...idWords.slice(0, -1).slice(-1).flat().map(singular)];
    }
  }
  // `/files/{id}/comments` of the group `comments`: what they belong to matters only if there are others.
  if (isGroupItself(tag, last) && ownerOf(segments).length > 0) return [verb];
  const isOne = isItem || verb === 'create' || verb === 'get';
  const tail = idWords.slice(-2).flatMap((words, place, all) => {
    const isLast = place === all.length - 1;
    return isLast && !isOne ? words : [...words.slice(0, -1), singular(words.at(-1) ?? '')];
  });
  return [verb, ...tail.filter((word) => word !== verb)];
}

/** `Create upload session`: in `upload_sessions`, `upload` is not what is done. */
function isCreated({ summary = '' }: Unnamed, words: readonly string[]): boolean {
  const [verb, ...things] = wordsOf(summary).map(singular);
  return verb === 'create' && words.every((word, at) => singular(word) === things[at]);
}

/** `memberships` is the group `group memberships`, and `group` is not. */
function isGroupItself(tag: string, words: readonly string[]): boolean {
  const isOwn = words.length > 0 && outsideGroup(tag, words).length === 0;
  return isOwn && nounOf(tagKey(tag).split(' ')) === singular(words.at(-1) ?? '');
}

/** Of `collaborations (list)`, `collaboration`. */
function nounOf(words: readonly string[]): string | undefined {
  return words.findLast((word) => !isActionWord(word)) ?? words.at(-1);
}

/** The words of a segment, without leading words that repeat the group. */
function outsideGroup(tag: string, words: readonly string[]): readonly string[] {
  const said = new Set(wordsOf(tag).map(singular));
  const first = words.findIndex((word) => !said.has(singular(word)));
  return first < 0 ? [] : words.slice(first);
}
