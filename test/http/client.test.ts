import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { CostctlError } from '../../src/errors.ts';
import type { ClientOptions } from '../../src/http/client.ts';
import type { Request } from '../../src/http/request.ts';
import { createTestClient, type TestClient, testToken } from '../helpers/client.ts';
import {
  answer,
  cutGzip,
  cutShort,
  flood,
  garbage,
  hangUp,
  type Loopback,
  openLoopback,
  type Reply,
  reset,
  stall,
  stallInBody,
} from '../helpers/loopback.ts';

const opened: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function serve(replies: readonly Reply[], changes: Partial<ClientOptions> = {}) {
  const server: Loopback = await openLoopback(...replies);
  const client: TestClient = createTestClient(server.url, changes);
  opened.push(client, server);
  return { server, client };
}

const reading: Request = { method: 'GET', path: '/v1/things', idempotent: true };
const creating: Request = { method: 'POST', path: '/v1/things', idempotent: false, body: '{}' };
const removing: Request = { method: 'DELETE', path: '/v1/things/1', idempotent: true };

async function failureOf(promise: Promise<unknown>): Promise<CostctlError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof CostctlError) return error;
  throw new Error(`expected a CostctlError, and got ${String(error)}`);
}

test('a request carries the token, the user agent and the prefix of the base address', async () => {
  const server = await openLoopback(answer(200, { ok: true }));
  const client = createTestClient(new URL('/gateway/', server.url));
  opened.push(client, server);
  const query = new URLSearchParams({ page: '1' });
  const response = await client.request({ ...reading, query });
  expect(response.body.toString()).toBe('{"ok":true}');
  expect(server.requests[0]).toMatchObject({
    method: 'GET',
    path: '/gateway/v1/things?page=1',
    headers: {
      authorization: `Bearer ${testToken}`,
      'user-agent': 'costctl/test',
      'accept-encoding': 'gzip',
    },
  });
});

test('a compressed body arrives whole', async () => {
  const body = gzipSync('{"a":1}');
  const { client } = await serve([answer(200, body, { 'content-encoding': 'gzip' })]);
  expect((await client.request(reading)).body.toString()).toBe('{"a":1}');
});

test('a body that grows past the limit when decompressed is refused', async () => {
  const bomb = gzipSync(Buffer.alloc(1_000_000));
  const { client, server } = await serve([answer(200, bomb, { 'content-encoding': 'gzip' })], {
    largestBody: 10_000,
  });
  const error = await failureOf(client.request(reading));
  expect(error.code).toBe('unexpected_response');
  expect(error.message).toContain('larger than the limit');
  expect(server.requests).toHaveLength(1);
});

test('a body without end is refused at the limit', async () => {
  const { client } = await serve([flood], { largestBody: 200_000 });
  const error = await failureOf(client.request(reading));
  expect(error.code).toBe('unexpected_response');
});

describe('faults of the connection', () => {
  const late = { timeout: 60 };
  test.each<[string, Reply, string, number, Partial<ClientOptions>]>([
    ['reset', reset, 'network', 3, {}],
    ['closed without an answer', hangUp, 'network', 3, {}],
    ['stalled before the answer', stall, 'network', 3, late],
    ['stalled in the body', stallInBody, 'network', 3, late],
    ['cut short in the body', cutShort, 'unexpected_response', 3, {}],
    ['gzip cut short', cutGzip, 'unexpected_response', 3, {}],
    ['not HTTP', garbage, 'unexpected_response', 1, {}],
  ])(
    '%s: a GET is repeated where that may help, and fails in words',
    async (_name, reply, code, sent, changes) => {
      const { client, server } = await serve([reply], changes);
      const error = await failureOf(client.request(reading));
      expect(error.code).toBe(code);
      expect(server.requests).toHaveLength(sent);
      expect(error.message).not.toContain('UND_ERR');
    },
  );

  test.each<[string, Reply]>([
    ['reset', reset],
    ['closed', hangUp],
    ['stalled', stall],
    ['cut short', cutShort],
    ['garbage', garbage],
    ['500', answer(500)],
    ['503', answer(503)],
  ])(
    '%s: a POST is sent once, and the error says that it may have been applied',
    async (_name, reply) => {
      const { client, server } = await serve([reply, answer(201)], { timeout: 100 });
      const error = await failureOf(client.request(creating));
      expect(server.requests).toHaveLength(1);
      expect(error.details.hint).toContain('may have been applied');
    },
  );

  test.each<[string, Reply]>([
    ['a reset', reset],
    ['a cut', cutShort],
    ['a 500', answer(500)],
    ['a 502', answer(502, '<html>bad gateway</html>', { 'content-type': 'text/html' })],
    ['a 503', answer(503)],
    ['a 504', answer(504)],
  ])('%s is passed over where the next attempt is answered', async (_name, reply) => {
    const { client } = await serve([reply, answer(200, { ok: true })]);
    const response = await client.request(reading);
    expect(response).toMatchObject({ status: 200, attempts: 2 });
    expect(client.waits).toEqual([375]);
  });

  test('a connection that was never made is tried again, also for a POST', async () => {
    const server = await openLoopback(answer(201));
    await server.close();
    const client = createTestClient(server.url);
    opened.push(client);
    const error = await failureOf(client.request(creating));
    expect(error.code).toBe('network');
    expect(error.message).toContain('the connection was refused');
    expect(error.details.hint).not.toContain('applied');
    expect(client.waits).toHaveLength(2);
  });
});

test('a DELETE that finds nothing after an attempt that may have arrived is done', async () => {
  const { client } = await serve([reset, answer(404)]);
  expect(await client.request(removing)).toMatchObject({ status: 204, attempts: 2 });
});

test('a DELETE that finds nothing at once is an error', async () => {
  const { client } = await serve([answer(404)]);
  expect((await failureOf(client.request(removing))).code).toBe('not_found');
});

test.each([
  [400, 'invalid_request'],
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'conflict'],
  [413, 'unexpected_response'],
  [418, 'unexpected_response'],
  [500, 'server_error'],
  [501, 'server_error'],
])('status %i is %s, with the exchange in its details', async (status, code) => {
  const { client } = await serve([answer(status, { title: 'No' })]);
  const error = await failureOf(client.request(reading));
  expect(error.code).toBe(code);
  expect(error.message).toBe(`the service answered ${status} to GET /v1/things`);
  expect(error.details).toMatchObject({ status, method: 'GET', body: '{"title":"No"}' });
});

test('any status is handed over where it is asked for, after the retries', async () => {
  const { client } = await serve([answer(503, 'sorry')]);
  const response = await client.request({ ...reading, anyStatus: true });
  expect(response).toMatchObject({ status: 503, attempts: 3 });
});

test('Retry-After of a 503 is waited for, unless it is absurd', async () => {
  const patient = await serve([answer(503, '', { 'retry-after': 7 }), answer(200)]);
  await patient.client.request(reading);
  expect(patient.client.waits).toEqual([7000]);
  const absurd = await serve([answer(503, '', { 'retry-after': 99_999_999 })]);
  expect((await failureOf(absurd.client.request(reading))).code).toBe('server_error');
  expect(absurd.client.waits).toEqual([]);
});

describe('the rate limit', () => {
  test.each([
    ['seconds', { 'retry-after': 9 }, 9000],
    ['a date', { 'retry-after': 'Thu, 05 Nov 2026 12:00:11 GMT' }, 11_000],
    ['RateLimit-Reset alone', { 'ratelimit-reset': 4 }, 4000],
    ['nothing', {}, 375],
    ['a negative number', { 'retry-after': '-5' }, 375],
    ['a wait of nothing', { 'retry-after': 0 }, 375],
    ['a date that has passed', { 'retry-after': 'Thu, 05 Nov 2026 11:00:00 GMT' }, 375],
  ])(
    'a 429 with %s is waited for, also for a POST, and is no retry',
    async (_name, headers, wait) => {
      const { client, server } = await serve([answer(429, '', headers), answer(201)], {
        retries: 0,
      });
      expect((await client.request(creating)).attempts).toBe(2);
      expect(client.waits).toEqual([wait]);
      expect(server.requests).toHaveLength(2);
    },
  );

  test('a wait that would pass the longest one fails at once and names the seconds', async () => {
    const { client } = await serve([answer(429, '{"title":"Slow"}', { 'retry-after': 301 })]);
    const error = await failureOf(client.request(reading));
    expect(error.code).toBe('rate_limited');
    expect(error.message).toContain('301 s');
    expect(error.details).toMatchObject({ status: 429, method: 'GET', path: '/v1/things' });
    expect(client.waits).toEqual([]);
  });

  test('requests that wait behind one that may not wait are refused with it, unsent', async () => {
    const { client, server } = await serve([answer(429, '', { 'retry-after': 301 })], {
      concurrency: 1,
    });
    const codes = Array.from(
      { length: 3 },
      async () => (await failureOf(client.request(reading))).code,
    );
    expect(await Promise.all(codes)).toEqual(['rate_limited', 'rate_limited', 'rate_limited']);
    expect(server.requests).toHaveLength(1);
  });

  test('who never waits is refused at once, and what comes after the wait is new', async () => {
    const { client } = await serve([answer(429, '', { 'retry-after': 1 })], { maxWait: 0 });
    expect((await failureOf(client.request(reading))).code).toBe('rate_limited');
    expect(client.waits).toEqual([]);
  });

  test('waits add up until a request is let through', async () => {
    const refused = answer(429, '', { 'retry-after': 40 });
    const { client } = await serve([refused, refused, refused], { maxWait: 100_000 });
    expect((await failureOf(client.request(reading))).code).toBe('rate_limited');
    expect(client.waits).toEqual([40_000, 40_000]);
  });

  test('parallel requests share the one wait', async () => {
    const told: string[] = [];
    let refused = 0;
    let now = 0;
    const waits: number[] = [];
    // The wait takes real time here, in which the other refusals arrive.
    const sleep = async (milliseconds: number) => {
      waits.push(milliseconds);
      await new Promise((resolve) => setTimeout(resolve, 50));
      now += milliseconds;
    };
    const { client, server } = await serve(
      [
        (socket, request) => {
          refused += 1;
          answer(refused <= 4 ? 429 : 200, '', { 'retry-after': 5 })(socket, request);
        },
      ],
      {
        clock: { now: () => now, sleep },
        events: { waiting: () => told.push('waiting'), waited: () => told.push('waited') },
      },
    );
    await Promise.all(Array.from({ length: 8 }, () => client.request(reading)));
    expect(server.requests).toHaveLength(12);
    expect(waits).toEqual([5000]);
    expect(told).toEqual(['waiting', 'waited']);
  });
});

describe('the token', () => {
  test('is not sent after a redirect, whose rest is not told either', async () => {
    const elsewhere = await openLoopback(answer(200, { stolen: true }));
    opened.push(elsewhere);
    const { client } = await serve([
      answer(302, '', { location: `${elsewhere.url.origin}/take?token=${testToken}` }),
    ]);
    const error = await failureOf(client.request(reading));
    expect(error.code).toBe('unexpected_response');
    expect(error.message).toContain(`a redirect to ${elsewhere.url.origin}`);
    expect(elsewhere.requests).toEqual([]);
    expect(JSON.stringify([error.message, error.details])).not.toContain(testToken);
  });

  test('is in no error and no debug line, though the service repeats it', async () => {
    const { client } = await serve([answer(400, `you sent ${testToken}`)]);
    const query = new URLSearchParams({ echo: testToken });
    const error = await failureOf(client.request({ ...reading, query }));
    expect(error.details.body).toBe('you sent ****');
    expect(client.debug.join('\n')).toContain('GET /v1/things?echo=****');
    expect(`${client.debug.join()}${error.stack}`).not.toContain(testToken);
  });

  test.each(['two\r\nX-Injected: 1', 'with space', 'ümlaut', ''])(
    'with characters of no token is refused without being shown: %j',
    async (token) => {
      const { client, server } = await serve([answer(200)], { token: async () => token });
      const error = await failureOf(client.request(reading));
      expect(error.code).toBe('not_configured');
      if (token !== '') expect(error.message).not.toContain(token);
      expect(server.requests).toEqual([]);
    },
  );
});

test('a signal ends a request under way with its reason', async () => {
  const controller = new AbortController();
  const reason = new CostctlError('interrupted', 'interrupted');
  const { client } = await serve([() => controller.abort(reason)], { signal: controller.signal });
  expect(await failureOf(client.request(reading))).toBe(reason);
});

test('no more requests are under way than allowed', async () => {
  let underWay = 0;
  let most = 0;
  const { client } = await serve(
    [
      (socket, request) => {
        underWay += 1;
        most = Math.max(most, underWay);
        setTimeout(() => {
          underWay -= 1;
          answer(200)(socket, request);
        }, 5);
      },
    ],
    { concurrency: 3 },
  );
  await Promise.all(Array.from({ length: 12 }, () => client.request(reading)));
  expect(most).toBe(3);
});
