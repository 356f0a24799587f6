import { setMaxListeners } from 'node:events';
import { CostctlError } from '../errors.ts';
import { createPacer, type Pacer, type SharedPacer, type Ticket } from './pacer.ts';
import type { Headers } from './request.ts';
import { describeWait, readCount, readRetryAfter, retryDelay, waitHint } from './retry.ts';
import { type SteadyClock, steadyTime } from './steady-time.ts';

/** The clock of the run; tests use one that they advance themselves. */
export interface LimiterClock extends SteadyClock {
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

export interface GateEvents {
  /** Called when a wait begins that the service asks for, with its end on the steady clock. */
  readonly waiting?: (until: number, reason: WaitReason) => void;
  readonly waited?: () => void;
}

export type WaitReason = 'rate limit' | 'unavailable';

export interface GateOptions {
  readonly clock: LimiterClock;
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** How many milliseconds the rate limit may delay the run without accepting a single request. */
  readonly maxWait: number;
  readonly concurrency: number;
  readonly events: GateEvents;
  /** Informs other processes about the requests of this one. */
  readonly share?: ((pacer: Pacer) => SharedPacer) | undefined;
}

/** Limits all parallel requests: how many may be sent at once, and the shared wait for the rate limit. */
export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Exactly one of these is called once, when the attempt is over. */
interface Slot {
  readonly accepted: () => void;
  readonly refused: (headers: Headers) => CostctlError | undefined;
  readonly unanswered: () => void;
}

/** Timers count up to 2^31 ms, so a longer wait is split. */
const longestSleep = 3_600_000;
/** A shorter pause is not worth a message. */
export const worthReporting = 1000;

export function createRateLimiter(options: GateOptions) {
  const { clock, random, signal, maxWait, concurrency, events } = options;
  const alone = createPacer();
  const shared = options.share?.(alone);
  const pacer = shared ?? alone;
  const queue: {
    readonly resolve: (pass: Slot) => void;
    readonly reject: (reason: unknown) => void;
  }[] = [];
  let underWay = 0;
  let pumping = false;
  let pause: AbortController | undefined;

  // Every request of the run listens to this signal.
  setMaxListeners(0, signal);
  const interrupt = () => refuseAll(signal.reason);
  signal.addEventListener('abort', interrupt);

  function enter(): Promise<Slot> {
    return new Promise((resolve, reject) => {
      queue.push({ resolve, reject });
      void pump();
    });
  }

  async function pump(): Promise<void> {
    if (pumping) return;
    pumping = true;
    try {
      while (queue.length > 0 && underWay < concurrency) {
        signal.throwIfAborted();
        const delay = delayNow();
        if (delay === Number.POSITIVE_INFINITY) return;
        if (delay === 0) admit();
        else await sleep(delay);
      }
    } catch (error) {
      refuseAll(error);
    } finally {
      pumping = false;
    }
  }

  function delayNow(): number {
    const now = steadyTime(clock);
    const delay = pacer.delay(now);
    const stuck = pacer.stuckSince();
    // A run that never waits is not paced either: a refusal is its error.
    if (maxWait === 0 && stuck === undefined) return 0;
    if (delay === Number.POSITIVE_INFINITY || delay === 0) return delay;
    const held = now - (stuck ?? now);
    if (held + delay > maxWait) throw tooLong(delay, held, maxWait, clock.now());
    return delay;
  }

  function admit(): void {
    const ticket = pacer.send(steadyTime(clock));
    const waiter = ticket === undefined ? undefined : queue.shift();
    if (waiter === undefined || ticket === undefined) return;
    underWay += 1;
    waiter.resolve(issue(ticket));
  }

  async function sleep(delay: number): Promise<void> {
    const own = new AbortController();
    pause = own;
    const report = delay >= worthReporting || pacer.stuckSince() !== undefined;
    if (report) events.waiting?.(steadyTime(clock) + delay, 'rate limit');
    try {
      // An interruption ends it too: see `refuseAll`.
      await clock.sleep(Math.min(delay, longestSleep), own.signal);
    } catch (error) {
      if (!own.signal.aborted) throw error;
    } finally {
      pause = undefined;
      if (report) events.waited?.();
    }
  }

  function issue(ticket: Ticket): Slot {
    const finish = () => {
      underWay -= 1;
      void pump();
    };
    return {
      accepted: () => {
        pacer.accept(ticket, steadyTime(clock));
        finish();
      },
      unanswered: () => {
        pacer.forget(ticket);
        finish();
      },
      refused: (headers) => {
        const now = steadyTime(clock);
        const limit = readCount(headers, 'ratelimit-limit');
        pacer.refuse(ticket, now, { wait: askedWait(headers), limit });
        const delay = pacer.delay(now);
        const held = now - (pacer.stuckSince() ?? now);
        const error =
          held + delay > maxWait ? tooLong(delay, held, maxWait, clock.now()) : undefined;
        if (error !== undefined) refuseAll(error);
        finish();
        return error;
      },
    };
  }

  /** The wait that the service asks for; if it names none, longer each time. */
  function askedWait(headers: Headers): number {
    const reset = readCount(headers, 'ratelimit-reset');
    const asked =
      readRetryAfter(headers, clock.now()) ?? (reset === undefined ? undefined : reset * 1000);
    // Without any wait, requests would hammer a service that keeps refusing.
    return asked || retryDelay(pacer.refusals() + 1, undefined, random());
  }

  function refuseAll(reason: unknown): void {
    for (const waiter of queue.splice(0)) waiter.reject(reason);
    pause?.abort();
  }

  function close(): void {
    signal.removeEventListener('abort', interrupt);
    shared?.end(steadyTime(clock));
    refuseAll(new CostctlError('internal', 'the connection to the service is closed'));
  }

  return { enter, budget: pacer.budget, close };
}

function tooLong(delay: number, held: number, maxWait: number, now: number): CostctlError {
  const heldFor = Math.ceil(held / 1000);
  const asks =
    heldFor === 0
      ? `asks to wait ${describeWait(delay, now)}`
      : `has let no request through for ${heldFor} s and asks to wait ${describeWait(delay, now, ' more')}`;
  const allowed = maxWait === 0 ? 'never waits' : `waits at most ${maxWait / 1000} s`;
  return new CostctlError('rate_limited', `the rate limit ${asks}, and this run ${allowed}`, {
    hint: waitHint(delay, held),
  });
}
