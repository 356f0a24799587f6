import { MockAgent } from 'undici';
import { eachDay } from '../../src/days.ts';
import type { Service } from './service.ts';

export type Row = Readonly<Record<string, unknown>>;

export type Days = Readonly<Record<string, readonly Row[]>>;

interface CostRequest {
  readonly from: string;
  readonly to: string;
  readonly page: number;
  readonly limit: number;
  /** How many requests came before. */
  readonly number: number;
}

export interface CostServiceOptions {
  /** What `GET /v1/providers` sends: records, or another answer. By default there are none. */
  readonly providers?: readonly Row[] | { readonly status: number; readonly body: unknown };
  /** Another answer than the honest one: a status and a body, or the body alone. */
  readonly answer?: (
    request: CostRequest,
    honest: () => CostAnswer,
  ) => CostAnswer | { readonly status: number; readonly body: unknown } | string | undefined;
}

interface CostAnswer {
  readonly links: Readonly<Record<string, string | null>>;
  readonly data: readonly unknown[];
  readonly meta: { readonly totalRecords: number };
}

export interface CostService extends Service {
  readonly requests: readonly CostRequest[];
}

/** A service of cost data: the rows of each day, in pages, with the limits of the real one. */
export function serveCosts(
  days: Days,
  { answer, providers = [] }: CostServiceOptions = {},
): CostService {
  const url = 'https://api.example.test';
  const agent = new MockAgent();
  agent.disableNetConnect();
  const requests: CostRequest[] = [];
  agent
    .get(url)
    .intercept({ path: (path) => path.startsWith('/v1/costs?'), method: 'GET' })
    .reply((received) => {
      const request = readRequest(received.path, requests.length);
      requests.push(request);
      const honest = () => cachedAnswer(days, request).answer;
      const given = answer === undefined ? honest() : answer(request, honest);
      const [status, body] =
        given !== undefined && typeof given === 'object' && 'status' in given
          ? [given.status, given.body]
          : [200, given];
      return {
        statusCode: status,
        data: typeof body === 'string' ? body : textOf(days, request, body),
        responseOptions: { headers: { 'content-type': 'application/json' } },
      };
    })
    .persist();
  agent
    .get(url)
    .intercept({ path: (path) => path.startsWith('/v1/providers?'), method: 'GET' })
    .reply(() => {
      const { status, body } =
        'status' in providers ? providers : { status: 200, body: { ...noLinks, data: providers } };
      return {
        statusCode: status,
        data: JSON.stringify(body),
        responseOptions: { headers: { 'content-type': 'application/json' } },
      };
    })
    .persist();
  return { url, dispatcher: agent, received: [], requests, assertDone: () => undefined };
}

/** So many rows of one day that no two are alike. */
export function rowsOf(day: string, count: number, more: Row = {}): Row[] {
  return Array.from({ length: count }, (_, number) => ({
    date: day,
    service: `service ${number % 7}`,
    cost: number / 100,
    currency: number % 3 === 0 ? 'EUR' : 'USD',
    ...more,
  }));
}

function readRequest(path: string, number: number): CostRequest {
  const query = new URL(path, 'https://api.example.test').searchParams;
  return {
    from: query.get('startDate') ?? '',
    to: query.get('endDate') ?? '',
    page: Number(query.get('page')),
    limit: Number(query.get('limit')),
    number,
  };
}

interface Cached {
  readonly answer: CostAnswer;
  readonly text: string;
}

const caches = new WeakMap<object, Map<string, Cached>>();

/** Several services of a test may serve the same days: a page is made once. */
function cachedAnswer(days: Days, request: CostRequest): Cached {
  const cache = caches.get(days) ?? new Map<string, Cached>();
  caches.set(days, cache);
  const { from, to, page, limit } = request;
  const key = `${from} ${to} ${page} ${limit}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const answer = answerOf(days, request);
  const cached = { answer, text: JSON.stringify(answer) };
  cache.set(key, cached);
  return cached;
}

function textOf(days: Days, request: CostRequest, body: unknown): string {
  const cached = cachedAnswer(days, request);
  return body === cached.answer ? cached.text : JSON.stringify(body);
}

const noLinks = { links: { self: null, first: null, prev: null, next: null, last: null } };

const ranges = new WeakMap<object, Map<string, readonly Row[]>>();

/** A page is a part of its range, whose rows are the same for each of its pages. */
function rowsWithin(days: Days, from: string, to: string): readonly Row[] {
  const known = ranges.get(days) ?? new Map<string, readonly Row[]>();
  ranges.set(days, known);
  const rows =
    known.get(`${from} ${to}`) ?? [...eachDay({ from, to })].flatMap((day) => days[day] ?? []);
  known.set(`${from} ${to}`, rows);
  return rows;
}

function answerOf(days: Days, { from, to, page, limit }: CostRequest): CostAnswer {
  const rows = rowsWithin(days, from, to);
  return {
    ...noLinks,
    data: rows.slice((page - 1) * limit, page * limit),
    meta: { totalRecords: rows.length },
  };
}
