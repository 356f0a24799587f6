/**
 * The length of the budget's window, which the service does not report. It is narrowed from both sides:
 * a spacing at which a request was refused is too short, one at which a request was accepted is long
 * enough. `spacing` is the time since the request that lies a whole budget back.
 */
export type BudgetWindow = ReturnType<typeof createWindow>;

const second = 1000;
/** How many milliseconds to add to a spacing found too short. */
const leastStep = 20;
/** This close to the truth is good enough: each try may cost a refusal. */
const nearEnough = 0.95;

export function createWindow(limit: number) {
  let proven = Number.POSITIVE_INFINITY;
  /** The shortest spacing, measured at the time of sending, of a request that was accepted. */
  let tried = Number.POSITIVE_INFINITY;
  let promised = Number.POSITIVE_INFINITY;
  let tooShort = 0;
  let refusedAt = Number.NEGATIVE_INFINITY;
  /** Refusals at a spacing that was long enough before, without a quiet window in between. */
  let strikes = 0;
  /** Another program uses the same budget: what was learned about the window fades. */
  let shared = false;

  function longEnough(): number {
    return Math.min(proven, promised);
  }

  /** The target spacing of the next request. */
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

  /** `longest`: the longest that the spacing may have been when the requests reached the service. */
  function accept(spacing: number, longest: number): void {
    tried = Math.min(tried, spacing);
    proven = Math.min(proven, longest);
  }

  /** `promised`: the spacing at which the service says it will accept a request. */
  function refuse(spacing: number, now: number, nowPromised: number): void {
    refusedAt = now;
    if (spacing < proven) {
      tooShort = Math.max(tooShort, spacing);
      // A promise that a refusal contradicts is worth nothing.
      promised = spacing < promised ? Math.min(promised, nowPromised) : nowPromised;
      return;
    }
    // A single delay in transit is likely; repeated ones mean that someone else uses the budget.
    strikes += 1;
    shared ||= strikes > 2;
    if (shared) tooShort = 0;
    tried = Number.POSITIVE_INFINITY;
    proven = spacing + Math.max(leastStep, spacing / 100) * 2 ** (strikes - 1);
    promised = Number.POSITIVE_INFINITY;
  }

  return {
    limit,
    /** Milliseconds; 0 while nothing is known. */
    length: () => (longEnough() === Number.POSITIVE_INFINITY ? 0 : longEnough()),
    wanted,
    /** Whether a request at this spacing is known to fit; others are sent alone. */
    isProven: (spacing: number) => spacing >= Math.min(tried, proven),
    accept,
    refuse,
  };
}

/** Windows are usually whole seconds, and reported waits are rounded up to them: those are tried first. */
function nextTry(longEnough: number, tooShort: number): number {
  if (tooShort >= nearEnough * longEnough) return longEnough;
  const margin = 10 + longEnough / 200;
  const highest = longEnough * 0.985 - margin;
  const whole = Math.floor(highest / second) * second + margin;
  if (whole >= second && whole > tooShort) return whole;
  const middle = (tooShort + longEnough) / 2;
  return longEnough - tooShort > second ? middle : longEnough;
}
