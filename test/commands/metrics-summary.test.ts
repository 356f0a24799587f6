import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDecimals, formatDecimal, parseDecimal, zero } from '../../src/json/decimal.ts';
import { createMetricService } from '../helpers/metric-service.ts';
import { run, type World } from '../helpers/run.ts';
import { failWith, readJson } from '../helpers/screens.ts';
import { pageOf, scriptService } from '../helpers/service.ts';

const value = (date: string, amount: string, region?: string) => ({
  date,
  amount,
  labels: region === undefined ? {} : { region },
});

function ask(action: string, flags: readonly string[], world: World = {}) {
  return run(['metrics', action, 'bmt_orders', '-w', 'wsp_main', ...flags], world);
}

const stored = [
  value('2026-09-30', '1.5', 'eu'),
  value('2026-10-01', '2.25', 'eu'),
  value('2026-10-01', '0.000000000000000001', 'us'),
  value('2026-10-02', '-0.25', 'eu'),
  value('2026-10-02', '7'),
  value('2026-11-01', '3', 'us'),
];

describe('metrics summary', () => {
  test('adds up the values of each month exactly and marks an unfinished month', async () => {
    const { stdout } = await ask('summary', [], { service: createMetricService({ stored }) });
    expect(stdout).toMatchInlineSnapshot(`
      "period                            total  days  values  first       last
      2026-09                             1.5     1       1  2026-09-30  2026-09-30
      2026-10            9.000000000000000001     2       4  2026-10-01  2026-10-02
      2026-11 (partial)                     3     1       1  2026-11-01  2026-11-01
      "
    `);
  });

  test('adds up a value once that is in two pages because a value was added meanwhile', async () => {
    const values = '/v1/business-metrics/bmt_orders/values?workspaceId=wsp_main&page=';
    const next = `https://api.example.test${values}2&limit=100`;
    const service = scriptService(
      {
        path: `${values}1&limit=100`,
        answer: { links: { next }, data: [stored[0], stored[1], stored[2]] },
      },
      {
        path: `${values}2&limit=100`,
        answer: { links: { next: null }, data: [{ ...stored[2], amount: '1e-18' }, stored[3]] },
      },
    );
    expect(await readJson(ask('summary', ['-o', 'json'], { service }))).toMatchObject([
      { period: '2026-09', total: '1.5', values: 1 },
      { period: '2026-10', total: '2.000000000000000001', values: 3 },
    ]);
  });

  test('of two amounts for one day and label, none is chosen', async () => {
    const service = scriptService({
      path: '/v1/business-metrics/bmt_orders/values?workspaceId=wsp_main&page=1&limit=100',
      answer: pageOf([...stored, value('2026-10-02', '-0.26', 'eu')]),
    });
    expect(await failWith(1, ask('summary', [], { service }))).toContain(
      'the service sent two amounts for 2026-10-02 region=eu: -0.25 and -0.26',
    );
  });

  test('--by separates labels and shows values without a label', async () => {
    const service = createMetricService({ stored });
    const { stdout } = await ask('summary', ['--by', 'region', '-o', 'json'], { service });
    expect(JSON.parse(stdout)).toMatchObject([
      { period: '2026-09', labels: { region: 'eu' }, total: '1.5', days: 1, values: 1 },
      { period: '2026-10', labels: { region: 'eu' }, total: '2.00', days: 2, values: 2 },
      { period: '2026-10', labels: { region: 'us' }, total: '0.000000000000000001' },
      { period: '2026-10', labels: { region: null }, total: '7' },
      { period: '2026-11', labels: { region: 'us' }, total: '3', partial: true },
    ]);
  });

  test('summarizes by day or week and marks weeks that the period cuts off', async () => {
    const service = createMetricService({ stored });
    const days = ['--from', '2026-10-01', '--to', '2026-10-02'];
    const weeks = await ask('summary', [...days, '--granularity', 'week', '-o', 'ndjson'], {
      service,
    });
    expect(JSON.parse(weeks.stdout)).toMatchObject({
      period: '2026-W40',
      values: 4,
      partial: true,
    });
    const each = await ask('summary', [...days, '--granularity', 'day', '-o', 'csv'], { service });
    expect(each.stdout.split('\n')).toHaveLength(4);
    expect(each.stdout).not.toContain('true');
    expect(service.reads[0]).toContain('from=2026-10-01&to=2026-10-02');
  });

  test('refuses a label that the metric does not have', async () => {
    const service = createMetricService({ stored });
    expect(await failWith(2, ask('summary', ['--by', 'regoin'], { service }))).toBe(
      'error: --by: regoin is not a label column of the metric\nhint: known: region\n',
    );
  });

  test('an amount that is not a decimal is an error instead of being left out', async () => {
    const service = createMetricService({ stored: [value('2026-10-01', 'n/a', 'eu')] });
    expect(await failWith(1, ask('summary', [], { service }))).toContain(
      'the value of 2026-10-01 has the amount "n/a", which is not a decimal',
    );
  });

  test('the totals of any values add up to their exact sum', async () => {
    const amount = fc
      .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 18 }))
      .map(([units, places]) => `${units}e-${places}`);
    const day = fc
      .integer({ min: 0, max: 400 })
      .map((number) => new Date(Date.UTC(2025, 6, 1 + number)).toISOString().slice(0, 10));
    const values = fc.uniqueArray(
      fc.record({ date: day, amount, region: fc.constantFrom('a', 'b', 'c') }),
      {
        selector: ({ date, region }) => `${date} ${region}`,
        maxLength: 30,
      },
    );
    await fc.assert(
      fc.asyncProperty(
        values,
        fc.constantFrom('day', 'week', 'month'),
        fc.boolean(),
        async (all, granularity, isByRegion) => {
          const service = createMetricService({
            stored: all.map(({ date, amount, region }) => value(date, amount, region)),
          });
          const by = isByRegion ? ['--by', 'region'] : [];
          const flags = ['--granularity', granularity, '-o', 'json', ...by];
          const { stdout } = await ask('summary', flags, { service });
          const rows: { total: string; values: number; days: number }[] = JSON.parse(stdout);
          const sum = (texts: readonly string[]) =>
            texts.reduce((total, text) => addDecimals(total, parseDecimal(text) ?? zero), zero);
          const [expected, found] = [
            sum(all.map((one) => one.amount)),
            sum(rows.map(({ total }) => total)),
          ];
          expect(
            Number(formatDecimal(addDecimals(expected, { ...found, units: -found.units }))),
          ).toBe(0);
          expect(rows.reduce((count, row) => count + row.values, 0)).toBe(all.length);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('metrics gaps', () => {
  const recent = [
    value('2026-11-10', '1', 'eu'),
    value('2026-11-10', '1', 'us'),
    value('2026-11-12', '1', 'eu'),
    value('2026-11-13', '1', 'us'),
  ];

  test('lists the days without a value, from the first value to yesterday', async () => {
    const service = createMetricService({ stored: recent });
    expect(await readJson(ask('gaps', ['-o', 'json'], { service }))).toEqual([
      { date: '2026-11-11', labels: {} },
      { date: '2026-11-14', labels: {} },
    ]);
  });

  test('--by lists the days without a value for each label', async () => {
    const service = createMetricService({ stored: recent });
    const line = ['--by', 'region', '--last', '3d'];
    const { stdout, stderr } = await ask('gaps', line, { service });
    expect(stderr).toBe('note: 4 values missing from 2026-11-12 to 2026-11-14\n');
    const checked = await ask('gaps', [...line, '--check', '-q'], { service });
    expect([checked.exitCode, checked.stderr]).toEqual([11, 'error: 4 values missing\n']);
    expect(stdout).toMatchInlineSnapshot(`
      "date        labels
      2026-11-12  region=us
      2026-11-13  region=eu
      2026-11-14  region=eu
      2026-11-14  region=us
      "
    `);
  });

  test('a value that lacks the label counts as one without it', async () => {
    const service = createMetricService({
      stored: [value('2026-11-13', '1', 'eu'), value('2026-11-13', '1')],
    });
    const { stdout } = await ask('gaps', ['--by', 'region', '--last', '2d'], { service });
    expect(stdout).toContain('2026-11-14  region=(none)');
  });

  test.each([
    [[], 11, 'error: 2 days without a value\n'],
    [['--from', '2026-11-11', '--to', '2026-11-11'], 11, 'error: 1 day without a value\n'],
    [['--from', '2026-11-12', '--to', '2026-11-13'], 0, ''],
    // Today and the days after it cannot lack a value yet.
    [['--from', '2026-11-13', '--to', '2026-11-20'], 11, 'error: 1 day without a value\n'],
    [['--from', '2026-11-13', '--to', '2026-11-15'], 11, 'error: 1 day without a value\n'],
    [['--to', '2026-12-31'], 11, 'error: 2 days without a value\n'],
  ])('--check with %j exits %i', async (flags, expected, message) => {
    const service = createMetricService({ stored: recent });
    const outcome = await ask('gaps', ['--check', '-q', ...flags], { service });
    expect({ stderr: outcome.stderr, exitCode: outcome.exitCode }).toEqual({
      stderr: message,
      exitCode: expected,
    });
    expect(outcome.stdout === '').toBe(expected === 0);
  });

  test('a metric without values never passes a check', async () => {
    const empty = createMetricService();
    const whole = await ask('gaps', ['--check', '-o', 'csv'], { service: empty });
    expect(whole.exitCode).toBe(11);
    expect(whole.stderr).toContain('error: the metric has no values\n');
    const days = await ask('gaps', ['--check', '--last', '2d', '-o', 'csv'], { service: empty });
    expect(days.exitCode).toBe(11);
    expect(days.stdout).toBe('date,labels\n2026-11-13,{}\n2026-11-14,{}\n');
  });

  test.each([
    // No day of this period has ended: nothing can be missing.
    [['--from', '2026-11-15'], 0, '', 'No day of the period has ended yet.\n'],
    [['--from', '2026-12-15'], 0, '', 'No day of the period has ended yet.\n'],
    [
      ['--from', '2026-11-15', '--to', '2026-11-20'],
      0,
      '',
      'No day of the period has ended yet.\n',
    ],
    [
      ['--to', '2020-01-01'],
      11,
      'error: the metric has no values on these days\n',
      'No values on these days; costctl metrics import --help\n',
    ],
  ])('--check with %j says no more than it knows', async (flags, exitCode, stderr, stdout) => {
    const service = createMetricService({ stored: recent });
    const outcome = await ask('gaps', ['--check', ...flags], { service });
    expect({ ...outcome }).toMatchObject({ exitCode, stderr, stdout });
  });

  test('lists exactly the days without a value, for any values', async () => {
    const days = Array.from({ length: 10 }, (_, at) => `2026-11-0${at}`).slice(1);
    await fc.assert(
      fc.asyncProperty(fc.subarray(days), async (present) => {
        const service = createMetricService({
          stored: present.map((day) => value(day, '0', 'eu')),
        });
        const flags = ['--from', '2026-11-01', '--to', '2026-11-09', '-o', 'json', '--check'];
        const { stdout, exitCode } = await ask('gaps', flags, { service });
        const listed: { date: string }[] = JSON.parse(stdout);
        const missing = days.filter((day) => !present.includes(day));
        expect(listed.map(({ date }) => date)).toEqual(missing);
        expect(exitCode).toBe(missing.length === 0 ? 0 : 11);
      }),
      { numRuns: 30 },
    );
  });
});

test.each(['values', 'summary', 'gaps'])(
  'on the first of a month %s --month-to-date is an empty list',
  async (action) => {
    const service = createMetricService({ stored });
    const flags = ['--month-to-date', '-o', 'json', ...(action === 'gaps' ? ['--check'] : [])];
    const outcome = await ask(action, flags, { service, now: '2026-11-01T08:00:00Z' });
    expect(outcome).toMatchObject({
      stdout: '[]\n',
      stderr: 'note: 2026-11-01 is not over: the period has no complete day yet\n',
      exitCode: 0,
    });
    expect(service.reads).toEqual([]);
  },
);

describe('the days of metrics values', () => {
  test.each([
    [['--last', '7d'], 'from=2026-11-08&to=2026-11-14'],
    [['--last', '1w', '--include-today'], 'from=2026-11-09&to=2026-11-15'],
    [['--month', '2026-10'], 'from=2026-10-01&to=2026-10-31'],
    [['--last-month'], 'from=2026-10-01&to=2026-10-31'],
    [['--month-to-date'], 'from=2026-11-01&to=2026-11-14'],
    [['--quarter', '2026Q3'], 'from=2026-07-01&to=2026-09-30'],
    [['--from', '2026-11-01'], 'from=2026-11-01&page'],
    [['--to', '2026-11-01'], 'to=2026-11-01&page'],
  ])('%j', async (flags, query) => {
    const service = createMetricService();
    await ask('values', flags, { service });
    expect(service.reads[0]?.replace('workspaceId=wsp_main&', '')).toContain(`?${query}`);
  });
});
