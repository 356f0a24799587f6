import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eachDay } from '../../src/days.ts';
import {
  daysOf,
  flat,
  makeFacts,
  rateAnswers,
  serveAnalysis,
  shapes,
  sumBy,
  sumUnits,
  unitsOf,
} from '../helpers/cost-shapes.ts';
import { serveCosts } from '../helpers/costs.ts';
import { linesOf, newFolder, runMirror } from '../helpers/mirror.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, readJson, succeed } from '../helpers/screens.ts';
import { pageOf } from '../helpers/service.ts';

const facts = makeFacts({ from: '2026-09-20', to: '2026-11-14' }, 4);
const months = ['2026-08', '2026-09', '2026-10', '2026-11'];
const monthOf = ({ day }: (typeof facts)[number]) => day.slice(0, 7);
const trend = ['costs', 'trend', '--months', '4'];

type Cell = Readonly<Record<string, unknown>> & { readonly period: string };
type Line = Readonly<Record<string, unknown>> & { readonly periods: readonly Cell[] };

describe.each(shapes)('$name', (shape) => {
  test('each period, the change and the mean are exact', async () => {
    const service = serveCosts(daysOf(shape, facts));
    const argv = [...trend, ...shape.options, '--by', shape.service, '-o', 'json'];
    const lines: Line[] = await readJson(run(argv, { service }));
    const groups = lines.filter((line) => line['all'] !== true);
    const sums = sumBy(facts, (fact) => [fact.service, fact.currency, monthOf(fact)]);
    expect(groups).toHaveLength(8);
    for (const line of lines) {
      const own = facts.filter(
        ({ service: name, currency }) =>
          currency === line['currency'] && (line['all'] === true || name === line[shape.service]),
      );
      const totals = months.map((month) => sumUnits(own.filter((one) => monthOf(one) === month)));
      // August has no row of any group: what it cost is not known.
      expect(line.periods[0]).toEqual({ period: '2026-08', rows: 0, total: null });
      expect(line.periods.slice(1).map(({ total }) => unitsOf(total))).toEqual(totals.slice(1));
      expect(line.periods.map(({ period, partial }) => [period, partial])).toEqual(
        months.map((month) => [month, month === '2026-11' ? true : undefined]),
      );
      expect(unitsOf(line['total'])).toBe(sumUnits(own));
      // November has not ended, and August is before the first row.
      const [, september = 0n, october = 0n] = totals;
      expect(unitsOf(line['change'])).toBe(october - september);
      expect(String(line['mean'])).toMatch(/\.\d{10}$/);
      const mean = BigInt(String(line['mean']).replace('.', ''));
      expect(mean * 2n).toBe((september + october) * 1_000_000n);
    }
    expect(Object.values(sums).reduce((sum, one) => sum + one, 0n)).toBe(
      lines.reduce((sum, one) => sum + (one['all'] === true ? unitsOf(one['total']) : 0n), 0n),
    );
  });
});

test.each([[], ['--metric', 'bmt_orders', '-w', 'wsp_1']])(
  'a row of another day than the periods have is in none of them: %j',
  async (...words) => {
    const row = (date: string, cost: number) => ({ date, service: 'web', cost, currency: 'USD' });
    const week = [...eachDay({ from: '2026-11-01', to: '2026-11-14' })];
    const days = Object.fromEntries(week.map((date) => [date, [row(date, 1)]]));
    const stray = [row('2026-11-10', 1), row('2026-01-10', 500)];
    const metric = '/v1/business-metrics/bmt_orders';
    const service = serveAnalysis(
      { ...days, '2026-11-10': stray },
      {
        [`${metric}?workspaceId=wsp_1`]: {
          id: 'bmt_orders',
          name: 'o',
          unit: 'o',
          labelColumns: [],
        },
        [`${metric}/values?workspaceId=wsp_1&from=2026-11-02&to=2026-11-14&page=1&limit=100`]:
          pageOf([]),
      },
    );
    const line = ['costs', 'trend', '--weeks', '2', ...words, '-o', 'json'];
    const [whole]: Line[] = await readJson(run(line, { service }));
    expect(whole?.periods.map(({ total }) => total)).toEqual(['7', '6']);
    expect(whole?.['total']).toBe('13');
  },
);

/** September has no row at all, and in October only db has some. */
const gaps = Object.fromEntries(
  [
    ['2026-08-03', 'web', '6.00'],
    ['2026-10-05', 'db', '2.00'],
    ['2026-10-06', 'db', '3.00'],
  ].map(([date = '', service, cost]) => [date, [{ date, service, cost, currency: 'USD' }]]),
);

test.each(['service', 'mirror'])(
  'a month without any row has no cost, not zero: %s',
  async (from) => {
    const service = serveCosts(gaps);
    const folder = newFolder();
    await runMirror(folder, gaps, ['--from', '2026-08-01']);
    const rows = from === 'mirror' ? ['--mirror', folder] : [];
    const argv = [...trend.slice(0, 3), '3', '--to', '2026-10-31', ...rows];
    const ofWeb = [...argv, '--where', 'service=web'];
    const [line]: Line[] = await readJson(run([...argv, '-o', 'json'], { service }));
    expect(line?.periods.map(({ total }) => total)).toEqual(['6.00', null, '5.00']);
    expect(line).toMatchObject({ change: null, changePercent: null, mean: '5.50000000' });
    const [web]: Line[] = await readJson(run([...ofWeb, '-o', 'json'], { service }));
    expect(web?.periods.map(({ total }) => total)).toEqual(['6.00', null, '0']);
    expect(web).toMatchObject({ mean: '3.00000000' });
    const { stdout: csv } = await succeed(run([...argv, '-o', 'csv'], { service }));
    expect(csv).toContain('USD,2026-09,0,,\n');
    // Nothing can be compared, and no table has an empty column that says so.
    for (const months of ['1', '3']) {
      const few = [...trend.slice(0, 3), months, '--to', '2026-10-31', ...rows];
      const { stdout } = await succeed(run([...few, '-o', 'markdown'], { service }));
      expect(stdout).not.toContain('change %');
    }
    const { stdout } = await succeed(run([...argv, '--by', 'service', '--no-color'], { service }));
    expect(stdout).toContain(' · no change: 2026-09 has no rows · ');
    expect(stdout).not.toContain('change from');
    expect(stdout.split('\n').slice(2).join('\n')).toMatchInlineSnapshot(`
      "service  2026-08  2026-09  2026-10  total  mean
      web         6.00  no rows     0.00   6.00  3.00
      db          0.00  no rows     5.00   5.00  2.50
      (all)       6.00  no rows     5.00  11.00  5.50
      "
    `);
    const wide = await succeed(run([...argv, '-o', 'csv', '--wide'], { service }));
    expect(wide.stdout).toContain('\nUSD,6.00,,5.00,11.00,,,5.50000000\n');
  },
);

test.each([
  ['no rows', {}, ''],
  ['no row that meets the conditions', gaps, ' --where service=shop'],
])('with %s, no change is said to be shown', async (_name, days, where) => {
  const line = `${trend.slice(0, 3).join(' ')} 2 --to 2026-10-31${where}`;
  const { stdout } = await succeed(run(line, { service: serveCosts(days) }));
  expect(stdout).not.toContain('change');
});

const few = facts.filter(({ currency, team }) => currency === 'EUR' && team === 'search');

test('bars that are the same in each row stay in the table', async () => {
  const days = Object.fromEntries(
    ['2026-09-01', '2026-10-01'].map((date) => [
      date,
      [{ date, service: 'web', cost: '2.00', currency: 'USD' }],
    ]),
  );
  const argv = [...trend.slice(0, 3), '2', '--to', '2026-10-31', '--by', 'service', '--no-color'];
  const { stdout } = await succeed(run(argv, { service: serveCosts(days), terminal: 120 }));
  expect(stdout.split('\n\n')[0]).not.toContain('trend');
  expect(stdout).toMatch(/ trend\nweb .* ██\n\(all\) .* ██\n/);
});

test('a terminal shows the newest months that fit', async () => {
  const service = serveCosts(daysOf(flat, few));
  const argv = [...trend, '--by', 'service', '--top', '2', '-q', '--no-color'];
  const screens = [];
  for (const terminal of [120, 80, 40]) {
    screens.push((await succeed(run(argv, { service, terminal }))).stdout);
  }
  expect(screens.join('\n')).toMatchInlineSnapshot(`
    "2026-08-01 to 2026-11-14 (UTC) · everything the token reaches · cost in EUR · change from 2026-09 to 2026-10 · 2026-11
    is partial, not in the mean · incomplete: no rows on 2026-08-01 to 2026-09-21, 2026-09-25 to 2026-09-26, 2026-09-28 and
    11 more; the data is late: 2026-11-14

    service         2026-08    2026-09    2026-10  2026-11 (partial)      total      change       change %       mean  trend
    Netz\\werk       no rows  11,690.86   4,078.89          10,754.98  26,524.73   -7,611.96         -65.11   7,884.88   █▃▇
    Storage, "hot"  no rows   6,055.83  13,537.82               0.00  19,593.65   +7,481.99        +123.55   9,796.82   ▄█▁
    (rest)          no rows      -1.37  27,508.07           3,140.27  30,646.96  +27,509.44  +2,003,309.02  13,753.35   ▁█▂
    (all)           no rows  17,745.31  45,124.78          13,895.25  76,765.34  +27,379.47        +154.29  31,435.05   ▄█▃

    2026-08-01 to 2026-11-14 (UTC) · everything the token reaches · cost in EUR ·
    change from 2026-09 to 2026-10 · 2026-11 is partial, not in the mean ·
    incomplete: no rows on 2026-08-01 to 2026-09-21, 2026-09-25 to 2026-09-26,
    2026-09-28 and 11 more; the data is late: 2026-11-14

    service         2026-08    2026-09    2026-10   2026-11…       change %  trend
    Netz\\werk       no rows  11,690.86   4,078.89  10,754.98         -65.11   █▃▇
    Storage, "hot"  no rows   6,055.83  13,537.82       0.00        +123.55   ▄█▁
    (rest)          no rows      -1.37  27,508.07   3,140.27  +2,003,309.02   ▁█▂
    (all)           no rows  17,745.31  45,124.78  13,895.25        +154.29   ▄█▃

    2026-08-01 to 2026-11-14 (UTC) ·
    everything the token reaches · cost in
    EUR · change from 2026-09 to 2026-10 ·
    2026-11 is partial, not in the mean ·
    incomplete: no rows on 2026-08-01 to
    2026-09-21, 2026-09-25 to 2026-09-26,
    2026-09-28 and 11 more; the data is
    late: 2026-11-14

    service
       2026-09    2026-10       change %
    Netz\\werk
     11,690.86   4,078.89         -65.11
    Storage, "hot"
      6,055.83  13,537.82        +123.55
    (rest)
         -1.37  27,508.07  +2,003,309.02
    (all)
     17,745.31  45,124.78        +154.29
    "
  `);
});

test.each([
  ['--months 2', '2026-10-01', '2026-11-14'],
  ['--weeks 2', '2026-11-02', '2026-11-14'],
  ['--days 3', '2026-11-12', '2026-11-14'],
  ['--months 1 --to 2026-10-31', '2026-10-01', '2026-10-31'],
  ['', '2025-11-01', '2026-11-14'],
])('trend %s reads %s to %s', async (words, from, to) => {
  const service = serveCosts({});
  await succeed(run(['costs', 'trend', ...words.split(' ').filter(Boolean)], { service }));
  expect(service.requests[0]).toMatchObject({ from });
  expect(service.requests.at(-1)).toMatchObject({ to });
});

test('a period that ends with its day is not partial, and today is', async () => {
  const service = serveCosts(daysOf(flat, facts));
  const partial = async (words: string) => {
    const lines: Line[] = await readJson(run(`costs trend ${words} -o json`, { service }));
    return lines[0]?.periods.map((cell) => `${cell.period} ${cell['partial'] ?? false}`);
  };
  expect(await partial('--days 2')).toEqual(['2026-11-13 false', '2026-11-14 false']);
  expect(await partial('--days 2 --to 2026-11-15')).toEqual([
    '2026-11-14 false',
    '2026-11-15 true',
  ]);
  expect(await partial('--months 1 --to 2026-10-31')).toEqual(['2026-10 false']);
  expect(await partial('--months 1 --to 2026-10-30')).toEqual(['2026-10 true']);
});

test('csv has one row per group and period, or one column per period', async () => {
  const service = serveCosts(daysOf(flat, few));
  const argv = [...trend.slice(0, 3), '2', '--by', 'service', '--top', '1', '-o', 'csv'];
  const { stdout: long } = await succeed(run(argv, { service }));
  expect(long).toMatchInlineSnapshot(`
    "service,currency,period,rows,total,partial,rest
    Rechnen,EUR,2026-10,6,12286.3548,,
    Rechnen,EUR,2026-11,2,3355.0729,true,
    ,EUR,2026-10,14,32838.4248,,true
    ,EUR,2026-11,4,10540.1740,true,true
    "
  `);
  const { stdout: wide } = await succeed(run([...argv, '--wide', '--total'], { service }));
  expect(wide).toMatchInlineSnapshot(`
    "service,currency,2026-10,2026-11,total,change,changePercent,mean,partial,rest,all
    Rechnen,EUR,12286.3548,3355.0729,15641.4277,,,12286.3548,2026-11,,
    ,EUR,32838.4248,10540.1740,43378.5988,,,32838.4248,2026-11,true,
    ,EUR,45124.7796,13895.2469,59020.0265,,,45124.7796,2026-11,,true
    "
  `);
});

/** 10 orders a day, none in the first week of October. */
const orders = [...Array(31).keys()]
  .map((day) => `2026-10-${String(day + 1).padStart(2, '0')}`)
  .filter((day) => day > '2026-10-07')
  .map((date) => ({ date, amount: '10', labels: {} }));

test('the unit cost of each period leaves out what costs unit leaves out', async () => {
  const path = '/v1/business-metrics/bmt_orders';
  const service = serveAnalysis(daysOf(flat, few), {
    [`${path}?workspaceId=wsp_1`]: {
      id: 'bmt_orders',
      name: 'Orders',
      unit: 'order',
      labelColumns: [],
    },
    [`${path}/values?workspaceId=wsp_1&from=2026-09-01&to=2026-10-31&page=1&limit=100`]:
      pageOf(orders),
    [`${path}/values?workspaceId=wsp_1&from=2026-10-01&to=2026-10-31&page=1&limit=100`]:
      pageOf(orders),
  });
  const metric = ['--metric', 'bmt_orders', '-w', 'wsp_1'];
  const argv = ['costs', 'trend', '--months', '2', '--to', '2026-10-31', ...metric];
  const [line]: Line[] = await readJson(run([...argv, '-o', 'json'], { service }));
  const unit = ['costs', 'unit', '--month', '2026-10', ...metric, '-o', 'json'];
  const rows: Cell[] = await readJson(run(unit, { service }));
  const { value, unitCost }: Record<string, unknown> =
    rows.find((row) => row['all'] === true) ?? {};
  expect(line?.periods[1]).toMatchObject({ period: '2026-10', value, unitCost });
  expect(line?.periods[0]).toMatchObject({ period: '2026-09', value: null, unitCost: null });
  expect(line).toMatchObject({ unitCost });
  const { stdout } = await succeed(
    run([...argv, '--by', 'service', '-o', 'csv', '--wide'], { service }),
  );
  const [header, ...lines] = stdout.split('\n');
  expect(header).toBe('service,currency,figure,2026-09,2026-10,total,change,changePercent,mean');
  expect(lines.filter((one) => one.includes(',unit cost,'))).toHaveLength(4);
  expect(lines.find((one) => one.startsWith('Netz\\werk,EUR,unit cost'))).toMatch(
    /,unit cost,,(\d+\.\d{6}),,,,\1$/,
  );
});

test('the unit cost of a mean leaves out the values of periods without rows', async () => {
  const path = '/v1/business-metrics/bmt_orders';
  const all = [...eachDay({ from: '2026-07-01', to: '2026-10-31' })];
  const costs = all.filter((day) => /-(08|10)-/.test(day));
  const rows = Object.fromEntries(costs.map((date) => [date, [{ date, cost: '20' }]]));
  const values = all.map((date) => ({ date, amount: '10', labels: {} }));
  const metric = { id: 'bmt_orders', name: 'Orders', unit: 'order', labelColumns: [] };
  const query = 'workspaceId=wsp_1&from=2026-07-01&to=2026-10-31';
  const service = serveAnalysis(rows, {
    [`${path}?workspaceId=wsp_1`]: metric,
    [`${path}/values?${query}&page=1&limit=100`]: pageOf(values.slice(0, 100), {
      next: `${path}/values?${query}&page=2&limit=100`,
    }),
    [`${path}/values?${query}&page=2&limit=100`]: pageOf(values.slice(100)),
  });
  const line = 'costs trend --months 4 --to 2026-10-31 --metric bmt_orders -w wsp_1 -o json';
  const { stdout, stderr } = await succeed(run(line, { service }));
  const [{ mean, unitCost, periods }] = JSON.parse(stdout);
  expect({ mean, unitCost }).toEqual({ mean: '620.000000', unitCost: '2.000000' });
  expect(periods.map((cell: Cell) => cell['unitCost'])).toEqual([
    null,
    '2.000000',
    null,
    '2.000000',
  ]);
  expect(stderr).not.toContain('also divides');
});

test('the unit cost of a mean leaves out a month that has not ended', async () => {
  const path = '/v1/business-metrics/bmt_orders';
  const days = [...eachDay({ from: '2026-09-01', to: '2026-10-20' })];
  const costOf = (day: string) => (day < '2026-10-01' ? '20' : '90');
  const rows = Object.fromEntries(days.map((date) => [date, [{ date, cost: costOf(date) }]]));
  const values = days.map((date) => ({ date, amount: '10', labels: {} }));
  const metric = { id: 'bmt_orders', name: 'Orders', unit: 'order', labelColumns: [] };
  const query = 'workspaceId=wsp_1&from=2026-09-01&to=2026-10-20&page=1&limit=100';
  const service = serveAnalysis(rows, {
    [`${path}?workspaceId=wsp_1`]: metric,
    [`${path}/values?${query}`]: pageOf(values),
  });
  const line = 'costs trend --months 2 --to 2026-10-20 --metric bmt_orders -w wsp_1 -o json';
  const { stdout } = await succeed(run(line, { service }));
  expect(JSON.parse(stdout)).toMatchObject([{ mean: '600', unitCost: '2.000000' }]);
});

test('what the unit cost of a period does not divide is said, and which values a group is divided by', async () => {
  const path = '/v1/business-metrics/bmt_orders';
  const all = [...eachDay({ from: '2026-08-01', to: '2026-10-31' })];
  const rows = Object.fromEntries(
    all.map((date) => [date, [{ date, cost: date === '2026-10-09' ? '0' : '20', team: 'web' }]]),
  );
  const without = ['2026-09-07', '2026-09-08', '2026-10-09', '2026-10-31'];
  const values = all.filter((date) => date > '2026-08-31' && !without.includes(date));
  const metric = { id: 'bmt_orders', name: 'Orders', unit: 'order', labelColumns: ['team'] };
  const query = 'workspaceId=wsp_1&from=2026-08-01&to=2026-10-31';
  const service = serveAnalysis(rows, {
    [`${path}?workspaceId=wsp_1`]: metric,
    [`${path}/values?${query}&page=1&limit=100`]: pageOf([
      ...values.map((date) => ({ date, amount: '10', labels: { team: 'web' } })),
      // Together they are zero.
      { date: '2026-10-31', amount: '5', labels: { team: 'web' } },
      { date: '2026-10-31', amount: '-5', labels: { team: 'shop' } },
    ]),
  });
  const line = 'costs trend --months 3 --to 2026-10-31 --metric bmt_orders -w wsp_1';
  // August has no value at all, and no unit cost.
  const left =
    'the unit cost leaves out the cost of 2026-09-07 to 2026-09-08, 2026-10-31, for which the metric has no value or zero';
  const { stdout } = await succeed(run(line, { service }));
  expect(stdout).toContain(`\nwarning: ${left}\n`);
  const grouped = await succeed(run(`${line} --by team -o json`, { service }));
  expect(grouped.stderr).toContain(
    'the unit cost leaves out the cost of days without a value of the same group: web\n',
  );
  expect(grouped.stderr).toContain(
    'each group is divided by the values of bmt_orders with its own team',
  );
});

/** Two workspaces a day, of which the metric belongs to one. */
const shared = Object.fromEntries(
  orders.slice(0, 4).map(({ date }) => [
    date,
    [
      { date, cost: '30', currency: 'USD', workspace: 'wsp_1' },
      { date, cost: '500', currency: 'USD', workspace: 'wsp_2' },
    ],
  ]),
);
const unscoped = Object.fromEntries(
  Object.entries(shared).map(([date, rows]) => [date, rows.map(({ workspace: _, ...row }) => row)]),
);

test.each([
  ['a column of workspace ids selects its rows', shared, 'workspace=wsp_1', 4, '3.000000'],
  [
    'without one, a warning says so',
    unscoped,
    'no column of the rows holds workspace ids',
    8,
    '53.000000',
  ],
] as const)(
  'the unit cost is of the workspace of the metric: %s',
  async (_, days, said, rows, cost) => {
    const path = '/v1/business-metrics/bmt_orders';
    const service = serveAnalysis(days, {
      [`${path}?workspaceId=wsp_1`]: {
        id: 'bmt_orders',
        name: 'Orders',
        unit: 'order',
        labelColumns: [],
      },
      [`${path}/values?workspaceId=wsp_1&from=2026-10-01&to=2026-10-31&page=1&limit=100`]:
        pageOf(orders),
    });
    const metric = ['--metric', 'bmt_orders', '-w', 'wsp_1'];
    for (const words of [
      ['trend', '--months', '1', '--to', '2026-10-31'],
      ['unit', '--month', '2026-10'],
    ]) {
      const json = ['costs', ...words, ...metric, '-o', 'json', '--envelope'];
      const { about, data } = await readJson(run(json, { service }));
      expect(JSON.stringify(about)).toContain(said);
      const whole = data.find((row: Cell) => row['all'] === true) ?? data[0];
      expect(whole).toMatchObject({ unitCost: cost });
      if (words[0] === 'trend') expect(whole.periods[0].rows).toBe(rows);
    }
  },
);

test('a mirror, conditions, another currency and the line of the receipt give the same', async () => {
  const days = daysOf(flat, facts);
  const folder = newFolder();
  await runMirror(folder, days);
  const rates = Object.fromEntries(
    [...new Set(facts.map(({ day }) => day))].map((day, place) => [day, `1.1${place}7`]),
  );
  const service = serveAnalysis(days, rateAnswers('USD', 'EUR', rates));
  const receipt = join(createFolder(), 'receipt.json');
  const argv = ['costs', 'trend', '--months', '2', '--by', 'team', '--where', 'service!=Rechnen'];
  const line = [...argv, '--convert-to', 'EUR', '-o', 'ndjson'];
  const { stdout } = await succeed(run([...line, '--receipt', receipt], { service }));
  expect(linesOf(stdout)).toHaveLength(6);
  const mirrored = await succeed(run([...line, '--mirror', folder], { service }));
  expect(mirrored.stdout).toBe(stdout);
  const { command } = JSON.parse(readFileSync(receipt, 'utf8'));
  expect(command).toContain('costs trend --months 2 --to 2026-11-14 ');
  const words = command
    .replace(/--receipt \S+/, '')
    .replaceAll("'", '')
    .split(' ')
    .slice(1);
  const later = await succeed(run(words.filter(Boolean), { service, now: '2026-12-24T00:00:00Z' }));
  expect(later.stdout).toBe(stdout);
});

test.each([
  ['--months 0', 'must be'],
  ['--weeks 2 --days 3', 'cannot be used'],
  ['--to 2026-11-16', '--to 2026-11-16 is in the future'],
  ['--digits 2', '--digits needs --metric'],
])('trend %s is refused', async (words, message) => {
  const running = run(`costs trend ${words}`, { service: serveCosts({}) });
  expect(await failWith(2, running)).toContain(message);
});
