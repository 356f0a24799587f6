import { describe, expect, test } from 'vitest';
import {
  daysOf,
  makeFacts,
  rateAnswers,
  serveAnalysis,
  shapes,
  sumBy,
  sumUnits,
  textOf,
  unitsOf,
  week,
  weekBefore,
  weekOptions,
} from '../helpers/cost-shapes.ts';
import { rowsOf, serveCosts } from '../helpers/costs.ts';
import { run } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';

const check = ['costs', 'check', ...weekOptions];
const facts = makeFacts({ from: weekBefore.from, to: week.to }, 20, ['EUR']);
const after = facts.filter(({ day }) => day >= week.from);
const before = facts.filter(({ day }) => day < week.from);

describe.each(shapes)('$name', (shape) => {
  const days = daysOf(shape, facts);
  const ask = (...options: string[]) =>
    run([...check, ...shape.options, ...options], { service: serveCosts(days) });

  test('a total equal to the limit passes, and a total above it by the last digit fails', async () => {
    const total = sumUnits(after);
    const [even, over] = [textOf(total), textOf(total - 1n)];
    expect((await ask('--max-total', even)).exitCode).toBe(0);
    const { exitCode, stdout } = await ask('--max-total', over, '-o', 'json');
    expect(exitCode).toBe(11);
    expect(JSON.parse(stdout)).toMatchObject([
      { check: 'max-total', result: 'exceeded', currency: 'EUR', limit: over },
    ]);
    expect(unitsOf(JSON.parse(stdout)[0].total)).toBe(total);
  });

  test('with --by the limit applies to each group, and only groups over it are shown', async () => {
    const sums = sumBy(after, ({ service }) => [service]);
    const sorted = Object.values(sums).sort((one, other) => (one < other ? -1 : 1));
    const limit = sorted[1] ?? 0n;
    const argv = ['--by', shape.service, '--max-total', textOf(limit), '-o', 'json'];
    const { exitCode, stdout } = await ask(...argv);
    expect(exitCode).toBe(11);
    const rows: Record<string, unknown>[] = JSON.parse(stdout);
    expect(
      Object.fromEntries(
        rows.map((row) => [JSON.stringify([row[shape.service]]), unitsOf(row['total'])]),
      ),
    ).toEqual(Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum > limit)));
  });

  test('an increase is compared exactly, and ignored if it is below --min-change', async () => {
    const [old, now] = [sumUnits(before), sumUnits(after)];
    const [low, high] = old < now ? [old, now] : [now, old];
    const against = old < now ? [] : ['--against', `${week.from}..${week.to}`];
    const period = old < now ? [] : ['--from', weekBefore.from, '--to', weekBefore.to];
    const words = [...shape.options, ...against];
    const argv = old < now ? check : ['costs', 'check', ...period];
    // The percentage, cut after nine digits: below the exact one.
    const below = String(((high - low) * 100n * 10n ** 9n) / low).padStart(10, '0');
    const percent = `${below.slice(0, -9)}.${below.slice(-9)}`;
    const above = `${percent}9`;
    const service = serveCosts(days);
    await succeed(run([...argv, ...words, '--max-increase', above], { service }));
    const failed = await run([...argv, ...words, '--max-increase', percent], { service });
    expect(failed.exitCode).toBe(11);
    const change = textOf(high - low + 1n);
    const small = ['--max-increase', percent, '--min-change', change];
    expect((await run([...argv, ...words, ...small], { service })).exitCode).toBe(0);
  });
});

const flatDays = (from: number, to: number, cost: number, more = {}) =>
  Object.fromEntries(
    Array.from({ length: to - from + 1 }, (_, position) => {
      const day = `2026-11-${String(from + position).padStart(2, '0')}`;
      return [day, [{ date: day, service: 'x', cost, currency: 'EUR', ...more }]];
    }),
  );

test('a passing check shows the closest group', async () => {
  const service = serveCosts(flatDays(1, 8, 2));
  const loud = await succeed(run([...check, '--max-total', '20', '--by', 'service'], { service }));
  expect(loud.stdout).toMatchInlineSnapshot(`
    "2026-11-02 to 2026-11-08 (UTC) · everything the token reaches · cost in EUR · complete

    check      result  service  currency  total  limit
    max-total  passed  x        EUR       14.00  20.00
    "
  `);
});

test('it says of how many groups the closest is shown', async () => {
  const served = Object.entries(flatDays(1, 8, 2)).map(([day, [row]]) => {
    return [day, [row, { ...row, service: 'y', cost: 3 }]];
  });
  const service = serveCosts(Object.fromEntries(served));
  const line = [...check, '--max-total', '30', '--by', 'service'];
  const { stdout } = await succeed(run(line, { service }));
  expect(stdout).toMatchInlineSnapshot(`
    "2026-11-02 to 2026-11-08 (UTC) · everything the token reaches · cost in EUR · of 2 groups, the closest to each limit · complete

    check      result  service  currency  total  limit
    max-total  passed  y        EUR       21.00  30.00
    "
  `);
});

test.each<[limit: string[], lines: string[], first?: number]>([
  [
    ['--max-total', '13'],
    [
      'Against 2026-10-26 to 2026-11-01 · incomplete: no rows on 2026-10-26 to 2026-10-31 (allowed):',
      '+7.00 EUR x',
    ],
  ],
  [['--max-increase', '20'], ['+7.00 EUR x']],
  [['--max-decrease', '20', '--against', '2026-11-01..2026-11-01'], ['-6.00 EUR x'], 20],
])('%j says what changed if it is exceeded', async (limit, lines, first = 7) => {
  const days = { ...flatDays(1, 1, first), ...flatDays(2, 8, 2) };
  const service = serveCosts(days);
  const { stdout, exitCode } = await run([...check, ...limit, '--allow-empty'], { service });
  expect(exitCode).toBe(11);
  expect(stdout.split('\n\n')[1]?.split('\n')).toEqual(lines);
  const passing = await succeed(run([...check, '--max-total', '14'], { service }));
  expect(passing.stdout).not.toContain('EUR x');
});

test('nothing is new against days that have no rows', async () => {
  const service = serveCosts(flatDays(2, 8, 2));
  const { stdout, exitCode } = await run([...check, '--max-total', '13'], { service });
  expect(exitCode).toBe(11);
  expect(stdout).toContain('max-total  exceeded');
  expect(stdout).not.toMatch(/against|new/i);
});

test('several limits can be checked at once, with markdown for a job summary', async () => {
  const service = serveCosts({ ...flatDays(1, 1, 1), ...flatDays(2, 8, 2) });
  const argv = '--against 2026-11-01..2026-11-01 --max-total 13 --max-increase 20%'.split(' ');
  const { stdout, stderr, exitCode } = await run([...check, ...argv, '-o', 'markdown'], {
    service,
  });
  expect(exitCode).toBe(11);
  expect(stdout).toMatchInlineSnapshot(`
    "2026-11-02 to 2026-11-08 (UTC, 7 days) against 2026-11-01 (1 day) · everything the token reaches · cost in EUR · complete

    \\+13.00 EUR x

    | check | result | baseline | total | limit | 2026-11-01 | change | change % |
    | --- | --- | --- | ---: | ---: | ---: | ---: | ---: |
    | max-total | exceeded |  | 14.00 | 13.00 |  |  |  |
    | max-increase | exceeded | 2026-11-01..2026-11-01 | 14.00 | 20 % | 1.00 | +13.00 | +1,300.00 |
    "
  `);
  expect(stderr).toMatchInlineSnapshot(`
    "error: the check failed: the total is 14.00 EUR, over the limit of 13.00 EUR; the total rose by 1,300.00 %, over 20 %, to 14.00 EUR (compared with 2026-11-01..2026-11-01)
    "
  `);
});

test('what the failed total was not compared with is not named, although a change that passed was', async () => {
  const service = serveCosts({ ...flatDays(1, 1, 1), ...flatDays(2, 8, 1) });
  const argv = '--against 2026-11-01..2026-11-01 --max-total 6 --max-increase 900 -o junit'.split(
    ' ',
  );
  const { stderr } = await run([...check, ...argv, '-q'], { service });
  expect(stderr).toBe(
    'error: the check failed: the total is 7.00 EUR, over the limit of 6.00 EUR\n',
  );
});

test('a new group counts as an increase without a percentage', async () => {
  const days = { ...flatDays(1, 1, 5), ...flatDays(2, 8, 1, { service: 'new' }) };
  const argv = [
    ...check,
    '--against',
    '2026-11-01..2026-11-01',
    '--max-increase',
    '1000',
    '--by',
    'service',
  ];
  const { stdout, exitCode } = await run([...argv, '-o', 'json'], { service: serveCosts(days) });
  expect(exitCode).toBe(11);
  expect(JSON.parse(stdout)).toMatchObject([
    { service: 'new', before: '0', change: '7', changePercent: null },
  ]);
});

test('a day without rows fails, in either period, unless --allow-empty', async () => {
  const { '2026-11-05': _gone, ...days } = flatDays(1, 8, 1);
  const argv = [...check, '--max-total', '100'];
  const { stdout, stderr, exitCode } = await run(argv, { service: serveCosts(days) });
  expect(exitCode).toBe(9);
  expect(stdout).toMatchInlineSnapshot(`
    "2026-11-02 to 2026-11-08 (UTC) · everything the token reaches · cost in EUR · incomplete: no rows on 2026-11-05

    check      result        state     period                  currency  total   limit  problem
    max-total  not exceeded  unjudged  2026-11-02..2026-11-08  EUR        6.00  100.00
    rows       no rows       error     2026-11-05                                       no rows on 2026-11-05
    "
  `);
  expect(stderr).toContain('error: the data is not complete: no rows on 2026-11-05');
  const junit = await run([...argv, '-o', 'junit'], { service: serveCosts(days) });
  expect(junit.stdout).toContain(
    'name="rows of 2026-11-05"><error message="no rows on 2026-11-05"',
  );
  // A day without rows has no group, not even the one of rows without a value.
  const grouped = await run([...check, '--max-total', '2', '--by', 'service'], {
    service: serveCosts(days),
  });
  expect(grouped.stdout).toMatchInlineSnapshot(`
    "2026-11-02 to 2026-11-08 (UTC) · everything the token reaches · cost in EUR · incomplete: no rows on 2026-11-05

    x, against 2026-10-26 to 2026-11-01 · incomplete: no rows on 2026-10-26 to 2026-10-31:
    +5.00 EUR x

    check      result    state   service  period                  currency  total  limit  problem
    max-total  exceeded  failed  x        2026-11-02..2026-11-08  EUR        6.00   2.00
    rows       no rows   error            2026-11-05                                      no rows on 2026-11-05
    "
  `);
  await succeed(run([...argv, '--allow-empty'], { service: serveCosts(days) }));
  const increase = ['--max-increase', '900', '-o', 'json'];
  const other = await run([...check, ...increase], { service: serveCosts(flatDays(2, 8, 1)) });
  expect(other.exitCode).toBe(9);
  expect(other.stderr).toContain('no rows on 2026-10-26 to 2026-11-01');
});

test('the current UTC day is left out unless --include-today', async () => {
  const now = '2026-11-08T23:59:59Z';
  const argv = ['costs', 'check', '--month', '2026-11', '--max-total', '7'];
  const days = flatDays(1, 8, 1);
  const service = serveCosts(days);
  expect((await run(argv, { service, now })).exitCode).toBe(0);
  expect(service.requests).toContainEqual(
    expect.objectContaining({ from: '2026-11-01', to: '2026-11-07' }),
  );
  const whole = await run([...argv, '--include-today'], { service: serveCosts(days), now });
  expect(whole.exitCode).toBe(11);
  const today = 'costs check --from 2026-11-08 --to 2026-11-08 --max-total 7'.split(' ');
  const none = await run(today, { service: serveCosts(days), now });
  expect([none.exitCode, none.stderr.split('\n')[0]]).toEqual([
    2,
    'error: 2026-11-08 has no complete day yet',
  ]);
});

// Today's rows are still to come: they may make up for what is lacking.
test.each([
  ['--last 2d --max-decrease 20', 5, 9, 'unjudged'],
  ['--last 2d --max-decrease 20 --allow-empty --allow-stale all', 5, 9, 'unjudged'],
  ['--last 2d --max-decrease 80', 5, 0, 'passed'],
  ['--last 2d --max-increase 20', 30, 11, 'failed'],
  ['--last 2d --max-total 10', 5, 11, 'failed'],
  [
    '--from 2026-11-05 --to 2026-11-06 --against 2026-11-07..2026-11-08 --max-increase 5',
    1,
    9,
    'unjudged',
  ],
])('check %s with %i today exits %i', async (line, cost, exitCode, state) => {
  const days = { ...flatDays(1, 8, 10), ...flatDays(8, 8, cost) };
  const argv = ['costs', 'check', ...line.split(' '), '--include-today', '-o', 'json'];
  const now = '2026-11-08T01:00:00Z';
  const outcome = await run(argv, { service: serveCosts(days), now });
  const [row] = JSON.parse(outcome.stdout);
  expect([outcome.exitCode, row.state]).toEqual([exitCode, state]);
  if (exitCode === 9) expect(outcome.stderr).toContain('2026-11-08 has not ended');
});

test.each(['summary', 'compare', 'chart'])(
  'costs %s says that today has not ended, not that the data is complete',
  async (action) => {
    const service = serveCosts(flatDays(1, 8, 1));
    const argv = ['costs', action, '--last', '2d'];
    const now = '2026-11-08T01:00:00Z';
    const open = await run([...argv, '--include-today', '-o', 'markdown'], { service, now });
    const caption = open.stdout.split('\n')[0];
    expect(caption).toContain('2026-11-08 has not ended');
    expect(caption).not.toMatch(/\bcomplete/);
    const ended = await run([...argv, '-o', 'markdown'], { service, now });
    expect(ended.stdout.split('\n')[0]).toMatch(/· complete/);
  },
);

test('several currencies need --convert-to', async () => {
  const days = { ...flatDays(2, 7, 1), ...flatDays(8, 8, 1, { currency: 'USD' }) };
  const refused = await run([...check, '--max-total', '100'], { service: serveCosts(days) });
  expect([refused.exitCode, refused.stdout]).toEqual([2, '']);
  expect(refused.stderr).toContain('the costs are in EUR and USD');
  const service = serveAnalysis(days, rateAnswers('USD', 'EUR', { '2026-11-08': '0.5' }));
  const argv = [...check, '--max-total', '6.5', '--convert-to', 'EUR'];
  expect((await run(argv, { service })).exitCode).toBe(0);
});

test('the hint for several currencies names the column of these rows, and works', async () => {
  const rows = (date: string, billingCurrency: string) => [
    { date, service: 'a', cost: '1', billingCurrency },
  ];
  const service = serveCosts({
    '2026-11-02': rows('2026-11-02', 'EUR'),
    '2026-11-03': rows('2026-11-03', 'USD'),
  });
  const line = [...check, '--max-total', '100', '--allow-empty'];
  const { stderr } = await run(line, { service });
  expect(stderr).toContain('keep one with --where billingCurrency=EUR');
  const { exitCode } = await run([...line, '--where', 'billingCurrency=EUR'], { service });
  expect(exitCode).toBe(0);
});

test('data that cannot be read completely never passes', async () => {
  const days = { ...flatDays(2, 8, 0), '2026-11-03': rowsOf('2026-11-03', 100_001) };
  const argv = [...check, '--max-total', '1e12', '--allow-empty'];
  const stderr = await failWith(9, run(argv, { service: serveCosts(days) }));
  expect(stderr).toContain('2026-11-03 (100001 rows)');
});

test.each([
  [[], 'there is nothing to check'],
  [['--max-total', 'much'], '--max-total: must be an amount of 0 or more, such as 1234.56'],
  [['--max-total', '-1'], '--max-total: must be an amount of 0 or more'],
  [['--max-total', '10%'], '--max-total: must be an amount of 0 or more'],
  [['--max-increase', '-10'], '--max-increase: must be a percentage of 0 or more'],
  [['--max-increase=-10%'], '--max-increase: must be a percentage of 0 or more'],
  [['--max-increase', '5', '--min-change=-1'], '--min-change: must be an amount of 0 or more'],
  [['--max-total', '1', '--per-day'], '--per-day needs --max-increase'],
  [['--max-total', '1', '--min-change', '1'], '--min-change needs --max-increase'],
  [['--max-total', '1', '--against', 'previous'], '--against needs --max-increase'],
])('%j exits 2', async (options, message) => {
  const stderr = await failWith(2, run([...check, ...options], { service: serveCosts({}) }));
  expect(stderr).toContain(message);
});

test.each([
  ['compare', '--last', '1d', '--include-today'],
  ['check', '--last', '2d', '--include-today', '--max-increase', '1'],
  ['anomalies', '--last', '3d', '--include-today'],
])('at midnight costs %s takes one day as today, from beginning to end', async (...action) => {
  const days = flatDays(1, 9, 1);
  const words = ['costs', ...action];
  const ask = async (now: string, clockError?: () => number) => {
    const { stdout, stderr, exitCode } = await run([...words, '-o', 'json'], {
      service: serveCosts(days),
      now,
      ...(clockError === undefined ? {} : { clockError }),
    });
    return { stdout, stderr, exitCode };
  };
  const either = [await ask('2026-11-08T23:59:59.500Z'), await ask('2026-11-09T00:00:00.500Z')];
  for (let early = 0; early < 12; early += 1) {
    let readings = 0;
    const passing = () => (readings++ < early ? -500 : 500);
    expect(either).toContainEqual(await ask('2026-11-09T00:00:00.000Z', passing));
  }
});

test('with --by the change of the first group over its limit is explained, under its name', async () => {
  const rowsOn = (date: string, costs: Readonly<Record<string, number>>) =>
    Object.entries(costs).map(([service, cost]) => {
      return { date, service, team: `${service}-team`, cost, currency: 'USD' };
    });
  const days = {
    '2026-11-10': rowsOn('2026-11-10', { db: 10, web: 50, '': 1 }),
    '2026-11-11': rowsOn('2026-11-11', { db: 90, web: 210, '': 2 }),
  };
  const period = '--from 2026-11-11 --to 2026-11-11 --allow-stale all';
  const ask = async (options: string) => {
    const line = `costs check ${period} --by service ${options}`;
    const { stdout, exitCode } = await run(line, { service: serveCosts(days) });
    expect(exitCode).toBe(11);
    return stdout.split('\n').filter((one) => /:$|^[+-]/.test(one));
  };
  expect(await ask('--max-total 80')).toEqual([
    'web, against 2026-11-10:',
    expect.stringMatching(/^\+160\.00 USD/),
  ]);
  expect(await ask('--max-increase 700')).toEqual([
    'db, against 2026-11-10:',
    expect.stringMatching(/^\+80\.00 USD/),
  ]);
  expect(await ask('--max-total 0 --where service=')).toEqual([
    '(none), against 2026-11-10:',
    expect.stringMatching(/^\+1\.00 USD/),
  ]);
});
