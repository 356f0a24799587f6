import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HashSlots } from '../../src/metrics/hash-slots.ts';
import { runs } from '../helpers/runs.ts';

function allOf(slots: HashSlots, hash: number): number[] {
  const found: number[] = [];
  for (let number = slots.first(hash); number >= 0; number = slots.next()) found.push(number);
  return found;
}

/** Few hashes, at both ends of parts and of the whole, so that many numbers share one, and searches wrap around. */
const hash = fc.oneof(
  fc.constantFrom(0, 1, 2 ** 25 - 1, 2 ** 25, 2 ** 31, 2 ** 32 - 2, 2 ** 32 - 1),
  fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  fc.integer({ min: 2 ** 25 - 200, max: 2 ** 25 - 1 }),
);

test('finds each number by its hash, also by that of others, as parts grow', () => {
  const adding = fc.array(hash, { minLength: 1, maxLength: 600 });
  fc.assert(
    fc.property(adding, (hashes) => {
      const slots = new HashSlots();
      const expected = new Map<number, number[]>();
      for (const [number, one] of hashes.entries()) {
        const before = expected.get(one) ?? [];
        expect(allOf(slots, one).sort((a, b) => a - b)).toEqual(before);
        slots.add(number);
        expected.set(one, [...before, number]);
      }
      for (const [one, numbers] of expected) {
        expect(allOf(slots, one).sort((a, b) => a - b)).toEqual(numbers);
      }
    }),
    { numRuns: runs(60) },
  );
});

test('a number takes the place of the one that was found', () => {
  const slots = new HashSlots();
  for (const number of [0, 1, 2]) {
    allOf(slots, 7);
    slots.add(number);
  }
  expect(slots.first(7)).toBe(0);
  expect(slots.next()).toBe(1);
  slots.replace(3);
  expect(allOf(slots, 7)).toEqual([0, 3, 2]);
});
