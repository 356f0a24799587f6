import { expect, test } from 'vitest';
import { startStopwatch } from '../../src/http/stopwatch.ts';

test('it calls back once the limit has passed', async () => {
  await new Promise<void>((resolve) => startStopwatch(20, resolve));
});

test('it never calls back once it was stopped', async () => {
  let passed = false;
  const stop = startStopwatch(10, () => {
    passed = true;
  });
  stop();
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(passed).toBe(false);
});

test('a program that was busy for longer than the limit has time left', async () => {
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
