import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { composeOutlook } from '../../src/reports/outlook-sections.ts';
import { type Row, serveCosts } from '../helpers/costs.ts';
import { daysOf } from '../helpers/report.ts';
import { createFolder, run } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';

/** Twelve services a day, the first half in euros. */
const row = (day: string, number: number): Row => ({
  ...{ date: day, service: `s${number}`, currency: number < 6 ? 'EUR' : 'USD' },
  cost: day === '2026-10-20' ? 90 : 10,
});
const days = daysOf('2026-07-01', '2026-11-14', 12, row);

async function report(words: string, now?: string): Promise<string> {
  const world = { service: serveCosts(days), ...(now === undefined ? {} : { now }) };
  return (await succeed(run(`costs report -q ${words}`, world))).stdout;
}

test('a day that is in both periods costs what it costs', async () => {
  const text = await report('--month 2026-10 --against 2026-09-15..2026-10-15 --sections daily');
  expect(text).toContain('| Oct 2, 2026 | 60.00 | 60.00 | 0.00 |');
});

test('a row of another day is added to what that day cost, in the same period or the other', async () => {
  const [first] = days['2026-10-20'] ?? [];
  const [earlier, later] = ['2026-09-15', '2026-10-13'].map((date) => ({
    ...first,
    date,
    cost: 5,
  }));
  const more = {
    ...days,
    '2026-10-20': [...(days['2026-10-20'] ?? []), { ...earlier }],
    '2026-09-20': [...(days['2026-09-20'] ?? []), { ...later }],
  };
  const { stdout } = await succeed(
    run('costs report -q --month 2026-10 --sections daily', { service: serveCosts(more) }),
  );
  expect(stdout).toContain('| Oct 13, 2026 | 65.00 | 65.00 | 0.00 |');
});

test('a period of one day has one day', async () => {
  const text = await report('--month-to-date --sections total', '2026-11-02T12:00:00Z');
  expect(text).toContain('Nov 1, 2026 has 1 day, and Oct 1, 2026 has 1.');
  expect(text).toContain('12 rows of Nov 1, 2026 were read');
});

test.each([
  ['6', 'There are 12 deviations from the same weekdays of the eight weeks before.'],
  ['5', 'of the eight weeks before; the 5 largest of each currency are shown.'],
])(
  'with room for %s anomalies of each currency, the count is of those shown',
  async (top, said) => {
    const text = await report(`--month 2026-10 --by service --sections anomalies --top ${top}`);
    expect(text).toContain(said);
  },
);

test('a budget that is only expected to be exceeded is not called exceeded', async () => {
  const path = join(createFolder(), 'budgets.yaml');
  const euros = 'currency: EUR, where: [currency=EUR]';
  writeFileSync(
    path,
    `- {name: ahead, amount: 1000, on: outlook, ${euros}}\n- {name: over, amount: 100, ${euros}}\n`,
  );
  const text = await report(`--month-to-date --sections budgets --budgets ${path}`);
  expect(text).toContain('1 of 2 budgets is exceeded: over.');
  expect(text).toContain('1 of 2 budgets is expected to be exceeded: ahead.');
  writeFileSync(path, `- {name: over, amount: 100, ${euros}}\n`);
  const alone = await report(`--month-to-date --sections budgets --budgets ${path}`);
  expect(alone).toContain('1 of 1 budget is exceeded: over.');
});

test('the bar of each currency ends at its own high end', () => {
  const rows = [
    { currency: 'EUR', actual: '10', expected: '30', high: '40' },
    { currency: 'JPY', actual: '1000', expected: '3000', high: '4000' },
  ];
  const month = { from: '2026-11-01', to: '2026-11-30' };
  const section = composeOutlook({ outlook: { month, known: month, rows } });
  const [euros, yen] = section?.tables?.[0]?.rows ?? [];
  expect(euros?.bar).toEqual(yen?.bar);
});

test('a single month is not called months', async () => {
  const folder = createFolder();
  const rows = Object.keys(days).filter((day) => day.startsWith('2026-10'));
  writeFileSync(
    join(folder, 'costs.csv'),
    `date,cost,currency\n${rows.map((day) => `${day},10,USD\n`).join('')}`,
  );
  const mirror = join(folder, 'mirror');
  await succeed(run(['costs', 'mirror', mirror, '--files', join(folder, 'costs.csv'), '-q']));
  const line = `costs report -q --month 2026-10 --months 3 --sections months --mirror ${mirror}`;
  const { stdout } = await succeed(run(line));
  expect(stdout).toContain('## The last month\n');
});
