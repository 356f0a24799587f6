import type { JsonValue } from '../json/number.ts';
import { stringifyJson } from '../json/stringify.ts';
import {
  type Answer,
  countOf,
  headerTotal,
  isLink,
  itemsOf,
  linkHeader,
  linkText,
  valueAt,
} from './list-answer.ts';
import type { Pages } from './list-form.ts';
import { followNext, pageOfLink, type Step, withParameter } from './page-links.ts';

export interface Progress {
  /** For errors. */
  readonly name: string;
  /** The list is not read from its beginning, so a total says nothing about its end. */
  readonly isPart: boolean;
  read: number;
  full: number;
  /** A page had a `Link` header, so the page without one is the last. */
  hasLinks: boolean;
  /** The latest totals: a page without any, such as an empty one, leaves them as they are. */
  total?: number | undefined;
  pageCount?: number | undefined;
  /** The items of the page before, as text. */
  before: string;
  /** Those of a first page requested without a number: page 1 is the same one or the one after. */
  unnumbered?: string | undefined;
  /** This page is page 1, and it repeats the page that was requested without a number. */
  isAgain: boolean;
  /** Why the rest cannot be read. */
  unread?: string;
}

/** The next page, if there is one. A link or cursor of the response comes first, then numbers. */
export function nextStep(pages: Pages, answer: Answer, query: URLSearchParams, progress: Progress) {
  const items = itemsOf(answer, pages, progress.name);
  progress.read += progress.isAgain ? 0 : items.length;
  progress.full += progress.isAgain || items.length === 0 ? 0 : 1;
  const isOver = pages.more && valueAt(answer.body, pages.more.path) === pages.more.isLast;
  const named = pages.next
    .filter(({ isOfLast }) => !(isOfLast && isOver))
    .map(({ path, parameter }) => ({ parameter, text: linkText(valueAt(answer.body, path)) }))
    // Some services send 0, which is the beginning, if nothing follows.
    .filter(({ text }) => text !== '' && text !== '0');
  const header = linkHeader(answer);
  progress.hasLinks ||= answer.headers['link'] !== undefined;
  progress.total =
    countOf(pages.total && valueAt(answer.body, pages.total)) ??
    headerTotal(answer.headers) ??
    progress.total;
  progress.pageCount =
    countOf(pages.pageCount && valueAt(answer.body, pages.pageCount)) ?? progress.pageCount;
  const link = named.find(({ text }) => isLink(text))?.text ?? header;
  if (link !== undefined)
    return { ...followNext(link, query), last: lastPage(pages, answer, items) };
  const token = named.find(({ parameter }) => parameter !== undefined);
  if (token?.parameter !== undefined) {
    const advances = query.get(token.parameter) !== token.text;
    // A stream whose position does not change has nothing new.
    if (!advances && items.length === 0) return undefined;
    return { query: withParameter(query, token.parameter, token.text), advances };
  }
  const isFullPage = isFull(pages, items, query);
  const more = saysMore(pages, answer, progress, isFullPage);
  const step = more === false ? undefined : turn(pages, answer, query, more, progress);
  if (step !== undefined) return step;
  if (named.length > 0 || more === true)
    progress.unread ??= 'the response says that there are more';
  else if (more === undefined && isFullPage) {
    progress.unread ??= 'the page is full, so there may be more';
  }
  return undefined;
}

/** The next page by its number, by the number of its first item, or by the id of the last item. */
function turn(
  pages: Pages,
  answer: Answer,
  query: URLSearchParams,
  more: boolean | undefined,
  progress: Progress,
): Step | undefined {
  const items = itemsOf(answer, pages, progress.name);
  const numbered = pages.page ?? pages.offset;
  if (items.length === 0) return undefined;
  if (numbered !== undefined) {
    const { name, first } = numbered;
    const given = query.get(name) ?? first;
    const text = stringifyJson(items);
    if (text === progress.before && !progress.isAgain) {
      progress.read -= items.length;
      progress.unread = `${name}=${given} has the items of the page before`;
      return undefined;
    }
    progress.before = text;
    if (given === undefined) {
      progress.unnumbered = text;
      return { query: withParameter(query, name, 1), advances: true };
    }
    const next = Number(given) + (pages.page === undefined ? items.length : 1);
    const last = lastPage(pages, answer, items);
    return { query: withParameter(query, name, next), advances: true, last, parameter: name };
  }
  const id = linkText(valueAt(items.at(-1), ['id']));
  if (pages.after === undefined || more !== true || id === '') return undefined;
  return { query: withParameter(query, pages.after, id), advances: query.get(pages.after) !== id };
}

function saysMore(
  pages: Pages,
  { body, headers }: Answer,
  { read, full, isPart, hasLinks, total, pageCount }: Progress,
  isFullPage: boolean,
): boolean | undefined {
  const said: boolean[] = [];
  const flagged = pages.more && valueAt(body, pages.more.path);
  if (typeof flagged === 'boolean') said.push(flagged !== pages.more?.isLast);
  const nextPage = headers['x-next-page'];
  if (typeof nextPage === 'string') said.push(nextPage.trim() !== '');
  // Some totals count only the items of the page. So a total proves nothing if more items than that were
  // read, or if the first page is full.
  const isTurned = pages.page !== undefined || pages.offset !== undefined;
  const isDoubtful = isTurned && (read > (total ?? 0) || (full === 1 && isFullPage));
  if (total !== undefined && !isPart && (read < total || !isDoubtful)) said.push(read < total);
  const least = countOf(pages.atLeast && valueAt(body, pages.atLeast));
  if (least !== undefined && !isPart && read < least) said.push(true);
  if (pageCount !== undefined && !isPart) said.push(full < pageCount);
  if (said.includes(true)) return true;
  const ends = pages.next.length > 0 || pages.link === true || hasLinks;
  return said.length > 0 || ends ? false : undefined;
}

/** The number of the last page, to read several at once. */
function lastPage(
  { page, pageCount, total }: Pages,
  { body }: Answer,
  items: readonly JsonValue[],
): number | undefined {
  const link = valueAt(body, ['links', 'last']);
  if (typeof link === 'string') return pageOfLink(link);
  if (page?.first === undefined) return undefined;
  const all = countOf(total && valueAt(body, total));
  const count = countOf(pageCount && valueAt(body, pageCount));
  const whole = all === undefined ? undefined : Math.ceil(all / Math.max(1, items.length));
  const pages = count ?? whole;
  return pages === undefined ? undefined : page.first + pages - 1;
}

function isFull({ limit }: Pages, items: readonly JsonValue[], query: URLSearchParams): boolean {
  const size = Number(limit === undefined ? 0 : (query.get(limit.name) ?? 0));
  return size > 0 && items.length >= size;
}
