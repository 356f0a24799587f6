import type { ResponseHead } from './request.ts';

/** What a response says about the end of its operation (RFC 9745, RFC 8594); undefined if nothing. */
export function describeDeprecation({
  headers,
}: Pick<ResponseHead, 'headers'>): string | undefined {
  const since = textOf(headers['deprecation']);
  const until = textOf(headers['sunset']);
  const end = until === undefined ? '' : `, and gone after ${dayOf(until)}`;
  if (since === undefined || since === 'false') {
    return until === undefined ? undefined : `will be gone after ${dayOf(until)}`;
  }
  return `is deprecated${since === 'true' ? '' : ` since ${dayOf(since)}`}${end}`;
}

function textOf(header: string | string[] | undefined): string | undefined {
  const [text = ''] = [header ?? []].flat();
  return text.trim() === '' ? undefined : text.trim();
}

/** `@1688169599` and HTTP dates as days; other text as it is. */
function dayOf(text: string): string {
  const seconds = /^@(\d{1,12})$/.exec(text)?.[1];
  const time = seconds === undefined ? Date.parse(text) : Number(seconds) * 1000;
  return Number.isNaN(time) ? text.slice(0, 60) : new Date(time).toISOString().slice(0, 10);
}
