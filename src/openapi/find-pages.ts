import type { Pages, Proof } from '../api/list-form.ts';
import type { JsonValue } from '../json/number.ts';
import { wordsIn } from '../text.ts';
import { findItems, thingsIn } from './find-items.ts';
import { nextOf } from './next-page.ts';
import { leavesOf, type Outline, outlineOfValue, sharedLinks } from './outline.ts';
import { findRoles, numbersOf, type PageParameter, type Roles } from './page-roles.ts';
import { isPlural, wordsOf } from './words.ts';

/** How to read a response as a list, to its end; undefined if it is not a list. */
export function findPages(found: {
  readonly outline: Outline;
  readonly path: string;
  readonly parameters: readonly PageParameter[];
  readonly hasLinkHeader?: boolean;
  readonly items?: readonly string[];
}): Pages | undefined {
  const { outline, parameters, hasLinkHeader = false } = found;
  const given = found.items && { items: found.items, isDoubtful: false };
  const list = given ?? findItems(found.outline, found.path);
  if (list === undefined) return undefined;
  const leaves = [...leavesOf(outline), ...sharedLinks(outline)];
  const roles = findRoles(parameters);
  const next = leaves.flatMap((leaf) => {
    const one = nextOf(leaf, roles);
    return one === undefined ? [] : [one];
  });
  const is = (names: readonly string[], kinds: readonly Outline['kind'][]) =>
    leaves.find(
      ({ path, kind }) =>
        kinds.includes(kind) && names.includes(wordsOf(path.at(-1) ?? '').join(' ')),
    )?.path;
  const hasMore = is(moreNames, ['boolean']);
  const isLast = is(lastNames, ['boolean']);
  const flag = hasMore ?? isLast;
  const lists = (outline.properties ?? []).filter(([, { kind }]) => kind === 'list');
  // `total_transactions` beside `transactions`.
  const totals = [...totalNames, ...lists.map(([name]) => `total ${wordsOf(name).join(' ')}`)];
  const isPaged = next.length > 0 || flag !== undefined || roles.page !== undefined;
  // The total of an order or of the cart is an amount; that of `/orders` counts them.
  const thing = thingsIn(found.path).at(-1) ?? '';
  const isMany = !thing.includes('{') && isPlural(wordsOf(thing).at(-1) ?? '');
  const counts = totals.filter((name) => isMany || !/^totals?$/.test(name));
  if (list.isDoubtful && !isPaged && is(counts, ['number']) === undefined) return undefined;
  const pages: Omit<Pages, 'proof'> = {
    items: list.items,
    next,
    more: flag && { path: flag, isLast: hasMore === undefined },
    total: is(totals, ['number', 'unknown']),
    atLeast: is(['count', 'results', 'size'], ['number']),
    pageCount: is(pageCountNames, ['number', 'unknown']),
    ...numbersOf(roles, next.length > 0 || hasLinkHeader),
    link: hasLinkHeader || undefined,
  };
  return { ...pages, proof: proofOf(pages, roles) };
}

/** How to read the rest of a list with these items, as its first response shows. */
export function lookAt(
  { items }: Pages,
  path: string,
  parameters: readonly PageParameter[],
): (body: JsonValue) => Pages | undefined {
  return (body) => findPages({ outline: outlineOfValue(body), path, parameters, items });
}

const moreNames = wordsIn(`
  has more, has next, has next page, more, is truncated, truncated, has more results,
  more results, has more items, more available, has additional
`);
const lastNames = wordsIn('last, is last, last page, is last page, is final');
const totalNames = wordsIn(`
  total, total count, total results, total items, total records, total elements, total size,
  total hits, total entries, total number, total rows, size total, records total, results total,
  items total, num results, count total, totals
`);
const pageCountNames = wordsIn(`
  total pages, page count, pages, num pages, last page, pages count, pages total,
  total page count, number of pages
`);

/** What will show at the end that everything was read. */
function proofOf(pages: Omit<Pages, 'proof'>, { page, offset, cursors, limit }: Roles): Proof {
  if (pages.next.length > 0) return 'next link or cursor';
  if (pages.link === true) return 'Link header';
  if (pages.total !== undefined || (pages.pageCount !== undefined && page !== undefined))
    return 'total';
  if (pages.more !== undefined) return 'flag for more';
  if (page !== undefined || offset !== undefined) {
    // If the number of a page is required and the first number is unknown, 1 may be the second page.
    return page?.[0]?.required === true && page[0].first === undefined ? 'none' : 'empty page';
  }
  if (cursors.length > 0) return 'none';
  if (limit === undefined) return 'one page';
  return limit[0]?.maximum === undefined ? 'none' : 'short page';
}
