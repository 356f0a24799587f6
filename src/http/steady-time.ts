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
