import { type DayRange, describeRange } from '../../costs/days.ts';
import { describeColumns, type FoundColumns, hadChoice } from '../../costs/detect-columns.ts';
import { describePace } from '../../costs/pace.ts';
import type { ScanReport } from '../../costs/scan.ts';
import { steadyTime } from '../../http/steady-time.ts';
import type { Session } from '../../session.ts';

/** How far the reading of rows is, for people. */
export interface RowProgress extends ScanReport {
  /** Reading begins: the number of rows in all, and of those from an earlier run. */
  readonly begin: (total: number, before?: number) => void;
  /** Rows so far, with those of an earlier run. */
  readonly rows: () => number;
}

export function createRowProgress(session: Session): RowProgress {
  const { context, progress, http } = session;
  const { clock } = context;
  const pace = { rows: 0, before: 0, total: 0, began: steadyTime(clock) };
  return {
    count: (range) => progress.start(`counting the rows of ${describeRange(range)}`),
    begin(total, before = 0) {
      progress.start(`reading ${total} rows`);
      Object.assign(pace, { before, total, began: steadyTime(clock) });
    },
    add(rows) {
      pace.rows += rows;
      const elapsed = steadyTime(clock) - pace.began;
      progress.update(...describePace({ ...pace, elapsed, budget: http.client.budget?.() }));
    },
    stop: () => progress.stop(),
    rows: () => pace.rows + pace.before,
    onFound: (found) => noteColumns(session, found),
  };
}

/** The columns are worth a line only if a person could have chosen otherwise. */
function noteColumns({ settings, output }: Session, found: FoundColumns): void {
  if (hadChoice(found) || settings.debug) output.note(describeColumns(found));
}

export function noteEmpty(
  { output }: Session,
  range: DayRange,
  conditions: readonly unknown[],
): void {
  const days = describeRange(range);
  output.note(
    conditions.length === 0 ? `${days} has no row` : `no row of ${days} meets the conditions`,
  );
}
