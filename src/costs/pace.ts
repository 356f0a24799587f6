import { largestPage } from './reader.ts';

export interface Pace {
  /** Rows of this run so far. */
  readonly rows: number;
  /** Rows that were there before it. */
  readonly before: number;
  readonly total: number;
  /** Milliseconds since the first row was asked for, waits included. */
  readonly elapsed: number;
  /** The rate limit: so many requests in so many milliseconds. */
  readonly budget?: { readonly requests: number; readonly length: number } | undefined;
}

/** `350000 of 1200000 rows, 29 %, 41200 rows/s, about 21 s left`, and the waits that are in it. */
export function describePace({ rows, before, total, elapsed, budget }: Pace): string {
  const done = rows + before;
  const share = total === 0 ? 100 : Math.floor((100 * done) / total);
  const parts = [`${done} of ${total} rows, ${share} %`];
  if (rows > 0 && elapsed > 0) {
    const perSecond = (1000 * rows) / elapsed;
    parts.push(`${Math.round(perSecond)} rows/s`);
    const left = Math.max(0, total - done);
    const windows = budget === undefined ? 0 : Math.ceil(left / largestPage) / budget.requests;
    const seconds = Math.max(left / perSecond, (windows * (budget?.length ?? 0)) / 1000);
    parts.push(`about ${describeTime(seconds)} left`);
    // A full window's requests are let through before the first wait.
    const waits = Math.ceil(windows) - 1;
    if (waits > 0) parts.push(`${waits} ${waits === 1 ? 'wait' : 'waits'}`);
  }
  return parts.join(', ');
}

function describeTime(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 90 * 60) return `${Math.ceil(seconds / 60)} min`;
  return `${Math.ceil(seconds / 3600)} h`;
}
