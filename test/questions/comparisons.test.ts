import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkLimits,
  describeFinding,
  leaveOutToday,
  selectFindings,
} from '../../src/questions/check-limits.ts';
import { describeLengths } from '../../src/questions/choose-periods.ts';
import {
  describePair,
  pairGroups,
  type Sorting,
  sortPairs,
} from '../../src/questions/pair-groups.ts';
import { summarize } from '../../src/questions/summary-rows.ts';
import { divideCosts } from '../../src/questions/unit-costs.ts';
import { decimalOf, groupOf } from '../helpers/groups.ts';

const teams = (totals: Readonly<Record<string, string>>) =>
  Object.entries(totals).map(([team, total]) => groupOf({ values: [team], total }));

const before = teams({ same: '2', gone: '5', less: '3', tie: '1' });
const after = teams({ same: '2.0', less: '1', tie: '1.50', new: '4' });
const periods = {
  period: { from: '2026-11-01', to: '2026-11-02' },
  baseline: { from: '2026-10-30', to: '2026-10-31' },
  perDay: false,
};
const pairs = pairGroups(before, after, periods);

test('a group is the same, up, down, new or gone', () => {
  const states = pairs.map((pair) => describePair(pair, ['team'], periods));
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

test('pairs with equal amounts are sorted by name', () => {
  const even = pairGroups([], teams({ b: '1', c: '1.0', a: '1.00' }), periods);
  expect(sortPairs(even, 'after').map(({ values }) => values[0])).toEqual(['a', 'b', 'c']);
});

const limits = {
  maxTotal: decimalOf('10'),
  maxIncrease: decimalOf('100'),
  minChange: undefined,
};
const range = { from: '2026-11-01', to: '2026-11-02' };

test('a group without current costs is checked only for its change', () => {
  const findings = checkLimits(pairGroups(before, [], periods), limits);
  expect(findings.map(({ check }) => check)).toEqual(before.map(() => 'max-increase'));
  const gone = findings.find(({ pair }) => pair.values[0] === 'gone');
  expect(gone && describeFinding(gone, ['team'], { ...periods, isJudged: true })).toMatchObject({
    result: 'passed',
    period: '2026-11-01..2026-11-02',
    baseline: '2026-10-30..2026-10-31',
    total: '0',
    before: '5',
    change: '-5',
    changePercent: '-100.00',
  });
});

test('a new group exceeds the increase limit and has no percentage', () => {
  const found = pairGroups([], teams({ a: '1' }), periods);
  const [finding, ...others] = selectFindings(checkLimits(found, limits));
  expect(others).toEqual([]);
  expect(
    finding && describeFinding(finding, ['team'], { ...periods, isJudged: true }),
  ).toMatchObject({
    check: 'max-increase',
    result: 'exceeded',
    before: '0',
    changePercent: null,
  });
});

test('groups that exceed the limit by equal amounts are sorted by name', () => {
  const found = pairGroups([], teams({ b: '11', a: '11.0' }), periods);
  const totalOnly = { ...limits, maxIncrease: undefined };
  const findings = checkLimits(found, totalOnly);
  expect(selectFindings(findings).map(({ pair }) => pair.values[0])).toEqual(['a', 'b']);
});

test.each([
  ['maxTotal', 'steady'],
  ['maxIncrease', 'riser'],
  ['maxDecrease', 'faller'],
] as const)(
  'of groups within %s, the closest is %s, not the one that moved most',
  (name, closest) => {
    const old = teams({ fresh: '0', steady: '1000', riser: '10', faller: '20' });
    const now = teams({ fresh: '1', steady: '1006', riser: '11', faller: '18' });
    const given = { [name]: decimalOf('2000'), minChange: decimalOf('1') };
    const findings = checkLimits(pairGroups(old, now, periods), given);
    expect(selectFindings(findings.filter(({ passed }) => passed))).toMatchObject([
      { pair: { values: [closest] } },
    ]);
  },
);

test('a check leaves out the current day with a note', () => {
  const period = { from: '2026-11-01', to: '2026-11-15' };
  expect(leaveOutToday(period, '2026-11-15', false)).toMatchObject({
    from: '2026-11-01',
    to: '2026-11-14',
    note: expect.stringContaining('2026-11-15 is not over'),
  });
  expect(leaveOutToday(period, '2026-11-15', true)).toBe(period);
  expect(leaveOutToday(period, '2026-11-16', false)).toBe(period);
});

test('shares are calculated per day and currency, and a zero total has none', () => {
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

test('metric values without costs have the state "no cost" per day and in total', () => {
  const values = [{ day: '2026-11-01', label: null, value: decimalOf('4') }];
  const figures = { currency: null, cost: '0', value: '4', unitCost: null, state: 'no cost' };
  expect(divideCosts([], values, { range, label: undefined, digits: 2 })).toEqual([
    { period: '2026-11-01', ...figures },
    {
      period: '2026-11-01..2026-11-02',
      ...figures,
      costLeftOut: '0',
      valueLeftOut: '0',
      all: true,
    },
  ]);
});

test('a day with two currencies has one row for each, sorted by currency', () => {
  const costs = ['USD', 'EUR'].map((currency) => groupOf({ currency, day: '2026-11-01' }));
  const rows = divideCosts(costs, [], { range, label: undefined, digits: 2 });
  expect(rows.map(({ period, currency }) => [period, currency])).toEqual([
    ['2026-11-01', 'EUR'],
    ['2026-11-01', 'USD'],
    ['2026-11-01..2026-11-02', 'EUR'],
    ['2026-11-01..2026-11-02', 'USD'],
  ]);
});

const days = ['2026-11-01', '2026-11-02'];

test('every currency leaves out the values of a label without cost, also if some cost has no currency', () => {
  const costs = ['USD', null].map((currency) =>
    groupOf({ values: ['web'], currency, day: '2026-11-01', total: '30' }),
  );
  const values = ['web', 'shop'].map((label) => ({
    ...{ day: '2026-11-01', label, value: decimalOf('4') },
  }));
  const rows = divideCosts(costs, values, { range, label: 'team', digits: 2 });
  expect(rows.filter(({ all }) => all)).toMatchObject([
    { currency: 'USD', value: '4', valueLeftOut: '4' },
    { currency: null, value: '4', valueLeftOut: '4' },
  ]);
});

test('costs and values that never meet on a day are not divided, with and without a label', () => {
  const costs = [groupOf({ values: ['web'], day: '2026-11-01', total: '30' })];
  const values = [{ day: '2026-11-02', label: 'web', value: decimalOf('4') }];
  const figures = { cost: '30', unitCost: null, state: 'no day has both', costLeftOut: '30' };
  const labelled = divideCosts(costs, values, { range, label: 'team', digits: 2 });
  expect(labelled.slice(2)).toMatchObject([
    { team: 'web', ...figures, valueLeftOut: '4' },
    { all: true, ...figures, valueLeftOut: '4' },
  ]);
  const plain = divideCosts(
    costs.map((one) => ({ ...one, values: [] })),
    values.map((one) => ({ ...one, label: null })),
    { range, label: undefined, digits: 2 },
  );
  expect(plain.at(-1)).toMatchObject({ all: true, ...figures });
});

test('a period has a unit cost exactly if one of its days has cost and a value, and its state says why not', () => {
  const cell = fc.record({
    day: fc.constantFrom(...days),
    label: fc.constantFrom('web', 'shop', null),
    currency: fc.constantFrom('USD', 'EUR'),
    cost: fc.constantFrom('5', '7.5', undefined),
    value: fc.constantFrom('0', '3', undefined),
  });
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 8 }), fc.boolean(), (cells, hasLabel) => {
      const labelOf = (label: string | null) => (hasLabel ? label : null);
      const costs = cells.flatMap(({ cost, label, ...one }) =>
        cost === undefined ? [] : [groupOf({ ...one, values: [labelOf(label)], total: cost })],
      );
      const values = cells.flatMap(({ day, label, value }) =>
        value === undefined ? [] : [{ day, label: labelOf(label), value: decimalOf(value) }],
      );
      const label = hasLabel ? 'team' : undefined;
      const rows = divideCosts(costs, values, { range, label, digits: 2 });
      for (const row of rows.filter((one) => 'costLeftOut' in one)) {
        const isOf = (one: string | null) =>
          !hasLabel || row['all'] === true || (row['team'] ?? null) === one;
        const own = costs.filter(
          (one) => one.currency === row['currency'] && isOf(one.values[0] ?? null),
        );
        const meets = (size: (units: bigint) => boolean) =>
          own.some((one) =>
            values.some(
              (other) =>
                other.day === one.day &&
                other.label === (one.values[0] ?? null) &&
                size(
                  values
                    .filter((same) => same.day === other.day && same.label === other.label)
                    .reduce((sum, same) => sum + same.value.units, 0n),
                ),
            ),
          );
        expect(row['unitCost'] !== null, JSON.stringify(row)).toBe(meets((units) => units !== 0n));
        expect(row['state'] === 'ok').toBe(row['unitCost'] !== null);
        const hasValue = row['value'] !== null && decimalOf(String(row['value'])).units !== 0n;
        if (row['state'] === 'no day has both' && !hasValue) expect(meets(() => true)).toBe(false);
        if (row['state'] === 'value is zero') expect(hasValue).toBe(false);
        if (row['state'] === 'value is zero' && own.length > 0)
          expect(meets(() => true)).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

test('a value is divided or left out once, also if only another week has cost in a second currency', () => {
  const [sunday = '', monday = ''] = days;
  const costs = [
    groupOf({ day: sunday, values: [null], currency: 'USD', total: '30' }),
    groupOf({ day: monday, values: [null], currency: 'KWD', total: '7' }),
  ];
  const values = [sunday, monday].map((day) => ({ day, label: null, value: decimalOf('5') }));
  const options = { range, label: undefined, digits: 0, known: new Set([sunday]) };
  const rows = divideCosts(costs, values, { ...options, granularity: 'week' });
  expect(rows).toMatchObject([
    { period: '2026-W44', currency: 'USD', value: '5', unitCost: '6', valueLeftOut: '0' },
    { period: '2026-W45', currency: 'KWD', value: '5', unitCost: '1', valueLeftOut: '0' },
    { all: true, currency: 'KWD', value: '10', unitCost: '1', valueLeftOut: '0' },
    { all: true, currency: 'USD', value: '5', unitCost: '6', valueLeftOut: '5' },
  ]);
});

test('periods of different lengths are said to be, in the right number', () => {
  const [one, two] = ['2026-11-01', '2026-11-02'].map((to) => ({ from: '2026-11-01', to }));
  if (one === undefined || two === undefined) throw new Error('two periods are compared');
  expect(describeLengths(one, two)).toContain(': 1 day, and 2 days before');
  expect(describeLengths(two, one)).toContain(': 2 days, and 1 day before');
  expect(describeLengths(two, two)).toBeUndefined();
});

// If each value were compared with each other, this would take minutes.
test('many values without cost are left out in a time that grows with them', () => {
  const labels = Array.from({ length: 200_000 }, (_, number) => `label ${number}`);
  const values = labels.map((label) => ({ day: '2026-11-01', label, value: decimalOf('1') }));
  const costs = ['USD', 'EUR'].map((currency) =>
    groupOf({ day: '2026-11-01', values: ['label 7'], currency, total: '3' }),
  );
  const options = { range: periods.period, label: 'label', digits: 0 };
  const wholes = divideCosts(costs, values, { ...options, granularity: 'total' });
  expect(wholes.filter((row) => row['all'] === true)).toMatchObject([
    { currency: 'EUR', cost: '3', value: '1', unitCost: '3', valueLeftOut: '199999' },
    { currency: 'USD', cost: '3', value: '1', unitCost: '3', valueLeftOut: '199999' },
  ]);
});
