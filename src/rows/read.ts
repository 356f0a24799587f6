import { type DayRange, isEmpty } from '../days.ts';
import type { ColumnBatch, SelectedRows } from '../formats/column-batch.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import type { RowSource } from './row-source.ts';
import type { RowFilter } from './where.ts';
import type { Plan, Window } from './windows.ts';

/** A part of the work on a window, such as a file or a sum. After a window all parts commit, or all roll back. */
export interface RowStep {
  /** Every row of a page, whether or not it meets the conditions. */
  readonly look?: (page: RowPage) => void;
  /** The rows of the page that meet the conditions. */
  readonly add: (rows: RowPage, page: RowPage) => Promise<void> | void;
  /** Undefined if only `look` and `add` can do it exactly; nothing counts before the prepared work is done. */
  readonly addColumns?:
    | ((batch: ColumnBatch, selected: SelectedRows) => AddPrepared | undefined)
    | undefined;
  readonly commit: () => Promise<void> | void;
  readonly rollback: () => Promise<void> | void;
}

export type AddPrepared = () => void;

interface WindowDone extends Window {
  readonly read: number;
  /** How many of the rows read meet the conditions. */
  readonly rows: number;
}

export interface RowReading {
  readonly source: RowSource;
  readonly windows: readonly Window[];
  readonly filter: RowFilter;
  readonly steps: readonly RowStep[];
  readonly truncate?: boolean | undefined;
  /** Columns that the steps look at; undefined for all. */
  readonly columns?: readonly string[] | undefined;
  /** How many rows were read; negative for rows that are read again. */
  readonly onRows?: ((rows: number) => void) | undefined;
  /** After every step has committed. */
  readonly onWindow?: ((window: WindowDone) => Promise<void> | void) | undefined;
}

/** Runs the steps over the windows: the one place where rows are read, committed or rolled back. */
export async function readRows(reading: RowReading): Promise<void> {
  const { source, windows, filter, steps, truncate, columns } = reading;
  let matched = 0;
  let seen = 0;

  function report(rows: number): void {
    seen += rows;
    reading.onRows?.(rows);
  }

  function addColumns(batch: ColumnBatch): boolean {
    const selected = filter.selectColumns(batch);
    if (selected === 'unknown') return false;
    const prepared: AddPrepared[] = [];
    for (const step of steps) {
      const add = step.addColumns?.(batch, selected);
      if (add === undefined) return false;
      prepared.push(add);
    }
    for (const add of prepared) add();
    matched += selected?.length ?? batch.count;
    report(batch.count);
    return true;
  }

  await source.read(
    windows,
    {
      add: async (page) => {
        for (const step of steps) step.look?.(page);
        const rows = filter.select(page);
        for (const step of steps) await step.add(rows, page);
        matched += rows.count;
        report(page.count);
      },
      addColumns: steps.every((step) => step.addColumns !== undefined) ? addColumns : undefined,
      commit: async ({ rows: read, ...window }) => {
        filter.commit();
        for (const step of steps) await step.commit();
        const done = { ...window, read, rows: matched };
        [matched, seen] = [0, 0];
        await reading.onWindow?.(done);
      },
      rollback: async () => {
        filter.rollback();
        for (const step of steps) await step.rollback();
        report(-seen);
        matched = 0;
      },
    },
    { truncate, columns },
  );
}

/** The plan of a range. One without days needs no requests. */
export async function planRows(source: RowSource, range: DayRange): Promise<Plan> {
  return isEmpty(range) ? { range, windows: [], total: 0 } : source.plan(range);
}

/** Plans a range, reads it, and confirms that its windows add up to the whole. */
export async function readRange(range: DayRange, reading: Omit<RowReading, 'windows'>) {
  const plan = await planRows(reading.source, range);
  const done: WindowDone[] = [];
  await readRows({
    ...reading,
    windows: plan.windows,
    onWindow: async (window) => {
      done.push(window);
      await reading.onWindow?.(window);
    },
  });
  await reading.source.confirm(plan, done);
  return plan;
}
