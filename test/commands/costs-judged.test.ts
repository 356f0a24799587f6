import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addDays, eachDay } from '../../src/days.ts';
import { type Days, type Row, serveCosts } from '../helpers/costs.ts';
import { newFolder, runMirror } from '../helpers/mirror.ts';
import { createFolder, run } from '../helpers/run.ts';
import { succeed } from '../helpers/screens.ts';

const rowOf = (date: string, cost: string, more: Row = {}): Row => ({
  date,
  service: 'db',
  cost,
  currency: 'USD',
  tags: { team: 'web' },
  ...more,
});

/** One row on each day. */
function daily(from: string, to: string, make: (day: string) => Row): Days {
  return Object.fromEntries([...eachDay({ from, to })].map((day) => [day, [make(day)]]));
}

async function ask(line: string, days: Days, files: Record<string, string> = {}, now?: string) {
  const folder = createFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const words = line.split(' ').map((word) => (word in files ? join(folder, word) : word));
  return run(['costs', ...words], { service: serveCosts(days), folder, ...(now && { now }) });
}

const firstOfMonth = '2026-11-01T12:00:00Z';
const budgets = '- {name: all, amount: 10, currency: USD}\n';

test('on the first day of its period a budget has no complete day, and nothing is read for it', async () => {
  const days = daily('2026-10-01', '2026-11-01', (day) => rowOf(day, '100'));
  const folder = newFolder();
  await runMirror(folder, days, ['--from', '2026-10-01'], { now: firstOfMonth });
  const line = 'check --budgets budgets.yaml -o json';
  for (const words of [line, `${line} --mirror ${folder}`]) {
    const outcome = await succeed(ask(words, days, { 'budgets.yaml': budgets }, firstOfMonth));
    expect(JSON.parse(outcome.stdout)).toMatchObject([
      { period: '2026-11-01..2026-11-30', actual: '0' },
    ]);
  }
  const today = await ask(
    `${line} --include-today`,
    days,
    { 'budgets.yaml': budgets },
    firstOfMonth,
  );
  expect(today.exitCode).toBe(11);
});

test.each([
  'anomalies --month-to-date --check',
  'coverage --month-to-date --require tags.team --min 90',
  'check --month-to-date --max-total 5',
  'check --month-to-date --max-increase 5',
  'freshness --month-to-date --check',
])('on the first day of a month %s passes: nothing could be wrong yet', async (line) => {
  const providers = [{ id: { Value: 'prv_a' }, name: 'A', lastSyncError: 'refused' }];
  const days = daily('2026-09-01', '2026-10-31', (day) => rowOf(day, '100'));
  const service = serveCosts(days, { providers });
  const now = firstOfMonth;
  const outcome = await succeed(run(['costs', ...line.split(' ')], { service, now }));
  expect(outcome.stdout).toContain('no complete day from 2026-11-01 on (UTC)');
  expect(outcome.stdout).not.toMatch(/complete$/m);
  expect(outcome.stderr).not.toContain('left out');
});

test('beside an exceeded budget, those that missing days leave without a verdict are named', async () => {
  const all = daily('2026-09-01', '2026-11-14', (day) => rowOf(day, '1'));
  const days = { ...all, '2026-11-05': [] };
  const text = ['large', 'huge'].map((name) => `- {name: ${name}, amount: 999, currency: USD}\n`);
  const files = { 'b.yaml': `${budgets}${text.join('')}` };
  const { exitCode, stderr } = await ask('check --budgets b.yaml', days, files);
  expect(exitCode).toBe(11);
  expect(stderr).toContain(
    'error: a budget is exceeded: all (130.00 %); the budgets large, huge could not be judged: no rows on 2026-11-05\n',
  );
});

test('beside a budget that its currency leaves without a verdict, those that missing days leave so are named', async () => {
  const days = daily('2026-09-01', '2026-11-14', (day) => rowOf(day, '1'));
  const text =
    '- {name: euro, amount: 9, currency: EUR}\n- {name: large, amount: 999, currency: USD}\n';
  const { exitCode, stderr } = await ask(
    'check --budgets b.yaml',
    { ...days, '2026-11-05': [] },
    { 'b.yaml': text },
  );
  expect(exitCode).toBe(9);
  expect(stderr).toContain(
    'cost is in USD; the budget large could not be judged: no rows on 2026-11-05\n',
  );
});

test('another currency before the period of a budget does not matter, even if another budget needs those days', async () => {
  const days = daily('2026-01-01', '2026-11-14', (day) =>
    rowOf(day, '1', day < '2026-06-01' ? { currency: 'EUR' } : { service: 'web' }),
  );
  const text = `${budgets.replace('10,', '100,')}- {name: year, amount: 1000, currency: USD, period: year, where: [service=web]}\n`;
  const { exitCode, stdout, stderr } = await ask('check --budgets b.yaml -o json', days, {
    'b.yaml': text,
  });
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toMatchObject([
    { budget: 'all', actual: '14' },
    { budget: 'year', actual: '167' },
  ]);
});

test.each([
  ['94.9949', 11],
  ['94.996', 11],
  ['95', 0],
])(
  'a coverage of %s %% exits %i with --min 95: a rounded share is not enough',
  async (covered, expected) => {
    const rest = { '94.9949': '5.0051', '94.996': '5.004', '95': '5' }[covered] ?? '';
    const day = '2026-11-14';
    const days = { [day]: [rowOf(day, covered), rowOf(day, rest, { tags: {} })] };
    const line = `coverage --from ${day} --to ${day} --require tags.team --min 95`;
    expect((await ask(line, days)).exitCode).toBe(expected);
  },
);

test('a check for anomalies of days that are not complete exits 9: none was judged', async () => {
  const days = daily('2026-09-01', '2026-11-14', (day) => rowOf(day, '1'));
  const line = 'anomalies --last 2d --check -q';
  const { exitCode, stderr } = await ask(line, days);
  expect([exitCode, stderr]).toEqual([
    9,
    expect.stringContaining('no day of the period is complete yet'),
  ]);
  expect((await ask(`${line} --include-unsettled`, days)).exitCode).toBe(0);
});

test.each([1, 2])(
  'anomalies of %i days that are not complete are of the days asked about',
  async (count) => {
    const days = daily('2026-09-01', '2026-11-14', (day) => rowOf(day, '1'));
    const line = `anomalies --last ${count}d`;
    const { stdout } = await ask(`${line} -o json --envelope`, days);
    const period = { from: `2026-11-${15 - count}`, to: '2026-11-14' };
    expect(JSON.parse(stdout)).toMatchObject({ about: { period }, data: [] });
    const shown = await ask(line, days);
    expect(shown.stdout).toMatch(
      count === 1 ? /^2026-11-14 \(UTC\)/ : /^2026-11-13 to 2026-11-14 \(/,
    );
    expect(shown.stdout).toContain('No day of the period is complete yet: none was judged.');
  },
);

test('a failed check for anomalies counts those that missing rows cannot explain', async () => {
  const days = Object.fromEntries(
    Object.entries(daily('2026-08-01', '2026-11-14', (day) => rowOf(day, '100')))
      .filter(([day]) => day !== '2026-11-06')
      .map(([day, [row]]) => [
        day,
        [
          { ...row, cost: day === '2026-11-09' ? '900' : '100' },
          rowOf(day, day === '2026-11-10' ? '1' : '100', { service: 'web' }),
        ],
      ]),
  );
  const line = 'anomalies --from 2026-11-05 --to 2026-11-12 --by service --check -o json';
  const { stdout, stderr, exitCode } = await ask(line, days);
  expect(JSON.parse(stdout)).toHaveLength(2);
  expect([exitCode, stderr]).toEqual([11, expect.stringContaining('one anomaly: 2026-11-09 db')]);
});

test('a report has a case for each group that deviates on no day, even if two have one name', async () => {
  const days = Object.fromEntries(
    Object.entries(daily('2026-08-01', '2026-11-14', (day) => rowOf(day, '100'))).map(([day]) => [
      day,
      [
        rowOf(day, '100', { service: 'a b', team: 'c' }),
        rowOf(day, day === '2026-11-09' ? '900' : '100', { service: 'a', team: 'b c' }),
      ],
    ]),
  );
  const line = 'anomalies --from 2026-11-05 --to 2026-11-12 --by service,team -o junit --check';
  const { stdout } = await ask(line, days);
  expect(stdout).toContain('tests="2" failures="1"');
});

test('an estimate of everything says that there are too few days, not that a group has', async () => {
  const days = daily('2026-11-01', '2026-11-14', (day) => rowOf(day, '100'));
  const said = async (line: string) => (await succeed(ask(line, days))).stdout;
  expect(await said('outlook')).toContain('there are too few days with cost for an interval');
  expect(await said('outlook --by service')).toContain('a group has too few days');
});

test('a long history without cost is not called short: its days with cost are too few', async () => {
  const days = daily('2026-07-01', '2026-11-14', (day) => rowOf(day, '0'));
  const { stdout } = await succeed(ask('outlook', days));
  expect(stdout).toContain('there are too few days with cost for an interval');
});

test('an estimate of several currencies says which of them have too few days with cost', async () => {
  const days = daily('2026-09-01', '2026-11-14', (day) =>
    rowOf(day, '1', {
      currency: day < '2026-11-10' ? 'USD' : day < '2026-11-12' ? 'EUR' : 'GBP',
      service: day < '2026-11-10' ? 'a' : day < '2026-11-12' ? 'b' : 'c',
    }),
  );
  const said = async (line: string) => (await succeed(ask(line, days))).stdout;
  const short = 'too few days with cost for an interval';
  expect(await said('outlook')).toContain(`cost in EUR and cost in GBP have ${short}`);
  expect(await said('outlook --by service')).toContain(`2 groups have ${short}`);
  expect(await said('outlook --where currency!=GBP')).toContain(`cost in EUR has ${short}`);
});

test('the command that shows credits names a column of amounts with any name', async () => {
  const days = daily('2026-10-25', '2026-11-14', (day) => {
    const { cost: _cost, ...row } = rowOf(day, '');
    return { ...row, 'cost in USD': day > '2026-11-07' ? '-5' : '100' };
  });
  const line = ['costs', 'explain', '--last', '7d', '--amount-column', 'cost in USD', '-o', 'json'];
  const { stdout } = await succeed(run(line, { service: serveCosts(days) }));
  const found: { cause: string; command: string }[] = JSON.parse(stdout);
  const command = found.find(({ cause }) => cause === 'credits')?.command ?? '';
  expect(command).toContain(`--where '"cost in USD"<0'`);
});

test.each([
  ['summary --by tags.team -o csv', 'tags.team,period,currency,rows,total,share'],
  ['coverage --require tags.team -o csv', 'currency,positiveCost,covered'],
  ['list --columns tags.team -o csv', 'tags.team\n""\n'],
  ['export --columns tags.team -o csv', 'tags.team\n""\n'],
])('"%s": a column of rows that do not meet the conditions is no mistake', async (line, said) => {
  const days = daily('2026-11-13', '2026-11-14', (day) =>
    day === '2026-11-13' ? rowOf(day, '9') : { ...rowOf(day, '-1'), tags: {} },
  );
  const words = ['costs', ...line.split(' '), '--last', '2d', '--where', 'cost<0'];
  const { stdout, stderr } = await succeed(run(words, { service: serveCosts(days) }));
  expect(stdout).toContain(said);
  expect(stdout + stderr).not.toContain('did you mean');
  const mistaken = words.map((word) => word.replace('tags.team', 'tags.taem'));
  const outcome = await run(mistaken, { service: serveCosts(days) });
  expect(outcome.stdout + outcome.stderr).toContain("'tags.taem'; did you mean 'tags.team'?");
});

test('a caption names the mirror even if no day is complete and no row is read', async () => {
  const folder = newFolder();
  const days = daily('2026-11-01', '2026-11-14', (day) => rowOf(day, '1'));
  await runMirror(folder, days, ['--from', '2026-11-01']);
  const line = ['costs', 'anomalies', '--last', '2d', '--mirror', folder];
  const { stdout } = await succeed(run(line));
  expect(stdout).toContain(`mirror ${folder}`);
  expect(stdout).not.toContain('everything the token reaches');
});

test('values beyond the first twenty that are not allowed are not passed over in silence', async () => {
  const day = '2026-11-14';
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => rowOf(day, '1', { tags: { team: `odd-${at}` } }));
  const line = `coverage --from ${day} --to ${day} --require tags.team --allowed allowed.yaml`;
  const more = 'there are more values that are not allowed';
  const files = { 'allowed.yaml': 'tags.team: [web]\n' };
  for (const count of [20, 21]) {
    const { stdout } = await succeed(ask(line, { [day]: rows(count) }, files));
    expect(stdout.includes(more)).toBe(count > 20);
  }
});

test.each([
  ['a team that only one month has', 'tags.team=new'],
  ['a team that no row has', 'tags.team=none'],
])('of %s, a mirror says as the service does which days have no rows', async (_, condition) => {
  const all = daily('2026-09-01', '2026-11-14', (day) =>
    rowOf(day, '1', day > '2026-11-03' ? { tags: { team: 'new' } } : {}),
  );
  const days = { ...all, '2026-10-10': [] };
  const folder = newFolder();
  await runMirror(folder, days);
  for (const action of [
    'compare --last-month --against 2026-11-01..2026-11-14',
    'trend --months 2',
  ]) {
    const line = `${action} --where ${condition} -o json --envelope`;
    const [live, local] = [await ask(line, days), await ask(`${line} --mirror ${folder}`, days)];
    const { completeness } = JSON.parse(local.stdout).about;
    expect(completeness).toEqual(JSON.parse(live.stdout).about.completeness);
    expect(completeness.text).toBe('incomplete: no rows on 2026-10-10');
    expect(local.stderr).toBe(live.stderr);
  }
});

test('a report and a close pack of a mirror need no address, and have the figures of the service', async () => {
  const days = daily('2026-05-01', '2026-11-14', (day) => rowOf(day, day.slice(8)));
  const folder = newFolder();
  await runMirror(folder, days, ['--from', addDays('2026-05-01', -10)]);
  const words = ['costs', 'report', '--month', '2026-10', '-o', 'markdown', '-q'];
  const live = await run(words, { service: serveCosts(days) });
  const local = await run([...words, '--mirror', folder]);
  const [figures, origin] = local.stdout.split('Made by');
  // Only a mirror has more months without more requests.
  const own = figures
    ?.replace(/## The last \d+ months\n[\s\S]*?(?=\n## )/, '')
    .replace('\n\n\n', '\n\n')
    .replace('the rows of the mirror', 'the rows that the token reaches');
  expect([local.exitCode, own]).toEqual([0, live.stdout.split('Made by')[0]]);
  expect(figures).toContain('the rows of the mirror');
  expect(origin).toContain('from a mirror of `https://api.example.test/`');
  expect(origin).toContain("which matches the mirror's count");
  const pack = join(createFolder(), 'pack');
  await succeed(run(['costs', 'close', '--month', '2026-10', '--mirror', folder, '-O', pack]));
  expect((await run(['costs', 'verify', pack])).exitCode).toBe(0);
});

describe('a period without any row is unknown, not zero', () => {
  const days = daily('2026-09-01', '2026-10-31', (day) => rowOf(day, '1'));

  test('to an outlook of the running month', async () => {
    const { stdout } = await ask('outlook -o json', days);
    const [row] = JSON.parse(stdout);
    expect(row).toMatchObject({ period: '2026-11-01..2026-11-30', actual: null });
    const shown = await ask('outlook', days);
    expect(shown.stdout).toMatch(/^USD +no rows +30\.00 /m);
    expect(shown.stdout).not.toMatch(/against|actual to/);
    const late = await ask('outlook -o json', days, {}, '2026-11-02T12:00:00Z');
    expect(JSON.parse(late.stdout)).toMatchObject([{ actual: null, expected: '30.00' }]);
  });

  test('to an outlook of a month that has ended', async () => {
    const { '2026-10-31': last = [], ...before } = days;
    const september = Object.fromEntries(
      Object.entries(before).filter(([day]) => day < '2026-10-01'),
    );
    for (const by of ['', ' --by service']) {
      const { stdout, stderr } = await ask(`outlook --month 2026-10 -o json${by}`, september);
      expect(JSON.parse(stdout)).toEqual([]);
      expect(stderr).toContain('note: 2026-10-01 to 2026-10-31 has no row');
    }
    const held = await ask('outlook --month 2026-10 -o json', { ...before, '2026-10-31': last });
    expect(JSON.parse(held.stdout)).toMatchObject([{ actual: '31', expected: '31' }]);
  });

  test('to anomalies', async () => {
    const line = 'anomalies --from 2026-11-05 --to 2026-11-08';
    const { stdout } = await ask(line, days);
    expect(stdout).toContain('No day was judged: 2026-11-05 to 2026-11-08 has no rows.');
    const junit = await ask(`${line} -o junit`, days);
    expect(junit.stdout).toContain('<skipped message="the period has no rows; not judged');
    const accepted = await ask(`${line} --check --allow-empty --allow-stale all`, days);
    expect(accepted.exitCode).toBe(0);
    expect(accepted.stdout).toContain('No day was judged');
  });

  test('to an explanation', async () => {
    const { stdout } = await ask('explain --from 2026-11-05 --to 2026-11-08', days);
    expect(stdout).toContain(
      'The change is not known: 2026-11-01 to 2026-11-04 and 2026-11-05 to 2026-11-08 have no rows.',
    );
  });
});

test.each([
  [
    'service,team',
    [
      { service: 'a b', team: 'c' },
      { service: 'a', team: 'b c' },
    ],
    'junit',
    1,
  ],
  ['service', [{ service: '(all)' }, { service: 'b' }], 'table', 0],
])(
  'coverage by %s judges each group by its own figures, whatever its name',
  async (by, [bad, good], format, failures) => {
    const date = '2026-10-07';
    const rows = [
      rowOf(date, '5', { ...bad, owner: null }),
      rowOf(date, '5', { ...good, owner: 'x' }),
    ];
    const line = `coverage --require owner --by ${by} --min 50 --from ${date} --to ${date} --allow-stale all -q`;
    const { stdout, exitCode } = await ask(`${line} -o ${format}`, { [date]: rows });
    expect(exitCode).toBe(11);
    expect(stdout.match(/<failure/g)?.length ?? 0).toBe(failures);
    expect(stdout).toContain(format === 'junit' ? 'failures="1"' : '"(all)"');
  },
);
