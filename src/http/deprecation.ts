import type { ResponseHead } from './request.ts';

/** What a response says about the end of its operation (RFC 9745, RFC 8594); undefined if nothing. */
export function describeDeprecation({ headers }: Pick<ResponseHead, 'headers'>) {
  const since = textOf(headers['deprecation']);
  const until = textOf(headers['sunset']);
  const end = until === undefined ? '' : `, and gone after ${dayOf(until)}`;
  if (since === undefined || /^(false|\?0)$/i.test(since)) {
    return until === undefined ? undefined : `will be gone after ${dayOf(until)}`;
  }
  return `is deprecated${/^(true|\?1)$/i.test(since) ? '' : ` since ${dayOf(since)}`}${end}`;
}

function textOf(header: string | string[] | undefined): string | undefined {
  const [text = ''] = [header ?? []].flat();
  return text.trim() === '' ? undefined : text.trim();
}

/** `@1688169599` and HTTP dates as days; other text as it is. */
function dayOf(text: string): string {
  const seconds = /^@(\d{1,12})$/.exec(text)?.[1];
  const time = seconds === undefined ? readDate(text) : Number(seconds) * 1000;
  return Number.isNaN(time) ? text.slice(0, 60) : new Date(time).toISOString().slice(0, 10);
}

/** `Date.parse` finds a date in any text with a number. */
function readDate(text: string): number {
  return /^([A-Za-z]{3,9},? .*\d\d:\d\d:\d\d|\d{4}-\d\d-\d\d)/.test(text)
    ? Date.parse(text)
    : Number.NaN;
}
