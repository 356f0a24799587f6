/** This many requests may be under way from the start. */
const least = 2;
/** One more request may be under way after this many accepted ones. */
const acceptedForOne = 25;
/** A process that has been silent for this many milliseconds may have crashed, or has nothing to send. */
const silentAfter = 2_000;
/** The ramp holds a process back for at most this many milliseconds of its run. */
const longestHold = 5_000;
/** How many milliseconds a process leaves to the others after each of its requests. */
const turn = 15;

/**
 * Holds back processes that share a budget which none of them knows yet. Each request under way when the
 * budget runs out is refused, so only a few may be under way at a time. The more requests the service
 * accepts, the more follow. A process that is alone is never held back.
 */
export function createRamp() {
  const others = new Map<string, number>();
  let accepted = 0;
  let lastSent = Number.NEGATIVE_INFINITY;
  let heldSince: number | undefined;

  function isAlone(now: number): boolean {
    for (const [process, time] of others) if (now - time > silentAfter) others.delete(process);
    return others.size === 0;
  }

  /** Whether the next request must wait. */
  function isHeld(underWay: number, now: number): boolean {
    if (isAlone(now)) return false;
    const most = Math.max(least, Math.floor(accepted / acceptedForOne));
    if (underWay < most && now - lastSent >= turn) return false;
    heldSince ??= now;
    return now - heldSince < longestHold;
  }

  return {
    /** Another process did something at this time. */
    see: (process: string, time: number) => {
      others.set(process, time);
    },
    end: (process: string) => {
      others.delete(process);
    },
    accept: () => {
      accepted += 1;
    },
    send: (now: number) => {
      lastSent = now;
    },
    isHeld,
  };
}
