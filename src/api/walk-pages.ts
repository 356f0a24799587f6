import { createHash } from 'node:crypto';
import { CostctlError } from '../errors.ts';
import { stringifyJson } from '../json/stringify.ts';
import { pageNumber, type Step, withParameter } from './page-links.ts';

export interface Walk<Item, Fetched> {
  readonly fetchPage: (query: URLSearchParams) => Promise<Fetched>;
  readonly itemsOf: (page: Fetched) => readonly Item[];
  /** The items of a page that no page before it had; undefined: all of them. */
  readonly newOf?: (items: readonly Item[]) => readonly Item[];
  /** The next page; undefined after the last. Called once for each page, in order. */
  readonly advance: (page: Fetched, query: URLSearchParams) => Step | undefined;
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
  { fetchPage, itemsOf, newOf = (all) => all, advance, ahead, max, name }: Walk<Item, Fetched>,
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
    const fresh = newOf(items);
    const data = fresh.length > left ? fresh.slice(0, left) : fresh;
    left -= fresh.length;
    empty = items.length === 0 ? empty + 1 : 0;
    const step = left <= 0 ? undefined : advance(page, query);
    if (step === undefined) {
      yield { page, data };
      return;
    }
    query = step.query;
    if (!step.advances || seen.has(keyOf(query)) || empty > maxIdlePages) {
      throw new CostctlError(
        'unexpected_response',
        `the pages of ${name} do not end: the next one was already read, or too many are empty`,
      );
    }
    const content = createHash('sha256').update(stringifyJson(items)).digest('base64');
    repeated = contents.has(content) ? repeated + 1 : 0;
    // Items may be equal, but a service that repeats its pages has no end.
    if (repeated > maxIdlePages) {
      throw new CostctlError(
        'incomplete',
        `the pages of ${name} do not end: the service repeats them, ${maxIdlePages + 1} times in a row`,
        {
          hint: 'items may be missing from what was read, and others twice in it; --max N stops after N items',
        },
      );
    }
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
function announced({ query, last = 0, parameter = 'page' }: Step, most: number) {
  const from = pageNumber(query, parameter);
  if (from === undefined) return [];
  const count = Math.max(0, Math.min(most, last - from + 1));
  return Array.from({ length: count }, (_, step) => withParameter(query, parameter, from + step));
}

/** Equal for equal parameters in any order. */
function keyOf(query: URLSearchParams): string {
  return query.toString().split('&').sort().join('&');
}
