import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  divideDecimals,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
  roundDecimal,
  subtractDecimals,
  zero,
} from '../../src/json/decimal.ts';
import { createSum } from '../../src/json/sum.ts';

const decimalText = fc
  .record({
    units: fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }),
    scale: fc.nat(20),
  })
  .map(formatDecimal);

function read(text: string): Decimal {
  const decimal = parseDecimal(text);
  if (decimal === undefined) throw new Error(`${text} is not a decimal`);
  return decimal;
}

describe('parseDecimal', () => {
  test.each([
    ['12', '12'],
    ['+4', '4'],
    ['-0.50', '-0.50'],
    ['1e3', '1000'],
    ['1.25E+1', '12.5'],
    ['-1.5e-7', '-0.00000015'],
    ['007', '7'],
    ['-0', '0'],
    ['0.000', '0.000'],
    ['1234567.8901234567890', '1234567.8901234567890'],
  ])('reads %s as %s', (text, plain) => {
    expect(formatDecimal(read(text))).toBe(plain);
  });

  test.each(['', '.5', '5.', '1,000', ' 1', '1\n', '0x10', 'NaN', '--1', '1e', '1e1.5', '١', 'e5'])(
    'refuses %j',
    (text) => {
      expect(parseDecimal(text)).toBeUndefined();
      expect(createSum().add(text)).toBe(false);
    },
  );

  test.each(['1e10000', '1e-10000', `1e${'9'.repeat(400)}`, '1'.repeat(10_001)])(
    'refuses numbers that would expand past 10,000 digits (case %#)',
    (text) => {
      expect(parseDecimal(text)).toBeUndefined();
    },
  );
});

describe('arithmetic', () => {
  test.each([
    ['1', '3', 6, '0.333333'],
    ['2', '3', 6, '0.666667'],
    ['1', '8', 2, '0.12'],
    ['3', '8', 2, '0.38'],
    ['-1', '8', 2, '-0.12'],
    ['-3', '8', 2, '-0.38'],
    ['1', '-8', 2, '-0.12'],
    ['0.001', '1000', 2, '0.00'],
    ['5', '0.02', 0, '250'],
    ['0', '5', 2, '0.00'],
    ['0.4', '0.7', 0, '1'],
    ['-0.4', '0.7', 0, '-1'],
    ['0.4', '-0.7', 0, '-1'],
    ['-0.4', '-0.7', 0, '1'],
    ['1.5', '1', 0, '2'],
    ['2.5', '1', 0, '2'],
    ['12.3456', '1', 1, '12.3'],
    ['0.00001', '0.00002', 1, '0.5'],
  ])('divides %s by %s to %i places as %s, half to even', (a, b, digits, quotient) => {
    expect(formatDecimal(divideDecimals(read(a), read(b), digits))).toBe(quotient);
  });

  test('refuses to divide by zero', () => {
    expect(() => divideDecimals(read('1'), zero, 2)).toThrow(RangeError);
  });

  test.each([
    ['0.125', 2, '0.12'],
    ['0.135', 2, '0.14'],
    ['-0.5', 0, '0'],
    ['-1.5', 0, '-2'],
    ['12.3', 4, '12.3'],
    ['9.995', 2, '10.00'],
  ])('rounds %s to %i places as %s', (text, digits, rounded) => {
    expect(formatDecimal(roundDecimal(read(text), digits))).toBe(rounded);
  });

  test('agrees with big.js on sums, differences, products, quotients, order and rounding', () => {
    const big = Big();
    big.DP = 8;
    big.RM = 2;
    fc.assert(
      fc.property(decimalText, decimalText, (left, right) => {
        const [a, b] = [read(left), read(right)];
        const [c, d] = [big(left), big(right)];
        const isSame = (decimal: Decimal, value: Big) => big(formatDecimal(decimal)).eq(value);
        expect(isSame(addDecimals(a, b), c.plus(d))).toBe(true);
        expect(isSame(subtractDecimals(a, b), c.minus(d))).toBe(true);
        expect(isSame(multiplyDecimals(a, b), c.times(d))).toBe(true);
        expect(compareDecimals(a, b)).toBe(c.cmp(d));
        expect(isSame(roundDecimal(a, 3), c.round(3, 2))).toBe(true);
        if (b.units !== 0n) expect(isSame(divideDecimals(a, b, 8), c.div(d))).toBe(true);
      }),
    );
  });
});

describe('createSum', () => {
  test('adds decimals of any places, sign and length exactly', () => {
    const text = fc.oneof(
      decimalText,
      fc.integer().map(String),
      fc.constantFrom('999999999999999', '-999999999999999', '0.99999999999999', '1e3', '+7', '-0'),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 60 }), (texts) => {
        const sum = createSum();
        let expected = zero;
        for (const one of texts) {
          expect(sum.add(one)).toBe(true);
          expected = addDecimals(expected, read(one));
        }
        expect(compareDecimals(sum.total(), expected)).toBe(0);
        expect(sum.total().scale).toBe(expected.scale);
      }),
    );
  });

  test('continues adding after a total was requested', () => {
    const sum = createSum();
    sum.add('0.10');
    expect(formatDecimal(sum.total())).toBe('0.10');
    sum.add('0.20');
    expect(formatDecimal(sum.total())).toBe('0.30');
  });
});
