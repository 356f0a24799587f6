import { expect, test } from 'vitest';
import { startStopwatch } from '../../src/http/steady-time.ts';

test('a stopwatch calls back after the limit', async () => {
  await new Promise<void>((resolve) => startStopwatch(20, resolve));
});

test('a stopwatch does not call back after it is stopped', async () => {
  let passed = false;
  const stop = startStopwatch(10, () => {
    passed = true;
  });
  stop();
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(passed).toBe(false);
});

test('a stopwatch does not count the time during which the program was blocked', async () => {
  let passed = false;
  const stop = startStopwatch(40, () => {
    passed = true;
  });
  const busyUntil = Date.now() + 80;
  while (Date.now() < busyUntil);
  // Timers run in the order in which they were due: this one after that of the stopwatch.
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(passed).toBe(false);
  stop();
});
