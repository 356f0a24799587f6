import { expect, test } from 'vitest';
import { createRateLimiter } from '../../src/http/rate-limiter.ts';
import { failureOf, reading, serve } from '../helpers/client.ts';
import { answer } from '../helpers/loopback.ts';

const refused = answer(429, '', { 'retry-after': 30 });

test('a wait of exactly the longest allowed time is accepted', async () => {
  const { client } = await serve([refused, answer(200)], { maxWait: 30_000 });
  expect(await client.request(reading)).toMatchObject({ status: 200 });
  expect(client.waits).toEqual([30_000]);
});

test('--max-wait 0 sends nothing while the rate limit is used up', async () => {
  const { client, server } = await serve([refused, answer(200)], { maxWait: 0 });
  const errors = [
    await failureOf(client.request(reading)),
    await failureOf(client.request(reading)),
  ];
  expect(errors.map(({ message }) => message)).toEqual([
    'the rate limit asks to wait 30 s, and this run never waits',
    'the rate limit asks to wait 30 s, and this run never waits',
  ]);
  expect(server.requests).toHaveLength(1);
});

test('waiting requests fail as soon as the service asks for a wait that is too long', async () => {
  let isAsleep: () => void = () => undefined;
  const asleep = new Promise<void>((resolve) => {
    isAsleep = resolve;
  });
  let isOver = false;
  const rateLimiter = createRateLimiter({
    clock: {
      now: () => 0,
      // It ends by being broken off, or much later.
      sleep: (_milliseconds, signal) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
          setTimeout(() => {
            isOver = true;
            resolve();
          }, 1000);
          isAsleep();
        }),
    },
    random: () => 0.5,
    signal: new AbortController().signal,
    maxWait: 300_000,
    concurrency: 2,
    events: {},
  });
  const [first, second] = [await rateLimiter.enter(), await rateLimiter.enter()];
  first.refused({ 'retry-after': '5' });
  const waiting = rateLimiter.enter();
  await asleep;
  second.refused({ 'retry-after': '400' });
  await expect(waiting).rejects.toMatchObject({ code: 'rate_limited' });
  expect(isOver).toBe(false);
});
