import type { Headers, Request } from './request.ts';

/** How far an attempt without a complete response got. */
export type FaultKind =
  /** No connection was made: the service received nothing. */
  | 'unsent'
  /** Sent, and the connection was lost before a response. */
  | 'lost'
  /** Sent, and the time limit passed. */
  | 'late'
  /** The response began but did not end. */
  | 'cut'
  /** The response violates HTTP. */
  | 'garbled';

/** How an attempt failed: with a status, or with a fault instead of a response. */
export type Failure =
  | { readonly status: number }
  | { readonly fault: FaultKind; readonly lasting: boolean };

/** Statuses of a service that may recover in a moment. */
const passing: ReadonlySet<number> = new Set([500, 502, 503, 504]);

/** Whether another attempt may help and does no harm. The rate limiter handles 429. */
export function mayRepeat(failure: Failure, idempotent: boolean): boolean {
  if ('status' in failure) return idempotent && passing.has(failure.status);
  if (failure.lasting || failure.fault === 'garbled') return false;
  return idempotent || failure.fault === 'unsent';
}

/** Whether the service may have carried out the request although no response confirms it. */
export function mayHaveArrived(failure: Failure): boolean {
  if ('fault' in failure) return failure.fault !== 'unsent';
  return failure.status < 300 || failure.status >= 500;
}

/** Shown if the request may have been carried out and repeating it could do so twice. */
export const perhapsApplied = 'it may have been applied: check before you send it again';
/** The same of a DELETE, which does no harm twice. */
export const perhapsDeleted =
  'it may be deleted already: look whether it is still there; sent again, a 404 means that it is gone';

/** The hint if it is unknown whether the request was carried out. */
export function uncertainty(
  failure: Failure,
  { method, idempotent, changesNothing = false }: Effect,
): string | undefined {
  if (changesNothing || !mayHaveArrived(failure)) return undefined;
  if (method === 'DELETE') return perhapsDeleted;
  return idempotent ? undefined : perhapsApplied;
}

/** What a request may do if it is sent, or sent again. */
export type Effect = Pick<Request, 'method' | 'idempotent' | 'changesNothing'>;

const firstDelay = 500;
export const longestDelay = 30_000;

/** Milliseconds: doubled per failure, spread so that clients do not return at once, and never below `asked`. */
export function retryDelay(failures: number, asked: number | undefined, random: number): number {
  const ceiling = Math.min(longestDelay, firstDelay * 2 ** (failures - 1));
  const delay = Math.round(ceiling / 2 + (ceiling / 2) * random);
  return Math.max(delay, asked ?? delay);
}

/** `Retry-After` in milliseconds: seconds or an HTTP date; undefined if it is neither. */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const text = first(headers['retry-after'])?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) {
    // To the pacer, an infinite delay means that a response must come first.
    return Math.min(Math.ceil(Number(text) * 1000), Number.MAX_SAFE_INTEGER);
  }
  // A bare number would be parsed as a year, so only the form of an HTTP date is accepted (RFC 9110, 5.6.7).
  if (!/^[A-Za-z]{3,9},? .*\d\d:\d\d:\d\d/.test(text)) return undefined;
  const time = Date.parse(text);
  // By the service's own clock, if the response has its time: the clock of this machine may be wrong by a year.
  const sent = Date.parse(first(headers['date']) ?? '');
  return Number.isNaN(time) ? undefined : Math.max(0, time - (Number.isNaN(sent) ? now : sent));
}

/** A wait of more than this many seconds is easier to follow with its end. */
const longWait = 60;

/** `90 s, until 2026-01-31T10:15:30Z` after words such as `asks to wait`. */
export function describeWait(milliseconds: number, now: number, more = ''): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const end = new Date(now + seconds * 1000);
  // A date ends in the year 275760, and a service may ask for more.
  const isNamed = seconds > longWait && !Number.isNaN(end.getTime());
  return `${seconds} s${more}${isNamed ? `, until ${end.toISOString().replace(/\.\d+/, '')}` : ''}`;
}

/** The longest time limit and wait in milliseconds: a timer of Node runs for at most 24 days. */
export const longestTimer = 2_000_000_000;

/** What helps against a wait that is longer than the run allows. */
export function waitHint(milliseconds: number, held = 0): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const whole = milliseconds + held;
  if (whole > longestTimer) return `wait ${seconds} s`;
  return `wait ${seconds} s, or allow a longer wait with --max-wait ${Math.ceil(whole / 1000)}`;
}

/** A header whose value is a whole number of at least 0. */
export function readCount(headers: Headers, name: string): number | undefined {
  const text = first(headers[name])?.trim();
  if (text === undefined || !/^\d+$/.test(text)) return undefined;
  const count = Number(text);
  return Number.isSafeInteger(count) ? count : undefined;
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
