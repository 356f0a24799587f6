export interface Pace {
  /** Rows of this run so far. */
  readonly rows: number;
  /** Rows that were there before it. */
  readonly before: number;
  readonly total: number;
  /** Milliseconds since the first row was asked for, waits included. */
  readonly elapsed: number;
}

/** `350000 of 1200000 rows, 29 %, 41200 rows/s, about 21 s left` */
export function describePace({ rows, before, total, elapsed }: Pace): string {
  const done = rows + before;
  const share = total === 0 ? 100 : Math.floor((100 * done) / total);
  const parts = [`${done} of ${total} rows, ${share} %`];
  if (rows > 0 && elapsed > 0) {
    const perSecond = (1000 * rows) / elapsed;
    parts.push(`${Math.round(perSecond)} rows/s`);
    parts.push(`about ${describeTime(Math.max(0, total - done) / perSecond)} left`);
  }
  return parts.join(', ');
}

function describeTime(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 90 * 60) return `${Math.ceil(seconds / 60)} min`;
  return `${Math.ceil(seconds / 3600)} h`;
}
