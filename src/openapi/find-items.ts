import { wordsIn } from '../text.ts';
import { ofNext, wrappers } from './next-page.ts';
import type { Outline } from './outline.ts';
import { sameWords } from './page-roles.ts';
import { isActionWord } from './verbs.ts';
import { isPlural, singular, wordsOf } from './words.ts';

/** Names of lists beside the items. */
const asides = new Set(
  wordsIn(`
    errors, messages, warnings, included, links, facets, aggregations, meta, result messages,
    notices, sort, order, filters, columns
  `),
);

const containers = new Set(
  wordsIn(`
    data, items, results, entries, values, records, objects, list, rows, content, elements, nodes,
    collection, resources, result, hits, value
  `),
);

const insides = new Set(wordsIn('data, result, response, embedded, d, body, payload, page'));

const around = new Set([
  ...[...wrappers, ...ofNext, ...asides, ...insides],
  ...wordsIn(`
    total, count, next, prev, previous, first, last, limit, has, more, object, kind, self,
    success, ok, status, code, message, request, version, size, per, etag, timestamp, jsonapi, is,
    max, truncated, type, before, end, current, elements, items, item, pageable, empty, context,
    query, time
  `),
]);

interface Found {
  readonly items: readonly string[];
  /** Without pages, the list is more likely a part of a record. */
  readonly isDoubtful: boolean;
}

/** The parts of a path that name things: without the verb of `/things/search`. */
export function thingsIn(path: string): string[] {
  const parts = path.replace(/\.json$/, '').split('/');
  return parts.filter((part) => part !== '' && !isActionWord(part.toLowerCase()));
}

export function findItems(outline: Outline, path: string): Found | undefined {
  if (outline.kind === 'list') return { items: [], isDoubtful: false };
  const { properties = [] } = outline;
  const names = properties.map(([name]) => wordsOf(name).join(' '));
  const isOfOne = /\}\/?$/.test(path);
  const isRecord = names.some((name) => ['id', 'uuid', 'name'].includes(name));
  const lists = properties.filter(
    ([name, { kind }]) =>
      kind === 'list' && !(asides.has(wordsOf(name).join(' ')) && names.length > 1),
  );
  const subject = wordsOf(thingsIn(path).findLast((part) => !part.includes('{')) ?? '');
  const isItems = (name: string) => {
    const words = wordsOf(name);
    const isSubject = sameWords(words.slice(-1).map(singular), subject.slice(-1).map(singular));
    return containers.has(words.join(' ')) || (isSubject && isPlural(words.at(-1) ?? ''));
  };
  const isEnvelope = (item: string) =>
    properties.every(
      ([name, { kind }]) =>
        name === item ||
        kind === 'list' ||
        wordsOf(name).every((word) => around.has(word) || wordsOf(item).includes(word)),
    );
  const [only, ...others] = lists;
  if (only !== undefined && others.length === 0 && (isItems(only[0]) || isEnvelope(only[0]))) {
    return { items: [only[0]], isDoubtful: isRecord || (isOfOne && !isEnvelope(only[0])) };
  }
  const [chosen, ...rivals] = lists.filter(([name]) => isItems(name));
  if (chosen !== undefined && rivals.length === 0) {
    return { items: [chosen[0]], isDoubtful: isRecord || isOfOne };
  }
  if (lists.length > 0) return undefined;
  const inner = properties.flatMap(([name, one]) => {
    if (one.kind !== 'object' || !insides.has(wordsOf(name).join(' '))) return [];
    const found = findItems(one, path);
    return found === undefined ? [] : [{ name, ...found }];
  });
  const [inside] = inner;
  if (inside === undefined || inner.length > 1 || !isEnvelope(inside.name)) return undefined;
  const { name, items, isDoubtful } = inside;
  return {
    items: [name, ...items],
    isDoubtful: isRecord || isDoubtful || (isOfOne && name !== '_embedded'),
  };
}
