import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPacer } from '../../src/http/pacer.ts';
import {
  fixedWindow,
  type Limiter,
  perWindow,
  play,
  slidingWindow,
  tokenBucket,
} from '../helpers/rate-limited-service.ts';

const limit = 60;
const length = 10_000;
const until = 15 * length;

test('no more requests are under way than a small limit allows', () => {
  const pacer = createPacer();
  const [first, second, third] = [pacer.send(0), pacer.send(0), pacer.send(0)];
  pacer.accept(first, 10);
  pacer.accept(second, 10);
  pacer.refuse(third, 10, { wait: 1000, limit: 2 });
  pacer.accept(pacer.send(1010), 1020);
  const later = 100_000;
  for (const sentAt of [later, later + 50_000]) {
    expect(pacer.delay(sentAt)).toBe(0);
    pacer.send(sentAt);
  }
  expect(pacer.delay(later + 100_000)).toBe(Number.POSITIVE_INFINITY);
});

describe.each<[string, () => Limiter, number]>([
  ['a sliding window', () => slidingWindow(limit, length), 0],
  ['a fixed window', () => fixedWindow(limit, length), 0],
  ['a fixed window that begins at another time', () => fixedWindow(limit, length, 6300), 6300],
])('16 parallel requests against %s of 60 requests in 10 seconds', (_name, limiter, from) => {
  test.each([4, 20, 50])(
    'use the budget from the third window on with few refusals at %i ms latency',
    (latency) => {
      const log = play({
        limiter: limiter(),
        limit,
        concurrency: 16,
        programs: [{ requests: Number.POSITIVE_INFINITY, from: 0 }],
        latency: () => latency / 2,
        until,
      });
      const used = perWindow(log.accepted, length, from, until).slice(2);
      const refused = perWindow(log.refused, length, from, until).slice(2);
      expect(Math.min(...used)).toBeGreaterThanOrEqual(0.95 * limit);
      expect(Math.max(...refused)).toBeLessThanOrEqual(1);
    },
  );
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'on a busy machine, where each way is delayed, the budget is used too (draw %i)',
  (seed) => {
    const random = createRandom(seed);
    const log = play({
      limiter: slidingWindow(limit, length),
      limit,
      concurrency: 16,
      programs: [{ requests: Number.POSITIVE_INFINITY, from: 0 }],
      latency: () => 25 - 30 * Math.log(1 - random()) + (random() < 0.05 ? 500 * random() : 0),
      until,
    });
    const used = perWindow(log.accepted, length, 0, until).slice(2);
    const refused = perWindow(log.refused, length, 0, until).slice(2);
    expect(used.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(
      0.97 * limit * used.length,
    );
    expect(Math.max(...refused)).toBeLessThanOrEqual(2);
  },
);

/** Numbers from 0 up to 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed * 7919;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

test.each<[string, () => Limiter]>([
  ['a sliding window', () => slidingWindow(limit, length)],
  ['a fixed window', () => fixedWindow(limit, length, 3000)],
  ['a token bucket', () => tokenBucket(limit, length)],
])('two programs with one token both finish against %s without starving', (_name, limiter) => {
  const log = play({
    limiter: limiter(),
    limit,
    concurrency: 16,
    programs: [
      { requests: 400, from: 0 },
      { requests: 400, from: 2345 },
    ],
    latency: () => 12,
    until: 3_600_000,
  });
  expect(log.accepted).toHaveLength(800);
  expect(log.finished.filter((time) => time !== undefined)).toHaveLength(2);
  expect(Math.max(...log.longestStuck)).toBeLessThan(60_000);
});

test('every request is finally accepted for any budget and latency', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 80 }),
      fc.integer({ min: 300, max: 30_000 }),
      fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 16 }),
      (budget, window, ways, concurrency) => {
        let trip = 0;
        const log = play({
          limiter: slidingWindow(budget, window),
          limit: budget,
          concurrency,
          programs: [{ requests: 3 * budget + 1, from: 0 }],
          latency: () => ways[trip++ % ways.length] ?? 1,
          until: Number.POSITIVE_INFINITY,
        });
        expect(log.accepted).toHaveLength(3 * budget + 1);
      },
    ),
    { numRuns: 60 },
  );
});

test('no request is delayed before the first refusal', () => {
  const pacer = createPacer();
  for (let sent = 0; sent < 1000; sent += 1) {
    expect(pacer.delay(0)).toBe(0);
    pacer.send(0);
  }
});

test('after a refusal all requests wait, then one probes, then the others follow', () => {
  const pacer = createPacer();
  const [first, second] = [pacer.send(0), pacer.send(0)];
  pacer.refuse(first, 10, { wait: 3000, limit: undefined });
  pacer.refuse(second, 20, { wait: 2000, limit: undefined });
  expect(pacer.delay(20)).toBe(2990);
  expect(pacer.refusals()).toBe(1);
  const probe = pacer.send(3010);
  expect(pacer.delay(3010)).toBe(Number.POSITIVE_INFINITY);
  pacer.accept(probe, 3020);
  expect(pacer.delay(3020)).toBe(0);
  expect(pacer.stuckSince()).toBeUndefined();
});

test('a response to a request from before the refusal does not end the wait', () => {
  const pacer = createPacer();
  const [first, second] = [pacer.send(0), pacer.send(0)];
  pacer.refuse(first, 10, { wait: 3000, limit: undefined });
  pacer.accept(second, 20);
  expect([pacer.stuckSince(), pacer.refusals()]).toEqual([10, 1]);
});

test('a request that tries a shorter window is sent alone', () => {
  const pacer = createPacer();
  for (const at of [0, 20]) pacer.accept(pacer.send(at), at + 10);
  pacer.refuse(pacer.send(40), 50, { wait: 1000, limit: 2 });
  for (const at of [1050, 1320]) pacer.accept(pacer.send(at), at + 10);
  // A window of 1,040 ms has held so far; a whole second is likelier.
  expect(pacer.delay(2070)).toBe(0);
  const attempt = pacer.send(2070);
  expect(pacer.delay(2070)).toBe(Number.POSITIVE_INFINITY);
  pacer.accept(attempt, 2080);
  expect(pacer.delay(2080)).toBeLessThan(1000);
});

test('an unanswered probe does not delay the others forever', () => {
  const pacer = createPacer();
  pacer.refuse(pacer.send(0), 0, { wait: 1000, limit: 5 });
  pacer.forget(pacer.send(1000));
  expect(pacer.delay(1001)).toBe(0);
});

test('the budget and its window length are known after the first refusal', () => {
  const pacer = createPacer();
  for (let at = 0; at < 3; at += 1) pacer.accept(pacer.send(at), at);
  expect(pacer.budget()).toBeUndefined();
  pacer.refuse(pacer.send(3), 3, { wait: 10_000, limit: 3 });
  expect(pacer.budget()).toEqual({ requests: 3, length: 10_003 });
});
