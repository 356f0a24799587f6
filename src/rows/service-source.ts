import type { CostPageRequest, CostPageResponse } from '../api/cost-calls.ts';
import { type DayRange, describeRange } from '../days.ts';
import { CostctlError } from '../errors.ts';
import { createLimit, inOrder, requestsLeave } from '../limit.ts';
import { type CostPage, createPageOpener, totalAtEnd } from './cost-page.ts';
import { countedBy, isSteady, largestPage, readWindows } from './page-reader.ts';
import type { RowSource } from './row-source.ts';
import { confirmTotal, planRange, windowLimit } from './windows.ts';

export interface ServiceOptions {
  readonly getPage: (request: CostPageRequest) => Promise<CostPageResponse>;
  readonly concurrency: number;
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  /** Rows per page; by default as many as the service allows. */
  readonly pageSize?: number | undefined;
  readonly warn?: ((text: string) => void) | undefined;
}

/**
 * The rows of the service. The first request about a range asks for a whole first page: the page shows the
 * columns, and if everything fits into one window it need not be requested again. Requests about parts of
 * the range do the same if all of them can be sent at once. The pages of more parts would wait in memory
 * for long, so then each request asks for one row.
 */
export function createServiceSource(options: ServiceOptions): RowSource {
  const { concurrency, parameters, pageSize = largestPage } = options;
  const limit = createLimit(concurrency);
  const openPage = createPageOpener(warnOfRepeated);
  let isRepeatedSaid = false;
  const { allocate, release } = createPageMemory();
  /** By their range. */
  const firstPages = new Map<string, Buffer>();
  /** First pages that `readFirst` handed over before they were counted. */
  const seen = new Map<string, Buffer>();
  let requests = 0;
  /** Awaited before a page is opened: a page may come before the program is ready to open it. */
  let prepared: Promise<unknown> | undefined;

  function warnOfRepeated(key: string): void {
    if (isRepeatedSaid) return;
    isRepeatedSaid = true;
    options.warn?.(`a row of the service has the key ${key} more than once: its last value counts`);
  }

  async function get(
    { from, to }: DayRange,
    asked: Pick<CostPageRequest, 'page' | 'limit' | 'allocate' | 'isReadLater'>,
  ): Promise<Buffer> {
    const response = await limit(() => options.getPage({ from, to, parameters, ...asked }));
    requests += response.attempts;
    prepared ??= response.prepared;
    return response.body;
  }

  async function countWithPage(range: DayRange): Promise<number> {
    const body = await look(range, true);
    seen.delete(describeRange(range));
    // The page is opened when its rows are read, and not here: the next requests leave first.
    const total = totalAtEnd(body);
    if (total !== undefined && total > 0) {
      firstPages.set(describeRange(range), body);
      if (total > windowLimit) {
        prepared = Promise.all([prepared, checkMeanwhile(body)]);
        prepared.catch(() => undefined);
      }
      return total;
    }
    await prepared;
    const page = openPage(body);
    const isWhole = page.rowCount > 0 && page.rowCount === Math.min(page.total, pageSize);
    if (isWhole) firstPages.set(describeRange(range), body);
    else firstPages.delete(describeRange(range));
    return countedBy(page);
  }

  /** The parts of the range are being asked for: what opens pages is compiled before they are there. */
  async function checkMeanwhile(body: Buffer): Promise<void> {
    await requestsLeave();
    openPage(body);
  }

  async function look(range: DayRange, isReadLater = false, size = pageSize): Promise<Buffer> {
    const known = seen.get(describeRange(range));
    return known ?? (await get(range, { page: 1, limit: size, isReadLater }));
  }

  async function count(range: DayRange): Promise<number> {
    // The rows may have changed since.
    firstPages.delete(describeRange(range));
    return countedBy(openPage(await get(range, { page: 1, limit: 1 })));
  }

  function fetchPage(range: DayRange, page: number): Promise<Buffer> | Buffer {
    const name = describeRange(range);
    const first = page === 1 ? firstPages.get(name) : undefined;
    if (first === undefined) return get(range, { page, limit: pageSize, allocate });
    firstPages.delete(name);
    return first;
  }

  return {
    plan: async (range) => {
      const plan = await planRange(range, (asked, parts = Number.POSITIVE_INFINITY) =>
        parts <= concurrency ? countWithPage(asked) : count(asked),
      );
      await prepared;
      return plan;
    },
    sample: ({ range }, take) => {
      const first = firstPages.get(describeRange(range));
      return first === undefined ? undefined : take(openPage(first).rows);
    },
    read: async (windows, transaction, { truncate } = {}) => {
      const reading = readWindows<CostPage>(windows, {
        fetchPage,
        openPage,
        release,
        // Half as many more may have arrived before their turn: a late page does not hold up the requests.
        concurrency: concurrency + Math.floor(concurrency / 2),
        pageSize,
        truncate,
        take: ({ rows }) => transaction.add(rows),
        rollback: transaction.rollback,
      });
      for await (const window of reading) await transaction.commit(window);
    },
    confirm: (planned, read) => confirmTotal(planned, read, count),
    readFirst: async (range, wanted, take, used) => {
      const name = describeRange(range);
      // Rows that nothing else will need, and that fit into a smaller page, come sooner in one.
      const isAlone = used !== undefined && options.pageSize === undefined && !seen.has(name);
      const size = isAlone ? Math.min(pageSize, wanted) : pageSize;
      const pages = Math.ceil(Math.min(wanted, windowLimit) / size);
      const tasks = Array.from(
        { length: pages },
        (_, page) => () => (page === 0 ? look(range, false, size) : fetchPage(range, page + 1)),
      );
      let page = 0;
      let total: number | undefined;
      let left = wanted;
      for await (const body of inOrder(tasks, concurrency)) {
        page += 1;
        if (used !== undefined) seen.delete(name);
        else if (page === 1) seen.set(name, body);
        const opened = openPage(body);
        total ??= opened.total;
        if (!isSteady(opened, { total, page, pageSize: size })) {
          throw new CostctlError(
            'incomplete',
            `the rows of ${describeRange(range)} changed while they were read`,
            { hint: 'the data may be changing now: try again later' },
          );
        }
        await take(opened.rows);
        left -= opened.rowCount;
        if (opened.rowCount < size || left <= 0) return;
      }
    },
    readPage: async (range, page, take) => take(openPage(await fetchPage(range, page)).rows),
    requests: () => requests,
  };
}

/** Pages of one export have similar sizes: with some room to spare one fits where another was. */
const spare = 1.25;

/** Used again: fresh memory costs processor time, as the system clears it first (test/bench/README.md). */
export function createPageMemory() {
  const allocated = new WeakSet<ArrayBufferLike>();
  const free: Buffer[] = [];
  return {
    allocate: (size: number) => {
      const last = free.pop();
      const memory =
        last !== undefined && last.length >= size
          ? last
          : Buffer.allocUnsafeSlow(Math.ceil(size * spare));
      allocated.add(memory.buffer);
      return memory.subarray(0, size);
    },
    /** The page is no longer needed. A page from elsewhere, such as a decompressed body, is ignored. */
    release: (page: Buffer) => {
      if (allocated.delete(page.buffer)) free.push(Buffer.from(page.buffer));
    },
  };
}
