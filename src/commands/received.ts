import type { Session } from '../session.ts';

/** A smaller response has arrived before anybody wonders. */
const large = 1_000_000;

/** Shows on a terminal how much of a large response has arrived. */
export function showReceived({ progress }: Session): (bytes: number, whole?: number) => void {
  return (bytes, whole) => {
    if (bytes < large) return;
    const all = whole === undefined ? '' : ` of ${(whole / 1e6).toFixed(1)}`;
    progress.update(`received ${(bytes / 1e6).toFixed(1)}${all} MB`);
  };
}
