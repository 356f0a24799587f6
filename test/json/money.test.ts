import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compareDecimals,
  formatMoney,
  groupDigits,
  parseDecimal,
  placesOf,
  subtractDecimals,
  withPlus,
} from '../../src/json/decimal.ts';

test.each([
  ['1234.565', 'USD', '1,234.56'],
  ['1234.575', 'USD', '1,234.58'],
  ['-0.125', 'EUR', '-0.12'],
  ['7', 'USD', '7.00'],
  ['7.5', null, '7.50'],
  ['0', 'USD', '0.00'],
  ['0.000', 'JPY', '0'],
  ['0.01', 'USD', '0.01'],
  ['0.00999', 'USD', '<0.01'],
  ['0.000018', 'USD', '<0.01'],
  ['-0.00000061', 'USD', '-<0.01'],
  ['20667.03', 'usd', '20,667.03'],
  ['8158657.08', 'JPY', '8,158,657'],
  ['0.5', 'JPY', '<1'],
  ['1.2345', 'KWD', '1.234'],
  ['0.0004', 'KWD', '<0.001'],
  ['1e3', 'USD', '1,000.00'],
  ['99999999999999999999.999', undefined, '100,000,000,000,000,000,000.00'],
  ['not a number', 'USD', 'not a number'],
])('%s %s is shown as %s', (amount, currency, text) => {
  expect(formatMoney(amount, currency)).toBe(text);
});

test.each([
  ['1234567.8901234567890', '1,234,567.8901234567890'],
  ['-1234', '-1,234'],
  ['123', '123'],
  ['0.0000001', '0.0000001'],
  ['1e-7', '1e-7'],
  ['2026-11-15', '2026-11-15'],
])('the number %s is shown as %s', (number, text) => {
  expect(groupDigits(number)).toBe(text);
});

test.each([
  ['7.5', '+7.50'],
  ['1234', '+1,234.00'],
  ['0.001', '+<0.01'],
  ['-0.001', '-<0.01'],
  ['-7.5', '-7.50'],
  ['0', '0.00'],
])('as a change, %s is shown as %s', (amount, text) => {
  expect(withPlus(formatMoney(amount, 'USD'))).toBe(text);
});

test('a change that is past its limit has its sign behind the mark', () => {
  expect(['>100.00', '<-100.00', '100.00', '0.00'].map(withPlus)).toEqual([
    ...['>+100.00', '<-100.00', '+100.00', '0.00'],
  ]);
});

const currencies = fc.constantFrom('USD', 'JPY', 'KWD', 'CLF', 'XXX', undefined);
const amounts = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 15 }))
  .map(([units, scale]) => `${units}e-${scale}`);

test('rounds to within half of the smallest unit and shows only zero as zero', () => {
  fc.assert(
    fc.property(amounts, currencies, (text, currency) => {
      const shown = formatMoney(text, currency);
      const amount = parseDecimal(text);
      if (amount === undefined) throw new Error('not an amount');
      if (/^-?</.test(shown)) {
        expect(amount.units).not.toBe(0n);
        return;
      }
      const read = parseDecimal(shown.replaceAll(',', ''));
      if (read === undefined) throw new Error(`${shown} is not an amount`);
      const { units, scale } = subtractDecimals(read, amount);
      const difference = { units: 2n * (units < 0n ? -units : units), scale };
      expect(compareDecimals(difference, { units: 1n, scale: placesOf(currency) })).not.toBe(1);
      expect(read.units === 0n).toBe(amount.units === 0n);
    }),
  );
});
