import { CostctlError } from '../errors.ts';
import { type DayRange, describeRange } from './days.ts';
import type { Encoder } from './encoder.ts';
import type { FoundColumns, GivenColumns } from './found.ts';
import type { Checkpoint } from './journal.ts';
import type { CostPage } from './page.ts';
import type { WindowSink } from './part.ts';
import { readWindows } from './reader.ts';
import type { CostSource } from './source.ts';
import type { RowFilter } from './where.ts';
import { createWindowSums } from './window-sums.ts';
import { isOverFull, partsDisagree, type Window, windowLimit } from './windows.ts';

export interface ExportTask {
  readonly range: DayRange;
  readonly source: CostSource;
  readonly openPage: (body: Buffer) => CostPage;
  readonly filter: RowFilter;
  readonly encoder: Encoder;
  readonly sink: WindowSink;
  /** Add up each window a day and currency, by columns given or found. */
  readonly sums: GivenColumns | undefined;
  readonly truncate: boolean;
  /** Said once, when rows were looked at. */
  readonly onFound: (found: FoundColumns) => void;
  readonly onRows: (rows: number) => void;
  /** The window is whole and kept; nothing goes on until this is done. */
  readonly onWindow: (checkpoint: Omit<Checkpoint, 'size'>) => Promise<void>;
}

/** Writes the windows that `done` does not hold yet, and then what must stand at the end. */
export async function exportWindows(
  windows: readonly Window[],
  done: readonly Checkpoint[],
  task: ExportTask,
): Promise<void> {
  const { source, encoder, filter, sink } = task;
  const last = done.at(-1);
  const sums = createWindowSums(
    { given: task.sums, range: task.range, onFound: task.onFound },
    last,
  );
  let kept = { rows: last?.encoder.rows ?? 0, encoder: last?.encoder ?? encoder.state() };
  let missing = last?.missing ?? filter.missing();
  if (last !== undefined) encoder.restore(last.encoder);
  filter.restore(missing);

  const reading = readWindows<CostPage>(windows.slice(done.length), {
    fetchPage: source.fetchPage,
    release: source.release,
    openPage: task.openPage,
    concurrency: source.concurrency,
    pageSize: source.pageSize,
    truncate: task.truncate,
    take: async (page) => {
      const rows = filter.keep(page.rows);
      sums.add(rows);
      for (const piece of encoder.encode(rows)) await sink.write(piece);
      task.onRows(page.rowCount);
    },
    rollback: async () => {
      await sink.rollback();
      encoder.restore(kept.encoder);
      filter.restore(missing);
      sums.rollback();
    },
  });
  for await (const { rows: read, ...window } of reading) {
    await sink.keep();
    const state = encoder.state();
    const rows = state.rows - kept.rows;
    kept = { rows: state.rows, encoder: state };
    missing = filter.missing();
    await task.onWindow({
      window: { ...window, read, rows, ...sums.take() },
      requests: source.requests(),
      encoder: state,
      missing: [...missing],
      ...sums.found(),
    });
  }
  for (const piece of encoder.end()) await sink.write(piece);
  await sink.keep();
}

/** What came of all windows together; asked again where it differs from what was planned. */
export async function confirmTotal(
  range: DayRange,
  planned: number,
  windows: readonly Window[],
  source: CostSource,
): Promise<void> {
  const sum = windows.reduce((total, window) => total + window.total, 0);
  if (sum === planned || windows.length === 1) return;
  const total = await source.askTotal(range);
  if (sum !== total) throw partsDisagree(range, total, sum);
}

/** Days that cannot be read whole are known before a row is written. */
export function refuseOverFull(
  windows: readonly Window[],
  hint = 'narrow the rows with --param, if the service knows a filter',
): void {
  const days = windows.filter(isOverFull);
  if (days.length === 0) return;
  const names = days.map((day) => `${describeRange(day)} (${day.total} rows)`).join(', ');
  throw new CostctlError(
    'incomplete',
    `a day of more than ${windowLimit} rows cannot be read whole: ${names}`,
    { hint },
  );
}
