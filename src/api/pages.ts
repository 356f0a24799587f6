import { CostctlError } from '../errors.ts';
import { fillPath } from '../http/request.ts';
import { type Call, type Http, queryOf, type With } from './http.ts';
import type { OperationRecord, Query } from './operation.ts';
import type { Page } from './schemas/shared-fields.ts';

/** Which part of a list to read. */
export interface Paging {
  /** Stop after this many items. */
  readonly max?: number;
  /** Read only this page. */
  readonly page?: number;
  /** Items per page; default 100. */
  readonly limit?: number;
  readonly parameters?: QueryParameters;
}

/** Query parameters unknown to this program. Several texts repeat a parameter. */
export type QueryParameters = Readonly<Record<string, string | readonly string[]>>;

/** The query, with these parameters replacing those of the same name. */
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

/** A list operation, as declared. */
export type ListOperation<Parameters extends Query, Item> = OperationRecord<
  Parameters,
  unknown,
  Page<Item>
>;

/** What a request for a list adds to its operation. */
export type ListCall<Parameters, Field> = Omit<Call<Parameters, never>, 'body' | 'needed'> & {
  /** Fields of every item that the caller depends on, although the schema allows them to be missing. */
  readonly needed?: readonly Field[];
};

/** The items of a list, across its pages. */
export async function* readItems<Parameters extends Query, Item, Field extends keyof Item = never>(
  http: Http,
  operation: ListOperation<Parameters, Item>,
  call: ListCall<Parameters, Field> = {},
  paging: Paging = {},
): AsyncGenerator<With<Item, Field>> {
  for await (const items of readPages(http, operation, call, paging)) yield* items;
}

/** The items of a list, in order, one page at a time. */
export async function* readPages<Parameters extends Query, Item, Field extends keyof Item = never>(
  http: Http,
  operation: ListOperation<Parameters, Item>,
  { needed = [], ...call }: ListCall<Parameters, Field> = {},
  paging: Paging = {},
): AsyncGenerator<readonly With<Item, Field>[]> {
  const name = `${operation.method} ${fillPath(operation.path, call.path)}`;
  const fetchPage = (query: URLSearchParams) => http.send(operation, { ...call, query });
  let left = paging.max ?? Number.POSITIVE_INFINITY;
  if (left <= 0) return;
  for await (const items of walk(fetchPage, firstQuery(call.query, paging), {
    ahead: http.concurrency,
    just: paging.page !== undefined,
    max: left,
    name,
  })) {
    requireFieldsOfItems(name, items, needed);
    yield items.length > left ? items.slice(0, left) : items;
    left -= items.length;
  }
}

function requireFieldsOfItems<Item, Field extends keyof Item>(
  name: string,
  items: readonly Item[],
  fields: readonly Field[],
): asserts items is readonly With<Item, Field>[] {
  for (const field of fields) {
    if (items.every((item) => (item[field] ?? null) !== null)) continue;
    throw new CostctlError(
      'unexpected_response',
      `the response to ${name} has an item that lacks ${String(field)}`,
    );
  }
}

const defaultLimit = 100;

function firstQuery(given: Query | URLSearchParams | undefined, paging: Paging): URLSearchParams {
  const query = new URLSearchParams(queryOf(given));
  const limit = paging.limit ?? defaultLimit;
  // With a smaller limit, the page of that number would contain other items.
  const needed = paging.page === undefined ? Math.min(limit, paging.max ?? limit) : limit;
  query.set('page', String(paging.page ?? 1));
  query.set('limit', String(needed));
  return addParameters(query, paging.parameters ?? {});
}

interface Walk {
  /** How many pages may be fetched in parallel. */
  readonly ahead: number;
  /** Read only the first page. */
  readonly just: boolean;
  readonly max: number;
  /** For errors. */
  readonly name: string;
}

/** After more consecutive empty pages than this, there is no next item. */
const maxEmptyPages = 100;

/**
 * Follows the `next` link of each page. Pages announced by `last` are fetched ahead, but used only if
 * a `next` link leads to them, so a list that grows or shrinks meanwhile loses nothing.
 */
async function* walk<Item>(
  fetchPage: (query: URLSearchParams) => Promise<Page<Item>>,
  first: URLSearchParams,
  { ahead, just, max, name }: Walk,
): AsyncGenerator<readonly Item[]> {
  const seen = new Set<string>();
  const fetched = new Map<string, Promise<Page<Item>>>();
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
    if (!advances || seen.has(keyOf(query)) || empty > maxEmptyPages) throw endless(name);
    const needed = Math.ceil((max - read) / Math.max(1, page.data.length));
    for (const coming of announced(query, page, Math.min(ahead, needed))) {
      const comingKey = keyOf(coming);
      if (fetched.has(comingKey) || seen.has(comingKey)) continue;
      const promise = fetchPage(coming);
      // A failure matters only if the page is needed; then the await above throws it.
      promise.catch(() => undefined);
      fetched.set(comingKey, promise);
    }
    yield page.data;
  }
}

/** The queries of the next pages, at most `most`, if `last` gives their number. */
function announced<Item>(next: URLSearchParams, page: Page<Item>, most: number): URLSearchParams[] {
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
    `the pages of ${name} do not end: links.next leads to a page that was already read`,
  );
}

/**
 * The query of a `next` link. Nothing else of the link is used, so a link to another host leads
 * nowhere else. Parameters of the previous request that it lacks are added.
 */
export function followLink(link: string, asked: URLSearchParams): URLSearchParams {
  const query = linkedQuery(link);
  const lacking = [...asked].filter(([name]) => !query.has(name));
  for (const [name, value] of lacking) query.append(name, value);
  return query;
}

/** Whether a link leads past its own page, if it names a page. */
function isAdvance(link: string, asked: URLSearchParams): boolean {
  const linked = linkedQuery(link);
  const from = pageNumber(asked);
  return !linked.has('page') || from === undefined || (pageNumber(linked) ?? 0) > from;
}

function linkedQuery(link: string): URLSearchParams {
  return new URLSearchParams(/\?([^#]*)/.exec(link)?.[1]);
}

/** The page number in a query or a link. */
export function pageNumber(query: URLSearchParams): number | undefined {
  const text = query.get('page') ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

function withPage(query: URLSearchParams, page: number): URLSearchParams {
  const turned = new URLSearchParams(query);
  turned.set('page', String(page));
  return turned;
}

/** Equal for equal parameters in any order. */
function keyOf(query: URLSearchParams): string {
  const sorted = new URLSearchParams(query);
  sorted.sort();
  return sorted.toString();
}
