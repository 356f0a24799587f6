import { createHash } from 'node:crypto';
import { CostctlError } from '../errors.ts';
import { fillPath } from '../http/request.ts';
import { stringifyJson } from '../json/stringify.ts';
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

/** All items of a list at once. */
export async function readAll<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The items of a list, in order, one page at a time. */
export async function* readPages<Parameters extends Query, Item, Field extends keyof Item = never>(
  http: Http,
  operation: ListOperation<Parameters, Item>,
  { needed = [], ...call }: ListCall<Parameters, Field> = {},
  paging: Paging = {},
): AsyncGenerator<readonly With<Item, Field>[]> {
  const name = `${operation.method} ${fillPath(operation.path, call.path)}`;
  const max = paging.max ?? Number.POSITIVE_INFINITY;
  if (max <= 0) return;
  for await (const { data } of walk(firstQuery(call.query, paging), {
    fetchPage: (query) => http.send(operation, { ...call, query }),
    itemsOf: (page) => page.data,
    advance: ({ links: { next, last } }, query) =>
      paging.page !== undefined || next === undefined || next === null
        ? undefined
        : { ...followNext(next, query), last: pageOfLink(last) },
    ahead: http.concurrency,
    max,
    name,
  })) {
    requireFieldsOfItems(name, data, needed);
    yield data;
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

/** Where the next page is. */
export interface Step {
  readonly query: URLSearchParams;
  /** Whether it leads past the page that named it, as far as that can be known. */
  readonly advances: boolean;
  /** The number of the last page, if the service gave it. */
  readonly last?: number | undefined;
  /** The parameter that takes a page number; default `page`. */
  readonly parameter?: string;
}

export interface Walk<Item, Fetched> {
  readonly fetchPage: (query: URLSearchParams) => Promise<Fetched>;
  readonly itemsOf: (page: Fetched) => readonly Item[];
  /** The next page; undefined after the last. Called once for each page, in order. */
  readonly advance: (page: Fetched, query: URLSearchParams) => Step | undefined;
  /** How many pages may be fetched in parallel. */
  readonly ahead: number;
  readonly max: number;
  /** For errors. */
  readonly name: string;
}

/** After more consecutive pages than this that are empty, or that were read before, there is no next item. */
const maxIdlePages = 100;

/**
 * Each page with its items, up to the maximum. Pages announced as coming are fetched ahead, but used only
 * if each page before leads to them, so a list that grows or shrinks meanwhile loses nothing.
 */
export async function* walk<Item, Fetched>(
  first: URLSearchParams,
  { fetchPage, itemsOf, advance, ahead, max, name }: Walk<Item, Fetched>,
): AsyncGenerator<{ readonly page: Fetched; readonly data: readonly Item[] }> {
  const seen = new Set<string>();
  const contents = new Set<string>();
  let repeated = 0;
  const fetched = new Map<string, Promise<Fetched>>();
  let left = max;
  let empty = 0;
  let query = first;
  for (;;) {
    const key = keyOf(query);
    const page = await (fetched.get(key) ?? fetchPage(query));
    fetched.delete(key);
    seen.add(key);
    const items = itemsOf(page);
    const data = items.length > left ? items.slice(0, left) : items;
    left -= items.length;
    empty = items.length === 0 ? empty + 1 : 0;
    const step = left <= 0 ? undefined : advance(page, query);
    if (step === undefined) {
      yield { page, data };
      return;
    }
    query = step.query;
    if (!step.advances || seen.has(keyOf(query)) || empty > maxIdlePages) throw endless(name);
    const content = createHash('sha256').update(stringifyJson(items)).digest('base64');
    repeated = contents.has(content) ? repeated + 1 : 0;
    if (repeated > maxIdlePages) throw repeating(name);
    contents.add(content);
    const needed = Math.ceil(left / Math.max(1, items.length));
    for (const coming of announced(step, Math.min(ahead, needed))) {
      const comingKey = keyOf(coming);
      if (fetched.has(comingKey) || seen.has(comingKey)) continue;
      const promise = fetchPage(coming);
      // A failure matters only if the page is needed; then the await above throws it.
      promise.catch(() => undefined);
      fetched.set(comingKey, promise);
    }
    yield { page, data };
  }
}

/** The queries of the next pages, at most `most`, if the number of the last one is known. */
function announced(
  { query, last = 0, parameter = 'page' }: Step,
  most: number,
): readonly URLSearchParams[] {
  const from = pageNumber(query, parameter);
  if (from === undefined) return [];
  const count = Math.max(0, Math.min(most, last - from + 1));
  return Array.from({ length: count }, (_, step) => withParameter(query, parameter, from + step));
}

function endless(name: string): CostctlError {
  return new CostctlError(
    'unexpected_response',
    `the pages of ${name} do not end: the next one was already read, or too many are empty`,
  );
}

/** Items may be equal, but a service that repeats its pages has no end. */
function repeating(name: string): CostctlError {
  return new CostctlError(
    'incomplete',
    `the pages of ${name} do not end: the service repeats them, ${maxIdlePages + 1} times in a row`,
    {
      hint: 'items may be missing from what was read, and others twice in it; --max N stops after N items',
    },
  );
}

/** The step that a link asks for. */
export function followNext(link: string, asked: URLSearchParams): Step {
  return { query: followLink(link, asked), advances: isAdvance(link, asked) };
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

/** The page number in a query. */
export function pageNumber(query: URLSearchParams, parameter = 'page'): number | undefined {
  const text = query.get(parameter) ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

export function pageOfLink(link: unknown): number | undefined {
  return typeof link === 'string' ? pageNumber(linkedQuery(link)) : undefined;
}

export function withParameter(
  query: URLSearchParams,
  name: string,
  value: number | string,
): URLSearchParams {
  const turned = new URLSearchParams(query);
  turned.set(name, String(value));
  return turned;
}

/** Equal for equal parameters in any order. */
function keyOf(query: URLSearchParams): string {
  const sorted = new URLSearchParams(query);
  sorted.sort();
  return sorted.toString();
}
