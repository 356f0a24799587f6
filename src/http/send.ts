import { CostctlError, withDetails } from '../errors.ts';
import { type Answer, Fault } from './exchange.ts';
import { faultError, isLasting, isSuccess, statusError } from './faults.ts';
import {
  type GateEvents,
  type GateOptions,
  type LimiterClock,
  type RateLimiter,
  worthReporting,
} from './rate-limiter.ts';
import type { Request, Response } from './request.ts';
import {
  describeWait,
  type Failure,
  longestDelay,
  mayHaveArrived,
  mayRepeat,
  readRetryAfter,
  retryDelay,
  uncertainty,
  waitHint,
} from './retry.ts';
import { steadyTime } from './steady-time.ts';

export interface Persistence extends Pick<GateOptions, 'clock' | 'random' | 'signal' | 'maxWait'> {
  readonly baseUrl: URL;
  /** Host and port of the proxy in front of the service. */
  readonly proxy?: string | undefined;
  readonly retries: number;
  readonly rateLimiter: RateLimiter;
  readonly events?: GateEvents | undefined;
  /** Sends the request once; rejects with a Fault if there is no response. */
  readonly attempt: (number: number) => Promise<Answer>;
}

type Outcome = Answer | Fault;

/** Sends a request until it is done, or until another attempt would not help or might do harm. */
export async function sendWithRetries(asked: Request, tools: Persistence): Promise<Response> {
  let failures = 0;
  let arrived = false;
  try {
    for (let attempts = 1; ; attempts += 1) {
      const outcome = await tryOnce(asked, tools, attempts);
      if (outcome === 'refused') continue;
      if (arrived && isGone(asked, outcome)) return { ...nothing, attempts };
      const failure = failureOf(outcome, asked);
      failures += 1;
      const delay = failure && delayBefore(outcome, failure, failures, asked, tools);
      if (failure === undefined || delay === undefined) {
        const response = settle(outcome, failure, attempts, asked, tools);
        return arrived ? { ...response, arrivedBefore: true } : response;
      }
      arrived ||= mayHaveArrived(failure);
      await pause(delay, outcome, tools);
    }
  } catch (error) {
    if (!arrived || tools.signal.aborted || !(error instanceof CostctlError)) throw error;
    throw withDetails(error, { arrivedBefore: true });
  }
}

/** Waits. A person sees how long, if the service asks for it. */
async function pause(delay: number, outcome: Outcome, { clock, signal, events = {} }: Persistence) {
  const isAsked = askedWait(outcome, clock) !== undefined && delay >= worthReporting;
  if (isAsked) events.waiting?.(steadyTime(clock) + delay, 'unavailable');
  try {
    await clock.sleep(delay, signal);
  } finally {
    if (isAsked) events.waited?.();
  }
}

function askedWait(outcome: Outcome, clock: LimiterClock): number | undefined {
  return outcome instanceof Fault ? undefined : readRetryAfter(outcome.headers, clock.now());
}

async function tryOnce(
  asked: Request,
  { rateLimiter, attempt }: Persistence,
  attempts: number,
): Promise<Outcome | 'refused'> {
  const pass = await rateLimiter.enter();
  let answer: Answer;
  try {
    answer = await attempt(attempts);
  } catch (error) {
    pass.unanswered();
    if (error instanceof Fault) return error;
    throw error;
  }
  if (answer.status !== 429) {
    pass.accepted();
    return answer;
  }
  const tooLong = pass.refused(answer.headers);
  if (tooLong === undefined) return 'refused';
  throw new CostctlError(tooLong.code, tooLong.message, {
    hint: tooLong.details.hint,
    ...exchangeOf(answer, asked),
  });
}

function failureOf(outcome: Outcome, asked: Request): Failure | undefined {
  if (outcome instanceof Fault) return { fault: outcome.kind, lasting: isLasting(outcome) };
  return isSuccess(outcome.status, asked.success) ? undefined : { status: outcome.status };
}

/** A DELETE that may already have been carried out finds nothing to delete. */
function isGone(asked: Request, outcome: Outcome): boolean {
  return asked.method === 'DELETE' && !(outcome instanceof Fault) && outcome.status === 404;
}

/** The response to a successful DELETE. */
const nothing = { status: 204, headers: {}, body: Buffer.alloc(0) };

/** Milliseconds before another attempt; undefined to give up. */
function delayBefore(
  outcome: Outcome,
  failure: Failure,
  failures: number,
  asked: Request,
  { retries, clock, random, maxWait }: Persistence,
): number | undefined {
  if (failures > retries || !mayRepeat(failure, asked.idempotent)) return undefined;
  const wanted = askedWait(outcome, clock);
  if (wanted !== undefined && wanted > longestWait(maxWait)) return undefined;
  return retryDelay(failures, wanted, random());
}

/** A wait that is no longer than the longest pause between two attempts is always allowed. */
function longestWait(maxWait: number): number {
  return Math.max(maxWait, longestDelay);
}

function settle(
  outcome: Outcome,
  failure: Failure | undefined,
  attempts: number,
  asked: Request,
  { baseUrl, proxy, clock, maxWait }: Persistence,
): Response {
  const hint = failure === undefined ? undefined : uncertainty(failure, asked);
  if (outcome instanceof Fault) {
    throw faultError(outcome, { ...asked, origin: baseUrl.origin, proxy, hint });
  }
  if (failure === undefined || asked.anyStatus === true) return { ...outcome, attempts };
  const { headers } = outcome;
  const refusal = { ...exchangeOf(outcome, asked), headers, hint, promised: asked.success };
  const wait = mayRepeat(failure, asked.idempotent) ? askedWait(outcome, clock) : undefined;
  if (wait === undefined || wait <= longestWait(maxWait)) throw statusError(refusal);
  throw statusError({
    ...refusal,
    wait: `it asks to wait ${describeWait(wait, clock.now())}, and this run waits at most ${longestWait(maxWait) / 1000} s`,
    hint: waitHint(wait),
  });
}

function exchangeOf(answer: Answer, { method, path }: Request) {
  return { status: answer.status, method, path, body: answer.body.toString() };
}
