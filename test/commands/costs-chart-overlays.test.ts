import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addDays, eachDay } from '../../src/days.ts';
import { type Row, serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { bodyOf, failWith, succeed } from '../helpers/screens.ts';

/** Ten a day, twelve every fifth day, and one day that stands out. */
const days: Record<string, Row[]> = Object.fromEntries(
  [...eachDay({ from: '2026-04-01', to: '2026-11-14' })].map((date, place) => [
    date,
    [
      {
        date,
        cost: date === '2026-11-10' ? 30 : place % 5 === 0 ? 12 : 10,
        currency: 'EUR',
        service: 'db',
      },
    ],
  ]),
);

const budgets = `
- {name: all, amount: 450, currency: EUR}
- {name: far, amount: 45000, currency: EUR}
- {name: dollars, amount: 450, currency: USD}
- {name: database, amount: 450, currency: EUR, where: [service=db]}
`;

async function chart(line: string, terminal?: number, service = serveCosts(days)) {
  const folder = createFolder();
  writeFileSync(join(folder, 'budgets.yaml'), budgets);
  const argv = ['costs', 'chart', ...line.split(' ')].map((word) =>
    /\.(yaml|svg)$/.test(word) ? join(folder, word) : word,
  );
  const world = { service, folder, env: { TERM: 'dumb' } };
  const outcome = await run(argv, terminal === undefined ? world : { ...world, terminal });
  const picture = join(folder, 'chart.svg');
  return { ...outcome, svg: () => readFileSync(picture, 'utf8') };
}

test.each([
  ['currency=EUR', 'currency=eur', true],
  ['currency = EUR', 'currency=EUR', true],
  ['service=db', 'service = db', true],
  ['service=db', 'service in web,db', false],
  ['service in db,web', 'service in web,db', true],
  ['service=db', 'service=DB', false],
])('under --where %j, a budget with %j has the same rows: %j', async (where, own, isDrawn) => {
  const folder = createFolder();
  const path = join(folder, 'one.yaml');
  writeFileSync(path, `- {name: own, amount: 450, currency: EUR, where: ['${own}']}\n`);
  const argv = ['costs', 'chart', '--month-to-date', '--budgets', path, '--where', where];
  const { stdout, stderr } = await succeed(run(argv, { folder, service: serveCosts(days) }));
  expect(`${stdout}${stderr}`.includes('other rows')).toBe(!isDrawn);
});

test.each([
  ['cur=eur', 'cur=EUR', true],
  ['cur in eur,usd', 'cur in USD,EUR', true],
  ['service=DB', 'service=db', false],
])(
  'with cur as the column of currencies, a budget with %j has the rows of --where %j: %j',
  async (own, where, isDrawn) => {
    const folder = createFolder();
    const path = join(folder, 'one.yaml');
    writeFileSync(path, `- {name: own, amount: 450, currency: EUR, where: ['${own}']}\n`);
    const rows = Object.entries(days).map(([day, all]): [string, Row[]] => [
      day,
      all.map(({ currency, ...row }) => ({ ...row, cur: currency })),
    ]);
    const argv = ['costs', 'chart', '--month-to-date', '--budgets', path, '--where', where];
    const { stdout, stderr } = await run([...argv, '--currency-column', 'cur'], {
      folder,
      service: serveCosts(Object.fromEntries(rows)),
    });
    expect(`${stdout}${stderr}`.includes('other rows')).toBe(!isDrawn);
  },
);

const everything = '--month-to-date --budgets budgets.yaml --outlook --anomalies';

test('with --ascii, lines, band and marks are plain characters with a legend', async () => {
  const { stdout, stderr } = await succeed(chart(`${everything} --ascii`));
  expect(stdout).toMatchInlineSnapshot(`
    "2026-11-01 to 2026-11-14 (UTC) | everything the token reaches | cost in EUR |
    anomalies marked up to 2026-11-12 | complete
    note: the budget database is about other rows and is left out; draw it with
    --where service=db
    note: the budget dollars is in USD and is left out; draw it with --convert-to
    USD

    total 166.00 EUR
    2026-11-01   ###################          |                                10.00
    2026-11-02 ^ #######################      |                                12.00
    2026-11-03   ###################          |                                10.00
    2026-11-04   ###################          |                                10.00
    2026-11-05   ###################          |                                10.00
    2026-11-06   ###################          |                                10.00
    2026-11-07 ^ #######################      |                                12.00
    2026-11-08   ###################          |                                10.00
    2026-11-09   ###################          |                                10.00
    2026-11-10 ^ #############################|#############################   30.00
    2026-11-11   ###################          |                                10.00
    2026-11-12 ^ #######################      |                                12.00
    2026-11-13   ###################          |                                10.00
    2026-11-14   ###################          |                                10.00
    2026-11-15                     [@---]     |                               ~10.00
    2026-11-16                     [@---]     |                               ~10.00
    2026-11-17                      [@---]    |                               ~10.50
    2026-11-18                     [@---]     |                               ~10.00
    2026-11-19                      [@---]    |                               ~10.50
    2026-11-20                     [@---]     |                               ~10.00
    2026-11-21                     [@---]     |                               ~10.00
    2026-11-22                     [@---]     |                               ~10.00
    2026-11-23                     [@---]     |                               ~10.00
    2026-11-24                      [@---]    |                               ~10.50
    2026-11-25                     [@---]     |                               ~10.00
    2026-11-26                      [@---]    |                               ~10.50
    2026-11-27                     [@---]     |                               ~10.00
    2026-11-28                     [@---]     |                               ~10.00
    2026-11-29                     [@---]     |                               ~10.00
    2026-11-30                     [@---]     |                               ~10.00
    [-@-] outlook of 2026-11-01..2026-11-30: 333.00 EUR; 80 % interval 331.50 to
      335.00; held in 95.5 % of 155 replays
    | budget all: 450.00 a month, about 15.00 a day
    budget far: 45,000.00 a month, about 1,500.00 a day, too far beyond the bars to
      be drawn
    ^ 2026-11-10 30.00 (expected 10.00)
    ^ 2026-11-02 12.00 (expected 10.00)
    ^ 2026-11-07 12.00 (expected 10.00)
    ^ 2026-11-12 12.00 (expected 10.00)
    "
  `);
  expect(stderr).toBe('');
});

test('only a budget with the same conditions as the chart is drawn', async () => {
  const { stdout } = await chart('--last 7d --budgets budgets.yaml --where service=db -q');
  expect(stdout).toContain('│ budget database: 450.00 a month, about 15.00 a day');
  expect(stdout).not.toContain('│ budget all');
});

test('a budget of a currency that no bar has is left out, and named unless there is no bar', async () => {
  const without = serveCosts({ '2026-11-14': [{ date: '2026-11-14', cost: 3 }] });
  for (const [service, said] of [
    [
      serveCosts(days),
      'the budget dollars is in USD and is left out; draw it with --convert-to USD',
    ],
    [without, 'the budget dollars is in USD and is left out: the rows have no currency'],
    [serveCosts({}), undefined],
  ] as const) {
    const { stdout } = await chart('--last 7d --budgets budgets.yaml', 200, service);
    expect(stdout.match(/the budget dollars .*/)?.[0]).toBe(said);
  }
});

test.each([120, 80, 40])('no line is longer than a terminal of %i columns', async (width) => {
  for (const granularity of ['day', 'week', 'month']) {
    const line = `${everything} --by service --granularity ${granularity} -q`;
    const { stdout } = await chart(line, width);
    for (const drawn of stdout.split('\n')) expect(drawn.length).toBeLessThanOrEqual(width);
    for (const text of ['├', '●', '│', '▲', 'budget all', 'budget far', 'outlook of']) {
      expect(stdout.replaceAll(/\n {2}/g, ' ')).toContain(text);
    }
  }
});

test('the outlook matches costs outlook', async () => {
  const service = serveCosts(days);
  const argv = ['costs', 'outlook', '-o', 'json', '-q'];
  const { stdout: figures } = await run(argv, { service });
  const [row] = JSON.parse(figures);
  for (const period of ['--month-to-date', '--last 3d', '--last 30w']) {
    const { stdout } = await chart(`${period} --outlook -q`, 200);
    expect(stdout).toContain(`outlook of ${row.period}: ${row.expected} EUR`);
    expect(stdout).toContain(`80 % interval ${row.low} to ${row.high}`);
    expect(stdout).toContain(`held in ${row.coverage} % of ${row.replays} replays`);
  }
});

test('the month of the outlook is one bar with its estimate', async () => {
  const { stdout } = await chart('--last 9w --granularity month --outlook -q');
  const [, , , november] = bodyOf(stdout).split('\n');
  expect(november).toMatch(/^2026-11 +█+.*●.* ~3\d\d\.\d\d$/);
});

test('with colors, the parts of a bar also differ in their pattern', async () => {
  const two = Object.fromEntries(
    ['a', 'b'].map((service, place) => [
      addDays('2026-11-01', place),
      [{ date: addDays('2026-11-01', place), cost: 5, service }],
    ]),
  );
  const argv = 'costs chart --from 2026-11-01 --to 2026-11-02 --by service -q'.split(' ');
  const { stdout } = await run(argv, { service: serveCosts(two), terminal: 60 });
  expect(stdout).toContain('█\u001b[39m a');
  expect(stdout).toContain('▒\u001b[39m b');
});

describe('-O chart.svg', () => {
  test('has the same lines, band and marks, with labels', async () => {
    const { svg, stdout, exitCode } = await chart(`${everything} --by service -O chart.svg -q`);
    expect([stdout, exitCode]).toEqual(['', 0]);
    for (const text of [
      'budget all: 450.00 a month, about 15.00 a day',
      'outlook: low, expected, high',
      'anomaly: above or below',
      'held in',
      'stroke-dasharray="8,4"',
      '<circle',
    ]) {
      expect(svg()).toContain(text);
    }
    expect(svg()).not.toContain('budget dollars:');
    expect(svg()).toContain('the budget dollars is in USD and is left out');
    expect(svg()).not.toContain('<script');
  });

  test('draws the parts of a bar with patterns, not only colors', async () => {
    const two = {
      '2026-11-01': [...'ab'].map((service) => ({ date: '2026-11-01', cost: 1, service })),
    };
    const path = join(createFolder(), 'chart.svg');
    const argv = `costs chart --from 2026-11-01 --to 2026-11-01 --by service -O ${path} -q`;
    await run(argv.split(' '), { service: serveCosts(two) });
    expect(readFileSync(path, 'utf8')).toContain('<pattern');
  });
});

test.each([
  ['--last-month --outlook', '--outlook needs a period that ends yesterday'],
  ['--last 7d --include-today --outlook', '--outlook and --include-today cannot be used together'],
  ['--last 7d --outlook -o json', '--outlook is drawn over bars'],
  ['--last 7d --anomalies --query [0]', '--anomalies is drawn over bars'],
  ['--last 7d --budgets budgets.yaml -o csv', '--budgets is drawn over bars'],
  ['--last 7d --ascii -o csv', '--ascii is for bars'],
  ['--last 7d --ascii --columns total', '--ascii is for bars'],
  ['--last 7d --ascii -O chart.svg', '--ascii is for bars'],
])('%s exits 2', async (line, message) => {
  expect(await failWith(2, chart(line))).toContain(message);
});

test('estimates and parts of budgets have the decimals of their currency, and never look like nothing', async () => {
  const folder = createFolder();
  const path = join(folder, 'dinars.yaml');
  writeFileSync(
    path,
    '- {name: web, amount: 100.123, currency: KWD}\n- {name: tiny, amount: 0.01, currency: KWD}\n',
  );
  const dinars = Object.fromEntries(
    Object.entries(days).map(([day, rows]) => [
      day,
      rows.map((row) => ({ ...row, currency: 'KWD', cost: '1.2345' })),
    ]),
  );
  const { stdout } = await succeed(
    run(['costs', 'chart', '--month-to-date', '--outlook', '--budgets', path], {
      service: serveCosts(dinars),
      folder,
    }),
  );
  expect(stdout).toContain('outlook of 2026-11-01..2026-11-30: 37.035 KWD');
  expect(stdout).toContain('budget web: 100.123 a month, about 3.337 a day');
  expect(stdout).toContain('budget tiny: 0.010 a month, about <0.001 a day');
});

test('rows of the weeks that only show marks what is usual are not counted', async () => {
  const dates = [...eachDay({ from: '2026-09-01', to: '2026-11-14' })];
  const rows = dates.map((date): [string, Row[]] => [
    date,
    [
      { date, cost: 10, currency: 'USD' },
      ...(date < '2026-10-01' || date === '2026-11-02' ? [{ date, cost: 1, currency: null }] : []),
    ],
  ]);
  const service = serveCosts(Object.fromEntries(rows));
  const { stdout } = await succeed(run('costs chart --month-to-date --anomalies', { service }));
  expect(stdout).toContain('warning: 1 row has no currency');
});

test.each([
  ['--month-to-date', 'anomalies marked up to 2026-11-12'],
  ['--from 2026-11-13 --to 2026-11-14', 'no anomalies marked: no day is old enough to be complete'],
  ['--month 2026-10', undefined],
])('a chart of %s says that it marks no anomaly on its last days', async (period, said) => {
  const dates = [...eachDay({ from: '2026-08-01', to: '2026-11-14' })];
  const rows = dates.map((date): [string, Row[]] => [date, [{ date, cost: 10, currency: 'USD' }]]);
  const service = serveCosts(Object.fromEntries(rows));
  const line = `costs chart ${period} --anomalies`;
  const { stdout } = await succeed(run(line, { service }));
  const file = join(createFolder(), 'chart.svg');
  await succeed(run(`${line} -O ${file}`, { service: serveCosts(Object.fromEntries(rows)) }));
  for (const text of [stdout, readFileSync(file, 'utf8')]) {
    // A picture breaks its caption into lines.
    const caption = text.replace(/<[^>]*>|\s+/g, ' ').replace(/ +/g, ' ');
    expect(caption.match(/(?:no )?anomalies marked[^·]*(?= ·)/)?.[0]).toBe(said);
  }
});

test('on the first day of a month, the outlook is drawn although there is no bar yet', async () => {
  const dates = [...eachDay({ from: '2026-08-01', to: '2026-10-31' })];
  const rows = dates.map((date): [string, Row[]] => [date, [{ date, cost: 10, currency: 'USD' }]]);
  const world = { service: serveCosts(Object.fromEntries(rows)), now: '2026-11-01T06:00:00Z' };
  const { stdout } = await succeed(run('costs chart --month-to-date --outlook', world));
  expect(stdout).toContain('total 0.00 USD');
  expect(stdout).toContain('outlook of 2026-11-01..2026-11-30: 300.00 USD');
});

test('an outlook learns from the first row: days before it are not missing', async () => {
  const dates = [...eachDay({ from: '2026-09-01', to: '2026-11-14' })].filter(
    (day) => day !== '2026-10-05',
  );
  const rows = dates.map((date): [string, Row[]] => [date, [{ date, cost: 10, currency: 'USD' }]]);
  const service = serveCosts(Object.fromEntries(rows));
  const { stdout } = await succeed(run('costs chart --month-to-date --outlook', { service }));
  expect(stdout).toContain('incomplete: no rows on 2026-10-05\n');
});

test.each([
  ['', 'days with fewer than 28 days of history before them have no marks', '2026-11-01'],
  [
    ' --by service',
    'days of new with fewer than 28 days of history before them have no marks',
    '2026-08-01',
  ],
  [' --by service', undefined, '2026-01-01'],
])('a chart%s says which days it could not judge: %s', async (by, said, first) => {
  const dates = [...eachDay({ from: '2026-08-01', to: '2026-11-14' })].filter(
    (day) => day >= first,
  );
  const isNew = (day: string) => first !== '2026-01-01' && day > '2026-10-20';
  const rows = dates.map((date): [string, Row[]] => [
    date,
    ['db', ...(isNew(date) ? ['new'] : [])].map((service) => {
      return { date, service, cost: 10, currency: 'USD' };
    }),
  ]);
  const service = serveCosts(Object.fromEntries(rows));
  const line = `costs chart --month-to-date --anomalies${by}`;
  const { stdout } = await succeed(run(line, { service }));
  const file = join(createFolder(), 'chart.svg');
  const { stderr } = await succeed(run(`${line} -O ${file}`, { service }));
  for (const text of [stdout, readFileSync(file, 'utf8'), stderr]) {
    const line = text.replace(/<[^>]*>|\s+/g, ' ').replace(/ +/g, ' ');
    expect(/days (?:of \w+ )?with fewer .* marks/.exec(line)?.[0]).toBe(said);
  }
});

test('a long name is cut, and no amount beside it', async () => {
  const name = (end: string) => `${'wordless'.repeat(38)} ${end}`;
  const rows = Object.entries(days).map(([day, all]): [string, Row[]] => [
    day,
    all.map((row) => ({ ...row, service: name('db') })),
  ]);
  const folder = createFolder();
  const path = join(folder, 'long.yaml');
  const budget = (end: string, amount: number) =>
    `- {name: "${name(end)}", amount: ${amount}, currency: EUR}\n`;
  writeFileSync(path, budget('one', 450) + budget('two', 600));
  const line = `costs chart --last 7d --by service --anomalies --budgets ${path}`;
  const service = serveCosts(Object.fromEntries(rows));
  const { stdout } = await succeed(run(line, { folder, service }));
  const said = stdout.replace(/\s+/g, ' ');
  expect(said).toMatch(/▲ 2026-11-10 wordless\S* db 30\.00 \(expected 10\.00\)/);
  expect(said).toMatch(/ one: 450\.00 a month, about 15\.00 a day/);
  expect(said).toMatch(/ two: 600\.00 a month, about 20\.00 a day/);
});
