import { expect, test } from 'vitest';
import { formatDecimal } from '../../src/json/decimal.ts';
import { createAdding } from '../../src/questions/late-days.ts';
import { decimalOf } from '../helpers/groups.ts';

const parts = ['-300', '-50', '0', '100', '500', '600', '900'];

test.each([
  // Whatever the bound of an interval is, what was paid stays.
  ['costs', '500', '600', ['700', '950', '1000', '1000', '1000', '1100', '1400']],
  ['more costs than usual', '500', '200', ['700', '950', '1000', '1000', '1300', '1400', '1700']],
  ['credits', '-200', '-300', ['900', '1000', '1000', '1100', '1500', '1600', '1900']],
  ['a refund among costs', '-200', '300', ['700', '950', '1000', '1100', '1500', '1600', '1900']],
])('%s of late days and an estimate of them are added once', (_name, known, usual, sums) => {
  const amounts = new Map([['2026-11-27', decimalOf(known)]]);
  const days = { from: '2026-11-27', to: '2026-11-30' };
  const add = createAdding(decimalOf('1000'), amounts, days, () => decimalOf(usual));
  expect(parts.map((part) => formatDecimal(add(decimalOf(part))))).toEqual(sums);
});
