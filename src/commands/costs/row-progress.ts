import { type DayRange, describeRange } from '../../costs/days.ts';
import { describePace } from '../../costs/pace.ts';
import type { Session } from '../../session.ts';

/** How far the reading of rows has come, for people. */
export interface RowProgress {
  readonly count: (range: DayRange) => void;
  /** So many rows in all, so many there already: reading begins. */
  readonly begin: (total: number, before?: number) => void;
  readonly add: (rows: number) => void;
  /** Rows so far, with those that were there before. */
  readonly rows: () => number;
}

export function createRowProgress({ context, progress, http }: Session): RowProgress {
  const { clock } = context;
  const pace = { rows: 0, before: 0, total: 0, began: clock.now() };
  return {
    count: (range) => progress.start(`counting the rows of ${describeRange(range)}`),
    begin(total, before = 0) {
      progress.start(`reading ${total} rows`);
      Object.assign(pace, { before, total, began: clock.now() });
    },
    add(rows) {
      pace.rows += rows;
      const elapsed = clock.now() - pace.began;
      progress.update(...describePace({ ...pace, elapsed, budget: http.client.budget?.() }));
    },
    rows: () => pace.rows + pace.before,
  };
}
