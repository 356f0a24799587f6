/**
 * The length of the budget's window, which the service does not tell. It is closed in on from both
 * sides: a spacing at which a request was refused was too short, one that was let through is long
 * enough. `spacing` is the time since the request that lies a whole budget back.
 */
export interface Window {
  readonly limit: number;
  /** Milliseconds; 0 while nothing is known. */
  readonly length: () => number;
  /** The spacing that the next request should have. */
  readonly wanted: (now: number) => number;
  /** Whether a request at this spacing is known to fit; others go alone. */
  readonly isProven: (spacing: number) => boolean;
  readonly accept: (spacing: number) => void;
  /** `promised`: the spacing at which the service says that it will let one through. */
  readonly refuse: (spacing: number, now: number, promised: number) => void;
}

const second = 1000;
/** Milliseconds that a spacing found too short is lengthened by. */
const leastStep = 20;
/** Nearer than this to the truth is near enough: each try may cost a refusal. */
const nearEnough = 0.95;

export function createWindow(limit: number): Window {
  let proven = Number.POSITIVE_INFINITY;
  let promised = Number.POSITIVE_INFINITY;
  let tooShort = 0;
  let refusedAt = Number.NEGATIVE_INFINITY;
  /** Refusals at a spacing that was long enough before, without a quiet window between them. */
  let strikes = 0;
  /** Another program spends from the same budget: what was learned of the window wears off. */
  let shared = false;

  function longEnough(): number {
    return Math.min(proven, promised);
  }

  function wanted(now: number): number {
    const known = longEnough();
    if (known === Number.POSITIVE_INFINITY) return tooShort;
    const quiet = now - refusedAt;
    if (quiet < known) return known;
    strikes = 0;
    if (shared && quiet > 3 * known) {
      tooShort /= 2;
      refusedAt = now - known;
    }
    return nextTry(known, tooShort);
  }

  function accept(spacing: number): void {
    proven = Math.min(proven, spacing);
    if (promised < proven && spacing >= promised) promised = Number.POSITIVE_INFINITY;
  }

  function refuse(spacing: number, now: number, nowPromised: number): void {
    refusedAt = now;
    if (spacing < proven) {
      tooShort = Math.max(tooShort, spacing);
      promised = nowPromised;
      return;
    }
    // A little late on the way is likely; again and again, somebody else spends from the budget.
    strikes += 1;
    shared ||= strikes > 2;
    if (shared) tooShort = 0;
    proven = spacing + Math.max(leastStep, spacing / 100) * 2 ** (strikes - 1);
    promised = Number.POSITIVE_INFINITY;
  }

  return {
    limit,
    length: () => (longEnough() === Number.POSITIVE_INFINITY ? 0 : longEnough()),
    wanted,
    isProven: (spacing) => spacing >= proven,
    accept,
    refuse,
  };
}

/**
 * A spacing to try, between one that was too short and one that is long enough. Windows are whole
 * seconds as a rule, and waits are told rounded up to them: those are tried first.
 */
function nextTry(longEnough: number, tooShort: number): number {
  if (tooShort >= nearEnough * longEnough) return longEnough;
  const margin = 10 + longEnough / 200;
  const highest = longEnough * 0.985 - margin;
  const whole = Math.floor(highest / second) * second + margin;
  if (whole >= second && whole > tooShort) return whole;
  const middle = (tooShort + longEnough) / 2;
  return longEnough - tooShort > second ? middle : longEnough;
}
