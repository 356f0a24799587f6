import { expect, test } from 'vitest';
import { tellProgress } from '../../src/metrics/pace.ts';

test.each([
  [0, 200_000, 0, 'sent 0 of 200000 values'],
  [1_000, 200_000, 0, 'sent 1000 of 200000 values'],
  [0, 200_000, 500, 'sent 0 of 200000 values'],
  [1, 3, 1, 'sent 1 of 3 values, 1000/s, 1 s left'],
  [12_000, 200_000, 2_000, 'sent 12000 of 200000 values, 6000/s, 32 s left'],
  [200_000, 200_000, 40_000, 'sent 200000 of 200000 values, 5000/s, 0 s left'],
])('%i of %i values after %i ms', (done, values, milliseconds, text) => {
  expect(tellProgress(done, values, milliseconds)).toBe(text);
});
