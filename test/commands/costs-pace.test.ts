import { expect, test } from 'vitest';
import { describePace } from '../../src/commands/costs/row-progress.ts';

const second = 1000;
const minute = 60 * second;

test.each([
  [{ rows: 0, before: 0, total: 10, elapsed: 0 }, '0 of 10 rows, 0 %', '0 %'],
  [{ rows: 0, before: 0, total: 0, elapsed: second }, '0 of 0 rows, 100 %', '100 %'],
  [
    { rows: 350_000, before: 0, total: 1_200_000, elapsed: 10 * second },
    '350000 of 1200000 rows, 29 %, 35000 rows/s, about 25 s left',
    '29 %, about 25 s left',
  ],
  [
    { rows: 5000, before: 600_000, total: 1_200_000, elapsed: 5 * second },
    '605000 of 1200000 rows, 50 %, 1000 rows/s, about 10 min left',
    '50 %, about 10 min left',
  ],
  [
    { rows: 1000, before: 0, total: 10_000_000, elapsed: second },
    '1000 of 10000000 rows, 0 %, 1000 rows/s, about 3 h left',
    '0 %, about 3 h left',
  ],
])('the pace of %j', (pace, full, short) => {
  expect(describePace(pace)).toEqual([full, short]);
});

test('the time left includes and counts the waits of a known budget', () => {
  const pace = { rows: 50_000, before: 0, total: 1_050_000, elapsed: second };
  expect(describePace({ ...pace, budget: { requests: 50, length: 3 * minute } })).toEqual([
    '50000 of 1050000 rows, 4 %, 50000 rows/s, about 12 min left, 3 waits',
    '4 %, about 12 min left, 3 waits',
  ]);
  expect(describePace({ ...pace, budget: { requests: 100, length: 3 * minute } })).toContain(
    '4 %, about 6 min left, 1 wait',
  );
});

test('a budget large enough for the rest does not change the estimate', () => {
  const pace = { rows: 50_000, before: 0, total: 100_000, elapsed: second };
  expect(describePace({ ...pace, budget: { requests: 5000, length: second } })).toEqual(
    describePace(pace),
  );
});
