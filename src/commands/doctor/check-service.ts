import { operations } from '../../api/operations.ts';
import type { Response } from '../../http/request.ts';
import type { Session } from '../../session.ts';
import { type Finding, fail, failure, ok, warn } from './finding.ts';

/** One request, as profiles add makes it: what it says of token, clock and rate limit. */
export async function checkService({ http, context }: Session): Promise<Finding[]> {
  const { method, path } = operations.listUsers;
  const query = new URLSearchParams({ page: '1', limit: '1' });
  try {
    const response = await http.client.request({
      method,
      path,
      query,
      idempotent: true,
      anyStatus: true,
    });
    return [
      checkStatus(response),
      ...checkClock(response, context.clock.now()),
      ...describeLimit(response),
    ];
  } catch (error) {
    return [failure('service', error)];
  }
}

function checkStatus({ status }: Response): Finding {
  const check = 'service';
  if (status === 200) return ok(check, 'takes the token: an organization token');
  if (status === 403) {
    const message = 'takes the token: a workspace token, or one without that capability';
    return ok(check, message, 'groups such as users and providers need an organization token');
  }
  if (status === 401) {
    return fail(check, 'refuses the token', 'check the token, and that it belongs to this address');
  }
  if (status === 429) return warn(check, 'the rate limit is reached', 'wait, and run it again');
  return fail(check, `answers ${status}`, 'check the address; --debug shows the exchange');
}

/** Tokens, rates and days all depend on a clock. */
function checkClock({ headers }: Response, now: number): Finding[] {
  const theirs = Date.parse(textOf(headers['date']));
  if (Number.isNaN(theirs)) return [];
  const seconds = Math.round((now - theirs) / 1000);
  const apart = Math.abs(seconds);
  if (apart <= 60) return [ok('clock', "agrees with the service's")];
  const message = `${apart} s ${seconds > 0 ? 'ahead of' : 'behind'} the service's`;
  return [warn('clock', message, 'set the clock of this machine by the network')];
}

function describeLimit({ headers }: Response): Finding[] {
  const limit = textOf(headers['ratelimit-limit']);
  const remaining = textOf(headers['ratelimit-remaining']);
  const reset = textOf(headers['ratelimit-reset']);
  if (limit === '' && remaining === '') return [];
  const parts = [
    remaining === '' ? '' : `${remaining} requests left`,
    limit === '' ? '' : `of ${limit}`,
    reset === '' ? '' : `for the next ${reset} s`,
  ];
  return [ok('rate limit', parts.filter((part) => part !== '').join(' '))];
}

function textOf(header: string | string[] | undefined): string {
  return (Array.isArray(header) ? header[0] : header) ?? '';
}
