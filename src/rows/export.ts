import { type DayRange, isEmpty } from '../days.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import type { WindowSink } from '../storage/work-folder.ts';
import { selectRows } from './cost-page.ts';
import type { FoundColumns, GivenColumns } from './detect-columns.ts';
import type { Encoder } from './encoder.ts';
import type { Checkpoint } from './export-journal.ts';
import { type RowStep, readRows } from './read.ts';
import type { RowSource } from './row-source.ts';
import type { RowFilter } from './where.ts';
import { createWindowSums } from './window-sums.ts';
import type { Window } from './windows.ts';

export interface ExportTask {
  readonly range: DayRange;
  readonly source: RowSource;
  readonly filter: RowFilter;
  readonly encoder: Encoder;
  readonly sink: WindowSink;
  /** What else is done with the rows. */
  readonly steps?: readonly RowStep[] | undefined;
  /** Add up each window by day and currency, using columns that were given or found. */
  readonly sums: GivenColumns | undefined;
  readonly truncate: boolean;
  /** End after this many rows, wherever in a window they are. */
  readonly max?: number | undefined;
  /** Called once, when the first rows have been looked at. */
  readonly onFound: (found: FoundColumns) => void;
  readonly onRows: (rows: number) => void;
  /** The window is complete and committed. Nothing goes on until this is done. */
  readonly onWindow: (checkpoint: Omit<Checkpoint, 'size'>) => Promise<void>;
}

/** Writes the windows that are not in `done` yet, and then the end of the file. */
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
  if (last !== undefined) {
    encoder.restore(last.encoder);
    filter.restore(last.missing);
  }
  let committed = encoder.state();
  const reading = readRows({
    source,
    windows: windows.slice(done.length),
    filter,
    truncate: task.truncate,
    onRows: task.onRows,
    steps: [
      sums,
      ...(task.steps ?? []),
      {
        add: async (rows) => {
          const wanted = firstRows(rows, task.max, encoder);
          for (const piece of encoder.encode(wanted)) await sink.write(piece);
          if (encoder.state().rows >= (task.max ?? Number.POSITIVE_INFINITY)) throw enough;
        },
        commit: async () => {
          await sink.commit();
          committed = encoder.state();
        },
        rollback: async () => {
          await sink.rollback();
          encoder.restore(committed);
        },
      },
    ],
    onWindow: async (window) => {
      await task.onWindow({
        window: { ...window, ...sums.take() },
        requests: source.requests(),
        encoder: committed,
        missing: filter.missing(),
        ...sums.found(),
      });
    },
  });
  await reading.catch((error: unknown) => {
    if (error !== enough) throw error;
  });
  await endRows(task);
}

export interface FewRows {
  /** Only this page. */
  readonly page?: number | undefined;
  readonly max?: number | undefined;
}

/** Writes one page, or the first rows: no more pages are read than are needed. */
export async function exportFewRows(
  task: Pick<ExportTask, 'range' | 'source' | 'filter' | 'encoder' | 'sink'>,
  { page, max }: FewRows,
): Promise<void> {
  const { range, source, filter, encoder, sink } = task;
  const take = async (rows: RowPage) => {
    const wanted = firstRows(filter.select(rows), max, encoder);
    for (const piece of encoder.encode(wanted)) await sink.write(piece);
  };
  if (!isEmpty(range)) {
    if (page !== undefined) await source.readPage(range, page, take);
    else await source.readFirst(range, max ?? 0, take, 'used');
  }
  await endRows(task);
}

const enough = new Error('no more rows are wanted');

function firstRows(rows: RowPage, max: number | undefined, encoder: Encoder): RowPage {
  const left = (max ?? Number.POSITIVE_INFINITY) - encoder.state().rows;
  return rows.count <= left ? rows : selectRows(rows, (row) => row < left);
}

async function endRows({ encoder, sink }: Pick<ExportTask, 'encoder' | 'sink'>): Promise<void> {
  for (const piece of encoder.end()) await sink.write(piece);
  await sink.commit();
}
