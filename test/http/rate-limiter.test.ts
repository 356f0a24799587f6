import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { creating, failureOf, reading, serve } from '../helpers/client.ts';
import { answer } from '../helpers/loopback.ts';

test.each([
  ['seconds', { 'retry-after': 9 }, 9000],
  ['a date', { 'retry-after': 'Thu, 05 Nov 2026 12:00:11 GMT' }, 11_000],
  ['RateLimit-Reset alone', { 'ratelimit-reset': 4 }, 4000],
  ['both', { 'retry-after': 9, 'ratelimit-reset': 4 }, 9000],
  ['nothing', {}, 375],
  ['a negative number', { 'retry-after': '-5' }, 375],
  ['a wait of nothing', { 'retry-after': 0 }, 375],
  ['a date that has passed', { 'retry-after': 'Thu, 05 Nov 2026 11:00:00 GMT' }, 375],
])(
  'a 429 with %s causes a wait, even for a POST, and is not a retry',
  async (_name, headers, wait) => {
    const { client, server } = await serve([answer(429, '', headers), answer(201)], {
      retries: 0,
    });
    expect((await client.request(creating)).attempts).toBe(2);
    expect(client.waits).toEqual([wait]);
    expect(server.requests).toHaveLength(2);
  },
);

test('a wait longer than allowed fails at once and names the seconds', async () => {
  const { client } = await serve([answer(429, '{"title":"Slow"}', { 'retry-after': 301 })]);
  const error = await failureOf(client.request(reading));
  expect(error.code).toBe('rate_limited');
  expect(error.message).toContain('301 s');
  expect(error.details).toMatchObject({ status: 429, method: 'GET', path: '/v1/things' });
  expect(client.waits).toEqual([]);
});

test('queued requests fail unsent if the wait before them is too long', async () => {
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

test('--max-wait 0 fails at once without a wait', async () => {
  const { client } = await serve([answer(429, '', { 'retry-after': 1 })], { maxWait: 0 });
  expect((await failureOf(client.request(reading))).code).toBe('rate_limited');
  expect(client.waits).toEqual([]);
});

test('consecutive waits count together toward the longest wait', async () => {
  const refused = answer(429, '', { 'retry-after': 40 });
  const { client } = await serve([refused, refused, refused], { maxWait: 100_000 });
  const error = await failureOf(client.request(reading));
  expect(error.code).toBe('rate_limited');
  expect(error.message).toBe(
    'the rate limit has let no request through for 80 s and asks to wait 40 s more, and this run waits at most 100 s',
  );
  expect(client.waits).toEqual([40_000, 40_000]);
});

test('parallel requests share the one wait', async () => {
  const reported: string[] = [];
  let refused = 0;
  let now = 0;
  const waits: number[] = [];
  // The wait takes until the other refusals have been read.
  const sleep = async (milliseconds: number) => {
    waits.push(milliseconds);
    while (refused < 4) await setTimeout(5);
    await setTimeout(50);
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
      events: { waiting: () => reported.push('waiting'), waited: () => reported.push('waited') },
    },
  );
  await Promise.all(Array.from({ length: 8 }, () => client.request(reading)));
  expect(server.requests).toHaveLength(12);
  expect(waits).toEqual([5000]);
  expect(reported).toEqual(['waiting', 'waited']);
});
