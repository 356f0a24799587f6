import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Days, type Row, serveCosts } from '../helpers/costs.ts';
import { newFolder, runMirror } from '../helpers/mirror.ts';
import { createFolder, run } from '../helpers/run.ts';
import { readJson, succeed } from '../helpers/screens.ts';

const day = '2026-11-10';
const spellings = ['USD', ' usd', 'Usd ', 'EUR', null, ' '];

/** The same rows, with their currency in a column of another name. */
function daysOf(column: string): Days {
  const rows = spellings.map((currency, place): Row => {
    return { date: day, cost: 2 ** place, [column]: currency, team: null };
  });
  return { [day]: rows };
}

const world = { now: '2026-11-12T12:00:00Z' };
const period = `--from ${day} --to ${day} -q -o json`;
const ask = (line: string, column: string) =>
  readJson(run(['costs', ...line.split(' ')], { service: serveCosts(daysOf(column)), ...world }));

const conditions: readonly (readonly [string, number])[] = [
  ['=usd', 7],
  ['= USD ', 7],
  ['!=uSD', 56],
  [' in usd,EUR', 15],
  [' in eur,""', 56],
  ['=', 48],
  ['~us', 7],
  ['!~US', 56],
];

test.each(
  ['currency', 'currencyCode', 'billing_currency', 'fx'].flatMap((column) =>
    conditions.map(([condition, sum]) => [column, condition, sum] as const),
  ),
)('%s%s compares currencies as sums do', async (column, condition, sum) => {
  const named = column === 'fx' ? [`--currency-column=fx`] : [];
  const line = (action: string, ...more: string[]) => {
    const words = ['costs', action, ...period.split(' '), ...named, ...more];
    return run([...words, '--where', `${column}${condition}`], {
      service: serveCosts(daysOf(column)),
      ...world,
    });
  };
  const totals: readonly Row[] = await readJson(line('summary'));
  expect(totals.reduce((all, { total }) => all + Number(total), 0)).toBe(sum);
  const rows: readonly Row[] = await readJson(line('list'));
  expect(rows.reduce((all, { cost }) => all + Number(cost), 0)).toBe(sum);
});

test('groups of the currency column are currencies', async () => {
  const rows: readonly Row[] = await ask(`summary ${period} --by currency --no-total`, 'currency');
  expect(rows.map(({ currency, total, 'by.currency': by }) => [by, currency, total])).toEqual([
    ['EUR', 'EUR', '8'],
    ['USD', 'USD', '7'],
    [null, null, '48'],
  ]);
});

test('a mirror has the same answer, and so have its budgets and receipts', async () => {
  const folder = newFolder();
  await runMirror(folder, daysOf('currency'), ['--from', day], world);
  const own = `${period} --mirror ${folder} --where currency=usd`;
  expect(await ask(`summary ${own}`, 'currency')).toMatchObject([{ currency: 'USD', total: '7' }]);
  const chosen = newFolder();
  const words = ['--from', day, '--currency-column', 'fx', '--where', 'fx=usd'];
  await runMirror(chosen, daysOf('fx'), words, world);
  expect(await ask(`summary ${period} --mirror ${chosen}`, 'fx')).toMatchObject([{ total: '7' }]);
  const receipt = `${createFolder()}/receipt.json`;
  const service = serveCosts(daysOf('currency'));
  const list = `list --from ${day} --to ${day} --where currency=usd --receipt ${receipt}`;
  await succeed(run(['costs', ...list.split(' ')], { service, ...world }));
  await succeed(run(['costs', 'verify', receipt, '--live'], { service, ...world }));
});

test.each(['currency', 'billing_currency', 'fx'])(
  'budgets and rules compare the currencies in the column %s as sums do',
  async (column) => {
    const folder = createFolder();
    const [budgets, rules] = [join(folder, 'budgets.yaml'), join(folder, 'rules.yaml')];
    const where = `['${column}= usd']`;
    writeFileSync(budgets, `- {name: all, amount: 100, currency: USD, where: ${where}}\n`);
    writeFileSync(rules, `- {match: ${where}, to: [web], by: even}\n`);
    const read = async (line: string): Promise<readonly Row[]> => {
      const words = ['costs', ...line.split(' '), `--currency-column=${column}`, '-o', 'json'];
      return readJson(run(words, { service: serveCosts(daysOf(column)), ...world }));
    };
    const judged = await read(`check --budgets ${budgets} --allow-empty --allow-stale all`);
    expect(judged[0]).toMatchObject({ budget: 'all', actual: '7' });
    const shared = await read(`allocate --rules ${rules} --by team --from ${day} --to ${day}`);
    expect(shared.find(({ target }) => target === 'web')).toMatchObject({ allocated: '7' });
  },
);
