import { groupBy } from '../grouping.ts';
import { matchNamed } from './named-operations.ts';
import {
  countCommon,
  isPlaceholder,
  ownerOf,
  type Path,
  segmentsOf,
  segmentWords,
} from './paths.ts';
import { groupOf, tagKey, withoutGroup, wordsInTag } from './taken-names.ts';
import { isActionWord, isChanging, isPlain, isReading, isRemoving, verbFirst } from './verbs.ts';
import { isPlural, kebab, singular, wordsOf } from './words.ts';

export interface Unnamed {
  readonly method: string;
  readonly path: string;
  /** What follows the path in the document, such as `#add_shared_link`. */
  readonly suffix?: string;
  readonly tag: string;
  readonly id: string | undefined;
  readonly summary?: string;
  readonly many?: boolean;
}

/** The names that an operation may have, from the shortest to one that says its whole path. */
export interface Candidates {
  readonly group: string;
  readonly actions: readonly string[];
}

/** Names come from an operation itself and the paths of its group, whatever the order of the document. */
export function proposeNames(operations: readonly Unnamed[]): Candidates[] {
  const groups = operations.map(groupFor);
  const members = groupBy(operations.keys(), (place) => groups[place] ?? '');
  const pathOf = (place: number) => segmentsOf(operations[place]?.path ?? '');
  const common = new Map(
    [...members].map(([group, places]) => [group, countCommon(places.map(pathOf))]),
  );
  const patched = new Set(
    operations.flatMap(({ method, path }) => (method === 'PATCH' ? path : [])),
  );
  return operations.map((operation, place) => {
    const group = groups[place] ?? '';
    const isWhole = operation.method === 'PUT' && patched.has(operation.path);
    const own = { ...operation, id: withoutNamespace(operation) };
    return { group, actions: actionsOf(own, common.get(group) ?? 0, isWhole) };
  });
}

/** The id without the name of its group: `repos/get-release` in `repos` is `get-release`. */
function withoutNamespace({ id = '', tag }: Unnamed): string {
  const [, space = '', rest = ''] = /^([^/._-]+)[/._-]([^/._]+)$/.exec(id) ?? [];
  const isGroup = rest !== '' && tagKey(space) === tagKey(tag);
  return isGroup && !isActionWord(space.toLowerCase()) ? rest : id;
}

function groupFor({ tag, path }: Unnamed): string {
  return groupOf(tag) || kebab(staticWords(segmentsOf(path)).slice(0, 3)) || 'operations';
}

function actionsOf(operation: Unnamed, common: number, isWhole: boolean): string[] {
  const { id = '', method, path, tag } = operation;
  const segments = segmentsOf(path);
  const given = verbFirst(readableId(operation), method);
  const [short = '', ...thing] = shortName(operation, segments, given, common);
  // If a path has both a PUT and a PATCH, the PUT replaces the whole.
  const verb = isWhole && short === 'update' ? 'replace' : short;
  const owner = ownerOf(segments);
  const inPath = withoutGroup(tag, staticWords(segments)).filter(
    (word) => word !== verb && !thing.includes(word),
  );
  const group = wordsOf(groupOf(tag)).map((word) => (verb === 'list' ? word : singular(word)));
  const whole = verbFirst(id, method);
  const others = (statedIn(whole) === '' ? whole : whole.slice(1)).filter((word) => word !== verb);
  return [
    [verb, ...thing],
    thing.includes('for') || owner.length === 0 ? [] : [verb, ...thing, 'for', ...owner],
    [verb, ...(inPath.length > 0 ? inPath.slice(-3).map(singular) : group), ...thing],
    whole.length === 0 ? [] : [verb, ...others],
    [method.toLowerCase(), ...path.split('/').flatMap(wordsOfSegment)],
  ]
    .map(kebab)
    .filter((action) => action !== '');
}

function wordsOfSegment(segment: string): string[] {
  return [...(isPlaceholder(segment) ? ['by'] : []), ...wordsOf(segment)];
}

/** No single word is as long as this: no words can be found in `CreateanAPIkeyforaserviceaccount`. */
const unreadable = 18;

/** Empty without words in it, or if they say no more than method and path. */
function readableId({ id = '', method, path, suffix = '' }: Unnamed): string {
  const own = suffix.startsWith('#') ? suffix : id;
  const isReadable = wordsOf(own).every(
    (word) => word.length < unreadable || wordsOf(path).includes(word),
  );
  const said = [method.toLowerCase(), ...wordsOf(path.split('/').at(-1) ?? '')].join('');
  return isReadable && wordsOf(own).join('') !== said ? own : '';
}

function shortName(operation: Unnamed, segments: Path, given: readonly string[], common: number) {
  const { id = '', method, tag, summary = '', suffix = '' } = operation;
  const isLabelled = suffix.startsWith('#');
  const spoken = verbFirst(id || summary, method);
  const named = spoken.length > 8 ? undefined : findNamed(operation, segments, spoken);
  if (named !== undefined) return named.split('-');
  const stated = statedIn(given);
  const things = stated === '' ? given : given.slice(1);
  const repeats = wordsOf(id)[0] === method.toLowerCase() && !isLabelled;
  const inPath = repeats ? segments.flatMap(wordsOf).map(singular) : [];
  const known = new Set(['by', 'id', ...inPath]);
  const isFromPath =
    given.length === 0 || (repeats && things.every((word) => known.has(singular(word))));
  const end = segments.findLastIndex((segment) => repeatsGroup(tag, segment)) + 1;
  const root = Math.max(end, common);
  const isItem = isPlaceholder(segments.at(-1));
  // The collection of the group or one of its items: the verb says everything.
  const isOwn = segments.slice(root).every(isPlaceholder) && !isLabelled;
  const isNamed = isFromPath && method !== 'GET' && !(segments.at(-1) ?? '').includes(stated);
  const said = isNamed ? '' : stated;
  if (isOwn && method === 'GET' && isItem && isPlain(said)) {
    return [operation.many === true && given.includes('list') ? 'list' : 'get'];
  }
  if (isOwn && method === 'POST' && !isItem) return [ownVerbs.get(said) ?? said];
  const heard = isFromPath || stated !== '' ? operation : { ...operation, summary: '' };
  const verb = verbOf(heard, segments, said);
  if (isOwn) return [ownVerbs.get(verb) ?? verb];
  if (isFromPath) {
    return [verb || 'create', ...thingOfPath(tag, segments.slice(root), verb || 'create')];
  }
  const isOne = isItem && isPlain(verb) && verb !== 'list';
  const own = withoutGroup(tag, withoutKey(things, segments));
  const words = isOne ? [...own.slice(0, -1), ...own.slice(-1).map(singular)] : own;
  return verb === '' && !repeats && words.length > 0 ? words : [verb || 'create', ...words];
}

/** The verbs for the things of a group themselves: `add` becomes `create`. */
const ownVerbs: ReadonlyMap<string, string> = new Map([
  ['remove', 'delete'],
  ['add', 'create'],
  ['', 'create'],
]);

function statedIn([first = '']: readonly string[]): string {
  return isActionWord(first) ? first : '';
}

/** The id of a list may say `get`, as `getCostAlertEvents` does. */
function findNamed(operation: Unnamed, segments: Path, spoken: readonly string[]) {
  const stated = statedIn(spoken);
  const verb = verbOf(operation, segments, stated);
  const things = stated === '' ? spoken : spoken.slice(1);
  const wordings = verb === 'list' ? [verb, 'get'] : [verb];
  const found = wordings.map((word) => matchNamed(operation.tag, [word, ...things]));
  return found.find((one) => one !== undefined)?.action;
}

/**
 * The verb that suits the method: a name never promises less than the request does. A GET changes nothing
 * and a DELETE removes something, whatever the id says. Empty for a POST that says nothing.
 */
function verbOf(
  { method, tag, many = false, summary = '' }: Unnamed,
  segments: Path,
  stated: string,
): string {
  const words = isPlaceholder(segments.at(-1)) ? [] : segmentWords(segments.at(-1) ?? '');
  switch (method) {
    case 'GET': {
      const isNoun = tagKey(tag).split(' ').includes(stated);
      if (stated !== '' && !isNoun && !isPlain(stated) && !isChanging(stated)) return stated;
      const isCollection = stated === '' && isPlural(words.at(-1) ?? '');
      return many || stated === 'list' || isCollection ? 'list' : 'get';
    }
    case 'POST': {
      if (words.includes(stated)) return stated;
      const [verb = '', ...things] = wordsOf(summary);
      // In `Create upload session` of `upload_sessions`, `upload` is not the verb.
      const isCreated = verb === 'create' && words.every((one, at) => singular(one) === things[at]);
      const ends = isCreated ? [] : [words[0] ?? '', words.at(-1) ?? ''];
      const all = [stated, ...ends, isPlain(verb) ? '' : verb].filter(isActionWord);
      return all.find((word) => !isReading(word)) ?? all[0] ?? '';
    }
    case 'PUT':
    case 'PATCH':
      if (stated !== '' && !isReading(stated)) return stated;
      return words.length > 0 && method === 'PUT' ? 'set' : 'update';
    case 'DELETE':
      return isRemoving(stated) ? stated : 'delete';
    default:
      return method.toLowerCase();
  }
}

/** Whether a part of a path has the name of the group, as `memberships` in `group memberships`. */
function repeatsGroup(tag: string, segment: string): boolean {
  const words = isPlaceholder(segment) ? [] : segmentWords(segment).map(singular);
  if (words.length === 0) return false;
  const group = tagKey(tag).split(' ');
  // The noun of `Collaborations (list)` is `collaborations`.
  const noun = tagKey(tag.replace(/\(.*/, '')).split(' ').at(-1);
  return words.at(-1) === noun && words.every((word) => group.includes(word));
}

/** The words without those that identify an item: `update-widget-by-id` becomes `update-widget`. */
function withoutKey(words: readonly string[], segments: Path): readonly string[] {
  const keys = new Set(segments.filter(isPlaceholder).flatMap((one) => ['id', ...wordsOf(one)]));
  const by = words.lastIndexOf('by');
  const isKey = by > 0 && words.slice(by + 1).every((word) => keys.has(word));
  return isKey ? words.slice(0, by) : words;
}

/** The last two parts: `alert-events` of `/alerts/{id}/events`. */
function thingOfPath(tag: string, path: Path, verb: string): string[] {
  const parts = path
    .filter((segment) => !isPlaceholder(segment))
    .map((segment) => outsideGroup(tag, segmentWords(segment)).filter((word) => word !== verb))
    .filter((words) => words.length > 0);
  const isDone = segmentWords(path.at(-1) ?? '').join() === verb;
  const isOne = isPlaceholder(path.at(-1)) || verb === 'create' || isDone;
  return parts.slice(-2).flatMap((words, place, all) => {
    const isMany = !isOne && place === all.length - 1;
    return isMany ? words : [...words.slice(0, -1), singular(words.at(-1) ?? '')];
  });
}

function outsideGroup(tag: string, words: readonly string[]): readonly string[] {
  const said = wordsInTag(tag);
  const first = words.findIndex((word) => !said.has(singular(word)));
  return first < 0 ? [] : words.slice(first);
}

function staticWords(path: Path): string[] {
  return path.filter((segment) => !isPlaceholder(segment)).flatMap(segmentWords);
}
