import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFormats } from '../../src/reports/figure-text.ts';

const { figure } = createFormats(false);

function shown(kind: 'money' | 'change', value: string, currency = 'USD') {
  return figure({ kind, value, currency }).replaceAll('\u00a0', ' ');
}

test.each([
  ['1234567.5', 'USD 1,234,567.50'],
  ['-1234567.5', '-USD 1,234,567.50'],
  ['0.004', '<USD 0.01'],
  ['-0.004', '>-USD 0.01'],
  ['0', 'USD 0.00'],
  ['0.125', 'USD 0.12'],
  ['0.135', 'USD 0.14'],
])('an amount of %s is %s', (value, text) => {
  expect(shown('money', value)).toBe(text);
});

test('a currency is written with its own decimals, and an unknown one with its name', () => {
  expect(shown('money', '1234.5', 'JPY')).toBe('JPY 1,234');
  expect(shown('money', '1234.5', 'KWD')).toBe('KWD 1,234.500');
  expect(shown('money', '1', 'credits of <b>')).toBe('1.00 credits of <b>');
});

test('a change always has a sign, and zero has no sign', () => {
  const values = ['1', '-1', '0', '0.001', '-0.001'];
  expect(values.map((value) => shown('change', value))).toEqual([
    '+USD 1.00',
    '-USD 1.00',
    'USD 0.00',
    '<+USD 0.01',
    '>-USD 0.01',
  ]);
});

test('a number of any length keeps every digit, and so does an exact amount', () => {
  const digits = fc.stringMatching(/^[1-9][0-9]{0,40}$/);
  const places = fc.stringMatching(/^[0-9]{0,30}$/);
  const exact = createFormats(true);
  fc.assert(
    fc.property(digits, places, fc.boolean(), (whole, fraction, isNegative) => {
      const value = `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
      expect(figure({ kind: 'number', value }).replaceAll(',', '')).toBe(value);
      const amount = exact.cell({ kind: 'money', value, currency: 'USD' });
      expect(amount.replaceAll(',', '')).toBe(value);
    }),
  );
});

test('days and months have the names of English', () => {
  expect(figure({ kind: 'day', value: '2026-10-01' })).toBe('Oct 1, 2026');
  expect(figure({ kind: 'month', value: '2026-10' })).toBe('October 2026');
});

test.each([
  ['0.00', '0.00%'],
  ['0.003', '<0.01%'],
  ['-0.003', '>-0.01%'],
  ['2.65', '2.65%'],
  ['99.9951', '>99.99%'],
  ['100.00', '100.00%'],
  ['100.003', '>100.00%'],
  ['-100.003', '<-100.00%'],
  ['1234.50', '1,234.50%'],
  ['5', '5.00%'],
])('a share of %s is %s, as in the table of a command', (value, text) => {
  expect(figure({ kind: 'percent', value })).toBe(text);
});
