import { CostctlError } from '../errors.ts';
import { type Answer, Fault } from './exchange.ts';
import { faultError, isLasting, isSuccess, statusError } from './faults.ts';
import type { LimiterClock, RateLimiter } from './rate-limiter.ts';
import type { Request, Response } from './request.ts';
import {
  type Failure,
  longestDelay,
  mayHaveArrived,
  mayRepeat,
  readRetryAfter,
  retryDelay,
  uncertainty,
} from './retry.ts';

export interface Persistence {
  readonly baseUrl: URL;
  /** Host and port of the proxy in front of the service. */
  readonly proxy?: string | undefined;
  readonly clock: LimiterClock;
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly retries: number;
  readonly maxWait: number;
  readonly rateLimiter: RateLimiter;
  /** Sends the request once; rejects with a Fault if there is no response. */
  readonly attempt: (number: number) => Promise<Answer>;
}

type Outcome = Answer | Fault;

/** Sends a request until it is done, or until another attempt would not help or might do harm. */
export async function sendWithRetries(asked: Request, tools: Persistence): Promise<Response> {
  let failures = 0;
  let arrived = false;
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
    await tools.clock.sleep(delay, tools.signal);
  }
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
  const wanted =
    outcome instanceof Fault ? undefined : readRetryAfter(outcome.headers, clock.now());
  if (wanted !== undefined && wanted > Math.max(maxWait, longestDelay)) return undefined;
  return retryDelay(failures, wanted, random());
}

function settle(
  outcome: Outcome,
  failure: Failure | undefined,
  attempts: number,
  asked: Request,
  { baseUrl, proxy }: Persistence,
): Response {
  const hint = failure === undefined ? undefined : uncertainty(failure, asked.idempotent);
  if (outcome instanceof Fault) {
    throw faultError(outcome, { ...asked, origin: baseUrl.origin, proxy, hint });
  }
  if (failure === undefined || asked.anyStatus === true) return { ...outcome, attempts };
  const { headers } = outcome;
  throw statusError({ ...exchangeOf(outcome, asked), headers, hint, promised: asked.success });
}

function exchangeOf(answer: Answer, { method, path }: Request) {
  return { status: answer.status, method, path, body: answer.body.toString() };
}
