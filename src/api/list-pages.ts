import { CostctlError } from '../errors.ts';
import type { Request } from '../http/request.ts';
import { isObject } from '../json/bulk/merge.ts';
import { ExactNumber, type JsonValue } from '../json/number.ts';
import { stringifyJson } from '../json/stringify.ts';
import type { Http } from './http.ts';
import {
  addParameters,
  followNext,
  type Paging,
  pageOfLink,
  type Step,
  walk,
  withParameter,
} from './pages.ts';
import { readJson, unexpectedResponse, unwrapIds } from './response.ts';

/** How a list is read to its end, found in the document that describes it or in its first response. */
export interface Pages {
  /** The property path of the items; empty for a bare list. */
  readonly items: Path;
  /** What leads to the next page: a link, or a value for a parameter. */
  readonly next: readonly { readonly path: Path; readonly parameter?: string | undefined }[];
  /** Says whether there is more; `isLast`: by being false. */
  readonly more?: { readonly path: Path; readonly isLast: boolean } | undefined;
  /** The number of all items. */
  readonly total?: Path | undefined;
  /** A number that is at most the total: of all items, or of those on the page. */
  readonly atLeast?: Path | undefined;
  /** The number of all pages. */
  readonly pageCount?: Path | undefined;
  readonly page?: Numbered | undefined;
  readonly offset?: Numbered | undefined;
  /** The parameter that takes the id of the last item. */
  readonly after?: string | undefined;
  readonly limit?: Limit | undefined;
  /** The document has a `Link` header: without one there is no next page. */
  readonly link?: true | undefined;
  /** What shows that the list is complete. */
  readonly proof: Proof;
}

type Path = readonly string[];

interface Numbered {
  readonly name: string;
  /** The number of the first page or item; undefined: 0 or 1. */
  readonly first: number | undefined;
}

interface Limit {
  readonly name: string;
  /** Sent if nothing else is given; undefined: the service chooses. */
  readonly usual?: number | undefined;
  readonly minimum: number;
  readonly maximum?: number | undefined;
}

/** `none`: the document does not say how the list ends, so it may be a part. */
export type Proof =
  | 'next link or cursor'
  | 'Link header'
  | 'flag for more'
  | 'total'
  | 'empty page'
  | 'short page'
  | 'one page'
  | 'none';

/** A response with one page of a list. */
export interface Answer {
  readonly body: JsonValue;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A list to read: its path is filled in, and its query is that of the first request. */
export interface ListRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly success?: readonly number[] | undefined;
  readonly pages: Pages;
  /** The response to the first request, if it has arrived. */
  readonly first?: Answer | undefined;
  /** Asks for a page that is not chosen in the address. */
  readonly fetchPage?: ((query: URLSearchParams) => Promise<Answer>) | undefined;
  /** How the first response looks, to follow what the document does not mention. */
  readonly look?: ((body: JsonValue) => Pages | undefined) | undefined;
  /** Does not unwrap `{"Value": x}`. */
  readonly asSent?: boolean;
}

/** The query of the first request. */
export function firstQuery(
  pages: Pages | undefined,
  given: URLSearchParams,
  paging: Paging,
): URLSearchParams {
  const { page, offset, limit } = pages ?? {};
  const query = new URLSearchParams(given);
  if (page?.first !== undefined) query.set(page.name, String(page.first + (paging.page ?? 1) - 1));
  if (offset?.first !== undefined && !query.has(offset.name)) {
    query.set(offset.name, String(offset.first));
  }
  const size = paging.limit ?? limit?.usual;
  if (limit !== undefined && size !== undefined) {
    // With a smaller limit, the page of that number would contain other items.
    const needed = paging.page === undefined ? Math.min(size, paging.max ?? size) : size;
    query.set(limit.name, String(Math.max(needed, limit.minimum)));
  }
  return addParameters(query, paging.parameters ?? {});
}

/** What is known while a list is read. */
interface Progress {
  /** For errors. */
  readonly name: string;
  /** The list is not read from its beginning, so a total says nothing about its end. */
  readonly isPart: boolean;
  read: number;
  /** How many pages with items were read. */
  full: number;
  /** A page had a `Link` header, so the last one has none. */
  hasLinks: boolean;
  /** The items of the page before, as text. */
  before: string;
  /** The items of a first page that was asked for without a number: page 1 is the same one, or the next. */
  unnumbered?: string | undefined;
  /** This page is that one. */
  isAgain: boolean;
  /** Why the rest cannot be read. */
  unread?: string;
}

/** Every page of a list; exit 9 if the service says that there is more and it cannot be read. */
async function* readListPages(
  http: Http,
  request: ListRequest,
  paging: Paging = {},
): AsyncGenerator<{ readonly answer: Answer; readonly items: readonly JsonValue[] }> {
  let { pages } = request;
  let { look } = request;
  const { page: wanted, max = Number.POSITIVE_INFINITY } = paging;
  if (max <= 0) return;
  const asked = request.query;
  const name = `${request.fetchPage === undefined ? 'GET' : 'POST'} ${request.path}`;
  const isPart = wanted !== undefined || startsElsewhere(pages, asked);
  const progress: Progress = {
    name,
    isPart,
    read: 0,
    full: 0,
    hasLinks: false,
    before: '',
    isAgain: false,
  };
  let { first } = request;
  // A page without a number of its own is found by reading those before it.
  let number = pages.page?.first === undefined ? 1 : (wanted ?? 1);
  const walked = walk(asked, {
    fetchPage: (query) => {
      const answer = first ?? request.fetchPage?.(query) ?? fetchAnswer(http, request, query);
      first = undefined;
      return Promise.resolve(answer);
    },
    itemsOf: (answer) => {
      const items = itemsOf(answer, pages, name);
      progress.isAgain =
        progress.unnumbered !== undefined && progress.unnumbered === stringifyJson(items);
      progress.unnumbered = undefined;
      return progress.isAgain ? [] : items;
    },
    advance: (answer, query) => {
      if (wanted !== undefined && number >= wanted && !progress.isAgain) return undefined;
      pages = addSeen(pages, look?.(answer.body));
      look = undefined;
      return nextStep(pages, answer, query, progress);
    },
    ahead: http.concurrency,
    max: wanted === undefined ? max : Number.POSITIVE_INFINITY,
    name,
  });
  for await (const { page: answer, data } of walked) {
    if (!progress.isAgain) {
      if (wanted === undefined || number === wanted) yield { answer, items: data.slice(0, max) };
      number += 1;
    }
    if (progress.unread !== undefined) throw incomplete(progress, progress.unread);
  }
}

/** The items of a list, across its pages. */
export async function* readListItems(
  http: Http,
  request: ListRequest,
  paging: Paging = {},
): AsyncGenerator<JsonValue> {
  for await (const { items } of readListPages(http, request, paging)) yield* items;
}

function addSeen(pages: Pages, seen: Pages | undefined): Pages {
  if (seen === undefined) return pages;
  const known = new Set(pages.next.map(({ path }) => path.join('.')));
  return {
    ...pages,
    next: [...pages.next, ...seen.next.filter(({ path }) => !known.has(path.join('.')))],
    more: pages.more ?? seen.more,
    total: pages.total ?? seen.total,
    atLeast: pages.atLeast ?? seen.atLeast,
    pageCount: pages.pageCount ?? seen.pageCount,
  };
}

/** The value at a property path; undefined if the value has no such property. */
function valueAt(value: JsonValue | undefined, path: Path): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (held, name) =>
      held !== undefined && isObject(held) && Object.hasOwn(held, name) ? held[name] : undefined,
    value,
  );
}

/** One page, to see what a list looks like that no document describes. */
export function fetchAnswer(
  http: Http,
  { path, headers, success, asSent }: Omit<ListRequest, 'pages' | 'query'>,
  query: URLSearchParams,
): Promise<Answer> {
  const operation = { method: 'GET', path, idempotent: true };
  return readAnswer(http, operation, { query, headers, success }, asSent);
}

export async function readAnswer(
  { client }: Http,
  operation: Pick<Request, 'method' | 'path' | 'idempotent'>,
  call: Pick<Request, 'query' | 'headers' | 'success' | 'body'>,
  asSent = false,
): Promise<Answer> {
  const { path } = operation;
  const response = await client.request({ ...operation, ...call });
  const received = { client, operation, path, response };
  const body = readJson(received);
  if (body === undefined) throw unexpectedResponse(received, 'has no body');
  if (!asSent) unwrapIds(body);
  return { body, headers: response.headers };
}

function itemsOf({ body }: Answer, { items }: Pages, name: string): readonly JsonValue[] {
  const found = valueAt(body, items);
  if (Array.isArray(found)) return found;
  if (found === null) return [];
  const place = items.length === 0 ? '' : ` at ${items.join('.')}`;
  throw new CostctlError('unexpected_response', `the response to ${name} has no list${place}`);
}

function startsElsewhere({ page, offset, next, after }: Pages, asked: URLSearchParams): boolean {
  const isMoved = (one: Numbered | undefined) =>
    one !== undefined && asked.has(one.name) && Number(asked.get(one.name)) !== one.first;
  const cursors = [after, ...next.map(({ parameter }) => parameter)];
  const isCursor = (name: string | undefined) =>
    name !== undefined && name !== page?.name && name !== offset?.name && asked.has(name);
  return isMoved(page) || isMoved(offset) || cursors.some(isCursor);
}

/** The next page, if there is one. The service's own words come first, then its numbers. */
function nextStep(
  pages: Pages,
  answer: Answer,
  query: URLSearchParams,
  progress: Progress,
): Step | undefined {
  const items = itemsOf(answer, pages, progress.name);
  progress.read += progress.isAgain ? 0 : items.length;
  progress.full += progress.isAgain || items.length === 0 ? 0 : 1;
  const named = pages.next
    .map(({ path, parameter }) => ({ parameter, text: linkText(valueAt(answer.body, path)) }))
    .filter(({ text }) => text !== '');
  const header = linkHeader(answer);
  progress.hasLinks ||= answer.headers['link'] !== undefined;
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

/** By the number of the next page or item, or by the last item. */
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

/** Whether the response says that there is more; undefined if it says nothing about it. */
function saysMore(
  pages: Pages,
  { body, headers }: Answer,
  { read, full, isPart, hasLinks }: Progress,
  isFullPage: boolean,
): boolean | undefined {
  const said: boolean[] = [];
  const flagged = pages.more && valueAt(body, pages.more.path);
  if (typeof flagged === 'boolean') said.push(flagged !== pages.more?.isLast);
  const nextPage = headers['x-next-page'];
  if (typeof nextPage === 'string') said.push(nextPage.trim() !== '');
  const total = countOf(pages.total && valueAt(body, pages.total)) ?? headerTotal(headers);
  // Some totals count the page only: one that was passed, or that a full first page has, proves nothing.
  const isTurned = pages.page !== undefined || pages.offset !== undefined;
  const isDoubtful = isTurned && (read > (total ?? 0) || (full === 1 && isFullPage));
  if (total !== undefined && !isPart && (read < total || !isDoubtful)) said.push(read < total);
  const least = countOf(pages.atLeast && valueAt(body, pages.atLeast));
  if (least !== undefined && !isPart && read < least) said.push(true);
  const pageCount = countOf(pages.pageCount && valueAt(body, pages.pageCount));
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

/** `<https://…?page=2>; rel="next"` (RFC 8288) */
function linkHeader({ headers }: Answer): string | undefined {
  const text = [headers['link'] ?? []].flat().join(', ');
  const links = [...text.matchAll(/<([^<>]*)>([^<]*)/g)].filter(
    // Some services have a next page that they say is empty.
    ([, , rest = '']) => !/;\s*results\s*=\s*"?false/i.test(rest),
  );
  return links.find(([, , rest = '']) => /;\s*rel\s*=\s*("[^"]*\bnext\b|next\b)/i.test(rest))?.[1];
}

function headerTotal(headers: Answer['headers']): number | undefined {
  const totals = ['x-total-count', 'x-total', 'total-count'].map((name) => headers[name]);
  const range = /\/(\d+)\s*$/.exec(String(headers['content-range'] ?? ''))?.[1];
  const text = totals.find((one) => typeof one === 'string' && /^\s*\d+\s*$/.test(one)) ?? range;
  return text === undefined ? undefined : Number(text);
}

function isLink(text: string): boolean {
  return /^([a-z]+:\/\/|[/?])/i.test(text) || /\?[^=]+=/.test(text);
}

/** A link or a token as text; a link may be in an object with `href`. */
function linkText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || value instanceof ExactNumber) return String(value);
  const inner =
    value === undefined ? undefined : (valueAt(value, ['href']) ?? valueAt(value, ['url']));
  return typeof inner === 'string' ? inner : '';
}

function countOf(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}

function incomplete({ name, read }: Progress, reason: string): CostctlError {
  return new CostctlError('incomplete', `only ${read} items of ${name} could be read: ${reason}`, {
    hint: `no way to ask for the others is known; --max ${Math.max(1, read)} shows these`,
  });
}
