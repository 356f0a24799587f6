import { expect, test, vi } from 'vitest';
import { parseBudgets } from '../../src/questions/budgets-file.ts';
import {
  budgetDays,
  budgetHistory,
  isBudgetMet,
  judgeBudget,
  judgeBudgets,
  needsRows,
  spentOn,
} from '../../src/questions/judge-budgets.ts';
import { byPart } from '../../src/questions/marker.ts';
import type { Group } from '../../src/rows/tally.ts';
import { decimalOf } from '../helpers/groups.ts';

const today = '2026-11-12';

const budgetsOf = (...items: readonly string[]) =>
  parseBudgets(
    'budgets.yaml',
    items.map((item, at) => `- {name: b${at}, amount: 100, currency: USD${item}}\n`).join(''),
  );

function budgetOf(item = '') {
  const [budget] = budgetsOf(item);
  if (budget === undefined) throw new Error('no budget');
  return budget;
}

/** A group of rows that are part of some budgets, given by their numbers. */
const groupOn = (
  day: string | null,
  marks: string,
  total: string,
  currency: string | null = 'USD',
) => ({ day, currency, values: [marks], rows: 1, faults: 0, total: decimalOf(total) }) as const;

/** What the first budget of a file uses. */
async function judge(groups: readonly Group[], item = '') {
  const budget = budgetOf(item);
  const [own = []] = await spentOn([budget], groups, today, undefined);
  return judgeBudget(budget, own, { today, learnedTo: today });
}

test.each([
  ['', '2026-11-01', '2026-11-01'],
  [', period: quarter', '2026-10-01', '2026-10-01'],
  [', period: year', '2026-01-01', '2026-01-01'],
  [', on: outlook', '2026-11-01', '2026-05-01'],
  [', on: outlook, period: quarter', '2026-10-01', '2026-04-01'],
])(
  'the days of a budget with%s begin on %s, and those it learns from on %s',
  (item, from, first) => {
    const budget = budgetOf(item);
    expect(budgetDays(budget, { today, to: '2026-11-10' })).toEqual({ from, to: '2026-11-10' });
    expect(budgetHistory(budget, today)).toBe(first);
  },
);

test.each<[string, readonly Group[], number, boolean]>([
  ['its first day', [groupOn('2026-11-01', '0', '1')], 0, true],
  ['the day before', [groupOn('2026-10-31', '0', '1')], 0, false],
  ['no day', [groupOn(null, '0', '1')], 0, false],
  ['a day of another budget', [groupOn('2026-11-05', '1', '1')], 0, false],
  ['a day of several budgets', [groupOn('2026-11-05', '0,2', '1')], 2, true],
  [
    'one day of several',
    [groupOn('2026-11-05', '', '1'), groupOn('2026-11-06', '0', '1')],
    0,
    true,
  ],
  ['nothing', [], 0, false],
])('whether rows of %s meet a budget', (_name, groups, number, isMet) => {
  expect(isBudgetMet(byPart(groups).get(number) ?? [], { from: '2026-11-01' })).toBe(isMet);
});

test.each([
  ['', '2026-11-12', false],
  [', where: [a=b]', '2026-11-12', true],
  [', where: [a=b]', '2026-10-31', false],
  [', where: [a=b], mayBeEmpty: true', '2026-11-12', false],
])('whether a budget with%s needs rows up to %s', (item, to, needs) => {
  expect(needsRows(budgetOf(item), { from: '2026-11-01', to })).toBe(needs);
});

test('a budget counts its own rows on the days of its period', async () => {
  const { row, mismatch } = await judge([
    groupOn('2026-10-31', '0', '1000'),
    groupOn('2026-11-01', '0', '0.25'),
    groupOn('2026-11-12', '0,1', '80'),
    groupOn('2026-11-12', '1', '1000'),
    groupOn('2026-11-30', '0', '0.5'),
    groupOn('2026-12-01', '0', '1000'),
    groupOn(null, '0', '1000'),
  ]);
  expect(mismatch).toBeUndefined();
  expect(row).toMatchObject({
    period: '2026-11-01..2026-11-30',
    actual: '80.75',
    outlook: null,
    state: 'ok',
  });
  expect((await judge([])).row).toMatchObject({ actual: '0', state: 'ok' });
});

test('a budget of the outlook learns from earlier days, and does not count them as spent', async () => {
  const days = ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02'];
  const groups = days.map((day) => groupOn(day, '0', '1'));
  expect((await judge(groups, ', on: outlook')).row).toMatchObject({ actual: '2' });
  const euros = groupOn('2026-10-30', '0', '1', 'EUR');
  expect((await judge([...groups, euros], ', on: outlook')).row).toMatchObject({
    state: 'unjudged',
  });
});

test.each<[string, string | null, string, string]>([
  ['EUR', 'EUR', 'EUR', 'add --convert-to USD, or narrow the budget with where'],
  ['no currency', null, 'no currency', 'narrow the budget with where'],
])('cost in %s leaves a budget without a judgement', async (_name, currency, named, hint) => {
  const other = groupOn('2026-11-03', '0', '5', currency);
  const { row, mismatch } = await judge([groupOn('2026-11-02', '0', '500'), other]);
  expect(mismatch).toEqual({
    problem: `it is in USD, and some of its cost is in ${named}`,
    hint,
  });
  expect(row).toMatchObject({ state: 'unjudged', actual: null, outlook: null, limit: '100' });
  // A zero is one in any currency, and what is not in the budget is not asked.
  for (const fine of [
    groupOn('2026-11-03', '0', '0', currency),
    groupOn('2026-11-03', '1', '5', currency),
    groupOn('2026-10-31', '0', '5', currency),
    groupOn(null, '0', '5', currency),
  ]) {
    expect(await judge([groupOn('2026-11-02', '0', '500'), fine])).toMatchObject({
      mismatch: undefined,
      row: { state: 'exceeded', actual: '500' },
    });
  }
});

test('the days before a budget need no rate', async () => {
  const budgets = budgetsOf('', ', period: quarter', ', on: outlook');
  const days = ['2026-04-30', '2026-05-01', '2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01'];
  const daysOf = async (marks: string) => {
    const groups = [null, ...days].map((day) => groupOn(day, marks, '1', 'EUR'));
    const asked: (string | null)[] = [];
    await spentOn(budgets, groups, today, async (own) => {
      asked.push(...own.map(({ day }) => day));
      return own;
    });
    return asked;
  };
  expect(await daysOf('0')).toEqual(['2026-11-01']);
  expect(await daysOf('0,1')).toEqual(['2026-10-01', '2026-10-31', '2026-11-01']);
  expect(await daysOf('2')).toEqual(days.slice(1));
});

test('each budget has its own rows, and those of all budgets of a currency are converted once', async () => {
  const budgets = [
    ...budgetsOf('', ', where: [a=b]'),
    ...parseBudgets('budgets.yaml', '- {name: c, amount: 1, currency: EUR}\n'),
  ];
  const groups = ['0', '1', '2', '0,2', ''].map((marks) => groupOn('2026-11-02', marks, '1'));
  const asked: [string, string[]][] = [];
  const marksOf = (some: readonly Group[]) => some.map(({ values: [mark] }) => mark ?? '');
  const spent = await spentOn(budgets, groups, today, async (own, currency) => {
    asked.push([currency, marksOf(own)]);
    return own.map((group) => ({ ...group, currency }));
  });
  expect(asked).toEqual([
    ['USD', ['0', '1', '0,2']],
    ['EUR', ['2', '0,2']],
  ]);
  const own = [['0', '0,2'], ['1'], ['2', '0,2']];
  expect(spent.map(marksOf)).toEqual(own);
  expect(spent.map(([first]) => first?.currency)).toEqual(['USD', 'USD', 'EUR']);
  expect((await spentOn(budgets, groups, today, undefined)).map(marksOf)).toEqual(own);
});

test('the mark of many budgets is split once, and not for each budget', async () => {
  const budgets = budgetsOf(...Array.from({ length: 200 }, () => ''));
  const mark = [...budgets.keys()].join();
  const groups = ['2026-11-02', '2026-11-03'].map((day) => groupOn(day, mark, '1'));
  const split = vi.spyOn(String.prototype, 'split');
  const judged = await judgeBudgets(budgets, groups, {
    ...{ today, to: today, past: { from: today, to: today }, convert: undefined },
    delivered: () => ({ filled: undefined, settled: today, awaited: new Set() }),
  });
  const splits = split.mock.contexts.filter((text) => `${text}` === mark).length;
  split.mockRestore();
  expect(judged.map(({ row }) => row['actual'])).toEqual(budgets.map(() => '2'));
  // Once for what each has met, and once for its amounts.
  expect(splits).toBe(2);
});

test('each budget says which sources have its rows, and whether it lacks rows that it should have', async () => {
  const budgets = budgetsOf(', where: [a=b]', ', where: [c=d]', '', ', where: [e=f]');
  const from = (mark: string, day: string, source: string | null) => ({
    ...groupOn(day, mark, '1'),
    values: [mark, source],
  });
  const groups = [from('0,2', '2026-11-02', 'aws'), from('0', '2026-11-03', null)];
  // A row before its period does not meet a budget, although its source has such rows.
  const earlier = from('3', '2026-10-31', 'gcp');
  const asked: string[] = [];
  const judged = await judgeBudgets(budgets, [...groups, earlier], {
    ...{ today, to: '2026-11-10', past: { from: '2026-05-01', to: today }, convert: undefined },
    delivered: (met) => {
      asked.push([...met].join());
      return { filled: undefined, settled: today, awaited: new Set() };
    },
  });
  expect(judged).toMatchObject([
    { number: 0, met: new Set(['aws', null]), isMet: true, isUnmet: false },
    { number: 1, met: new Set(), isMet: false, isUnmet: true },
    { number: 2, met: new Set(['aws']), isMet: true, isUnmet: false },
    { number: 3, met: new Set(['gcp']), isMet: false, isUnmet: true },
  ]);
  expect(judged.map(({ budget }) => budget)).toEqual(budgets);
  expect(judged[0]?.days).toEqual({ from: '2026-11-01', to: '2026-11-10' });
  expect(asked).toEqual(['aws,', '', 'aws', 'gcp']);
});

test('cost without an exchange rate leaves a budget open, and names the rates', async () => {
  const lacking = {
    ...groupOn('2026-11-03', '0', '5', 'EUR'),
    lacks: [{ pair: 'EUR to USD', date: '2026-11-03' }],
  };
  const { mismatch } = await judge([lacking, groupOn('2026-11-02', '0', '500')]);
  expect(mismatch?.problem).toContain('EUR to USD');
  // A currency that nothing converts is the graver problem.
  const other = groupOn('2026-11-03', '0', '5', 'SEK');
  expect((await judge([lacking, other])).mismatch?.problem).toContain('SEK');
});
