import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideHalfToEven } from '../../src/json/decimal.ts';
import { larger, median, one, root, smaller, sorted } from '../../src/questions/fixed-point.ts';
import { createShift } from '../../src/questions/week-shift.ts';

/** The shift of the week before a place, with exact ratios alone. */
function exactShift(amounts: readonly bigint[], levels: readonly bigint[], end: number): bigint {
  const ratios = Array.from({ length: Math.min(42, end) }, (_value, back) => {
    const [amount = 0n, level = 0n] = [amounts[end - 1 - back], levels[end - 1 - (back % 7)]];
    return level > 0n ? [divideHalfToEven(amount * one, level)] : [];
  }).flat();
  const recent = ratios.slice(0, 7);
  const shift = median(recent);
  if (recent.length < 7 || shift <= 0n) return one;
  const changes = ratios.slice(1).map((ratio, place) => {
    const change = ratio - (ratios[place] ?? 0n);
    return change < 0n ? -change : change;
  });
  const usual = root(200n * (shift - one) ** 2n) / 22n;
  if (median(sorted(changes)) > usual) return one;
  return smaller(3n * one, larger(divideHalfToEven(one, 3n), shift));
}

const between = (min: bigint, max: bigint) => fc.bigInt({ min, max });

test.each([
  ['few values, so that ratios are equal', between(0n, 3n)],
  ['closer to each other than doubles are', between(10n ** 20n, 10n ** 20n + 10n ** 5n)],
  ['of both signs', between(-50n, 200n)],
  ['with more digits than a double', between(1n, 10n ** 40n)],
  [
    'below levels that are beyond doubles',
    between(10n ** 307n, 17n * 10n ** 307n),
    fc.constant(18n * 10n ** 307n),
  ],
])('a shift is that of exact ratios: amounts %s', (_name, amount, level = amount) => {
  const lengths = { minLength: 42, maxLength: 50 };
  fc.assert(
    fc.property(
      fc.array(amount, lengths),
      fc.array(level, lengths),
      fc.constantFrom(1n, 2n),
      (amounts, levels, factor) => {
        const whole = amounts.map((own, place) =>
          place < amounts.length - 7 ? own : own * factor,
        );
        const end = Math.min(whole.length, levels.length);
        expect(createShift(whole, levels)(end)).toBe(exactShift(whole, levels, end));
      },
    ),
  );
});
