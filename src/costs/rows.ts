import type { JsonObject } from '../json/number.ts';
import type { DayRange } from './days.ts';
import { type CostPage, rowObject } from './page.ts';
import { inOrder } from './queue.ts';
import { readWindows, type WindowRead } from './reader.ts';
import type { CostSource } from './source.ts';
import type { RowFilter } from './where.ts';
import { type Window, windowLimit } from './windows.ts';

export interface RowsOptions {
  readonly source: CostSource;
  readonly openPage: (body: Buffer) => CostPage;
  readonly filter: RowFilter;
}

export interface WholeRowsOptions extends RowsOptions {
  /** Each page's rows, conditions applied; they do not count before their window is kept. */
  readonly onPage?: (page: CostPage['rows']) => void;
  readonly onTakeBack?: () => void;
  readonly onWindow?: (window: WindowRead, kept: number) => void;
}

/**
 * Rows as objects, for what the bytes alone cannot do. A window's rows come once they are known to
 * be whole; until then its pages wait as they came.
 */
export async function* readWholeRows(
  windows: readonly Window[],
  options: WholeRowsOptions,
): AsyncGenerator<JsonObject, void> {
  const { source, openPage, filter } = options;
  let waiting: Buffer[] = [];
  let kept = 0;
  const reading = readWindows<CostPage>(windows, {
    fetchPage: source.fetchPage,
    concurrency: source.concurrency,
    pageSize: source.pageSize,
    openPage,
    take: (page) => {
      const rows = filter.keep(page.rows);
      waiting.push(page.rows.body);
      kept += rows.count;
      options.onPage?.(rows);
    },
    rollback: () => {
      waiting = [];
      kept = 0;
      options.onTakeBack?.();
    },
  });
  for await (const window of reading) {
    options.onWindow?.(window, kept);
    for (const body of waiting) yield* rowsIn(body, options);
    waiting = [];
    kept = 0;
  }
}

/** The first rows of the range and no page more; as deep as the service pages. */
export async function* readFirstRows(
  range: DayRange,
  count: number,
  options: RowsOptions,
): AsyncGenerator<JsonObject, void> {
  const { source } = options;
  const pages = Math.ceil(Math.min(count, windowLimit) / source.pageSize);
  const tasks = Array.from({ length: pages }, (_, page) => () => source.fetchPage(range, page + 1));
  let left = count;
  for await (const body of inOrder(tasks, source.concurrency)) {
    const rows = rowsIn(body, options);
    const isLast = rows.length < source.pageSize;
    yield* rows.slice(0, left);
    left -= rows.length;
    if (isLast || left <= 0) return;
  }
}

/** The rows of one page. */
export async function* readOnePage(
  range: DayRange,
  page: number,
  options: RowsOptions,
): AsyncGenerator<JsonObject, void> {
  yield* rowsIn(await options.source.fetchPage(range, page), options);
}

function rowsIn(body: Buffer, { openPage, filter }: RowsOptions): JsonObject[] {
  const rows = filter.keep(openPage(body).rows);
  return Array.from({ length: rows.count }, (_, row) => rowObject(rows, row));
}
