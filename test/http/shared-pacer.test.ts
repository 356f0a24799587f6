import fc from 'fast-check';
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
import { runs } from '../helpers/runs.ts';

const [limit, length] = [60, 10_000];

test.each<[string, Limiter]>([
  ['a sliding window', slidingWindow(limit, length)],
  ['a fixed window', fixedWindow(limit, length)],
])('ten programs share the budget of %s and rarely exceed it', (_name, limiter) => {
  const programs = Array.from({ length: 10 }, (_, at) => ({ requests: 200, from: at * 7 }));
  let turn = 0;
  const latency = () => 20 + ((turn++ * 7919) % 30);
  const until = 10 * length;
  const run = { limiter, limit, concurrency: 4, programs, latency, until, shared: true };
  const { accepted, refused } = play(run);
  const used = perWindow(accepted, length, 2 * length, until - length);
  const sum = used.reduce((total, count) => total + count, 0);
  expect(sum / (used.length * limit)).toBeGreaterThanOrEqual(0.95);
  for (const count of perWindow(refused, length, 0, until)) {
    expect(count).toBeLessThanOrEqual(2);
  }
});

test('programs that start together find out an unknown budget with few refusals', () => {
  const anyStart = {
    programs: fc.array(fc.nat(1500), { minLength: 2, maxLength: 12 }),
    limit: fc.integer({ min: 25, max: 200 }),
    concurrency: fc.integer({ min: 1, max: 16 }),
    trip: fc.integer({ min: 5, max: 20 }),
  };
  const check = fc.property(fc.record(anyStart), ({ programs, limit, concurrency, trip }) => {
    // The first one is alone with its parallel requests until the others start.
    const starts = programs.map((from) => ({ requests: 2 * limit, from: 100 + (from % 50) }));
    const run = { limit, concurrency, latency: () => trip, until: 2 * length, shared: true };
    const limiter = slidingWindow(limit, length);
    const { refused } = play({ ...run, limiter, programs: starts });
    const [first = 0] = perWindow(refused, length, 0, length);
    expect(first).toBeLessThanOrEqual(Math.max(2, limit / 25));
  });
  fc.assert(check, { numRuns: runs(60) });
});

test('a program that is alone sends exactly as it would without a shared log', () => {
  const anyRun = {
    concurrency: fc.integer({ min: 1, max: 16 }),
    trip: fc.integer({ min: 1, max: 900 }),
  };
  const check = fc.property(fc.record(anyRun), ({ concurrency, trip }) => {
    const [alone, shared] = [false, true].map((shared) => {
      const programs = [{ requests: 150, from: 0 }];
      const limiter = slidingWindow(limit, length);
      const latency = () => trip;
      return play({ limiter, limit, concurrency, programs, latency, until: 5 * length, shared });
    });
    expect(shared).toEqual(alone);
  });
  fc.assert(check, { numRuns: runs(30) });
});

/** Two programs that share a log with no refusal in it; the second has requests under way. */
function busyPair(underWay: number) {
  const openLog = createMemoryLog();
  const [one, two] = ['1', '2'].map((name) => createSharedPacer(createPacer(), openLog(), name));
  if (one === undefined || two === undefined) throw new Error('two were made');
  openLog().create(0);
  for (let sent = 0; sent < underWay; sent += 1) two.send(0);
  return { one, two };
}

test('a program waits while another fills the room for requests under an unknown budget', () => {
  const { one } = busyPair(2);
  expect([one.delay(5), one.delay(500)]).toEqual([10, 10]);
});

test('a program that crashed with requests under way delays the others by a second', () => {
  const { one } = busyPair(4);
  expect([one.delay(5), one.delay(999), one.delay(1000)]).toEqual([10, 10, 0]);
});

test('a program that ended delays no other', () => {
  const { one, two } = busyPair(0);
  for (let time = 0; time < 10; time += 1) {
    const ticket = two.send(time);
    if (ticket !== undefined) two.accept(ticket, time);
  }
  two.end(10);
  for (let time = 11; time < 30; time += 1) {
    expect(one.delay(time)).toBe(0);
    expect(one.send(time)).toBeDefined();
  }
});

test('no program waits longer than five seconds in all for a budget that stays unknown', () => {
  const { one, two } = busyPair(0);
  const held: number[] = [];
  for (let time = 0; time < 20_000; time += 10) {
    two.send(time);
    if (one.delay(time) > 0) held.push(time);
  }
  expect((held.at(-1) ?? 0) - (held[0] ?? 0)).toBe(4990);
});

test.each([20, 300, 900])(
  'programs with a latency up to %i ms share the budget after the first window',
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

test('requests sent before the first refusal are shared with the others', () => {
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
  expect(lines.join('\n')).toContain('send 1-0 0\naccept 1-0 5\nsend 1-1 1\naccept 1-1 6');
});

/** Two programs that share a log, after one of them was refused for ten seconds. */
function refusedPair() {
  const openLog = createMemoryLog();
  const [one, two] = ['1', '2'].map((name) => createSharedPacer(createPacer(), openLog(), name));
  if (one === undefined || two === undefined) throw new Error('two were made');
  const ticket = one.send(0);
  if (ticket === undefined) throw new Error('no one else sends');
  one.refuse(ticket, 10, { wait: 10_000, limit: 3 });
  return { one, two, log: openLog() };
}

test('a refusal of one program makes the others wait', () => {
  const { two } = refusedPair();
  expect(two.delay(20)).toBe(9990);
});

test('after a wait only one program sends a single probe request', () => {
  const { one, two } = refusedPair();
  const probe = one.send(10_010);
  expect(probe).toBeDefined();
  expect(two.delay(10_020)).toBe(50);
  expect(two.send(10_020)).toBeUndefined();
  if (probe !== undefined) one.accept(probe, 10_030);
  expect(two.delay(10_040)).toBe(0);
  expect(two.send(10_040)).toBeDefined();
});

test('a program that died does not block the others forever', () => {
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
  'end',
  'end 9-e x',
  'end 9-e 99999999999999',
])('a damaged line is skipped: %j', (line) => {
  const { two, log } = refusedPair();
  log.append(line);
  expect(two.delay(20)).toBe(9990);
});

test('a program creates the log before its second request, not before its first', () => {
  const log = createMemoryLog()();
  const pacer = createSharedPacer(createPacer(), log, '1');
  pacer.delay(0);
  pacer.send(0);
  expect(log.isOpen()).toBe(false);
  pacer.delay(1);
  expect(log.isOpen()).toBe(true);
});

/** What a program makes of a line that another one has written. */
function readLine(line: string) {
  const openLog = createMemoryLog();
  const log = openLog();
  log.create(0);
  const pacer = createSharedPacer(createPacer(), openLog(), '1');
  log.append(line);
  const now = 1_000_000;
  return { delay: pacer.delay(now), refusals: pacer.refusals(), budget: pacer.budget() };
}

test.each([
  ['budget 2-0 1000000 60 10000', { budget: { requests: 60, length: 10_000 } }],
  ['refuse 2-0 1000000 700 60', { delay: 700, refusals: 1 }],
  ['refuse 2-0 1000000 0 0', { refusals: 1 }],
  ['refuse 2-0 1000500 700 60', { delay: 1200, refusals: 1 }],
])('a program learns from the line %j', (line, found) => {
  expect(readLine(line)).toEqual({ delay: 0, refusals: 0, budget: undefined, ...found });
});

test.each([
  '',
  ' ',
  'budget',
  'budget 2-0 1000000',
  'budget 2-0 1000000 0 10000',
  'budget 2-0 1000000 -60 10000',
  'budget 2-0 1000000 60 0',
  'budget 2-0 1000000 60 many',
  'budget 2-0 soon 60 10000',
  'budget 2-0 1001001 60 10000',
  'budget 2-0 400000 60 10000',
  'budget 1-0 1000000 60 10000',
  'refuse 2-0 1000000 -1 60',
  'refuse 2-0 1000000 long 60',
  'refuse 1-0 1000000 700 60',
  'here 2-h 1000000 60 10000',
  'forget 2-0 1000000 700 60',
  'something 2-0 1000000 700 60',
])('a damaged, old, foreign or own line has no effect: %j', (line) => {
  expect(readLine(line)).toEqual({ delay: 0, refusals: 0, budget: undefined });
});
