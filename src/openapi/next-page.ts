import type { Pages } from '../api/list-form.ts';
import { wordsIn } from '../text.ts';
import type { Leaf } from './outline.ts';
import { type Roles, sameWords } from './page-roles.ts';
import { wordsOf } from './words.ts';

export const wrappers = new Set(
  wordsIn(`
    links, link, meta, metadata, pagination, paging, page, pages, response, info, result, results,
    data, cursor, cursors, odata, list, body, paginator
  `),
);
const afterNames = new Set(wordsIn('after, after cursor, page after, cursor'));
export const ofNext = new Set(
  wordsIn(`
    page, cursor, token, marker, offset, starting, after, start, results, result, link, links,
    url, uri, href, record, records, set, id, key, path, scroll, position, skip, number,
    continuation, index, value
  `),
);

/** With the parameter that takes the value, unless it is a link; undefined if it does not lead on. */
export function nextOf({ path, kind }: Leaf, roles: Roles): Pages['next'][number] | undefined {
  if (kind === 'boolean') return undefined;
  const words = path.flatMap(wordsOf);
  const own = wordsOf(path.at(-1) ?? '');
  // `next_stream_position` is for the parameter `stream_position`, whatever the role of that.
  const named =
    own[0] === 'next' && roles.all.find(({ name }) => sameWords(wordsOf(name), own.slice(1)));
  if (named) return { path, parameter: named.name };
  const cursor = roles.cursors.find(({ name }) => sameWords(wordsOf(name), own));
  const isAround = words
    .slice(0, -own.length)
    .every((word) => wrappers.has(word) || word === 'next');
  if (cursor !== undefined && isAround) return { path, parameter: cursor.name };
  // The cursor of the last item is what a page begins after: `pageInfo.endCursor` for `after`.
  const after = roles.cursors.find(({ name }) => afterNames.has(wordsOf(name).join(' ')));
  if (after !== undefined && isAround && own.join(' ') === 'end cursor') {
    return { path, parameter: after.name, isOfLast: true };
  }
  const isNext = words.includes('next') || words.includes('continuation');
  const rest = words.filter((word) => word !== 'next' && word !== 'odata');
  if (!isNext || !rest.every((word) => ofNext.has(word) || wrappers.has(word))) return undefined;
  const said = own.filter((word) => word !== 'next');
  const known = [...roles.cursors, ...(roles.page ?? []), ...(roles.offset ?? [])];
  const parameter =
    known.find(({ name }) => sameWords(wordsOf(name), said)) ??
    known.find(({ name }) => sameWords(wordsOf(name), own)) ??
    (roles.cursors.length === 1 || said.length === 0 ? known[0] : roles.cursors[0]);
  return parameter === undefined ? { path } : { path, parameter: parameter.name };
}
