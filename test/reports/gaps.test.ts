import { expect, test } from 'vitest';
import { eachDay } from '../../src/days.ts';
import { serveAnalysis } from '../helpers/cost-shapes.ts';
import type { Days } from '../helpers/costs.ts';
import { run } from '../helpers/run.ts';
import { pageOf } from '../helpers/service.ts';

/** What days without rows, and days with other rows, make of a report. September has no row at all. */
const days: Days = Object.fromEntries(
  [...eachDay({ from: '2026-08-01', to: '2026-11-14' })]
    .filter((day) => !day.startsWith('2026-09') && day !== '2026-10-05')
    .map((date) => [
      date,
      [
        { date, service: 'compute', account: 'a1', cost: '20', currency: 'USD' },
        ...(date.endsWith('3')
          ? [{ date, service: 'tape', account: 'a2', cost: '7', currency: 'EUR' }]
          : []),
      ],
    ]),
);

async function report(words: string, to = '2026-11-14'): Promise<string> {
  const path = '/v1/business-metrics/bmt_orders';
  const query = `workspaceId=wsp_1&from=2026-08-01&to=${to}`;
  const values = [...eachDay({ from: '2026-08-01', to })].map((date) => ({
    ...{ date, amount: '10', labels: {} },
  }));
  const metric = { id: 'bmt_orders', name: 'Orders', unit: 'order', labelColumns: [] };
  const service = serveAnalysis(days, {
    [`${path}?workspaceId=wsp_1`]: metric,
    [`${path}/values?${query}&page=1&limit=100`]: pageOf(values.slice(0, 100), {
      next: `${path}/values?${query}&page=2&limit=100`,
    }),
    [`${path}/values?${query}&page=2&limit=100`]: pageOf(values.slice(100)),
  });
  const line = `costs report ${words} -o markdown`;
  const { stdout } = await run(line, { service, now: '2026-11-15T12:00:00Z' });
  return stdout;
}

function tableOf(text: string, start: string): string[] {
  const [, after = ''] = text.split(start);
  return after.split('\n').filter((line, place, all) => {
    const end = all.findIndex((one, at) => at > 2 && one === '');
    return place < end && line.startsWith('| ');
  });
}

test('a day says why no earlier day is beside it', async () => {
  const text = await report('--month-to-date --where currency=USD --sections daily');
  expect(text).toContain('| Nov 2, 2026 | 20.00 | no rows |  |');
  expect(text).toContain('| Nov 3, 2026 | 20.00 | 20.00 | 0.00 |');
  expect(text).toContain('| Nov 12, 2026 | 20.00 | not compared |  |');
});

test('a day without rows is not the largest, even if all others are credits', async () => {
  const credits = Object.entries(days).map(([day, rows]) => [
    day,
    rows.map((row) => ({ ...row, cost: `-${row['cost']}` })),
  ]);
  const service = serveAnalysis(Object.fromEntries(credits));
  const line = 'costs report --month 2026-10 --where currency=USD --sections daily -o html';
  const { stdout } = await run(line, { service, now: '2026-11-15T12:00:00Z' });
  const [, label] = /aria-label="([^"]*)"/.exec(stdout) ?? [];
  expect(label).toBe('Cost of each day, in USD; the largest is Oct 1, 2026 with -USD\u00a020.00');
});

test('the anomalies of a running month say which days are too young to be judged', async () => {
  const said = 'Days after Nov 12, 2026 may not be complete and are left out.';
  expect(await report('--month-to-date --sections anomalies')).toContain(said);
  expect(await report('--month 2026-10 --sections anomalies')).not.toContain('left out');
});

test('days without any row deviate from nothing: they are not judged', async () => {
  const rows = Object.entries(days).filter(([day]) => day < '2026-11-01' || day > '2026-11-12');
  const service = serveAnalysis(Object.fromEntries(rows));
  const line = 'costs report --month-to-date --by service --sections anomalies -o markdown';
  const { stdout } = await run(line, { service, now: '2026-11-15T12:00:00Z' });
  expect(stdout).toContain('No day was judged: Nov 1, 2026 to Nov 12, 2026 has no rows.');
  expect(stdout).not.toContain('deviates');
});

test('a group with too little history is not among those that do not deviate', async () => {
  const rows = Object.entries(days).filter(([day]) => day > '2026-10-20');
  const service = serveAnalysis(Object.fromEntries(rows));
  const line = 'costs report --month-to-date --by service --sections anomalies -o markdown';
  const { stdout } = await run(line, { service, now: '2026-11-15T12:00:00Z' });
  expect(stdout).toContain(
    'No day that could be judged deviates from the same weekdays before it.',
  );
});

test('a month without rows has no unit cost, and the mean leaves out its values', async () => {
  const line = '--month-to-date --months 4 --metric bmt_orders -w wsp_1 --where currency=USD';
  const text = await report(`${line} --sections months,unit`);
  expect(tableOf(text, 'Cost of each month, in USD').slice(2)).toEqual([
    '| August 2026 | 620.00 |  | 2.000000 | 620.00 |',
    '| September 2026 | no rows |  | no rows | no rows |',
    '| October 2026 | 600.00 |  | 2.000000 | 600.00 |',
    '| November 2026 | 280.00 |  | 2.000000 | 280.00 |',
    '| Mean | 610.00 |  | 2.000000 |  |',
  ]);
  const [, months = ''] = text.split('## The last 4 months');
  expect(months.split('## ')[0]).toContain(
    'The unit cost leaves out the values of days without rows: Oct 5, 2026.',
  );
});

test('an average of a day leaves out days without rows, and says so', async () => {
  const text = await report('--month-to-date --sections total --where currency=USD');
  expect(text).toContain(
    'A daily average leaves out days without rows: Oct 1, 2026 to Oct 14, 2026 is divided by 13 of its 14 days.',
  );
  expect(tableOf(text, 'Total and daily average, in USD')[3]).toBe(
    '| Average of a day | 20.00 | 20.00 | 0.00 | 0.00% |',
  );
  const others = '--month-to-date --sections changes --where currency=USD';
  expect(await report(others)).not.toContain('daily average');
});

test('nothing is compared with a period that has no rows', async () => {
  const text = await report('--month 2026-10 --top 2');
  expect(text.match(/^There is no .*/gm)).toEqual([
    'There is no complete data of September 2026 to compare with.',
    'There is no complete data of September 2026 to compare with.',
  ]);
  expect(text).toContain('- Changes: there is no complete data of Sep 1, 2026 to Sep 30, 2026');
  expect(text).not.toMatch(/^## (Total|Why it changed|What changed most)$|\bnew\b.*\|$/m);
  expect(tableOf(text, 'Cost by service, in USD')).toEqual([
    '| Service | Cost | Share |',
    '| --- | ---: | ---: |',
    '| compute | 600.00 | 100.00% |',
    '| Total | 600.00 | 100.00% |',
  ]);
});

test('a day cost nothing in a currency if it has rows in another one only', async () => {
  const text = await report('--month 2026-10 --sections daily');
  expect(tableOf(text, 'Cost of each day, in EUR').slice(4, 8)).toEqual([
    '| Oct 3, 2026 | 7.00 | no rows |  |',
    '| Oct 4, 2026 | 0.00 | no rows |  |',
    '| Oct 5, 2026 | no rows | no rows |  |',
    '| Oct 6, 2026 | 0.00 | no rows |  |',
  ]);
});

test('a day without rows has no cost that a unit cost could divide', async () => {
  const words = '--month 2026-10 --months 3 --metric bmt_orders -w wsp_1 --where currency=USD';
  const text = await report(`${words} --sections months,unit`, '2026-10-31');
  const rows = tableOf(text, 'Orders day by day, in USD').slice(2);
  expect(rows.slice(3, 5)).toEqual([
    '| Oct 4, 2026 | 20.00 | 10 | 2.000000 |',
    '| Oct 5, 2026 | unknown | 10 | no rows |',
  ]);
});
