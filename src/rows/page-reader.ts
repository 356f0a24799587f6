import { type DayRange, describeRange } from '../days.ts';
import { CostctlError } from '../errors.ts';
import { inOrder } from '../limit.ts';
import { type Window, type WindowRead, windowLimit } from './windows.ts';

/** Rows in the largest page of cost data (api.md, "Limits"). */
export const largestPage = 5000;

/** A page that is there already comes without a promise. */
type FetchPage = (range: DayRange, page: number) => Promise<Buffer> | Buffer;

/** What the reader needs to know about a page, however its rows are stored. */
export interface CountedPage {
  readonly rowCount: number;
  /** `meta.totalRecords`: the rows of the whole window, as of this page. */
  readonly total: number;
}

/** A page whose rows and total disagree is asked for again, whichever is larger. */
export function countedBy({ total, rowCount }: CountedPage): number {
  return Math.max(total, rowCount);
}

export interface Reading<Page extends CountedPage> {
  readonly fetchPage: FetchPage;
  readonly openPage: (body: Buffer) => Page;
  /** The next page of the window, in order. The following page waits until this is done. */
  readonly take: (page: Page) => Promise<void> | void;
  /** The page was taken, and its bytes are no longer needed. */
  readonly release?: ((body: Buffer) => void) | undefined;
  /** The window is read again: its pages so far do not count. */
  readonly rollback: () => Promise<void> | void;
  /** Pages that are being fetched or wait to be taken. */
  readonly concurrency: number;
  /** Read as much as possible of a day that is over the limit. */
  readonly truncate?: boolean | undefined;
  /** Rows per page; by default as many as the service allows. */
  readonly pageSize?: number | undefined;
}

const maxWindowReads = 4;

/** Yields a window once its rows match the total that each page reported. If that changes, it is read again. */
export async function* readWindows<Page extends CountedPage>(
  windows: readonly Window[],
  reading: Reading<Page>,
): AsyncGenerator<WindowRead, void> {
  let bodies = fetchInOrder(windows, reading);
  for (const [position, planned] of windows.entries()) {
    let window = planned;
    for (let readings = 1; ; readings++) {
      const counted = await readOnce(window, bodies, reading);
      if (counted.agrees) {
        yield { ...window, total: counted.total, rows: counted.rows };
        break;
      }
      await reading.rollback();
      if (readings === maxWindowReads) {
        throw new CostctlError(
          'incomplete',
          `the rows of ${describeRange(window)} do not match their count, after reading them ${readings} times`,
          { hint: 'the data may be changing now: try again later' },
        );
      }
      window = { ...window, total: counted.total };
      requireReadable(window, reading);
      bodies = fetchInOrder([window, ...windows.slice(position + 1)], reading);
    }
  }
}

async function readOnce<Page extends CountedPage>(
  window: Window,
  bodies: AsyncGenerator<Buffer, void>,
  { openPage, take, release, truncate, pageSize = largestPage }: Reading<Page>,
) {
  let total: number | undefined;
  let rows = 0;
  for (let page = 1; page <= pageCount(window, pageSize); page++) {
    const next = await bodies.next();
    if (next.done) break;
    const opened = openPage(next.value);
    total ??= opened.total;
    if (!isSteady(opened, { total, page, pageSize })) {
      return { agrees: false, total: countedBy(opened), rows };
    }
    await take(opened);
    rows += opened.rowCount;
    release?.(next.value);
  }
  total ??= window.total;
  const readable = truncate && window.from === window.to ? Math.min(total, windowLimit) : total;
  return { agrees: rows === readable, total, rows };
}

/** Whether the rows are the same as for the page that had this total, as far as their counts show it. */
export function isSteady(
  opened: CountedPage,
  { total, page, pageSize }: Readonly<Record<'total' | 'page' | 'pageSize', number>>,
): boolean {
  return opened.total === total && opened.rowCount === rowsOnPage(total, page, pageSize);
}

function fetchInOrder<Page extends CountedPage>(
  windows: readonly Window[],
  { fetchPage, concurrency, pageSize = largestPage }: Reading<Page>,
): AsyncGenerator<Buffer, void> {
  return inOrder(pageTasks(windows, fetchPage, pageSize), concurrency);
}

function* pageTasks(windows: readonly Window[], fetchPage: FetchPage, pageSize: number) {
  for (const window of windows) {
    for (let page = 1; page <= pageCount(window, pageSize); page++)
      yield () => fetchPage(window, page);
  }
}

function pageCount({ total }: Window, pageSize: number): number {
  return Math.ceil(Math.min(total, windowLimit) / pageSize);
}

function rowsOnPage(total: number, page: number, pageSize: number): number {
  const readable = Math.min(total, windowLimit);
  return Math.max(0, Math.min(pageSize, readable - (page - 1) * pageSize));
}

function requireReadable(window: Window, { truncate }: { truncate?: boolean | undefined }): void {
  if (window.total <= windowLimit || (truncate && window.from === window.to)) return;
  throw new CostctlError(
    'incomplete',
    `${describeRange(window)} grew to ${window.total} rows while it was read; the service returns at most ${windowLimit}`,
    { hint: 'a new run divides the days again', needsRestart: true },
  );
}
