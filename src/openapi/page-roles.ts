import type { Pages } from '../api/list-form.ts';
import { wordsIn } from '../text.ts';
import { wordsOf } from './words.ts';

export interface PageParameter {
  readonly name: string;
  readonly isText: boolean;
  readonly required: boolean;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly first?: number | undefined;
}

export type Roles = ReturnType<typeof findRoles>;

const pageNames = wordsIn(
  'page, page number, page no, page num, page index, current page, pagenumber',
);
const offsetNames = wordsIn('offset, skip, start, start at, start index, page offset, startat');
const limitNames = wordsIn(`
  limit, per page, page size, size, max results, max items, count, top, take, page limit,
  results per page, items per page, limit per page, rows, max, pagesize, num results,
  max page size, result limit, max keys, perpage, maxresults, max count
`);
const cursorNames = wordsIn(`
  cursor, page token, next token, continuation token, continuation, starting after, after, marker,
  page cursor, next cursor, bookmark, scroll id, start cursor, next page token, page after,
  after cursor, starting token, next, next page, token, page marker, start after, last key,
  start key, continue, pagetoken, after id
`);

/** A parameter that has the name of a number and takes text is a cursor: the service decides what follows. */
export function findRoles(parameters: readonly PageParameter[]) {
  const named = (names: readonly string[], isText?: boolean) =>
    parameters.filter(
      (one) =>
        names.includes(wordsOf(one.name).join(' ')) &&
        (isText === undefined || one.isText === isText),
    );
  const numbers = [...pageNames, ...offsetNames];
  const some = (found: readonly PageParameter[]) => (found.length === 0 ? undefined : found);
  return {
    all: parameters,
    page: some(named(pageNames, false)),
    offset: some(named(offsetNames, false)),
    limit: some(named(limitNames, false)),
    cursors: [
      ...named(cursorNames),
      ...named(numbers, true),
      ...parameters.filter(
        ({ name }) => /^next_?[a-z]/i.test(name) && !cursorNames.includes(wordsOf(name).join(' ')),
      ),
    ],
  };
}

const usualLimit = 100;

export function numbersOf(
  { page, offset, limit, cursors }: Roles,
  isNamed: boolean,
): Pick<Pages, 'page' | 'offset' | 'after' | 'limit'> {
  const [turned] = page ?? [];
  const [moved] = page === undefined ? (offset ?? []) : [];
  const [size] = limit ?? [];
  const { minimum = 1, maximum } = size ?? {};
  const after = cursors.find(({ name }) =>
    ['after', 'starting after', 'after id'].includes(wordsOf(name).join(' ')),
  );
  // A service may reject a size above its limit. So a size without known bounds is sent only if it is
  // needed, or to see whether a page is full.
  const isSent =
    maximum !== undefined ||
    size?.required === true ||
    (!isNamed && turned === undefined && moved === undefined);
  const start = turned?.required === true ? (turned.first ?? 1) : turned?.first;
  return {
    page: turned && { name: turned.name, first: start },
    offset: moved && { name: moved.name, first: moved.first ?? 0 },
    after: after?.name,
    limit: size && {
      name: size.name,
      minimum: Math.max(1, minimum),
      ...(maximum === undefined ? {} : { maximum }),
      ...(isSent ? { usual: Math.max(minimum, Math.min(usualLimit, maximum ?? usualLimit)) } : {}),
    },
  };
}

export function sameWords(one: readonly string[], other: readonly string[]): boolean {
  return one.length > 0 && one.join(' ') === other.join(' ');
}
