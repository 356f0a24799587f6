import type { Clock } from '../../context.ts';
import { type DayRange, describeRange } from '../../days.ts';
import { steadyTime } from '../../http/steady-time.ts';
import { describeColumns, type FoundColumns, hadChoice } from '../../rows/detect-columns.ts';
import { largestPage } from '../../rows/page-reader.ts';
import type { ScanReport } from '../../rows/scan-costs.ts';
import type { Session } from '../../session.ts';
import { pluralize } from '../../text.ts';

export interface RowProgress extends ScanReport {
  /** Reading begins, perhaps again for each range; `before` are rows of an earlier run. */
  readonly begin: (total: number, before?: number) => void;
  /** The rows read since then, with those of an earlier run. */
  readonly rows: () => number;
}

export function createRowProgress(session: Session): RowProgress {
  const { context, progress, http } = session;
  const pace = trackPace(context.clock, () => http.client.budget?.());
  return {
    count: (range) => progress.start(`counting the rows of ${describeRange(range)}`),
    begin(total, before) {
      progress.start(`reading ${total} rows`);
      pace.begin(total, before);
    },
    add: (rows) => progress.update(...pace.add(rows)),
    stop: () => progress.stop(),
    rows: pace.rows,
    onFound: (found) => noteColumns(session, found),
  };
}

/** Tracks how fast rows arrive, for one range after the other. */
export function trackPace(clock: Clock, budgetNow: () => Pace['budget']) {
  let pace = { rows: 0, before: 0, total: 0 };
  let began = steadyTime(clock);
  return {
    begin(total: number, before = 0) {
      pace = { rows: 0, before, total };
      began = steadyTime(clock);
    },
    add(rows: number) {
      pace.rows += rows;
      return describePace({ ...pace, elapsed: steadyTime(clock) - began, budget: budgetNow() });
    },
    rows: () => pace.rows + pace.before,
  };
}

/** The columns are worth a line only if a person could have chosen otherwise. */
export function noteColumns({ settings, output }: Session, found: FoundColumns): void {
  if (hadChoice(found) || settings.debug) output.note(describeColumns(found));
}

/** `unmet`: a condition that no row meets. With a page, nothing is known of the other rows. */
export function describeEmpty(
  range: DayRange,
  conditions: readonly unknown[],
  unmet: string | undefined,
  page?: number,
): string {
  const days = describeRange(range);
  const part = page === undefined ? days : `page ${page} of ${days}`;
  if (conditions.length === 0) return `${part} has no row`;
  return `no row of ${part} meets the conditions${unmet === undefined ? '' : `; ${unmet}`}`;
}

export interface Pace {
  readonly rows: number;
  readonly before: number;
  readonly total: number;
  /** Milliseconds since the first row was requested, including waits. */
  readonly elapsed: number;
  /** The rate limit: a number of requests in a number of milliseconds. */
  readonly budget?: { readonly requests: number; readonly length: number } | undefined;
}

/**
 * `350000 of 1200000 rows, 29 %, 41200 rows/s, about 21 s left`, with the waits in it; and for a narrow
 * window the part that a person wants most: `29 %, about 21 s left`.
 */
export function describePace(pace: Pace): [full: string, short: string] {
  const { rows, before, total, elapsed } = pace;
  const done = rows + before;
  const count = `${done} of ${total} rows`;
  const share = `${total === 0 ? 100 : Math.floor((100 * done) / total)} %`;
  if (rows === 0 || elapsed <= 0) return [`${count}, ${share}`, share];
  const perSecond = (1000 * rows) / elapsed;
  const rest = describeRest(pace, Math.max(0, total - done), perSecond);
  return [`${count}, ${share}, ${Math.round(perSecond)} rows/s, ${rest}`, `${share}, ${rest}`];
}

function describeRest({ budget }: Pace, left: number, perSecond: number): string {
  const windows = budget === undefined ? 0 : Math.ceil(left / largestPage) / budget.requests;
  const seconds = Math.max(left / perSecond, (windows * (budget?.length ?? 0)) / 1000);
  const rest = `about ${describeTime(seconds)} left`;
  // A full window's requests are accepted before the first wait.
  const waits = Math.ceil(windows) - 1;
  return waits > 0 ? `${rest}, ${pluralize(waits, 'wait')}` : rest;
}

function describeTime(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 90 * 60) return `${Math.ceil(seconds / 60)} min`;
  return `${Math.ceil(seconds / 3600)} h`;
}
