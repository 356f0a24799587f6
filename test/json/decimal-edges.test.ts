import { expect, test } from 'vitest';
import {
  compareDecimals,
  formatDecimal,
  parseDecimal,
  roundDecimal,
  zero,
} from '../../src/json/decimal.ts';

const read = (text: string) => parseDecimal(text) ?? { units: -1n, scale: 999 };

test('zero has no decimal places', () => {
  expect(zero).toEqual({ units: 0n, scale: 0 });
  expect(formatDecimal({ units: 0n, scale: 2 })).toBe('0.00');
});

test.each([
  ['1'.repeat(10_000), true],
  ['1'.repeat(10_001), false],
  ['1e9994', true],
  ['1e9995', false],
  ['1e-9993', true],
  ['1e-9994', false],
])('limits the number of digits (case %#)', (text, isRead) => {
  expect(parseDecimal(text) !== undefined).toBe(isRead);
});

test.each([
  ['1e12', '1000000000000'],
  ['1.5e1', '15'],
  ['1.5e2', '150'],
  ['1e39', `1${'0'.repeat(39)}`],
  ['1e40', `1${'0'.repeat(40)}`],
  ['1e41', `1${'0'.repeat(41)}`],
  ['-0.05', '-0.05'],
  ['+0.5', '0.5'],
])('formats %s as %s', (text, plain) => {
  expect(formatDecimal(read(text))).toBe(plain);
});

test.each([
  ['1', '1.0', 0],
  ['1', '1.1', -1],
  ['-1', '-1.1', 1],
  ['0', '-0.0', 0],
])('compares %s with %s as %i', (one, other, order) => {
  expect(compareDecimals(read(one), read(other))).toBe(order);
});

test('rounding to enough places returns the same decimal', () => {
  const decimal = read('1.25');
  expect(roundDecimal(decimal, 2)).toBe(decimal);
  expect(roundDecimal(decimal, 3)).toBe(decimal);
});
