import { expect, test } from 'vitest';
import { createRateLimiter, type GateOptions } from '../../src/http/rate-limiter.ts';

/** A rateLimiter whose clock moves only by waits and by what a test adds. */
function openGate(changes: Partial<GateOptions> = {}) {
  const waits: number[] = [];
  const reported: string[] = [];
  let now = 0;
  const rateLimiter = createRateLimiter({
    clock: {
      now: () => now,
      sleep: async (milliseconds) => {
        waits.push(milliseconds);
        now += milliseconds;
      },
    },
    random: () => 0.5,
    signal: new AbortController().signal,
    maxWait: 150_000,
    concurrency: 4,
    events: { waiting: () => reported.push('waiting'), waited: () => reported.push('waited') },
    ...changes,
  });
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { rateLimiter, waits, reported, pass };
}

const refusal = (seconds: number) => ({ 'ratelimit-limit': '1', 'retry-after': String(seconds) });

test('a pace that needs more than the longest wait fails like a wait of that length', async () => {
  const { rateLimiter, waits, pass } = openGate();
  (await rateLimiter.enter()).accepted();
  pass(100_000);
  (await rateLimiter.enter()).refused(refusal(100));
  (await rateLimiter.enter()).accepted();
  expect(waits).toEqual([100_000]);
  await expect(rateLimiter.enter()).rejects.toMatchObject({
    code: 'rate_limited',
    message:
      'the rate limit asks to wait 200 s, until 1970-01-01T00:06:40Z, and this run waits at most 150 s',
  });
});

test('a wait that fails rejects all waiting requests with the same error', async () => {
  const failure = new Error('the clock stopped');
  const { rateLimiter, reported } = openGate({
    clock: { now: () => 0, sleep: () => Promise.reject(failure) },
  });
  (await rateLimiter.enter()).refused(refusal(10));
  const outcomes = await Promise.allSettled([rateLimiter.enter(), rateLimiter.enter()]);
  expect(outcomes).toEqual([
    { status: 'rejected', reason: failure },
    { status: 'rejected', reason: failure },
  ]);
  expect(reported).toEqual(['waiting', 'waited']);
});

test('an interruption rejects waiting and later requests with its reason', async () => {
  const controller = new AbortController();
  const reason = new Error('interrupted');
  const { rateLimiter } = openGate({
    signal: controller.signal,
    clock: {
      now: () => 0,
      sleep: (_milliseconds, signal) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
          controller.abort(reason);
        }),
    },
  });
  (await rateLimiter.enter()).refused(refusal(10));
  await expect(rateLimiter.enter()).rejects.toBe(reason);
  await expect(rateLimiter.enter()).rejects.toBe(reason);
});

test('requests waiting for a slot are rejected when the rate limiter closes', async () => {
  const { rateLimiter } = openGate({ concurrency: 1 });
  await rateLimiter.enter();
  const waiting = rateLimiter.enter();
  rateLimiter.close();
  await expect(waiting).rejects.toMatchObject({ code: 'internal' });
});

test('a wait longer than the timer limit is split into parts', async () => {
  const { rateLimiter, waits } = openGate({ maxWait: 10_000_000 });
  (await rateLimiter.enter()).refused(refusal(4000));
  await rateLimiter.enter();
  expect(waits).toEqual([3_600_000, 400_000]);
});
