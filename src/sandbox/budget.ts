export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** How many requests each token may send in any window of time. */
export interface Budget {
  /** Undefined: accepted. Otherwise the seconds until the window has room again. */
  readonly spend: (token: string, now: number) => number | undefined;
}

export function createBudget({ requests, seconds }: RateLimit): Budget {
  const spent = new Map<string, Window>();
  return {
    spend(token, now) {
      const window = spent.get(token) ?? { times: [], next: 0 };
      spent.set(token, window);
      const oldest = window.times[window.next];
      const free = oldest === undefined ? now : oldest + seconds * 1000;
      if (free > now) return Math.ceil((free - now) / 1000);
      window.times[window.next] = now;
      window.next = (window.next + 1) % requests;
      return undefined;
    },
  };
}

/** The times of the last accepted requests: a ring whose next place has the oldest. */
interface Window {
  readonly times: number[];
  next: number;
}
