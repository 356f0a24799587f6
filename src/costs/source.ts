import type { CostPageAnswer, CostPageRequest } from '../api/costs.ts';
import type { DayRange } from './days.ts';
import type { CostPage } from './page.ts';
import { createPageMemory } from './page-memory.ts';
import { limitCalls } from './queue.ts';
import { type FetchPage, largestPage } from './reader.ts';
import type { AskTotal } from './windows.ts';

export interface SourceOptions {
  readonly getPage: (request: CostPageRequest) => Promise<CostPageAnswer>;
  readonly openPage: (body: Buffer) => CostPage;
  readonly concurrency: number;
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  /** Rows a page; as many as the service gives where not said. */
  readonly pageSize?: number | undefined;
}

/** The service's cost data, as the planner and the reader ask for it. */
export interface CostSource {
  readonly askTotal: AskTotal;
  readonly fetchPage: FetchPage;
  /** A page that was fetched is no longer looked at. */
  readonly release: (page: Buffer) => void;
  readonly concurrency: number;
  readonly pageSize: number;
  /** How many requests were sent so far. */
  readonly requests: () => number;
}

/**
 * The first question is a whole first page: where everything fits into one window it is kept, and
 * nothing was asked in vain. Later questions ask for one row, since most parts are read later.
 */
export function createSource(options: SourceOptions): CostSource {
  const { openPage, concurrency, parameters, pageSize = largestPage } = options;
  const getPage = limitCalls(options.getPage, concurrency);
  const { allocate, release } = createPageMemory();
  let requests = 0;
  let isFirst = true;
  let kept: { readonly range: DayRange; readonly body: Buffer } | undefined;

  async function get(
    { from, to }: DayRange,
    asked: Pick<CostPageRequest, 'page' | 'limit' | 'allocate'>,
  ): Promise<Buffer> {
    const { body, attempts } = await getPage({ from, to, parameters, ...asked });
    requests += attempts;
    return body;
  }

  return {
    concurrency,
    pageSize,
    release,
    requests: () => requests,
    askTotal: async (range) => {
      const whole = isFirst;
      isFirst = false;
      const body = await get(range, { page: 1, limit: whole ? pageSize : 1 });
      const { total, rowCount } = openPage(body);
      if (whole && rowCount === Math.min(total, pageSize)) kept = { range, body };
      return total;
    },
    fetchPage: async (range, page) => {
      const first = kept;
      kept = undefined;
      if (first !== undefined && page === 1 && isSame(first.range, range)) return first.body;
      return get(range, { page, limit: pageSize, allocate });
    },
  };
}

function isSame(one: DayRange, other: DayRange): boolean {
  return one.from === other.from && one.to === other.to;
}
