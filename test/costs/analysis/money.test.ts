import { expect, test } from 'vitest';
import { readableAmount } from '../../../src/costs/analysis/money.ts';

test.each([
  ['1234.565', '1234.56'],
  ['1234.575', '1234.58'],
  ['-0.125', '-0.12'],
  ['7', '7.00'],
  ['7.5', '7.50'],
  ['0', '0.00'],
  ['0.000', '0.00'],
  ['0.01', '0.01'],
  ['0.00499', '0.0050'],
  ['-0.000000004217', '-0.0000000042'],
  ['99999999999999999999.999', '100000000000000000000.00'],
  ['no number', 'no number'],
])('%s reads as %s', (amount, text) => {
  expect(readableAmount(amount)).toBe(text);
});
