import { createPacer } from '../../src/http/pacer.ts';
import type { SharedLog } from '../../src/http/shared-log.ts';
import { createSharedPacer } from '../../src/http/shared-pacer.ts';

/** A limiter as services have them, in virtual time: 0 lets a request through, else milliseconds to wait. */
export type Limiter = (now: number) => number;

export function slidingWindow(limit: number, length: number): Limiter {
  const accepted: number[] = [];
  return (now) => {
    while (accepted.length > 0 && (accepted[0] ?? 0) <= now - length) accepted.shift();
    if (accepted.length >= limit) return (accepted[0] ?? 0) + length - now;
    accepted.push(now);
    return 0;
  };
}

/** Windows that begin at fixed times, `offset` after a multiple of their length. */
export function fixedWindow(limit: number, length: number, offset = 0): Limiter {
  let current = Number.NaN;
  let used = 0;
  return (now) => {
    const window = Math.floor((now - offset) / length);
    if (window !== current) used = 0;
    current = window;
    if (used >= limit) return (window + 1) * length + offset - now;
    used += 1;
    return 0;
  };
}

export function tokenBucket(limit: number, length: number): Limiter {
  let tokens = limit;
  let filledAt = 0;
  return (now) => {
    tokens = Math.min(limit, tokens + ((now - filledAt) * limit) / length);
    filledAt = now;
    if (tokens < 1) return ((1 - tokens) * length) / limit;
    tokens -= 1;
    return 0;
  };
}

export interface Run {
  readonly limiter: Limiter;
  readonly limit: number;
  readonly concurrency: number;
  /** Requests that each of the programs has to send. */
  readonly programs: readonly { readonly requests: number; readonly from: number }[];
  /** Milliseconds of one way, and of the service's own work. */
  readonly latency: () => number;
  readonly until: number;
  /** The programs run on one machine, and share information about their requests. */
  readonly shared?: boolean;
}

export interface Log {
  readonly accepted: number[];
  readonly refused: number[];
  readonly finished: (number | undefined)[];
  /** The longest time that a program was without an accepted request. */
  readonly longestStuck: number[];
}

/** Plays programs against a limiter in virtual time. */
export function play(run: Run): Log {
  const { limiter, limit, concurrency, programs, latency, until, shared = false } = run;
  const openLog = createMemoryLog();
  const log: Log = { accepted: [], refused: [], finished: [], longestStuck: [] };
  const agenda: { at: number; act: (now: number) => void }[] = [];
  const plan = (at: number, act: (now: number) => void) => {
    let place = agenda.length;
    while (place > 0 && (agenda[place - 1]?.at ?? 0) > at) place -= 1;
    agenda.splice(place, 0, { at, act });
  };
  programs.forEach(({ requests, from }, number) => {
    const alone = createPacer();
    const sharing = shared ? createSharedPacer(alone, openLog(), `${number}`) : undefined;
    const pacer = sharing ?? alone;
    let left = requests;
    let underWay = 0;
    let wake = Number.POSITIVE_INFINITY;
    log.longestStuck[number] = 0;
    function pump(now: number): void {
      while (left > underWay && underWay < concurrency) {
        const delay = pacer.delay(now);
        if (delay === Number.POSITIVE_INFINITY) return;
        if (delay > 0) {
          if (wake > now + delay || wake <= now) {
            wake = now + delay;
            plan(wake, pump);
          }
          return;
        }
        const ticket = pacer.send(now);
        if (ticket === undefined) continue;
        underWay += 1;
        plan(now + latency(), (arrival) => {
          const wait = limiter(arrival);
          (wait === 0 ? log.accepted : log.refused).push(arrival);
          plan(arrival + latency(), (back) => {
            underWay -= 1;
            if (wait === 0) {
              left -= 1;
              pacer.accept(ticket, back);
              if (left === 0) {
                log.finished[number] = back;
                sharing?.end(back);
              }
            } else {
              pacer.refuse(ticket, back, { wait: Math.ceil(wait / 1000) * 1000, limit });
              const stuck = back + pacer.delay(back) - (pacer.stuckSince() ?? back);
              log.longestStuck[number] = Math.max(log.longestStuck[number] ?? 0, stuck);
            }
            pump(back);
          });
        });
      }
    }
    plan(from, pump);
  });
  for (let next = agenda.shift(); next !== undefined && next.at < until; next = agenda.shift()) {
    next.act(next.at);
  }
  return log;
}

/** Opens one log again and again, each time for another program. */
export function createMemoryLog(): () => SharedLog {
  const lines: string[] = [];
  let isOpen = false;
  return () => {
    let read = 0;
    return {
      isOpen: () => isOpen,
      create: () => {
        isOpen = true;
      },
      append: (line) => {
        if (isOpen) lines.push(line);
      },
      read: () => {
        const found = lines.slice(read);
        read = lines.length;
        return found;
      },
      close: () => undefined,
    };
  };
}

/** How many of the times fall into each window of the length, from `from` on. */
export function perWindow(times: readonly number[], length: number, from: number, to: number) {
  const counts = Array.from({ length: Math.floor((to - from) / length) }, () => 0);
  for (const time of times) {
    const window = Math.floor((time - from) / length);
    const count = counts[window];
    if (count !== undefined) counts[window] = count + 1;
  }
  return counts;
}
