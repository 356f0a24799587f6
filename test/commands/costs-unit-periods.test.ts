import { expect, test } from 'vitest';
import { serveAnalysis } from '../helpers/cost-shapes.ts';
import type { Days } from '../helpers/costs.ts';
import { run } from '../helpers/run.ts';
import { readJson, succeed } from '../helpers/screens.ts';
import { pageOf } from '../helpers/service.ts';

const days = [...Array(62).keys()].map((place) =>
  new Date(Date.UTC(2026, 8, 1 + place)).toISOString().slice(0, 10),
);
const rows: Days = Object.fromEntries(
  days.map((date, place) => [date, [{ date, cost: 10 + (place % 4), currency: 'EUR' }]]),
);
/** Two orders a day, three in October; none on 5 October. */
const values = days
  .filter((date) => date !== '2026-10-05')
  .map((date) => ({ date, amount: date < '2026-10' ? '2' : '3', labels: {} }));

const path = '/v1/business-metrics/bmt_orders';
const windows = [
  ['2026-07-01', '2026-07-31'],
  ['2026-08-01', '2026-08-31'],
  ['2026-09-01', '2026-09-30'],
  ['2026-10-01', '2026-10-31'],
  ['2026-09-28', '2026-10-31'],
  ['2026-09-01', '2026-10-31'],
];
const answers = {
  [`${path}?workspaceId=wsp_1`]: {
    id: 'bmt_orders',
    name: 'Orders',
    unit: 'order',
    labelColumns: [],
  },
  ...Object.fromEntries(
    windows.map(([from = '', to = '']) => [
      `${path}/values?workspaceId=wsp_1&from=${from}&to=${to}&page=1&limit=100`,
      pageOf(values.filter(({ date }) => date >= from && date <= to)),
    ]),
  ),
};
const service = serveAnalysis(rows, answers);
const unit = ['costs', 'unit', '--metric', 'bmt_orders', '-w', 'wsp_1'];

test('each week or month divides what costs unit divides in its days', async () => {
  const period = ['--from', '2026-09-28', '--to', '2026-10-31'];
  const argv = [...unit, ...period, '-o', 'json', '--granularity'];
  const weeks: Record<string, unknown>[] = await readJson(run([...argv, 'week'], { service }));
  expect(weeks.map((row) => `${row['period']} ${row['partial'] ?? ''}`)).toEqual([
    '2026-W40 ',
    '2026-W41 ',
    '2026-W42 ',
    '2026-W43 ',
    '2026-W44 true',
    '2026-09-28..2026-10-31 ',
  ]);
  const months: Record<string, unknown>[] = await readJson(run([...argv, 'month'], { service }));
  const whole = [...unit, '--month', '2026-10', '--granularity', 'total', '-o', 'json'];
  const [october, ...others]: Record<string, unknown>[] = await readJson(run(whole, { service }));
  expect(others).toEqual([]);
  const { period: _period, all: _all, ...figures } = october ?? {};
  expect(months[1]).toEqual({ period: '2026-10', ...figures });
  expect(october).toMatchObject({ value: '90', costLeftOut: expect.stringMatching(/^1\d$/) });
});

test('--against says what one unit cost before', async () => {
  const argv = [...unit, '--month', '2026-10', '--granularity', 'total', '--against', 'previous'];
  const { stdout } = await succeed(run([...argv, '-q'], { service }));
  expect(stdout).toMatchInlineSnapshot(`
    "October 2026 (UTC, 31 days) against September 2026 (30 days) · everything the token reaches · cost in EUR · unit cost per order · complete
    warning: the metric belongs to wsp_1, but the cost divided by it is that of all rows that were read: no column of the rows holds workspace ids; --where narrows the rows

    period  currency    cost  order  2026-09 unit cost  2026-10 unit cost     change  change %  state  cost left out
    (all)   EUR       357.00     90           5.716667           3.833333  -1.883333    -32.94  ok             12.00
    "
  `);
  const [row] = await readJson(run([...argv, '-o', 'json'], { service }));
  const before = [...unit, '--month', '2026-09', '--granularity', 'total', '-o', 'json'];
  const [september] = await readJson(run(before, { service }));
  expect(row.before).toBe(september.unitCost);
});

test('--against says what one unit cost before in each currency, even if the period has no cost', async () => {
  const before = days.filter((date) => date < '2026-10');
  const costs = before.map((date) => [
    date,
    ['EUR', 'USD'].map((currency) => ({ date, currency, cost: currency === 'EUR' ? 4 : 6 })),
  ]);
  const blank = serveAnalysis(Object.fromEntries(costs), answers);
  const line = [...unit, '--month', '2026-10', '--granularity', 'total', '--against', 'previous'];
  const october = { cost: null, unitCost: null, state: 'no rows', change: null, all: true };
  expect(await readJson(run([...line, '-o', 'json'], { service: blank }))).toMatchObject([
    { currency: 'EUR', before: '2.000000', ...october },
    { currency: 'USD', before: '3.000000', ...october },
  ]);
});

test.each([
  ['2026-08', 'bmt_orders has no value to divide the cost of 2026-08-01 to 2026-08-31 by'],
  ['2026-07', '2026-07-01 to 2026-07-31 has no rows'],
])('--against %s says why the unit cost of the period before is not there', async (month, why) => {
  const august = { '2026-08-03': [{ date: '2026-08-03', cost: 4, currency: 'EUR' }] };
  const more = serveAnalysis({ ...rows, ...august }, answers);
  const line = [...unit, '--month', '2026-10', '--granularity', 'total', '--against', month];
  for (const format of ['table', 'json']) {
    const { stdout, stderr } = await run([...line, '-o', format], { service: more });
    const shown = format === 'json' ? stderr : stdout;
    expect(shown).toContain(`warning: there is no unit cost to compare with: ${why}`);
  }
});

test('a caution of the period before is given too', async () => {
  const [first] = days;
  const lacking = serveAnalysis(
    { ...rows, [first ?? '']: [{ date: first, cost: 1, currency: 'EUR', service: 'other' }] },
    answers,
  );
  const line = [...unit, '--month', '2026-10', '--granularity', 'total', '--against', 'previous'];
  const { stderr } = await run([...line, '--where', 'service=', '-o', 'json'], {
    service: lacking,
  });
  expect(stderr).toContain(
    'warning: the unit cost also divides by the values of 2026-09-01, without any cost',
  );
});

test('the change is one of the exact unit costs, with any number of digits', async () => {
  const argv = [...unit, '--month', '2026-10', '--granularity', 'total', '--against', 'previous'];
  // 345 for 90 orders, against 343 for 60.
  for (const [digits, change] of [
    ['0', '-2'],
    ['2', '-1.88'],
    ['6', '-1.883333'],
    ['20', '-1.88333333333333333333'],
  ] as const) {
    const answer = await readJson(run([...argv, '--digits', digits, '-o', 'json'], { service }));
    expect(answer).toMatchObject([{ change, changePercent: '-32.94' }]);
  }
  const trend = ['costs', 'trend', '--months', '2', '--to', '2026-10-31', '-o', 'csv', '--wide'];
  const metric = ['--metric', 'bmt_orders', '-w', 'wsp_1', '--digits', '0', '--columns'];
  const { stdout } = await succeed(
    run([...trend, ...metric, 'figure,change,changePercent'], { service }),
  );
  expect(stdout.split('\n')[2]).toBe('unit cost,-2,-32.94');
});
