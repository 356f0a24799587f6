import { expect, test } from 'vitest';
import { createGate, type GateOptions } from '../../src/http/gate.ts';

/** A gate whose clock stands still but for waits and for what a test adds. */
function openGate(changes: Partial<GateOptions> = {}) {
  const waits: number[] = [];
  const told: string[] = [];
  let now = 0;
  const gate = createGate({
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
    events: { waiting: () => told.push('waiting'), waited: () => told.push('waited') },
    ...changes,
  });
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { gate, waits, told, pass };
}

const refusal = (seconds: number) => ({ 'ratelimit-limit': '1', 'retry-after': String(seconds) });

test('a pace slower than the longest wait is refused like a wait of that length', async () => {
  const { gate, waits, pass } = openGate();
  (await gate.enter()).letThrough();
  pass(100_000);
  (await gate.enter()).refused(refusal(100));
  (await gate.enter()).letThrough();
  expect(waits).toEqual([100_000]);
  await expect(gate.enter()).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'the rate limit asks to wait 200 s, and this run waits at most 150 s',
  });
});

test('a wait that ends in a failure ends with it what waits', async () => {
  const failure = new Error('the clock stopped');
  const { gate, told } = openGate({
    clock: { now: () => 0, sleep: () => Promise.reject(failure) },
  });
  (await gate.enter()).refused(refusal(10));
  const outcomes = await Promise.allSettled([gate.enter(), gate.enter()]);
  expect(outcomes).toEqual([
    { status: 'rejected', reason: failure },
    { status: 'rejected', reason: failure },
  ]);
  expect(told).toEqual(['waiting', 'waited']);
});

test('an interruption ends a wait with its reason, and a closed gate lets nobody in', async () => {
  const controller = new AbortController();
  const reason = new Error('interrupted');
  const { gate } = openGate({
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
  (await gate.enter()).refused(refusal(10));
  await expect(gate.enter()).rejects.toBe(reason);
  await expect(gate.enter()).rejects.toBe(reason);
});

test('requests that wait for a place are refused when the gate closes', async () => {
  const { gate } = openGate({ concurrency: 1 });
  await gate.enter();
  const waiting = gate.enter();
  gate.close();
  await expect(waiting).rejects.toMatchObject({ code: 'internal' });
});

test('a wait longer than a timer counts is slept in parts', async () => {
  const { gate, waits } = openGate({ maxWait: 10_000_000 });
  (await gate.enter()).refused(refusal(4000));
  await gate.enter();
  expect(waits).toEqual([3_600_000, 400_000]);
});
