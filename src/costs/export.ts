import type { DayRange } from './days.ts';
import type { Encoder } from './encoder.ts';
import type { FoundColumns, GivenColumns } from './found.ts';
import type { Checkpoint } from './journal.ts';
import type { WindowSink } from './part.ts';
import { type RowStep, readRows } from './read.ts';
import type { RowSource } from './source.ts';
import type { RowFilter } from './where.ts';
import { createWindowSums } from './window-sums.ts';
import type { Window } from './windows.ts';

export interface ExportTask {
  readonly range: DayRange;
  readonly source: RowSource;
  readonly filter: RowFilter;
  readonly encoder: Encoder;
  readonly sink: WindowSink;
  /** What else becomes of the rows. */
  readonly steps?: readonly RowStep[] | undefined;
  /** Add up each window by day and currency, using columns that were given or found. */
  readonly sums: GivenColumns | undefined;
  readonly truncate: boolean;
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
  await readRows({
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
          for (const piece of encoder.encode(rows)) await sink.write(piece);
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
    onWindow: (window) =>
      task.onWindow({
        window: { ...window, ...sums.take() },
        requests: source.requests(),
        encoder: committed,
        missing: filter.missing(),
        ...sums.found(),
      }),
  });
  for (const piece of encoder.end()) await sink.write(piece);
  await sink.commit();
}
