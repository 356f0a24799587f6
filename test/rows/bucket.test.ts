import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, bucketOf, dayOf } from '../../src/days.ts';

test.each([
  ['2026-01-01', '2026-W01'],
  ['2025-12-29', '2026-W01'],
  ['2027-01-03', '2026-W53'],
  ['2027-01-04', '2027-W01'],
  ['2024-12-30', '2025-W01'],
  ['2026-11-08', '2026-W45'],
])('%s is in week %s', (day, week) => {
  expect(bucketOf(day, 'week')).toBe(week);
});

test('a week runs from Monday to Sunday, and weeks sort in day order', () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000, max: 40_000 }), (number) => {
      const day = dayOf(number * 86_400_000);
      const monday = addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
      expect(bucketOf(addDays(monday, 6), 'week')).toBe(bucketOf(monday, 'week'));
      expect(bucketOf(monday, 'week') < bucketOf(addDays(monday, 7), 'week')).toBe(true);
    }),
  );
});
