import { expect, test } from 'vitest';
import { describeProgress } from '../../src/metrics/import-file.ts';

test.each([
  [0, 200_000, 0, 'sent 0 of 200000 values', '0 sent'],
  [1_000, 200_000, 0, 'sent 1000 of 200000 values', '1000 sent'],
  [0, 200_000, 500, 'sent 0 of 200000 values', '0 sent'],
  [1, 3, 1, 'sent 1 of 3 values, 1000/s, 1 s left', '1 sent, 1 s left'],
  [
    ...([12_000, 200_000, 2_000] as const),
    ...(['sent 12000 of 200000 values, 6000/s, 32 s left', '12000 sent, 32 s left'] as const),
  ],
  [
    ...([200_000, 200_000, 40_000] as const),
    ...(['sent 200000 of 200000 values, 5000/s, 0 s left', '200000 sent, 0 s left'] as const),
  ],
])('%i of %i values after %i ms', (done, values, milliseconds, full, short) => {
  expect(describeProgress(done, values, milliseconds)).toEqual([full, short]);
});
