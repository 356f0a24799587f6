/** A clock with the system's time, which may be set forward or back while the program runs. */
export interface SteadyClock {
  readonly now: () => number;
  /** A clock that is never set, and begins with about the same time. Undefined: `now` is never set either. */
  readonly steady?: (() => number) | undefined;
}

/** Milliseconds to measure waits and durations with. */
export function steadyTime(clock: SteadyClock): number {
  return (clock.steady ?? clock.now)();
}

const slices = 20;

/** Counts in slices: a program too busy to process what has arrived loses only one slice of the time. */
export function startStopwatch(limit: number, passed: () => void): () => void {
  const slice = Math.max(1, limit / slices);
  let counted = 0;
  let timer = setTimeout(tick, slice);
  function tick(): void {
    counted += slice;
    if (counted >= limit) passed();
    else timer = setTimeout(tick, slice);
  }
  return () => clearTimeout(timer);
}
