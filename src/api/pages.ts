import { CostctlError } from '../errors.ts';
import { fillPath } from '../http/path.ts';
import type { JsonValue } from '../json/number.ts';
import { type Envelope, envelopeOf } from './envelope.ts';
import { type Call, type Http, queryOf } from './http.ts';
import { followLink, isAdvance, keyOf, pageNumber, withPage } from './links.ts';
import type { Operation } from './operations.ts';

/** Which part of a list is read. */
export interface Paging {
  /** Stop after so many items. */
  readonly max?: number;
  /** Just this page. */
  readonly page?: number;
  /** Items a page; 100 where it is not said. */
  readonly limit?: number;
  readonly parameters?: QueryParameters;
}

/** Query parameters that this program knows nothing of; several texts repeat one. */
export type QueryParameters = Readonly<Record<string, string | readonly string[]>>;

/** The query with the parameters in place of those of the same names. */
export function addParameters(
  query: URLSearchParams,
  parameters: QueryParameters,
): URLSearchParams {
  const all = new URLSearchParams(query);
  for (const [name, values] of Object.entries(parameters)) {
    all.delete(name);
    for (const value of [values].flat()) all.append(name, value);
  }
  return all;
}

/** The items of a list, across its pages. */
export async function* readItems<Item = JsonValue>(
  http: Http,
  operation: Operation,
  call: Call<Item> = {},
  paging: Paging = {},
): AsyncGenerator<Item> {
  for await (const items of readPages(http, operation, call, paging)) yield* items;
}

/** The items of a list, a page at a time and in order. */
export async function* readPages<Item = JsonValue>(
  http: Http,
  operation: Operation,
  call: Call<Item> = {},
  paging: Paging = {},
): AsyncGenerator<readonly Item[]> {
  const answer = envelopeOf(call.answer);
  const fetchPage = (query: URLSearchParams) =>
    http.send(operation, { ...call, query, answer }) as Promise<Envelope<Item>>;
  let left = paging.max ?? Number.POSITIVE_INFINITY;
  if (left <= 0) return;
  for await (const items of walk(fetchPage, firstQuery(call, paging), {
    ahead: http.concurrency,
    just: paging.page !== undefined,
    max: left,
    name: `${operation.method} ${fillPath(operation.path, call.path)}`,
  })) {
    yield items.length > left ? items.slice(0, left) : items;
    left -= items.length;
  }
}

const usualLimit = 100;

function firstQuery(call: Call<unknown>, paging: Paging): URLSearchParams {
  const query = new URLSearchParams(queryOf(call.query));
  const limit = paging.limit ?? usualLimit;
  // A smaller page would shift what stands on a page that is asked for by its number.
  const needed = paging.page === undefined ? Math.min(limit, paging.max ?? limit) : limit;
  query.set('page', String(paging.page ?? 1));
  query.set('limit', String(needed));
  return addParameters(query, paging.parameters ?? {});
}

interface Walk {
  /** Pages that may be fetched at once. */
  readonly ahead: number;
  /** Read the first page and no more. */
  readonly just: boolean;
  readonly max: number;
  /** For errors. */
  readonly name: string;
}

/** A service that has more empty pages in a row than this has no next item. */
const mostEmpty = 100;

/**
 * From page to page by the `next` of each. Pages that `last` announces are fetched ahead, and used
 * only where a `next` leads to them: a list that grows or shrinks meanwhile loses nothing.
 */
async function* walk<Item>(
  fetchPage: (query: URLSearchParams) => Promise<Envelope<Item>>,
  first: URLSearchParams,
  { ahead, just, max, name }: Walk,
): AsyncGenerator<readonly Item[]> {
  const seen = new Set<string>();
  const fetched = new Map<string, Promise<Envelope<Item>>>();
  let read = 0;
  let empty = 0;
  let query = first;
  for (;;) {
    const key = keyOf(query);
    const page = await (fetched.get(key) ?? fetchPage(query));
    fetched.delete(key);
    seen.add(key);
    read += page.data.length;
    empty = page.data.length === 0 ? empty + 1 : 0;
    const { next } = page.links;
    if (just || read >= max || next === undefined || next === null) {
      yield page.data;
      return;
    }
    const advances = isAdvance(next, query);
    query = followLink(next, query);
    if (!advances || seen.has(keyOf(query)) || empty > mostEmpty) throw endless(name);
    const needed = Math.ceil((max - read) / Math.max(1, page.data.length));
    for (const coming of announced(query, page, Math.min(ahead, needed))) {
      const comingKey = keyOf(coming);
      if (fetched.has(comingKey) || seen.has(comingKey)) continue;
      const promise = fetchPage(coming);
      // Whether it failed is found out where it is awaited, and nowhere if it is not needed.
      promise.catch(() => undefined);
      fetched.set(comingKey, promise);
    }
    yield page.data;
  }
}

/** The queries of the pages that are sure to come, `most` of them, where `last` tells. */
function announced<Item>(
  next: URLSearchParams,
  page: Envelope<Item>,
  most: number,
): URLSearchParams[] {
  const from = pageNumber(next);
  const { last } = page.links;
  if (from === undefined || typeof last !== 'string') return [];
  const to = pageNumber(followLink(last, new URLSearchParams())) ?? 0;
  const count = Math.max(0, Math.min(most, to - from + 1));
  return Array.from({ length: count }, (_, step) => withPage(next, from + step));
}

function endless(name: string): CostctlError {
  return new CostctlError(
    'unexpected_response',
    `the pages of ${name} do not end: links.next leads to a page that was read before`,
  );
}
