import { describe, expect, test } from 'vitest';
import { serveAnalysis } from '../helpers/cost-shapes.ts';
import type { Days } from '../helpers/costs.ts';
import { run } from '../helpers/run.ts';
import { pageOf } from '../helpers/service.ts';

const days = [...Array(40).keys()].map((place) =>
  new Date(Date.UTC(2026, 9, 5 + place)).toISOString().slice(0, 10),
);
/** 100 a day, but 40 a day in the last week. */
const rows: Days = Object.fromEntries(
  days.map((date) => [
    date,
    [{ date, cost: date > '2026-11-06' ? 40 : 100, currency: 'EUR', service: 'a' }],
  ]),
);

function serve(
  values: readonly string[],
  lost: readonly string[] = [],
  amount: string | ((date: string) => string) = '3',
  all: Days = rows,
  labels: Record<string, string> | ((date: string) => Record<string, string>) = {},
) {
  const labelsOn = typeof labels === 'function' ? labels : () => labels;
  const labelColumns = Object.keys(labelsOn(''));
  const path = '/v1/business-metrics/bmt_orders';
  const own = Object.fromEntries(Object.entries(all).filter(([day]) => !lost.includes(day)));
  return serveAnalysis(own, {
    [`${path}?workspaceId=wsp_1`]: {
      id: 'bmt_orders',
      name: 'Orders',
      unit: 'order',
      labelColumns,
    },
    [`${path}/values?workspaceId=wsp_1&from=2026-11-07&to=2026-11-13&page=1&limit=100`]: pageOf(
      values.map((date) => {
        const value = typeof amount === 'string' ? amount : amount(date);
        return { date, amount: value, labels: labelsOn(date) };
      }),
    ),
    '/v1/providers?page=1&limit=100': pageOf([]),
  });
}

const week = days.filter((day) => day >= '2026-11-07' && day <= '2026-11-13');
const check = ['costs', 'check', '--from', '2026-11-07', '--to', '2026-11-13', '-o', 'json'];
const metric = ['--metric', 'bmt_orders', '-w', 'wsp_1'];

test.each([
  // 280 EUR for 21 orders: 13.333333… is judged exactly.
  [['--max-unit', '13.34', ...metric], week, 0, [['max-unit', 'passed', '13.333333']]],
  [['--max-unit', '13.3333333', ...metric], week, 11, [['max-unit', 'exceeded', '13.33333333']]],
  [
    ['--max-unit', '13.34', ...metric],
    week.slice(1),
    9,
    [
      ['max-unit', 'not exceeded', '13.333333'],
      ['rows', 'no value', undefined],
    ],
  ],
  [
    ['--max-unit', '13.34', '--allow-empty', ...metric],
    week.slice(1),
    0,
    [['max-unit', 'passed', '13.333333']],
  ],
  // The last two days are usually late.
  [['--max-unit', '13.34', ...metric], week.slice(0, 6), 0, [['max-unit', 'passed', '13.333333']]],
  [['--max-unit', '13.34', '--allow-empty', ...metric], [], 9, [['rows', 'no value', undefined]]],
  [['--max-decrease', '60'], week, 0, [['max-decrease', 'passed', undefined]]],
  [['--max-decrease', '59.99'], week, 11, [['max-decrease', 'exceeded', undefined]]],
  [
    ['--max-decrease', '50', '--min-change', '421'],
    week,
    0,
    [['max-decrease', 'passed', undefined]],
  ],
] as const)('check %j with values on %j exits %i', async (words, values, exitCode, expected) => {
  const outcome = await run([...check, ...words], { service: serve(values) });
  const found: Record<string, unknown>[] = JSON.parse(outcome.stdout);
  expect(found.map((row) => [row['check'], row['result'], row['unitCost']])).toEqual(expected);
  expect({ exitCode: outcome.exitCode, stderr: outcome.stderr }).toMatchObject({ exitCode });
});

// A trend by days leaves out a day without rows, and its value.
test.each([
  ['unit --from 2026-11-07 --to 2026-11-13', true],
  ['trend --days 7 --to 2026-11-13', false],
])(
  'whether costs %s says which values it leaves out, for lack of rows: %s',
  async (line, isSaid) => {
    const answers = await Promise.all(
      [['2026-11-13'], []].map((lost) =>
        run(['costs', ...line.split(' '), ...metric, '-o', 'json'], { service: serve(week, lost) }),
      ),
    );
    const caution = 'the unit cost leaves out the values of days without rows: 2026-11-13';
    expect(answers.map(({ exitCode, stderr }) => [exitCode, stderr.includes(caution)])).toEqual([
      [0, isSaid],
      [0, false],
    ]);
  },
);

// A day without a row of any source is unknown, whether it is accepted or not.
test('no unit cost divides by the value of a day without rows', async () => {
  const service = serve(week, ['2026-11-09']);
  const limit = [...metric, '--max-unit', '13', '--allow-empty'];
  const judged = await run([...check, ...limit], { service });
  expect(judged.exitCode).toBe(11);
  expect(JSON.parse(judged.stdout)[0]).toMatchObject({ unitCost: '13.333333' });
  for (const granularity of ['day', 'week', 'total']) {
    const line = `costs unit --from 2026-11-07 --to 2026-11-13 --granularity ${granularity} -o json`;
    const { stdout } = await run([...line.split(' '), ...metric], { service });
    const rows: Record<string, unknown>[] = JSON.parse(stdout);
    const figures = { cost: '240', value: '18', unitCost: '13.333333', valueLeftOut: '3' };
    expect(rows.find(({ all }) => all === true)).toMatchObject({ ...figures, state: 'ok' });
    const day = { cost: null, value: '3', unitCost: null, state: 'no rows' };
    if (granularity === 'day') expect(rows[2]).toMatchObject({ period: '2026-11-09', ...day });
  }
});

test('a day with rows that meet no condition cost nothing: its value counts', async () => {
  const other = { date: '2026-11-09', cost: 9, currency: 'EUR', service: 'b' };
  const service = serve(week, [], '3', { ...rows, '2026-11-09': [other] });
  const line = 'costs unit --from 2026-11-07 --to 2026-11-13 --where service=a -o json';
  const { stdout, stderr } = await run([...line.split(' '), ...metric], { service });
  const figures = { cost: '240', value: '21', unitCost: '11.428571', valueLeftOut: '0' };
  expect(JSON.parse(stdout).at(-1)).toMatchObject(figures);
  expect(stderr).toContain('also divides by the values of 2026-11-09, without any cost');
});

test('the value of today counts only with a cost, which is still to come', async () => {
  const other = { date: '2026-11-13', cost: 9, currency: 'EUR', service: 'b' };
  const service = serve(week, [], '3', { ...rows, '2026-11-13': [other] });
  const line = [...check, '--where', 'service=a', '--max-unit', '12', ...metric, '--include-today'];
  // 240 EUR for the 18 orders of six days.
  const { exitCode, stdout, stderr } = await run(line, { service, now: '2026-11-13T06:00:00Z' });
  expect([exitCode, JSON.parse(stdout)[0].unitCost]).toEqual([11, '13.333333']);
  expect(stderr).toContain('leaves out the values of 2026-11-13: the cost is still to come');
});

test('the value of a day that one group still lacks the cost of is left out of its unit cost, and named', async () => {
  const other = { date: '2026-11-13', cost: 9, currency: 'EUR', service: 'b' };
  const service = serve(week, [], '3', { ...rows, '2026-11-13': [other] });
  const line = [...check, '--by', 'service', '--max-unit', '12', ...metric, '--include-today'];
  const { exitCode, stdout, stderr } = await run(line, { service, now: '2026-11-13T06:00:00Z' });
  expect([exitCode, JSON.parse(stdout)[0].unitCost]).toEqual([11, '13.333333']);
  expect(stderr).toContain('leaves out the values of 2026-11-13: the cost is still to come');
});

test.each([
  // 240 EUR for the 18 orders of six days: the cost of the last day is still to come.
  [['2026-11-13'], '13.34', 0, '13.333333'],
  [['2026-11-13'], '13.3', 11, '13.333333'],
  [[], '13.3', 11, '13.333333'],
])(
  'without rows on %j, --max-unit %s exits %i: values of late days do not count',
  async (lost, limit, exitCode, unitCost) => {
    const service = serve(week, lost);
    const outcome = await run([...check, '--max-unit', limit, ...metric], { service });
    expect(outcome.exitCode).toBe(exitCode);
    expect(JSON.parse(outcome.stdout)[0]).toMatchObject({ unitCost });
    expect(/leaves out the values of (.*): the cost is/.exec(outcome.stderr)?.[1]).toBe(lost[0]);
  },
);

test('a day that never has cost is not late: its value counts', async () => {
  const service = serve(
    week,
    days.filter((day) => [0, 5, 6].includes(new Date(day).getUTCDay())),
  );
  const outcome = await run([...check, '--max-unit', '8', ...metric], { service });
  expect(outcome.exitCode).toBe(0);
  expect(JSON.parse(outcome.stdout)[0]).toMatchObject({ unitCost: '7.619048' });
});

test('a decrease that missing rows may explain is not judged', async () => {
  const service = serve(week, ['2026-11-09']);
  const outcome = await run([...check, '--max-decrease', '50'], { service });
  expect(outcome.exitCode).toBe(9);
  expect(JSON.parse(outcome.stdout)[0]).toMatchObject({ check: 'max-decrease', state: 'unjudged' });
});

test.each([
  [['--max-unit', '1'], '--max-unit needs --metric'],
  [['--max-total', '1', '--metric', 'bmt_orders'], '--metric needs --max-unit'],
  [
    ['--max-total', '1', '--min-change', '1'],
    '--min-change needs --max-increase or --max-decrease',
  ],
])('check %j is refused', async (words, message) => {
  const { exitCode, stderr } = await run([...check, ...words], { service: serve([]) });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
});

test('a limit of a unit cost that holds is said of the unit cost, not of the total', async () => {
  const words = check.map((word) => (word === 'json' ? 'junit' : word));
  const line = [...words, '--max-unit', '13.34', ...metric];
  const { stdout } = await run(line, { service: serve(week) });
  expect(stdout).toContain(
    'the unit cost of the total is 13.333333 EUR, within the limit of 13.34 EUR',
  );
});

test('the caption says what a unit is, if a unit cost is shown', async () => {
  const words = check.map((word) => (word === 'json' ? 'markdown' : word));
  for (const limit of ['13', '14']) {
    const line = [...words, '--max-unit', limit, '--max-total', '1', ...metric];
    const { stdout } = await run(line, { service: serve(week) });
    const [caption = ''] = stdout.split('\n');
    expect(caption.includes('unit cost per order')).toBe(stdout.includes('| unit cost |'));
  }
});

const gaps =
  'costctl metrics gaps bmt_orders --from 2026-11-07 --to 2026-11-13 --workspace wsp_1 lists the days without a value';

test.each([
  ['--concurrency 1', {}, ''],
  ['--allow-empty', {}, ''],
  ['--by service', { service: 'a' }, ' for a'],
])(
  'a metric that adds up to less than zero is below every limit, so nothing is judged: %s',
  async (more, labels, whose) => {
    const line = [...check, '--max-unit', '1', ...metric, ...more.split(' ')];
    const { stderr, exitCode } = await run(line, { service: serve(week, [], '-3', rows, labels) });
    expect([exitCode, stderr]).toEqual([
      9,
      expect.stringContaining(
        `the values of bmt_orders${whose} on 2026-11-07 to 2026-11-13 add up`,
      ),
    ]);
  },
);

test('a group whose values add up to less than zero leaves the caption of the others', async () => {
  const own = (date: string) => ({ service: date < '2026-11-10' ? 'a' : 'b' });
  const amount = (date: string) => (date < '2026-11-10' ? '3' : '-3');
  const all = Object.fromEntries(
    week.map((date) => [date, [{ date, cost: 40, currency: 'EUR', ...own(date) }]]),
  );
  const words = check.map((word) => (word === 'json' ? 'markdown' : word));
  const line = [...words, '--by', 'service', '--max-unit', '20', ...metric];
  const service = serve(week, [], amount, all, own);
  const { stdout, stderr, exitCode } = await run(line, { service });
  expect([exitCode, stdout]).toEqual([9, expect.stringContaining('unit cost per order ')]);
  expect(stderr).toContain('the values of bmt_orders for b on');
});

const [zero, three] = ['0', '3'];

test.each([
  [zero, ['value is zero', '0'], 'bmt_orders has only zero to divide the cost of'],
  [three, ['no day has both', '18'], 'no day of'],
])(
  'if only zero meets a cost and the other values are %s, no other value is called zero',
  async (others, row, said) => {
    const other = (date: string) => ({ date, cost: 40, currency: 'EUR', service: 'b' });
    const all = Object.fromEntries(
      Object.entries(rows).map(([date, own]) => [date, date > '2026-11-07' ? [other(date)] : own]),
    );
    const amountOn = (date: string) => (date === week[0] ? zero : others);
    const line = ['--where', 'service=a', '--from', '2026-11-07', '--to', '2026-11-13', ...metric];
    const service = () => serve(week, [], amountOn, all);
    const divided = await run(['costs', 'unit', ...line, '-o', 'json'], { service: service() });
    expect(JSON.parse(divided.stdout).at(-1)).toMatchObject({
      unitCost: null,
      state: row[0],
      value: row[1],
    });
    const limit = ['--max-unit', '9', '--allow-stale', 'all'];
    const { stderr, exitCode } = await run(['costs', 'check', ...line, ...limit], {
      service: service(),
    });
    expect(exitCode).toBe(9);
    expect(stderr).toContain(said);
    const values = 'metrics values bmt_orders --from 2026-11-07 --to 2026-11-13 --workspace wsp_1';
    expect(stderr).toContain(`hint: costctl ${values} lists the values\n`);
  },
);

test('a metric without any value has gaps to list, even if each cost is zero', async () => {
  const free = Object.fromEntries(
    Object.entries(rows).map(([date, own]) => [date, own.map((row) => ({ ...row, cost: 0 }))]),
  );
  const line = [...check, '--max-unit', '9', '--allow-stale', 'all', ...metric];
  const { stderr, exitCode } = await run(line, { service: serve([], [], zero, free) });
  expect([exitCode, stderr]).toEqual([9, expect.stringContaining(gaps)]);
});

test.each([
  // Days with a cost and without a value can be accepted; a cost that nothing divides cannot.
  [
    week.slice(2),
    [],
    [],
    9,
    `has no value on ${week.slice(0, 2).join(' to ')}\nhint: ${gaps}; --allow-empty accepts it`,
  ],
  [week.slice(6), [], [], 9, `has no value on ${week[0]} to ${week[5]}\nhint`],
  [
    [],
    [],
    [],
    9,
    `has no value to divide the cost of 2026-11-07 to 2026-11-13 by\nhint: ${gaps}\n`,
  ],
  [[], [], ['--allow-empty'], 9, `by\nhint: ${gaps}\n`],
  [
    week.slice(0, 1),
    week.slice(0, 1),
    ['--allow-empty'],
    9,
    'no day of 2026-11-07 to 2026-11-13 has both',
  ],
  [week, week, [], 9, 'there is no cost of 2026-11-07 to 2026-11-13 to divide by bmt_orders'],
  [week, week, ['--allow-empty'], 0, ''],
])(
  'with values on %j and without rows on %j, %j exits %i',
  async (values, lost, words, exitCode, said) => {
    const line = [...check, '-q', '--max-unit', '99', ...words, ...metric];
    const outcome = await run(
      line.map((word) => (word === 'json' ? 'csv' : word)),
      { service: serve(values, lost) },
    );
    expect({ exitCode: outcome.exitCode, stderr: outcome.stderr }).toEqual({
      exitCode,
      stderr: expect.stringContaining(said),
    });
  },
);

test.each([
  ['a day that was accepted without a value', week.slice(1), '--allow-empty', '2026-11-07'],
  ['a day whose value is usually late', week.slice(0, 6), '', '2026-11-13'],
  ['no day', week, '--allow-empty', undefined],
])('a limit says that the cost of %s is left out', async (_name, values, words, day) => {
  const line = [...check, '--max-unit', '14', ...metric, ...words.split(' ').filter(Boolean)];
  const { stderr, exitCode } = await run(line, { service: serve(values) });
  expect(exitCode).toBe(0);
  const sentence = 'warning: the unit cost leaves out the cost of';
  if (day === undefined) expect(stderr).not.toContain(sentence);
  else expect(stderr).toContain(`${sentence} ${day}, for which the metric has no value or zero\n`);
});

test.each([
  ['service', {}, undefined],
  ['service', { service: 'a' }, 'service'],
  ['service', { region: 'a' }, undefined],
  ['tags.team', { team: 'a' }, 'team'],
])(
  'with --by %s and the labels %o, each group is divided by its own %s',
  async (by, labels, own) => {
    const tagged: Days = Object.fromEntries(
      Object.entries(rows).map(([day, all]) => [
        day,
        all.map((row) => ({ ...row, tags: { team: 'a' } })),
      ]),
    );
    const line = [...check, '--by', by, '--max-unit', '50', ...metric];
    const service = serve(week, [], '3', tagged, labels);
    const { stderr, exitCode } = await run(line, { service });
    expect(exitCode).toBe(0);
    const said = stderr.split('\n').filter((one) => one.includes('with its own'));
    const sentence = `note: each group is divided by the values of bmt_orders with its own ${own}`;
    expect(said).toEqual(own === undefined ? [] : [sentence]);
  },
);

describe('groups with values of their own', () => {
  const teams = ['web', 'shop', 'ops'];
  const tagged: Days = Object.fromEntries(
    days.map((date) => [
      date,
      teams.flatMap((team, place) =>
        ['a', 'b'].map((service) => {
          return { date, cost: 10 * (place + 1), currency: 'EUR', service, tags: { team } };
        }),
      ),
    ]),
  );
  const path = '/v1/business-metrics/bmt_orders';
  const range = 'from=2026-11-07&to=2026-11-13';
  const serveValues = (valued: readonly string[]) =>
    serveAnalysis(tagged, {
      [`${path}?workspaceId=wsp_1`]: { id: 'bmt_orders', name: 'Orders', labelColumns: ['team'] },
      [`${path}/values?workspaceId=wsp_1&${range}&page=1&limit=100`]: pageOf(
        week.flatMap((date) =>
          valued.map((team) => ({
            ...{ date, amount: team === 'web' ? '4' : '1' },
            labels: { team, channel: 'x' },
          })),
        ),
      ),
      '/v1/providers?page=1&limit=100': pageOf([]),
    });

  test.each([
    // 20 a day of web by 4, 40 of shop and 60 of ops by 1.
    ['tags.team', ['5.000000', '40.000000', '60.000000']],
    ['service,tags.team', ['2.500000', '20.000000', '30.000000']],
    ['service', ['10.000000']],
  ])('--by %s has the unit costs of costs unit --by, and of a trend', async (by, expected) => {
    const service = serveValues(teams);
    const limit = [...check, '--by', by, '--max-unit', '0.001', ...metric];
    const { stdout, exitCode } = await run(limit, { service });
    expect(exitCode).toBe(11);
    const found: Record<string, unknown>[] = JSON.parse(stdout);
    const sorted = (rows: readonly Record<string, unknown>[]) =>
      [...new Set(rows.map(({ unitCost }) => String(unitCost)))].sort((one, other) =>
        Number(one) < Number(other) ? -1 : 1,
      );
    expect(sorted(found)).toEqual(expected);
    const days = ['--days', '7', '--to', '2026-11-13'];
    const trend = ['costs', 'trend', ...days, '--by', by, ...metric, '-o', 'json', '--no-total'];
    const lines: Record<string, unknown>[] = JSON.parse((await run(trend, { service })).stdout);
    expect(sorted(lines)).toEqual(expected);
    if (by !== 'tags.team') return;
    const unit = `costs unit --from 2026-11-07 --to 2026-11-13 --by team=tags.team -o json`;
    const rows: Record<string, unknown>[] = JSON.parse(
      (await run([...unit.split(' '), ...metric], { service })).stdout,
    );
    const groups = rows.filter(({ period, all }) => String(period).includes('..') && all !== true);
    expect(sorted(groups)).toEqual(expected);
  });

  test.each([
    ['', 9, 'bmt_orders has no value for ops, shop on 2026-11-07'],
    // The days have values, of another group.
    [
      '',
      9,
      '"costctl metrics summary bmt_orders --by team --from 2026-11-07 --to 2026-11-13 --workspace wsp_1 shows the days with values of each group; --allow-empty accepts it"',
    ],
    [
      '--allow-empty',
      0,
      'leaves out the cost of days without a value of the same group: shop, ops',
    ],
  ])('a group without a value is not judged: %j exits %i', async (words, exitCode, said) => {
    const line = [...check, '--by', 'tags.team', '--max-unit', '50', ...metric];
    const outcome = await run([...line, ...words.split(' ').filter(Boolean)], {
      service: serveValues(['web', 'other']),
    });
    expect(outcome.exitCode).toBe(exitCode);
    expect(outcome.stderr).toContain(said);
    expect(outcome.stderr.includes('without a cost of the same group: other')).toBe(true);
  });

  test('a label without a value of any group is about something else: all values count', async () => {
    const line = [...check, '--by', 'tags.team', '--max-unit', '50', ...metric];
    const service = serveValues(['other']);
    const { exitCode, stdout, stderr } = await run(line, { service });
    expect([exitCode, JSON.parse(stdout)[0].unitCost]).toEqual([11, '60.000000']);
    const said =
      'no group has a value with its own team: each is divided by all values of bmt_orders\n';
    expect(stderr).toContain(said);
    const days = ['--days', '7', '--to', '2026-11-13'];
    const trend = ['costs', 'trend', ...days, '--by', 'tags.team', ...metric, '-o', 'json'];
    const other = await run(trend, { service });
    expect(other.stderr).toContain(said);
    expect(JSON.parse(other.stdout)[0].unitCost).toBe('60.000000');
  });
});

test('with --by each group is judged by its own cost, however many there are', async () => {
  const services = [...Array(400).keys()];
  const many: Days = Object.fromEntries(
    days.map((date) => [
      date,
      services.map((one) => ({ date, cost: one * 3, currency: 'EUR', service: `s${one}` })),
    ]),
  );
  const line = [...check, '--by', 'service', '--max-unit', '397', ...metric];
  const { stdout, exitCode } = await run(line, { service: serve(week, [], '3', many) });
  expect(exitCode).toBe(11);
  const found: Record<string, unknown>[] = JSON.parse(stdout);
  expect(found.map(({ service, unitCost, result }) => [service, unitCost, result])).toEqual([
    ['s399', '399.000000', 'exceeded'],
    ['s398', '398.000000', 'exceeded'],
  ]);
});
