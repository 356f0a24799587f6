import { STATUS_CODES } from 'node:http';
import { hasCode, messageOf } from '../errors.ts';
import { within } from '../grouping.ts';
import { stringifyJson } from '../json/stringify.ts';
import { pluralize } from '../text.ts';
import { type FieldErrors, Problem, type Reply } from './call.ts';

export interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export function respond({ status, body }: Reply): Sent {
  if (body === undefined) return { status, headers: {}, body: '' };
  const content = body instanceof Uint8Array ? body : stringifyJson(body);
  return { status, headers: { 'content-type': 'application/json' }, body: content };
}

/** The response to an error thrown by a route: a refusal, or an error of the sandbox itself. */
export function refuse(error: unknown, headers: Sent['headers'] = {}): Sent {
  if (error instanceof Problem) return problem(error.status, error.message, error.errors, headers);
  const words = messageOf(error);
  // 507 (RFC 4918): the state cannot be stored, and retrying would not help.
  return problem(hasCode(error, 'file') ? 507 : 500, words);
}

/** `wait`: seconds until the window frees a request. */
export function refuseForBudget({ requests, seconds }: RateLimit, wait: number): Sent {
  const detail = `more than ${pluralize(requests, 'request')} in ${seconds} s: the next is free in ${wait} s`;
  return refuse(new Problem(429, detail), {
    'ratelimit-limit': String(requests),
    'ratelimit-remaining': '0',
    'ratelimit-reset': String(wait),
    'retry-after': String(wait),
  });
}

/** The response for a path or a method without an operation; `allowed` are the methods of the path. */
export function refuseAddress(method: string, path: string, allowed: readonly string[]): Sent {
  if (allowed.length === 0) return refuse(new Problem(404, `there is nothing at ${path}`));
  const detail = `${path} does not support ${method}`;
  return refuse(new Problem(405, detail), { allow: [...new Set(allowed)].join(', ') });
}

/** RFC 9457. */
function problem(
  status: number,
  detail: string,
  errors?: FieldErrors,
  headers: Sent['headers'] = {},
): Sent {
  const body = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    errors,
  };
  return {
    status,
    headers: { ...headers, 'content-type': 'application/problem+json' },
    body: JSON.stringify(body),
  };
}

export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** How many requests each token may send in any window of time. */
export function createBudget({ requests, seconds }: RateLimit) {
  // The times of the last accepted requests: a ring, in which `next` is the place of the oldest.
  const spent = new Map<string, { readonly times: number[]; next: number }>();
  return {
    /** Undefined: accepted. Otherwise the seconds until the window has room again. */
    spend(token: string, now: number) {
      const window = within(spent, token, () => ({ times: [], next: 0 }));
      const oldest = window.times[window.next];
      const free = oldest === undefined ? now : oldest + seconds * 1000;
      if (free > now) return Math.ceil((free - now) / 1000);
      window.times[window.next] = now;
      window.next = (window.next + 1) % requests;
      return undefined;
    },
  };
}
