import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Row } from '../helpers/costs.ts';
import { errorOf, expectChain, manifestOf, newFolder, runMirror } from '../helpers/mirror.ts';
import { createFolder, run } from '../helpers/run.ts';

const first = '2026-10-01';
const second = '2026-10-02';
const before = { now: '2026-10-02T12:00:00Z' };
const after = { now: '2026-10-03T12:00:00Z' };
const rowOf = (date: string, more: Row = {}): Row => ({ date, service: 'a', cost: 1, ...more });
const mixed = [rowOf(second, { currency: 'USD' }), rowOf(second, { currency: 'EUR' })];

/** The sums of the days that have rows. */
const sumsOf = (folder: string) =>
  manifestOf(folder).days.flatMap(({ date, sums }) =>
    sums.map(({ currency, rows, sum }) => [date, currency, rows, sum]),
  );

test.each([
  ['the same page', [rowOf(first)]],
  ['a later page', Array.from({ length: 5001 }, () => rowOf(first))],
])(
  'amounts are not added up across a currency that later rows have, on %s',
  async (_where, old) => {
    const [folder, other] = [newFolder(), newFolder()];
    const days = { [first]: old, [second]: mixed };
    for (const one of [folder, other]) await runMirror(one, { [first]: old }, [], before);
    const known = sumsOf(folder);
    const refused = await runMirror(folder, days, [], after);
    expect([refused.exitCode, sumsOf(folder)]).toEqual([2, known]);
    expect(errorOf(refused)).toBe(
      "the column 'currency' appears in later rows and could be the currency column, but no currency column was used so far; " +
        `costctl costs mirror ${folder} --currency-column currency or --currency-column none`,
    );
    const given = await runMirror(folder, days, ['--currency-column', 'currency'], after);
    const later = ['EUR', 'USD'].map((currency) => [second, currency, 1, '1']);
    expect([given.exitCode, sumsOf(folder)]).toEqual([0, [...known, ...later]]);
    expectChain(folder);
    expect((await run(['costs', 'verify', folder], after)).exitCode).toBe(0);
    // To have none is a choice too, which later runs know.
    expect((await runMirror(other, days, ['--currency-column', 'none'], after)).exitCode).toBe(0);
    expect((await runMirror(other, days, [], after)).exitCode).toBe(0);
    expect(sumsOf(other)).toEqual([...known, [second, null, 2, '2']]);
    expect((await run(['costs', 'verify', other], after)).exitCode).toBe(0);
  },
);

test('a column that is given later has the sums of the days that are there too', async () => {
  const folder = newFolder();
  const days = { [first]: ['USD', 'cash', 'card'].map((paid) => rowOf(first, { paid })) };
  await runMirror(folder, days, ['--restate', '1d'], before);
  expect(sumsOf(folder)).toEqual([[first, null, 3, '3']]);
  await runMirror(folder, days, ['--currency-column', 'paid'], { now: '2026-11-15T12:00:00Z' });
  expect(sumsOf(folder)).toEqual([
    [first, 'CARD', 1, '1'],
    [first, 'CASH', 1, '1'],
    [first, 'USD', 1, '1'],
  ]);
  expectChain(folder);
});

test('a column of amounts that later rows have is named, and can be given', async () => {
  const folder = newFolder();
  const { cost: _, ...free } = rowOf(first);
  const days = { [first]: [free], [second]: [rowOf(second)] };
  await runMirror(folder, { [first]: [free] }, [], before);
  const refused = await runMirror(folder, days, [], after);
  expect([refused.exitCode, errorOf(refused)]).toEqual([
    2,
    expect.stringContaining(`${folder} --amount-column cost or`),
  ]);
  const given = await runMirror(folder, days, ['--amount-column', 'cost'], after);
  expect(given.exitCode, given.stderr).toBe(0);
  expect(sumsOf(folder).at(-1)).toEqual([second, null, 1, '1']);
});

test('a column of which earlier rows show that it has no currencies stays without a role', async () => {
  const folder = newFolder();
  const old = ['api', 'web', 'shop'].map((team) => rowOf(first, { team }));
  const later = [rowOf(second, { team: 'ops' }), rowOf(second, { team: 'EUR' })];
  await runMirror(folder, { [first]: old }, ['--restate', '1d'], before);
  const { exitCode } = await runMirror(folder, { [first]: old, [second]: later }, [], after);
  expect(exitCode).toBe(0);
});

test('the columns that the first run was given stay, also if there were no rows yet', async () => {
  const folder = newFolder();
  const given = ['--amount-column', 'list', '--currency-column', 'none'];
  await runMirror(folder, {}, given, before);
  const days = { [second]: [rowOf(second, { currency: 'USD', list: 5 })] };
  expect((await runMirror(folder, days, given, after)).exitCode).toBe(0);
  expect((await runMirror(folder, days, [], after)).exitCode).toBe(0);
  expect(sumsOf(folder)).toEqual([[second, null, 1, '5']]);
  const other = await runMirror(folder, days, ['--amount-column', 'cost'], after);
  expect([other.exitCode, errorOf(other)]).toEqual([
    6,
    expect.stringContaining('--amount-column changed from list to cost'),
  ]);
});

test('the first run names the columns that it chose beside those that it was given', async () => {
  const folder = newFolder();
  const days = { [first]: [rowOf(first, { billedCost: 2, currency: 'USD' })] };
  const note = 'note: date column date, amount column cost, currency column currency\n';
  const one = await runMirror(folder, days, ['--date-column', 'date'], before);
  expect(one.stderr).toContain(note);
  expect((await runMirror(folder, days, [], before)).stderr).not.toContain(note);
});

test('a file with a currency that the files before it lack is refused, and its amounts added to no others', async () => {
  const base = createFolder();
  const folder = join(base, 'costs');
  const write = (name: string, text: string) => writeFileSync(join(base, name), text);
  const ask = (...words: string[]) => run(['costs', ...words], after);
  write('a.csv', `date,service,cost\n${first},a,1\n`);
  await ask('mirror', folder, '--files', join(base, '*.csv'));
  write('b.csv', `date,service,cost,currency\n${second},a,1,USD\n${second},a,2,EUR\n`);
  const { exitCode, stderr } = await ask('mirror', folder);
  expect([exitCode, stderr]).toEqual([
    2,
    "error: the column 'currency' appears in later rows and could be the currency column, but no currency column was used so far\n" +
      `hint: costctl costs mirror ${folder} --currency-column none; or add the column 'currency' to the files that lack it (its cells may be empty), and costctl costs mirror ${folder} --currency-column currency\n`,
  ]);
  const given = await ask('mirror', folder, '--currency-column', 'currency');
  expect([given.exitCode, given.stderr]).toEqual([10, expect.stringContaining('a.csv')]);
  write('a.csv', `date,service,cost,currency\n${first},a,1,\n`);
  expect((await ask('mirror', folder, '--currency-column', 'currency')).exitCode).toBe(0);
  const { stdout } = await ask(
    'summary',
    '--mirror',
    folder,
    '-o',
    'csv',
    '--columns',
    'currency,total',
  );
  expect(stdout).toBe('currency,total\nEUR,2\nUSD,1\n,1\n');
});
