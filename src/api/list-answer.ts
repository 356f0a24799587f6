import { CostctlError } from '../errors.ts';
import type { Headers, Request } from '../http/request.ts';
import { isNumber, isObject, type JsonValue } from '../json/number.ts';
import type { Http } from './http.ts';
import type { Pages, Path } from './list-form.ts';
import { writeQuery } from './page-links.ts';
import { readJson, unexpectedResponse, unwrapIds } from './response.ts';

export interface Answer {
  readonly body: JsonValue;
  readonly headers: Headers;
}

export interface Asked extends Pick<Request, 'path' | 'headers' | 'success'> {
  /** Does not unwrap `{"Value": x}`. */
  readonly asSent?: boolean;
  /** The query of the first request, whose parameters keep the form in which a document wants them. */
  readonly written?: string | undefined;
}

/** One page of a list that no document describes, to see what the list looks like. */
export function fetchAnswer(
  http: Http,
  { path, headers, success, asSent, written }: Asked,
  query: URLSearchParams,
): Promise<Answer> {
  const operation = { method: 'GET', path, idempotent: true };
  const rawQuery = writeQuery(query, written);
  return readAnswer(http, operation, { rawQuery, headers, success }, asSent);
}

export async function readAnswer(
  { client }: Http,
  operation: Pick<Request, 'method' | 'path' | 'idempotent' | 'changesNothing'>,
  call: Pick<Request, 'rawQuery' | 'headers' | 'success' | 'body'>,
  asSent = false,
): Promise<Answer> {
  const { path } = operation;
  const response = await client.request({ ...operation, ...call });
  const received = { client, operation, path, response };
  const body = readJson(received);
  if (body === undefined) throw unexpectedResponse(received, 'has no body');
  if (!asSent) unwrapIds(body);
  return { body, headers: response.headers };
}

export function valueAt(value: JsonValue | undefined, path: Path): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (held, name) =>
      held !== undefined && isObject(held) && Object.hasOwn(held, name) ? held[name] : undefined,
    value,
  );
}

export function itemsOf({ body }: Answer, { items }: Pages, name: string): readonly JsonValue[] {
  const found = valueAt(body, items);
  if (Array.isArray(found)) return found;
  if (found === null) return [];
  const place = items.length === 0 ? '' : ` at ${items.join('.')}`;
  throw new CostctlError('unexpected_response', `the response to ${name} has no list${place}`);
}

/** `<https://…?page=2>; rel="next"` (RFC 8288) */
export function linkHeader({ headers }: Answer): string | undefined {
  const text = [headers['link'] ?? []].flat().join(', ');
  const links = [...text.matchAll(/<([^<>]*)>([^<]*)/g)].filter(
    // Some services link to a next page, and say in the link that it is empty.
    ([, , rest = '']) => !/;\s*results\s*=\s*"?false/i.test(rest),
  );
  return links.find(([, , rest = '']) => relNext.test(rest))?.[1];
}

/** Several relations may stand in quotes. `next-archive` is another one (RFC 5005). */
const relNext = /;\s*rel\s*=\s*("([^"]*\s)?next[\s"]|next\s*([;,]|$))/i;

export function headerTotal(headers: Answer['headers']): number | undefined {
  const totals = ['x-total-count', 'x-total', 'total-count'].map((name) => headers[name]);
  const range = /\/(\d+)\s*$/.exec(String(headers['content-range'] ?? ''))?.[1];
  const text = totals.find((one) => typeof one === 'string' && /^\s*\d+\s*$/.test(one)) ?? range;
  return text === undefined ? undefined : Number(text);
}

export function isLink(text: string): boolean {
  return /^([a-z]+:\/\/|[/?])/i.test(text) || /\?[^=]+=/.test(text);
}

/** A link or a token as text; a link may be in an object with `href`. */
export function linkText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value.trim();
  if (isNumber(value)) return String(value);
  const inner =
    value === undefined ? undefined : (valueAt(value, ['href']) ?? valueAt(value, ['url']));
  return typeof inner === 'string' ? inner : '';
}

export function countOf(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}
