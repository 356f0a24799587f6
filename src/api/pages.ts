import { CostctlError } from '../errors.ts';
import { fillPath } from '../http/request.ts';
import { canonicalText } from '../json/canonical-text.ts';
import { isObject } from '../json/number.ts';
import { type Call, type Http, queryOf, type With } from './http.ts';
import type { OperationRecord, Query } from './operation.ts';
import { addParameters, followNext, pageOfLink, type QueryParameters } from './page-links.ts';
import type { Page } from './schemas/shared-fields.ts';
import { walk } from './walk-pages.ts';

export interface Paging {
  readonly max?: number | undefined;
  readonly page?: number | undefined;
  /** Items per page; default 100. */
  readonly limit?: number | undefined;
  readonly parameters?: QueryParameters | undefined;
}

export type ListOperation<Parameters extends Query, Item> = OperationRecord<
  Parameters,
  unknown,
  Page<Item>
>;

export type ListCall<Parameters, Field> = Omit<Call<Parameters, never>, 'body' | 'needed'> & {
  /** Fields of every item that the caller depends on, although the schema allows them to be missing. */
  readonly needed?: readonly Field[];
};

export async function* readItems<Parameters extends Query, Item, Field extends keyof Item = never>(
  http: Http,
  operation: ListOperation<Parameters, Item>,
  call: ListCall<Parameters, Field> = {},
  paging: Paging = {},
): AsyncGenerator<With<Item, Field>> {
  for await (const items of readPages(http, operation, call, paging)) yield* items;
}

export async function readAll<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/**
 * The items of a list, in order, one page at a time. If a record is created while the list is read, others move
 * to the next page, where they come again: a record with an id is returned once, unless it differs by then.
 */
export async function* readPages<Parameters extends Query, Item, Field extends keyof Item = never>(
  http: Http,
  operation: ListOperation<Parameters, Item>,
  { needed = [], ...call }: ListCall<Parameters, Field> = {},
  paging: Paging = {},
): AsyncGenerator<readonly With<Item, Field>[]> {
  const name = `${operation.method} ${fillPath(operation.path, call.path)}`;
  const max = paging.max ?? Number.POSITIVE_INFINITY;
  if (max <= 0) return;
  const known = new Map<unknown, Item>();
  for await (const { data } of walk(firstQuery(call.query, paging), {
    fetchPage: (query) => http.send(operation, { ...call, query }),
    itemsOf: (page) => page.data,
    newOf: (items) => {
      const fresh = items.filter((item) => !isRepeated(item, known.get(idOf(item))));
      for (const item of items) known.set(idOf(item), item);
      known.delete(undefined);
      return fresh;
    },
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

function isRepeated(item: unknown, earlier: unknown): boolean {
  return earlier !== undefined && canonicalText(item) === canonicalText(earlier);
}

function idOf(item: unknown): unknown {
  return isObject(item) && item['id'] !== null ? item['id'] : undefined;
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

/** How many items to ask for at once: with a smaller limit, the page of a given number would contain other items. */
export function pageSize(limit: number, { page, max = limit }: Paging): number {
  return page === undefined ? Math.min(limit, max) : limit;
}

const defaultLimit = 100;

function firstQuery(given: Query | URLSearchParams | undefined, paging: Paging): URLSearchParams {
  const query = new URLSearchParams(queryOf(given));
  query.set('page', String(paging.page ?? 1));
  query.set('limit', String(pageSize(paging.limit ?? defaultLimit, paging)));
  return addParameters(query, paging.parameters ?? {});
}
