import { getEventListeners } from 'node:events';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { CostctlError } from '../../src/errors.ts';
import {
  createTestClient,
  creating,
  failureOf,
  reading,
  removing,
  serve,
  testToken,
} from '../helpers/client.ts';
import { answer, flood, openLoopback, reset, stall } from '../helpers/loopback.ts';

test('a request has the token, the user agent and the path prefix', async () => {
  const server = await openLoopback(answer(200, { ok: true }));
  const client = createTestClient(new URL('/gateway/', server.url));
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
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

test('only a request with a body says what kind of body it is', async () => {
  const { client, server } = await serve([answer(200), answer(201), answer(201)]);
  await client.request(reading);
  await client.request(creating);
  await client.request({ ...creating, headers: { 'Content-Type': 'text/csv' } });
  expect(server.requests.map(({ headers }) => headers['content-type'])).toEqual([
    undefined,
    'application/json',
    'text/csv',
  ]);
});

test('a compressed body is decompressed', async () => {
  const body = gzipSync('{"a":1}');
  const { client } = await serve([answer(200, body, { 'content-encoding': 'gzip' })]);
  expect((await client.request(reading)).body.toString()).toBe('{"a":1}');
});

test.each([true, false])(
  'a large body that is read later is returned before it may be parsed: %s',
  async (isReadLater) => {
    let prepare = () => {};
    const preparing = new Promise<void>((resolve) => {
      prepare = resolve;
    });
    const { client } = await serve([answer(200, ' '.repeat(200_000))], {
      prepareForWork: () => preparing,
    });
    let isHere = false;
    const asked = client.request({ ...reading, isReadLater }).finally(() => {
      isHere = true;
    });
    if (isReadLater) await asked;
    else await new Promise((resolve) => setTimeout(resolve, 200));
    expect(isHere).toBe(isReadLater);
    prepare();
    await (await asked).prepared;
  },
);

test('a body that exceeds the limit when decompressed is rejected', async () => {
  const bomb = gzipSync(Buffer.alloc(1_000_000));
  const { client, server } = await serve([answer(200, bomb, { 'content-encoding': 'gzip' })], {
    largestBody: 10_000,
  });
  const error = await failureOf(client.request(reading));
  expect(error.code).toBe('unexpected_response');
  expect(error.message).toContain('larger than the limit');
  expect(server.requests).toHaveLength(1);
});

test('only the beginning of an error body is read', async () => {
  const large = answer(400, 'x'.repeat(3_000_000));
  const { client } = await serve([large, answer(200, { ok: true })]);
  const error = await failureOf(client.request(reading));
  expect(error.code).toBe('invalid_request');
  expect(error.details.body?.length).toBeLessThan(500_000);
  const whole = await serve([large]);
  const { body } = await whole.client.request({ ...reading, anyStatus: true });
  expect(body).toHaveLength(3_000_000);
  expect((await client.request(reading)).status).toBe(200);
});

test('--debug counts one byte as one', async () => {
  const { client } = await serve([answer(200, '0'), answer(400, 'x'.repeat(8193))]);
  await client.request({ ...reading, method: 'PUT', body: '1' });
  await client.request(reading).catch(() => undefined);
  expect(client.debug).toEqual([
    `> PUT ${reading.path}, 1 byte, attempt 1`,
    expect.stringContaining(', 1 byte in '),
    `> GET ${reading.path}, attempt 1`,
    expect.stringContaining(', 8193 bytes in '),
    `< ${'x'.repeat(8192)}`,
    '< … 1 more byte',
  ]);
});

test('--debug shows the error body of the service and the cause of a fault', async () => {
  const said = `{\n  "detail": "no ${testToken}"\n}`;
  const { client } = await serve([answer(400, said), reset], { retries: 0 });
  await failureOf(client.request(reading));
  expect(client.debug.slice(2)).toEqual(['< {', '<   "detail": "no ****"', '< }']);
  await failureOf(client.request(reading));
  expect(client.debug.at(-1)).toMatch(/^< caused by \w*Error: .*(ECONNRESET|other side closed)/);
});

test('an endless body is rejected at the limit', async () => {
  const { client } = await serve([flood], { largestBody: 200_000 });
  const error = await failureOf(client.request(reading));
  expect(error.code).toBe('unexpected_response');
});

test('a DELETE answered 404 after a lost attempt succeeds', async () => {
  const { client } = await serve([reset, answer(404)]);
  expect(await client.request(removing)).toMatchObject({ status: 204, attempts: 2 });
});

test('a GET answered 404 after a lost attempt is an error', async () => {
  const { client } = await serve([reset, answer(404)]);
  expect((await failureOf(client.request(reading))).code).toBe('not_found');
});

test('a DELETE answered 404 on the first attempt is an error', async () => {
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

test('anyStatus returns any status after the retries', async () => {
  const { client } = await serve([answer(503, 'sorry')]);
  const response = await client.request({ ...reading, anyStatus: true });
  expect(response).toMatchObject({ status: 503, attempts: 3 });
});

test('the client waits for the Retry-After of a 503 unless it is absurdly long', async () => {
  const patient = await serve([answer(503, '', { 'retry-after': 7 }), answer(200)]);
  await patient.client.request(reading);
  expect(patient.client.waits).toEqual([7000]);
  const clock = { now: () => Date.parse('2026-01-31T10:00:00Z'), sleep: () => Promise.resolve() };
  const absurd = await serve([answer(503, '', { 'retry-after': 86_400 })], { clock });
  expect(await failureOf(absurd.client.request(reading))).toMatchObject({
    code: 'server_error',
    message:
      'the service answered 503 to GET /v1/things: it asks to wait 86400 s, until 2026-02-01T10:00:00Z, and this run waits at most 300 s',
    details: { hint: 'wait 86400 s, or allow a longer wait with --max-wait 86400' },
  });
  expect(absurd.client.waits).toEqual([]);
});

test('a signal ends a running request with its reason', async () => {
  const controller = new AbortController();
  const reason = new CostctlError('interrupted', 'interrupted');
  const { client } = await serve([() => controller.abort(reason)], {
    signal: controller.signal,
    retries: 0,
  });
  expect(await failureOf(client.request(reading))).toBe(reason);
});

test('no more requests run in parallel than allowed', async () => {
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

test('a closed client ends its requests and sends none again', async () => {
  const { client, server } = await serve([stall], { concurrency: 1 });
  const asked = [reading, reading].map((one) => client.request(one).catch((error) => error));
  await expect.poll(() => server.requests.length).toBe(1);
  await client.close();
  for (const one of asked) {
    expect(await one).toMatchObject({ message: 'the connection to the service is closed' });
  }
  expect(await failureOf(client.request(reading))).toMatchObject({ code: 'internal' });
  expect(server.requests).toHaveLength(1);
  expect(client.waits).toEqual([]);
});

test('no client is left listening to the signal of the run once it is closed', async () => {
  const { signal } = new AbortController();
  const server = await openLoopback(answer(200), answer(200));
  for (const _ of [1, 2]) {
    const client = createTestClient(server.url, { signal });
    await client.request(reading);
    await client.close();
  }
  await server.close();
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
