import type { RowFault } from '../../costs/analysis/tally.ts';
import { type DayRange, describeRange } from '../../costs/days.ts';
import type { GivenColumns } from '../../costs/found.ts';
import { readRows } from '../../costs/read.ts';
import type { RowSource } from '../../costs/source.ts';
import { type Condition, createFilter, requireColumnsMet } from '../../costs/where.ts';
import { createWindowSums, type WindowSums } from '../../costs/window-sums.ts';
import { refuseOverFull } from '../../costs/windows.ts';
import { CostctlError } from '../../errors.ts';
import { type RowPage, rowText, rowWidth } from '../../json/bulk/rows.ts';
import type { Session } from '../../session.ts';
import type { Done } from './receipt.ts';
import { createRowProgress } from './row-progress.ts';

/** What becomes of the rows: nothing of a page is held once it was added. */
export interface RowConsumer {
  /** The first page that has rows, before any condition; answers the columns to sum up by. */
  readonly look: (page: RowPage) => GivenColumns;
  readonly add: (rows: RowPage) => RowFault | undefined;
  /** What was added since the last time counts. */
  readonly keep: () => void;
  /** What was added since the last time does not count: its window is read again. */
  readonly rollback: () => void;
}

export interface Reading {
  readonly range: DayRange;
  readonly conditions: readonly Condition[];
  /** Also sum up each window, for a receipt. */
  readonly withSums: boolean;
}

export type WindowDone = Pick<Done, 'window' | 'found' | 'fault'>;

export interface RowsRead {
  readonly windows: readonly WindowDone[];
  /** Rows that met the conditions. */
  readonly kept: number;
}

/**
 * Reads every row of the days, or fails: nothing is worked out from a part. The conditions are
 * applied here and not by the reader: the columns are found by looking at all rows.
 */
export async function scanCosts(
  session: Session,
  source: RowSource,
  { range, conditions, withSums }: Reading,
  consumer: RowConsumer,
): Promise<RowsRead> {
  const filter = createFilter(conditions);
  const done: WindowDone[] = [];
  let sums: WindowSums | undefined;
  let hasLooked = false;
  let place = 0;

  function look(page: RowPage): void {
    if (hasLooked || page.count === 0) return;
    hasLooked = true;
    const given = consumer.look(page);
    if (withSums) sums = createWindowSums({ given, range, onFound: () => undefined });
  }

  const progress = createRowProgress(session);
  progress.count(range);
  const plan = await source.plan(range);
  refuseOverFull(plan.windows);
  progress.begin(plan.total);
  await readRows({
    source,
    windows: plan.windows,
    filter,
    onRows: progress.add,
    steps: [
      {
        look,
        add: (rows, page) => {
          sums?.add(rows);
          const fault = consumer.add(rows);
          if (fault !== undefined) {
            const window = plan.windows[done.length] ?? range;
            throw badRow({ page, rows, fault, before: place, window });
          }
          place += page.count;
        },
        commit: () => {
          consumer.keep();
          sums?.commit();
          place = 0;
        },
        rollback: () => {
          consumer.rollback();
          sums?.rollback();
          place = 0;
        },
      },
    ],
    onWindow: (window) => {
      const taken = sums?.take() ?? (withSums ? { sums: [] } : {});
      done.push({ window: { ...window, ...taken }, ...sums?.found() });
    },
  });
  const windows = done.map(({ window }) => window);
  await source.confirm(plan, windows);
  session.progress.stop();
  if (windows.some(({ read }) => read > 0)) requireColumnsMet(filter);
  return { windows: done, kept: windows.reduce((sum, { rows }) => sum + rows, 0) };
}

interface BadRow {
  readonly page: RowPage;
  /** Those of the page that met the conditions. */
  readonly rows: RowPage;
  readonly fault: RowFault;
  /** Rows of the window before this page. */
  readonly before: number;
  readonly window: DayRange;
}

const mostShown = 300;

/** Names the row by its place in its window, conditions aside. */
function badRow({ page, rows, fault, before, window }: BadRow): CostctlError {
  const start = rows.rows[fault.row * rowWidth];
  let place = 0;
  while (place < page.count && page.rows[place * rowWidth] !== start) place += 1;
  const text = rowText(rows, fault.row);
  const shown = text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
  return new CostctlError(
    'incomplete',
    `row ${before + place + 1} of ${describeRange(window)} cannot be added up: ${fault.reason}`,
    { hint: `costctl costs columns shows what each column holds; the row is ${shown}` },
  );
}
