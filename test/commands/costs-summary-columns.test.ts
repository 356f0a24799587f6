import { expect, test } from 'vitest';
import { week } from '../helpers/cost-shapes.ts';
import { onFirstDay, summary } from '../helpers/cost-summary.ts';
import { serveCosts } from '../helpers/costs.ts';
import { run } from '../helpers/run.ts';

test.each([
  [
    'two amounts',
    { cost: 1, amount: 2 },
    [],
    'the amount column is unclear: it could be cost, amount',
  ],
  ['no amount', { name: 'dear' }, [], 'no column could be the amount column'],
  [
    'codes under another name',
    { cost: 1, place: 'FRA' },
    [],
    'the currency column is unclear: it could be place',
  ],
  [
    'a column that no row has',
    { cost: 1 },
    ['--amount-column', 'price'],
    "no row has the column 'price'",
  ],
  [
    'a column of text',
    { cost: 1, name: 'x' },
    ['--amount-column', 'name'],
    "the column 'name' has no numbers",
  ],
  ['a group that no row has', { cost: 1 }, ['--by', 'team'], "--by: no row has the column 'team'"],
  [
    'no currency to convert',
    { cost: 1 },
    ['--convert-to', 'EUR'],
    'the rows have no currency column',
  ],
  [
    'no day for a period',
    { cost: 1, date: undefined },
    ['--granularity', 'day'],
    'no column could be the date column',
  ],
  [
    'rates without a target',
    { cost: 1 },
    ['--rate-date', '2026-11-01'],
    '--rate-date needs --convert-to',
  ],
])('%s exits 2 with an error message', async (_what, row, options, message) => {
  const service = serveCosts(onFirstDay([{ date: week.from, ...row }]));
  const { stdout, stderr, exitCode } = await run([...summary, ...options], { service });
  expect([stdout, exitCode]).toEqual(['', 2]);
  expect(stderr).toContain(message);
});

test('--currency-column none ignores a column of three-letter codes', async () => {
  const service = serveCosts(onFirstDay([{ date: week.from, cost: 1.25, place: 'FRA' }]));
  const argv = [...summary, '--currency-column', 'none', '-o', 'json', '-q'];
  const { stdout } = await run(argv, { service });
  expect(JSON.parse(stdout)).toEqual([
    { period: '2026-11-02..2026-11-08', currency: null, rows: 1, total: '1.25', share: '100.00' },
  ]);
});

test('a group column with the name of a figure keeps both values', async () => {
  const service = serveCosts(onFirstDay([{ date: week.from, cost: 1, total: 'all of it' }]));
  const argv = [...summary, '--by', 'total', '--no-total', '-o', 'json', '-q'];
  const { stdout } = await run(argv, { service });
  expect(JSON.parse(stdout)).toMatchObject([{ 'by.total': 'all of it', total: '1' }]);
});
