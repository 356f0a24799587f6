import type { Redactor } from '../http/redact.ts';
import { type BodySource, checkPath, fillPath, type Request } from '../http/request.ts';
import { isObject, type JsonValue } from '../json/number.ts';
import { stringifyJson } from '../json/stringify.ts';
import { type Http, queryOf } from './http.ts';
import { isReading } from './methods.ts';
import {
  isSecretHeader,
  isSecretName,
  isSecretParameter,
  maskAddresses,
  nestedIn,
  readBody,
} from './secret-names.ts';

/** The request that would have been sent, with its secrets masked. */
export interface PlannedRequest {
  readonly method: string;
  readonly path: string;
  /** A parameter that is sent more than once has all its values. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  /** The headers that were given for this request, without `Accept` and `Content-Type`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: JsonValue;
}

/** Ends a dry run at its first change. */
export class DryRunStop extends Error {
  readonly planned: PlannedRequest;

  constructor(planned: PlannedRequest) {
    super('this is a dry run: the request was not sent');
    this.planned = planned;
  }
}

type Hide = Redactor['mask'];

/** An `Http` that reads as usual and stops at the first change. */
export function createDryRun(http: Http, hide: Hide): Http {
  return {
    ...http,
    send: async (operation, call) => {
      if (isReading(operation.method)) return http.send(operation, call);
      const path = fillPath(operation.path, call?.path);
      const body = call?.body === undefined ? undefined : stringifyJson(call.body);
      const query = queryOf(call?.query);
      const { headers } = call ?? {};
      throw new DryRunStop(plan({ method: operation.method, path, query, headers, body }, hide));
    },
    client: {
      ...http.client,
      request: async (request) => {
        if (isReading(request.method)) return http.client.request(request);
        const path = checkPath(request.path);
        throw new DryRunStop(plan({ ...request, path }, hide));
      },
    },
  };
}

function plan(
  {
    method,
    path,
    query,
    rawQuery,
    headers = {},
    body,
    secrets = [],
  }: Pick<Request, 'method' | 'path' | 'query' | 'rawQuery' | 'headers' | 'body' | 'secrets'>,
  hideKnown: Hide,
): PlannedRequest {
  const stated = new Set(secrets.flatMap((one) => [one, encodeURIComponent(one)]));
  const hide: Hide = (text) => (stated.has(text) ? mask : maskText(text, hideKnown));
  const parameters = rawQuery === undefined ? query : new URLSearchParams(rawQuery);
  const given = Object.entries(headers).filter(([name]) => !usualHeaders.has(name.toLowerCase()));
  return {
    method,
    path: hide(path).split('/').map(hide).join('/'),
    ...(parameters === undefined || parameters.size === 0
      ? {}
      : { query: maskQuery(parameters, hide) }),
    ...(given.length === 0 ? {} : { headers: maskHeaders(given, hide) }),
    ...(body === undefined ? {} : { body: maskBody(body, hide) }),
  };
}

/** Headers that follow from the operation and its body. */
const usualHeaders = new Set(['accept', 'content-type']);

function maskHeaders(headers: readonly (readonly [string, string])[], hide: Hide) {
  return Object.fromEntries(
    headers.map(([name, text]) => [name, isSecretHeader(name) ? mask : hide(text)]),
  );
}

const mask = '****';

function maskQuery(query: URLSearchParams, hide: Hide): Record<string, string | readonly string[]> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const [first = '', ...others] = isSecretParameter(name)
        ? [mask]
        : query.getAll(name).map(hide);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}

function maskText(text: string, hide: Hide): string {
  const nested = nestedIn(text);
  if (nested === undefined) return maskAddresses(hide(text), mask);
  const masked = stringifyJson(maskValue(nested, (one) => maskText(one, hide)));
  return masked === stringifyJson(nested) ? text : masked;
}

function maskBody(body: string | BodySource, hide: Hide): JsonValue {
  const value = readBody(body);
  return value === undefined ? mask : maskValue(value, hide);
}

function maskValue(value: JsonValue, hide: Hide): JsonValue {
  if (typeof value === 'string') return hide(value);
  if (Array.isArray(value)) return value.map((item) => maskValue(item, hide));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [
      hide(name),
      isSecretName(name, value) ? blank(held) : maskValue(held, hide),
    ]),
  );
}

/** Masks every value and keeps the names, to show what would be sent. */
function blank(value: JsonValue): JsonValue {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map(blank);
  if (!isObject(value)) return mask;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, blank(held)]));
}
