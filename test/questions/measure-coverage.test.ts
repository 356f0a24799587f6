import { expect, test } from 'vitest';
import { type Decimal, parseDecimal, zero } from '../../src/json/decimal.ts';
import {
  describeCoverage,
  describeWholeCoverage,
  reaches,
} from '../../src/questions/measure-coverage.ts';
import type { Group } from '../../src/rows/tally.ts';

const amount = (text: string): Decimal => parseDecimal(text) ?? zero;

const groups = (
  [
    // Mark, team, currency, rows, total.
    ['cost covered', 'a', 'USD', 2, '60'],
    ['cost uncovered', 'a', 'USD', 3, '40'],
    ['credit covered', 'a', 'USD', 5, '-7'],
    ['credit uncovered', 'a', 'USD', 7, '-1.5'],
    ['cost covered', 'b', 'USD', 1, '1'],
    ['cost uncovered', 'b', 'USD', 1, '90'],
    ['cost covered', 'a', 'EUR', 4, '8'],
    ['credit uncovered', 'c', 'EUR', 2, '-3'],
    ['cost uncovered', null, 'USD', 1, '40'],
  ] as const
).map(
  ([mark, team, currency, rows, total]): Group => ({
    ...{ day: null, values: [mark, team], currency, rows, total: amount(total), faults: 0 },
  }),
);

test('only what is no credit counts, by group and currency, the largest uncovered cost first', () => {
  const rows = describeCoverage(groups, ['team']);
  expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
    'a EUR 8 8 0 100.00 4 4 0',
    'c EUR 0 0 0  2 0 -3',
    'b USD 91 1 90 1.10 2 1 0',
    'a USD 100 60 40 60.00 17 7 -8.5',
    ' USD 40 0 40 0.00 1 0 0',
  ]);
  expect(Object.keys(rows[0] ?? {})).toEqual([
    ...['team', 'currency', 'positiveCost', 'covered', 'uncovered', 'percent'],
    ...['rows', 'rowsCovered', 'credits'],
  ]);
});

test('the whole of each currency is the sum of its groups, and is marked', () => {
  const rows = describeWholeCoverage(groups, ['team']);
  expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
    ' EUR 8 8 0 100.00 6 4 -3 true',
    ' USD 231 61 170 26.41 20 8 -8.5 true',
  ]);
});

test.each([
  ['59.9', true],
  ['60', true],
  ['60.0000001', false],
  ['100', false],
])('60 of 100 reaches %s: %s', (minimum, expected) => {
  const rows = describeCoverage(groups, ['team'], amount(minimum));
  const row = rows.find(({ team, currency }) => team === 'a' && currency === 'USD');
  expect(reaches(row ?? {}, amount(minimum))).toBe(expected);
});

test('a group without cost reaches any share, and a rounded one only what it has', () => {
  const one = (mark: string, total: string): Group => ({
    ...{ day: null, values: [mark], currency: 'USD', rows: 1, total: amount(total), faults: 0 },
  });
  const [none] = describeCoverage([one('credit uncovered', '-5')], []);
  expect(reaches(none ?? {}, amount('100'))).toBe(true);
  const share = (covered: string, uncovered: string, minimum: string) => {
    const parts = [one('cost covered', covered), one('cost uncovered', uncovered)];
    const [row = {}] = describeCoverage(parts, [], amount(minimum));
    return [row['percent'], reaches(row, amount(minimum))];
  };
  expect(share('99.99999', '0.00001', '100')).toEqual(['99.99', false]);
  expect(share('59.9999', '40.0001', '60')).toEqual(['59.99', false]);
  expect(share('60', '40', '60')).toEqual(['60.00', true]);
});

test('groups without a difference are in the order of their names, whatever the language', () => {
  const equal = ['b', null, 'B', 'ä'].map(
    (team): Group => ({
      ...{ day: null, values: ['cost covered', team], currency: 'USD' },
      ...{ rows: 1, total: amount('1'), faults: 0 },
    }),
  );
  expect(describeCoverage(equal, ['team']).map(({ team }) => team)).toEqual(['B', 'b', 'ä', null]);
});
