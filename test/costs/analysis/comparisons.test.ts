import { expect, test } from 'vitest';
import {
  checkLimits,
  describeFinding,
  leaveOutToday,
  tellFindings,
} from '../../../src/costs/analysis/check.ts';
import {
  describePair,
  pairGroups,
  type Sorting,
  sortPairs,
} from '../../../src/costs/analysis/compare.ts';
import { summarize } from '../../../src/costs/analysis/summary.ts';
import { divideCosts } from '../../../src/costs/analysis/unit.ts';
import { decimalOf, groupOf } from '../../helpers/groups.ts';

const teams = (totals: Readonly<Record<string, string>>) =>
  Object.entries(totals).map(([team, total]) => groupOf({ values: [team], total }));

const before = teams({ same: '2', gone: '5', less: '3', tie: '1' });
const after = teams({ same: '2.0', less: '1', tie: '1.50', new: '4' });
const pairs = pairGroups(before, after);

test('a group is the same, up, down, new or gone', () => {
  const states = pairs.map((pair) => describePair(pair, ['team']));
  expect(Object.fromEntries(states.map(({ team, state }) => [team, state]))).toEqual({
    same: 'same',
    less: 'down',
    tie: 'up',
    new: 'new',
    gone: 'gone',
  });
  expect(states.find(({ team }) => team === 'new')).toMatchObject({
    before: '0',
    changePercent: null,
  });
  expect(states.find(({ team }) => team === 'gone')).toMatchObject({ after: '0' });
});

test.each<[Sorting, string[]]>([
  ['after', ['new', 'same', 'tie', 'less', 'gone']],
  ['before', ['gone', 'less', 'same', 'tie', 'new']],
  ['change', ['gone', 'new', 'less', 'tie', 'same']],
  ['name', ['gone', 'less', 'new', 'same', 'tie']],
])('pairs are sorted by %s', (sorting, names) => {
  expect(sortPairs(pairs, sorting).map(({ values }) => values[0])).toEqual(names);
});

test('pairs of one size are sorted by name, whatever their order', () => {
  const even = pairGroups([], teams({ b: '1', c: '1.0', a: '1.00' }));
  expect(sortPairs(even, 'after').map(({ values }) => values[0])).toEqual(['a', 'b', 'c']);
});

const limits = {
  maxTotal: decimalOf('10'),
  maxIncrease: decimalOf('100'),
  minChange: undefined,
};
const range = { from: '2026-11-01', to: '2026-11-02' };

test('a group that is gone is measured by its change alone', () => {
  const findings = checkLimits(pairGroups(before, []), limits);
  expect(findings.map(({ check }) => check)).toEqual(before.map(() => 'max-increase'));
  const gone = findings.find(({ pair }) => pair.values[0] === 'gone');
  expect(gone && describeFinding(gone, ['team'], range)).toMatchObject({
    result: 'holds',
    total: '0',
    before: '5',
    change: '-5',
    changePercent: '-100.00',
  });
});

test('a group that is new breaks a limit of its increase, and has no percentage', () => {
  const [finding, ...others] = tellFindings(checkLimits(pairGroups([], teams({ a: '1' })), limits));
  expect(others).toEqual([]);
  expect(finding && describeFinding(finding, ['team'], range)).toMatchObject({
    check: 'max-increase',
    result: 'breached',
    before: '0',
    changePercent: null,
  });
});

test('of breaches of one size the name decides which is told first', () => {
  const findings = checkLimits(pairGroups([], teams({ b: '11', a: '11.0' })), {
    ...limits,
    maxIncrease: undefined,
  });
  expect(tellFindings(findings).map(({ pair }) => pair.values[0])).toEqual(['a', 'b']);
});

test.each([
  ['month', 'month-to-date'],
  ['days', 'days'],
] as const)('of %s that still run the whole days are left: %s', (kind, left) => {
  const period = { kind, from: '2026-11-01', to: '2026-11-30' };
  expect(leaveOutToday(period, '2026-11-15', false)).toEqual({
    kind: left,
    from: '2026-11-01',
    to: '2026-11-14',
  });
});

test('in each currency the shares of a day are of its total, and nothing has no share', () => {
  const groups = [
    groupOf({ values: ['a'], total: '1' }),
    groupOf({ values: ['b'], total: '-1' }),
    groupOf({ values: ['a'], total: '3', currency: null }),
  ];
  const rows = summarize(groups, {
    range,
    by: ['team'],
    granularity: 'day',
    top: undefined,
    withTotal: false,
  });
  expect(rows.map(({ team, currency, share }) => [team, currency, share])).toEqual([
    ['a', 'EUR', null],
    ['b', 'EUR', null],
    ['a', null, '100.00'],
  ]);
});

test('values of days without any cost are told as such, a day and the whole', () => {
  const values = [{ day: '2026-11-01', label: null, value: decimalOf('4') }];
  const figures = { currency: null, cost: '0', value: '4', unitCost: null, state: 'no cost' };
  expect(divideCosts([], values, { range, label: undefined, digits: 2 })).toEqual([
    { period: '2026-11-01', ...figures },
    { period: '2026-11-01..2026-11-02', ...figures, costLeftOut: '0', all: true },
  ]);
});

test('a day of two currencies has a row of each, in their order', () => {
  const costs = ['USD', 'EUR'].map((currency) => groupOf({ currency, day: '2026-11-01' }));
  const rows = divideCosts(costs, [], { range, label: undefined, digits: 2 });
  expect(rows.map(({ period, currency }) => [period, currency])).toEqual([
    ['2026-11-01', 'EUR'],
    ['2026-11-01', 'USD'],
    ['2026-11-01..2026-11-02', 'EUR'],
    ['2026-11-01..2026-11-02', 'USD'],
  ]);
});
