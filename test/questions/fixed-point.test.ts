import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideHalfToEven } from '../../src/json/decimal.ts';
import { isMedianAbove, middleMean, quantile, sorted } from '../../src/questions/fixed-point.ts';

const amounts = (most: bigint) =>
  fc.array(fc.bigInt({ min: -most, max: most }), { minLength: 3, maxLength: 20 });

test.each([
  ['64 bits', 2n ** 63n - 1n],
  ['more than 64 bits', 2n ** 70n],
])('amounts of %s are sorted, and their mean leaves out both ends', (_size, most) => {
  fc.assert(
    fc.property(amounts(most), (list) => {
      const ordered = list.toSorted((one, other) => (one < other ? -1 : Number(one > other)));
      expect(sorted(list)).toEqual(ordered);
      const middle = ordered.slice(1, -1);
      const total = middle.reduce((sum, amount) => sum + amount, 0n);
      expect(middleMean(list)).toBe(divideHalfToEven(total, BigInt(middle.length)));
    }),
  );
});

test('a median is above a limit if the amount in the middle of a sorted list is', () => {
  fc.assert(
    fc.property(amounts(20n), fc.bigInt({ min: -20n, max: 20n }), (list, limit) => {
      expect(isMedianAbove(list, limit)).toBe(quantile(sorted(list), 100) > limit);
    }),
  );
});
