import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type DayRange, eachDay } from '../../src/days.ts';
import { divide, isWithin } from '../../src/reports/read-once.ts';

const range = fc
  .tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: -1, max: 90 }))
  .map(([start, length]): DayRange => {
    const from = addDays('2026-01-01', start);
    return { from, to: addDays(from, length) };
  });

test('divided ranges cover every day once and lie fully inside or outside each range', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 8 }), (ranges) => {
      const stretches = divide(ranges);
      const days = stretches.flatMap((one) => [...eachDay(one)]);
      const wanted = [...new Set(ranges.flatMap((one) => [...eachDay(one)]))].sort();
      expect(days).toEqual(wanted);
      for (const stretch of stretches) {
        for (const one of ranges) {
          const shared = [...eachDay(stretch)].some((day) => day >= one.from && day <= one.to);
          expect(isWithin(stretch, one)).toBe(shared);
        }
      }
    }),
  );
});
