import { expect, test } from 'vitest';
import { createPacer } from '../../src/http/pacer.ts';
import { createSharedPacer } from '../../src/http/shared-pacer.ts';
import {
  createMemoryLog,
  fixedWindow,
  type Limiter,
  perWindow,
  play,
  slidingWindow,
} from '../helpers/rate-limited-service.ts';

const [limit, length] = [60, 10_000];

test.each<[string, Limiter]>([
  ['a sliding window', slidingWindow(limit, length)],
  ['a fixed window', fixedWindow(limit, length)],
])('ten programs use the budget of %s together, and hardly overdraw it', (_name, limiter) => {
  const programs = Array.from({ length: 10 }, (_, at) => ({ requests: 200, from: at * 7 }));
  let turn = 0;
  const latency = () => 20 + ((turn++ * 7919) % 30);
  const until = 10 * length;
  const run = { limiter, limit, concurrency: 4, programs, latency, until, shared: true };
  const { accepted, refused } = play(run);
  const used = perWindow(accepted, length, 2 * length, until - length);
  const sum = used.reduce((total, count) => total + count, 0);
  expect(sum / (used.length * limit)).toBeGreaterThanOrEqual(0.95);
  for (const count of perWindow(refused, length, 2 * length, until)) {
    expect(count).toBeLessThanOrEqual(2);
  }
});

test.each([20, 300, 900])(
  'programs that fill the first window with answers of %i ms count each other from then on',
  (slowest) => {
    const programs = Array.from({ length: 10 }, (_, at) => ({ requests: 60, from: at * 150 }));
    let turn = 0;
    const latency = () => slowest / 2 + ((turn++ * 7919) % (slowest / 2));
    const limiter = slidingWindow(limit, length);
    const until = 6 * length;
    const run = { limiter, limit, concurrency: 4, programs, latency, until, shared: true };
    const { refused } = play(run);
    for (const count of perWindow(refused, length, length, until)) {
      expect(count).toBeLessThanOrEqual(2);
    }
  },
);

test('requests accepted before the first refusal are shared with the others', () => {
  const openLog = createMemoryLog();
  const [one, two] = ['1', '2'].map((name) => createSharedPacer(createPacer(), openLog(), name));
  if (one === undefined || two === undefined) throw new Error('two were made');
  for (const time of [0, 1, 2]) {
    const ticket = one.send(time);
    if (ticket !== undefined) one.accept(ticket, time + 5);
  }
  const refused = two.send(10);
  if (refused !== undefined) two.refuse(refused, 15, { wait: 1000, limit: 4 });
  expect(one.delay(20)).toBe(995);
  const lines = openLog().read(20);
  expect(lines.join('\n')).toContain('past 1-0 0 5\npast 1-1 1 6\npast 1-2 2 7');
});

/** Two programs that share a log, after one of them was refused for ten seconds. */
function refusedPair() {
  const openLog = createMemoryLog();
  const [one, two] = ['1', '2'].map((name) => createSharedPacer(createPacer(), openLog(), name));
  if (one === undefined || two === undefined) throw new Error('two were made');
  const ticket = one.send(0);
  if (ticket === undefined) throw new Error('nobody else sends');
  one.refuse(ticket, 10, { wait: 10_000, limit: 3 });
  return { one, two, log: openLog() };
}

test('what one program is refused, another waits for', () => {
  const { two } = refusedPair();
  expect(two.delay(20)).toBe(9990);
});

test('after a wait one request goes alone, whichever program sends it', () => {
  const { one, two } = refusedPair();
  const probe = one.send(10_010);
  expect(probe).toBeDefined();
  expect(two.delay(10_020)).toBe(50);
  expect(two.send(10_020)).toBeUndefined();
  if (probe !== undefined) one.accept(probe, 10_030);
  expect(two.delay(10_040)).toBe(0);
  expect(two.send(10_040)).toBeDefined();
});

test('a program that died holds nobody up for ever', () => {
  const { one, two } = refusedPair();
  one.send(10_010);
  expect(two.delay(39_000)).toBe(50);
  expect(two.delay(40_011)).toBe(0);
});

test.each([
  'send 9-1',
  'refuse 9-1 NaN 5 5',
  'refuse 9-1 20 -5 5',
  'refuse 9-1 99999999999999 5 5',
  'nonsense',
  '',
  'accept',
  'budget 9-b 20 0 0',
  'past 9-1 20',
  'past 9-1 20 99999999999999',
  'past 9-1 x y',
])('a damaged line is passed over: %j', (line) => {
  const { two, log } = refusedPair();
  log.append(line);
  expect(two.delay(20)).toBe(9990);
});
