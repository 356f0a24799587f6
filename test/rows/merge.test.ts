import { expect, test } from 'vitest';
import { compareTexts } from '../../src/grouping.ts';
import { parseDecimal, zero } from '../../src/json/decimal.ts';
import { percentOf } from '../../src/json/percent.ts';
import { compareTotals, compareValues, currenciesOf } from '../../src/questions/result-rows.ts';
import { groupOf } from '../helpers/groups.ts';

test('missing values and missing currencies sort last', () => {
  expect([null, 'b', 'a', null].sort(compareTexts)).toEqual(['a', 'b', null, null]);
  const groups = [null, 'USD', 'EUR'].map((currency) => groupOf({ currency }));
  expect(currenciesOf(groups)).toEqual(['EUR', 'USD', null]);
});

test('values are compared in order, and a missing value sorts last', () => {
  expect(compareValues(['a', 'b'], ['a', 'b'])).toBe(0);
  expect(compareValues(['a', 'b'], ['a', 'c'])).toBe(-1);
  expect(compareValues(['a', 'b'], ['a'])).toBe(-1);
  expect(compareValues([], [])).toBe(0);
});

test('larger totals come first, and equal totals are sorted by name', () => {
  const groups = [
    groupOf({ values: ['b'], total: '1.0' }),
    groupOf({ values: [null], total: '1' }),
    groupOf({ values: ['c'], total: '2' }),
    groupOf({ values: ['a'], total: '1.00' }),
  ];
  const names = groups.sort(compareTotals).map(({ values }) => values[0]);
  expect(names).toEqual(['c', 'a', 'b', null]);
});

test('the share of a zero total is empty', () => {
  const one = parseDecimal('1') ?? zero;
  expect(percentOf(one, zero)).toBeNull();
  expect(percentOf(one, parseDecimal('3') ?? zero)).toBe('33.33');
});
