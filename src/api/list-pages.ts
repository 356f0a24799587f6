import { CostctlError } from '../errors.ts';
import type { JsonValue } from '../json/number.ts';
import { stringifyJson } from '../json/stringify.ts';
import { pluralize } from '../text.ts';
import type { Http } from './http.ts';
import { type Answer, type Asked, fetchAnswer, itemsOf, valueAt } from './list-answer.ts';
import type { Numbered, Pages, Path } from './list-form.ts';
import { nextStep, type Progress } from './next-step.ts';
import { addParameters } from './page-links.ts';
import { type Paging, pageSize } from './pages.ts';
import { walk } from './walk-pages.ts';

/** A list to read: its path is filled in, and its query is that of the first request. */
export interface ListRequest extends Asked {
  readonly query: URLSearchParams;
  readonly pages: Pages;
  /** The response to the first request, if it has arrived. */
  readonly first?: Answer | undefined;
  /** Fetches a page that the body of the request chooses, not its address. */
  readonly fetchPage?: ((query: URLSearchParams) => Promise<Answer>) | undefined;
  /** Finds in the first response what the document does not mention about pages. */
  readonly look?: ((body: JsonValue) => Pages | undefined) | undefined;
}

export function firstQuery(pages: Pages | undefined, given: URLSearchParams, paging: Paging) {
  const { page, offset, limit } = pages ?? {};
  const query = new URLSearchParams(given);
  if (page?.first !== undefined) query.set(page.name, String(page.first + (paging.page ?? 1) - 1));
  if (offset?.first !== undefined && !query.has(offset.name)) {
    query.set(offset.name, String(offset.first));
  }
  const size = paging.limit ?? limit?.usual;
  if (limit !== undefined && size !== undefined) {
    query.set(limit.name, String(Math.max(pageSize(size, paging), limit.minimum)));
  }
  return addParameters(query, paging.parameters ?? {});
}

/** Every page of a list; exit 9 if the service says that there is more and the rest cannot be read. */
async function* readListPages(http: Http, request: ListRequest, paging: Paging = {}) {
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
      pages = addSeen(pages, look?.(answer.body), answer.body);
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
    if (progress.unread !== undefined) {
      throw new CostctlError(
        'incomplete',
        `only ${pluralize(progress.read, 'item')} of ${progress.name} could be read: ${progress.unread}`,
        {
          hint: `costctl knows no way to ask for the others; --max ${Math.max(1, progress.read)} shows those that were read`,
        },
      );
    }
  }
}

export async function* readListItems(http: Http, request: ListRequest, paging: Paging = {}) {
  for await (const { items } of readListPages(http, request, paging)) yield* items;
}

/** A document that the service has outgrown names fields that its responses lack: those count that they have. */
function addSeen(pages: Pages, seen: Pages | undefined, body: JsonValue): Pages {
  if (seen === undefined) return pages;
  const known = new Set(pages.next.map(({ path }) => path.join('.')));
  const choose = <Fact>(own: Fact | undefined, other: Fact | undefined, path?: Path) =>
    path !== undefined && valueAt(body, path) !== undefined ? own : (other ?? own);
  return {
    ...pages,
    next: [...pages.next, ...seen.next.filter(({ path }) => !known.has(path.join('.')))],
    more: choose(pages.more, seen.more, pages.more?.path),
    total: choose(pages.total, seen.total, pages.total),
    atLeast: choose(pages.atLeast, seen.atLeast, pages.atLeast),
    pageCount: choose(pages.pageCount, seen.pageCount, pages.pageCount),
  };
}

function startsElsewhere({ page, offset, next, after }: Pages, asked: URLSearchParams): boolean {
  const isMoved = (one: Numbered | undefined) =>
    one !== undefined && asked.has(one.name) && Number(asked.get(one.name)) !== one.first;
  const cursors = [after, ...next.map(({ parameter }) => parameter)];
  const isCursor = (name: string | undefined) =>
    name !== undefined && name !== page?.name && name !== offset?.name && asked.has(name);
  return isMoved(page) || isMoved(offset) || cursors.some(isCursor);
}
