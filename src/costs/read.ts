import type { RowPage } from '../json/bulk/rows.ts';
import type { DayRange } from './days.ts';
import { confirmTotal } from './export.ts';
import type { CostPage } from './page.ts';
import { readWindows, type WindowRead } from './reader.ts';
import type { CostSource } from './source.ts';
import type { RowFilter } from './where.ts';
import { type Plan, planRange, type Window } from './windows.ts';

export interface RowReading {
  readonly source: CostSource;
  readonly openPage: (body: Buffer) => CostPage;
  readonly filter: RowFilter;
  /** Days over the limit are cut instead of refused. */
  readonly truncate?: boolean | undefined;
  /** The next page's rows, the conditions applied. They do not count before their window is kept. */
  readonly take: (rows: RowPage) => void;
  /** The window's pages so far are read again: forget them. */
  readonly rollback: () => void;
  /** The window is whole. */
  readonly keep: (window: WindowRead) => void;
  readonly onRows?: ((rows: number) => void) | undefined;
}

/** Reads windows for what adds up rows and keeps none: no page is held longer than it is looked at. */
export async function readRows(windows: readonly Window[], reading: RowReading): Promise<void> {
  const { source, openPage, filter, truncate } = reading;
  let missing = filter.missing();
  const windowsRead = readWindows<CostPage>(windows, {
    fetchPage: source.fetchPage,
    release: source.release,
    concurrency: source.concurrency,
    pageSize: source.pageSize,
    openPage,
    truncate,
    take: (page) => {
      reading.take(filter.keep(page.rows));
      reading.onRows?.(page.rowCount);
    },
    rollback: () => {
      filter.restore(missing);
      reading.rollback();
    },
  });
  for await (const window of windowsRead) {
    missing = filter.missing();
    reading.keep(window);
  }
}

/** Plans a range, reads it, and confirms that its windows add up to what the service counts. */
export async function readRange(range: DayRange, reading: RowReading): Promise<Plan> {
  const plan = await planRange(range, reading.source.askTotal);
  const windows: Window[] = [];
  await readRows(plan.windows, {
    ...reading,
    keep: (window) => {
      windows.push(window);
      reading.keep(window);
    },
  });
  await confirmTotal(range, plan.total, windows, reading.source);
  return plan;
}
