import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eachDay } from '../../src/days.ts';
import { type CostServiceOptions, type Days, type Row, serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';

interface Source {
  readonly name: string;
  readonly cost?: number;
  readonly currencies?: readonly string[];
  readonly rows?: number;
  /** Whether it has rows on a day; a number is the part of them. */
  readonly on?: (day: string) => boolean | number;
}

/** Rows of sources up to 14 November; the day of the run is the 15th. */
function serveSources(
  sources: readonly Source[],
  options: CostServiceOptions = {},
  from = '2026-10-01',
) {
  const days: Record<string, Row[]> = {};
  for (const day of eachDay({ from, to: '2026-11-14' })) {
    days[day] = sources.flatMap(({ name: provider, cost = 10, rows = 4, ...more }) => {
      const { currencies = ['USD'], on = () => true } = more;
      const count = Math.round(Number(on(day)) * rows);
      return Array.from({ length: count }, (_, number) => ({
        date: day,
        provider,
        service: number === 0 ? 'db' : 'web',
        cost,
        currency: currencies[number % currencies.length],
        tags: { team: 'web' },
      }));
    });
  }
  return serveCosts(days satisfies Days, options);
}

const until = (last: string) => (day: string) => day <= last;
const aws = { name: 'aws' };
const week = 'check --last 7d --max-total 100000';

async function ask(
  line: string,
  service: ReturnType<typeof serveSources>,
  budgets = '- {name: all, amount: 100000, currency: USD}\n',
) {
  const folder = createFolder();
  writeFileSync(join(folder, 'b.yaml'), budgets);
  const words = line.split(' ').map((word) => (word === 'b.yaml' ? join(folder, word) : word));
  return run(['costs', ...words], { service, folder });
}

test.each([
  'check --last 7d --max-decrease 50 --by service',
  'anomalies --last 10d --by service --check',
  'coverage --last 7d --require tags.team --min 50 --by service',
])(
  'costs %s says of each limit that missing data leaves open why it is not judged',
  async (line) => {
    const service = serveSources([aws, { name: 'gcp', on: until('2026-11-08') }]);
    const { stdout, exitCode } = await ask(`${line} -o github`, service);
    expect(exitCode).toBe(9);
    const open = stdout.split('\n').filter((one) => one.startsWith('::warning'));
    expect(open.length).toBeGreaterThan(0);
    for (const one of open) expect(one).toMatch(/; not judged, because data is missing$/);
    const whole = await ask(`${line} -o github`, serveSources([aws, { name: 'gcp' }]));
    expect([whole.exitCode, whole.stdout]).toEqual([0, expect.not.stringContaining('not judged')]);
  },
);

test('a gate of one day without rows names that day, and no range', async () => {
  const line =
    'check --from 2026-11-10 --to 2026-11-10 --max-total 1 --where service=none -o junit';
  const { stdout } = await ask(line, serveSources([aws]));
  expect(stdout).toContain('name="rows of 2026-11-10"');
});

describe('a limit of groups that are sources', () => {
  const gcp = { name: 'gcp', on: until('2026-11-08') };
  const states = (text: string) =>
    JSON.parse(text).flatMap((row: Record<string, unknown>) =>
      row['check'] === 'rows' ? [] : [[row['provider'], row['state']]],
    );

  test('judges those whose source is whole, beside one that is not', async () => {
    const line = 'check --last 7d --max-total 100000 --by provider';
    const json = await ask(`${line} -o json`, serveSources([aws, gcp]));
    expect(json.exitCode).toBe(9);
    expect(states(json.stdout)).toEqual([
      ['aws', 'passed'],
      ['gcp', 'unjudged'],
    ]);
    const { stdout } = await ask(`${line} -o junit`, serveSources([aws, gcp]));
    expect(stdout).toContain('tests="3" failures="0" errors="1" skipped="1"');
  });

  test.each([
    ['check --last 7d --max-decrease 50 --by provider', 'aws fell by'],
    [
      'coverage --last 7d --require tags.owner --min 50 --by provider',
      'error: aws USD: 0.00 % of the cost',
    ],
    ['anomalies --last 7d --by provider --check', 'aws cost 1.00 USD instead of 40.00'],
  ])('costs %s fails for a group that no missing row explains', async (line, message) => {
    const many = { name: 'aws', on: until('2026-11-07') };
    const few = { name: 'aws', rows: 1, cost: 1, on: (day: string) => day > '2026-11-07' };
    const service = () => serveSources([many, few, gcp]);
    const allowed = await ask(`${line} --allow-stale aws`, service());
    expect(allowed).toMatchObject({ exitCode: 11, stderr: expect.stringContaining(message) });
    const byOthers = line.replace('--by provider', '--by service');
    expect((await ask(`${byOthers} --allow-stale aws`, service())).exitCode).toBe(9);
  });

  test('leaves all of them open if days are missing, or a failing provider has no rows', async () => {
    const line = 'check --last 7d --max-total 100000 --by provider -o json';
    const gone = (day: string) => day !== '2026-11-09';
    const noDay = await ask(
      line,
      serveSources([
        { name: 'aws', on: gone },
        { name: 'gcp', on: gone },
      ]),
    );
    expect([noDay.exitCode, states(noDay.stdout)]).toEqual([9, [['aws', 'unjudged']]]);
  });

  test('leaves the group of rows without a source open', async () => {
    const line = 'check --last 7d --max-total 100000 --by provider -o json';
    const none = { name: null as unknown as string };
    const { stdout } = await ask(line, serveSources([none, gcp]));
    expect(states(stdout)).toEqual([[null, 'unjudged']]);
  });
});

test('the reasons of an exceeded budget say which days of the period before have no rows', async () => {
  const budgets =
    '- {name: quarter, amount: 1, currency: USD, period: quarter}\n- {name: month, amount: 1, currency: USD}\n';
  const line = 'check --budgets b.yaml';
  const rising = { ...aws, on: (day: string) => (day > '2026-10-31' ? 1 : 0.5) };
  const { stdout, exitCode } = await ask(line, serveSources([rising]), budgets);
  expect(exitCode).toBe(11);
  // No quarter before has rows: nothing is compared.
  expect(stdout.match(/^\w+, against .*$/gm)).toEqual(['month, against 2026-10-01 to 2026-10-14:']);
  const half = serveSources([{ ...aws, on: (day) => day > '2026-10-09' }]);
  const found = await ask(line, half, budgets);
  expect(found.stdout.match(/^\w+, against .*$/gm)).toEqual([
    'month, against 2026-10-01 to 2026-10-14 · incomplete: no rows on 2026-10-01 to 2026-10-09:',
  ]);
});

describe.each([
  ['check --budgets b.yaml'],
  [week],
  ['anomalies --last 10d --check'],
  ['coverage --last 7d --require tags.team --min 0'],
])('costs %s', (line) => {
  test.each<[string, readonly Source[], string]>([
    [
      'a source whose rows end',
      [aws, { name: 'gcp', on: until('2026-11-08') }],
      'gcp has no rows after 2026-11-08 (usually 50.00 % of the cost)',
    ],
    [
      'a gap of a source',
      [aws, { name: 'gcp', on: (day) => day !== '2026-11-10' }],
      'gcp has no rows on 2026-11-10 (usually 50.00 % of the cost)',
    ],
    [
      'a partial day of a source',
      [aws, { name: 'gcp', rows: 10, on: (day) => (day === '2026-11-11' ? 0.2 : true) }],
      'gcp has only part of its rows on 2026-11-11 (usually 71.43 % of the cost)',
    ],
    [
      'days without rows',
      [{ ...aws, on: until('2026-11-10') }],
      'no rows on 2026-11-11 to 2026-11-12',
    ],
    ['no rows at all', [{ ...aws, on: () => false }], 'no rows on'],
  ])('does not pass on %s', async (_name, sources, message) => {
    const { exitCode, stderr } = await ask(line, serveSources(sources));
    expect([exitCode, stderr]).toEqual([9, expect.stringContaining(message)]);
    const [, hint] = /hint: costctl costs (freshness .*?) shows every source/.exec(stderr) ?? [];
    const shown = await ask(hint ?? '', serveSources(sources));
    expect([shown.exitCode, shown.stdout]).toEqual([0, expect.stringContaining(message)]);
    const isEmpty = message.startsWith('no rows on');
    const accepted = isEmpty ? '--allow-empty --allow-stale all' : '--allow-stale gcp';
    const allowed = await ask(`${line} ${accepted}`, serveSources(sources));
    // Missing rows make a day too low, which is an anomaly if they are accepted.
    expect(line.startsWith('anomalies') ? [0, 11] : [0]).toContain(allowed.exitCode);
    expect(allowed.stdout).toContain('(allowed)');
  });

  test.each<[string, Source]>([
    ['is two days late, as all providers are', { name: 'gcp', on: until('2026-11-12') }],
    ['has no rows on weekends', { name: 'gcp', on: (day) => new Date(day).getUTCDay() % 6 > 0 }],
    ['bills on the 1st', { name: 'gcp', on: (day) => day.endsWith('-01') }],
    ['ended months ago', { name: 'gcp', on: until('2026-10-05') }],
    ['is new', { name: 'gcp', on: (day) => day >= '2026-11-09' && day !== '2026-11-11' }],
  ])('passes if a source %s', async (_name, gcp) => {
    // On the 1st a monthly bill is a deviation, which has nothing to do with missing rows.
    const { exitCode, stderr } = await ask(line, serveSources([{ ...aws, rows: 400 }, gcp]));
    expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('error')]);
  });

  test('passes if the conditions select only sources that are there', async () => {
    if (line.includes('budgets')) return;
    const service = serveSources([aws, { name: 'gcp', on: until('2026-11-08') }]);
    expect((await ask(`${line} --where provider=aws`, service)).exitCode).toBe(0);
    const other = await ask(`${line} --where provider=gcp`, service);
    expect([other.exitCode, other.stderr]).toEqual([9, expect.stringContaining('gcp has no rows')]);
  });
});

test.each([
  [['EUR'], '50.00 % of the cost in EUR'],
  [['EUR', 'USD'], '33.33 % of the cost in EUR, 33.33 % in USD'],
  [
    ['CHF', 'EUR', 'KRW', 'USD'],
    '100.00 % of the cost in CHF, 20.00 % in EUR, 100.00 % in KRW and 1 more',
  ],
])('what is missing has its usual share of each currency: %j', async (currencies, share) => {
  const others = [
    { name: 'aws', currencies: ['USD'] },
    { name: 'azure', currencies: ['EUR'] },
  ];
  const service = serveSources([...others, { name: 'gcp', currencies, on: until('2026-11-08') }]);
  const lines = ['coverage --last 7d --require tags.team --min 0', `${week} --where currency=EUR`];
  for (const line of lines) {
    const { exitCode, stderr } = await ask(line, service);
    expect([exitCode, stderr]).toEqual([9, expect.stringContaining(`(usually ${share})`)]);
  }
});

test('a share that is next to nothing is not shown digit by digit', async () => {
  const gcp = { name: 'gcp', cost: 0.0001, on: until('2026-11-08') };
  const { stderr } = await ask(week, serveSources([aws, gcp]));
  expect(stderr).toContain('(usually <0.01 % of the cost)');
});

test('the hint accepts all that is missing', async () => {
  const sources = ['gcp', 'azure'].map((name) => ({ name, on: until('2026-11-08') }));
  const { stderr } = await ask(week, serveSources([aws, ...sources]));
  expect(stderr).toContain('; --allow-stale azure and --allow-stale gcp accept it');
  const column = { on: (day: string) => (day === '2026-11-11' ? 0.1 : 1) };
  const whole = await ask(`${week} --source-column none`, serveSources([{ name: 'x', ...column }]));
  expect(whole.exitCode).not.toBe(0);
});

test('a limit that is exceeded fails as such, whatever is missing', async () => {
  const service = serveSources([aws, { name: 'gcp', on: until('2026-11-08') }]);
  expect((await ask('check --last 7d --max-total 1', service)).exitCode).toBe(11);
  const budgets = '- {name: all, amount: 1, currency: USD}\n';
  expect((await ask('check --budgets b.yaml', service, budgets)).exitCode).toBe(11);
});

test('only budgets that a missing source belongs to are not judged', async () => {
  const service = serveSources([aws, { name: 'gcp', on: until('2026-10-28') }]);
  const budgets = `
- {name: one, amount: 100000, currency: USD, where: [provider=aws]}
- {name: both, amount: 100000, currency: USD, where: [service=db]}
`;
  const { exitCode, stdout, stderr } = await ask(
    'check --budgets b.yaml -o json',
    service,
    budgets,
  );
  expect(JSON.parse(stdout)).toMatchObject([
    { budget: 'one', state: 'ok' },
    { budget: 'both', state: 'unjudged' },
  ]);
  expect([exitCode, stderr]).toEqual([
    9,
    expect.stringContaining('gcp has no rows after 2026-10-28'),
  ]);
  const junit = await ask('check --budgets b.yaml -o junit', service, budgets);
  expect(junit.stdout).toContain('tests="3" failures="0" errors="1" skipped="1"');
  expect(junit.stdout).toContain('name="rows of gcp"><error message="gcp has no rows');
});

test('a report judges the same budgets as a check', async () => {
  const service = serveSources([aws, { name: 'gcp', on: until('2026-10-28') }]);
  const budgets = `
- {name: one, amount: 100000, currency: USD, where: [provider=aws]}
- {name: both, amount: 100000, currency: USD, where: [service=db]}
- {name: over, amount: 1, currency: USD}
`;
  const line = 'report --month 2026-10 --budgets b.yaml --sections budgets';
  const { exitCode, stdout, stderr } = await ask(line, service, budgets);
  expect(stdout).toContain('| one | ok | October 2026 | USD | 1,240.00 |');
  expect(stdout).toContain('| both | unjudged | October 2026 | USD | 590.00 |');
  expect(stdout).toContain('| over | exceeded | October 2026 |');
  const why = 'The budget both could not be judged: gcp has no rows after Oct 28, 2026';
  expect(stdout).toContain(why);
  expect(stderr).toContain(
    'warning: the budget both could not be judged: gcp has no rows after 2026-10-28',
  );
  expect([exitCode, stderr.match(/could not be judged/g)?.length]).toEqual([0, 1]);
});

test('only budgets whose cost has another currency are not judged', async () => {
  const service = serveSources([{ ...aws, currencies: ['USD', 'EUR'] }, { name: 'gcp' }]);
  const own = `
- {name: euros, amount: 1, currency: EUR}
- {name: fine, amount: 100000, currency: USD, where: [provider=gcp]}
`;
  const over = `${own}- {name: over, amount: 1, currency: USD, where: [provider=gcp]}\n`;
  const reason =
    'the budget euros could not be judged: it is in EUR, and some of its cost is in USD';
  for (const [budgets, exit, states] of [
    [own, 9, ['unjudged', 'ok']],
    [over, 11, ['unjudged', 'ok', 'exceeded']],
  ] as const) {
    const json = await ask('check --budgets b.yaml -o json -q', service, budgets);
    const rows: Record<string, unknown>[] = JSON.parse(json.stdout);
    expect(rows.map(({ state }) => state)).toEqual(states);
    expect(rows[0]).toMatchObject({ actual: null, outlook: null, share: null, limit: '1' });
    expect([json.exitCode, json.stderr]).toEqual([exit, expect.stringContaining(reason)]);
    const junit = await ask('check --budgets b.yaml -o junit -q', service, budgets);
    expect(junit.stdout).toMatch(/name="euros"><skipped message="[^"]*some of its cost is in USD"/);
  }
  const hint = (await ask('check --budgets b.yaml', service, own)).stderr;
  expect(hint).toContain('add --convert-to EUR, or narrow the budget with where');
});

test('a budget in a currency that the rates of a file lack leaves the others judged', async () => {
  const rates = join(createFolder(), 'rates.csv');
  writeFileSync(rates, 'baseCurrency,targetCurrency,rate\nEUR,USD,1.1\n');
  const budgets = `
- {name: over, amount: 1, currency: USD}
- {name: other, amount: 1, currency: GBP}
`;
  const line = `check --budgets b.yaml --convert-to USD --rates ${rates}`;
  const { stdout, stderr, exitCode } = await ask(
    `${line} -o json -q`,
    serveSources([aws]),
    budgets,
  );
  expect(JSON.parse(stdout)).toMatchObject([
    { budget: 'over', state: 'exceeded' },
    { budget: 'other', state: 'unjudged', problem: expect.stringContaining('USD to GBP') },
  ]);
  expect(stderr).toContain('the budget other could not be judged: no exchange rate for USD to GBP');
  expect(exitCode).toBe(11);
  const onlyOther = '- {name: other, amount: 1, currency: GBP}\n';
  expect((await ask(line, serveSources([aws]), onlyOther)).exitCode).toBe(2);
});

test('each budget that could not be judged has its hint, and none converts what has no currency', async () => {
  const rows = [...eachDay({ from: '2026-10-01', to: '2026-11-14' })];
  const day = (date: string) => [{ date, service: 'web', cost: 1, currency: null }];
  const service = serveCosts(Object.fromEntries(rows.map((date) => [date, day(date)])));
  const budgets = `
- {name: bare, amount: 1, currency: USD}
- {name: none, amount: 1, currency: USD, where: [service=mail]}
`;
  const { stderr, exitCode } = await ask('check --budgets b.yaml', service, budgets);
  expect(exitCode).toBe(9);
  expect(stderr).toContain('some of its cost is in no currency');
  expect(stderr).toContain(
    'hint: narrow the budget with where; correct its where, or accept it with mayBeEmpty: true in the file\n',
  );
});

test.each([
  ['service=webb', 9, 'service=webb: no row has this value; did you mean "web"?'],
  ['tags.team=chekout', 9, 'tags.team=chekout: no row has this value; rows have web'],
  ['service=web', 0, ''],
  // It had rows in the 90 days before.
  ['provider=old', 0, ''],
  ['cost>1000', 9, 'no row of its period and the 90 days before meets its conditions'],
])('a budget with where: %s exits %i', async (where, expected, message) => {
  const sources = [aws, { name: 'old', on: until('2026-10-05') }];
  const budgets = `- {name: team, amount: 100000, currency: USD, where: ['${where}']}\n`;
  const { exitCode, stderr } = await ask('check --budgets b.yaml', serveSources(sources), budgets);
  expect([exitCode, stderr]).toEqual([expected, expect.stringContaining(message)]);
  // Nothing was found, which is not the same as nothing spent.
  const json = await ask('check --budgets b.yaml -o json', serveSources(sources), budgets);
  const unknown = { state: 'unjudged', actual: null, share: null };
  const known = { state: 'ok', actual: expect.stringMatching(/^\d/) };
  expect(JSON.parse(json.stdout)).toMatchObject([expected === 9 ? unknown : known]);
  const more = `${budgets}- {name: over, amount: 0.01, currency: USD}\n`;
  const failed = await ask('check --budgets b.yaml', serveSources(sources), more);
  expect([failed.exitCode, failed.stderr]).toEqual([11, expect.stringContaining(message)]);
  const accepted = budgets.replace('}', ', mayBeEmpty: true}');
  expect((await ask('check --budgets b.yaml', serveSources(sources), accepted)).exitCode).toBe(0);
  // Days without rows are another matter than a budget that no row meets.
  const line = 'check --budgets b.yaml --allow-empty --allow-stale all';
  const empty = await ask(line, serveSources(sources), budgets);
  expect([empty.exitCode, empty.stderr]).toEqual([expected, expect.stringContaining(message)]);
});

test.each([
  ['2026-08-03', 0],
  ['2026-08-02', 9],
])('a budget of November whose last row is of %s exits %i', async (last, expected) => {
  const sources = [aws, { name: 'old', on: until(last) }];
  const budgets = '- {name: old, amount: 1, currency: USD, where: [provider=old]}\n';
  const service = serveSources(sources, {}, '2026-08-01');
  expect((await ask('check --budgets b.yaml', service, budgets)).exitCode).toBe(expected);
});

test.each(['', ' --where service=none'])(
  'budgets without any row at all pass with --allow-empty%s',
  async (where) => {
    const budgets = '- {name: team, amount: 100, currency: USD, where: [cost>1]}\n';
    const source = { ...aws, on: until('2026-06-01') };
    const service = serveSources([where === '' ? source : aws]);
    const line = `check --budgets b.yaml --allow-stale all${where}`;
    expect((await ask(line, service, budgets)).exitCode).toBe(9);
    expect((await ask(`${line} --allow-empty`, service, budgets)).exitCode).toBe(0);
  },
);

/** A service that adds a row of another day to each answer. */
function serveStray(date: string | null) {
  const stray = { date, provider: 'aws', cost: 5, currency: 'USD' };
  return serveSources([aws], {
    answer: (_request, honest) => {
      const { links, data, meta } = honest();
      return { links, data: [...data, stray], meta: { totalRecords: meta.totalRecords + 1 } };
    },
  });
}

test.each(['summary --last 7d', week, 'freshness', 'check --budgets b.yaml'])(
  'costs %s warns of rows of days that were not asked for',
  async (line) => {
    const warning =
      /warning: \d+ rows? ha.* outside the period, such as 2020-01-01: totals count (it|them), and what is added up by day, such as charts, budgets and outlooks, counts (it only on its own day|them only on their own days); if that is/;
    expect((await ask(line, serveStray('2020-01-01'))).stdout).toMatch(warning);
    expect((await ask(line, serveSources([aws]))).stdout).not.toContain('outside the period');
  },
);

test.each([week, 'check --last 7d --max-increase 900', 'explain --last 7d', 'compare --last 7d'])(
  'costs %s warns of rows of the days before that come with those of the period',
  async (line) => {
    // The 4th is among the days that were read for something else.
    const { stdout } = await ask(line, serveStray('2026-11-04'));
    expect(stdout).toMatch(/warning: \d rows? ha.* outside the period, such as 2026-11-04:/);
    expect((await ask(line, serveSources([aws]))).stdout).not.toContain('outside the period');
  },
);

test.each(['check --last 7d', 'check --budgets b.yaml'])(
  'costs %s counts rows of other days once, whether or not a limit is exceeded',
  async (line) => {
    const warningsOf = async (amount: number) => {
      const limit = line.includes('budgets') ? '' : ` --max-total ${amount}`;
      const budgets = `- {name: all, amount: ${amount}, currency: USD}\n`;
      const { stderr } = await ask(`${line}${limit} -o json`, serveStray('2020-01-01'), budgets);
      return stderr.match(/^warning: .* outside the period/gm);
    };
    expect(await warningsOf(100000)).toHaveLength(1);
    expect(await warningsOf(1)).toEqual(await warningsOf(100000));
  },
);

test.each([null, '', '2026-13-45'])(
  'costs summary warns of a row whose day is %j',
  async (date) => {
    const service = serveStray(date);
    const warning =
      /warning: (1 row has no day, and is|\d+ rows have no day, and are) counted: is this/;
    expect((await ask('summary --last 7d', service)).stdout).toMatch(warning);
    expect((await ask('summary --last 7d', serveSources([aws]))).stdout).not.toContain('no day');
    const receipt = join(createFolder(), 'receipt.json');
    await ask(`summary --last 7d --receipt ${receipt}`, service);
    expect(JSON.parse(readFileSync(receipt, 'utf8')).about.warnings).toContainEqual(
      expect.stringMatching(/no day, and (is|are) counted/),
    );
    // Rows that conditions rule out are read, but not counted.
    const { stdout } = await ask('summary --last 7d --where provider=gcp', service);
    expect(stdout).toMatch(/no day, and (is|are) counted if (it meets|they meet) the conditions/);
  },
);

test('costs summary of a mirror warns of rows without a day in the column that was named', async () => {
  const folder = createFolder();
  writeFileSync(
    join(folder, 'rows.csv'),
    'date,charged,cost,currency,provider\n2026-11-09,2026-11-09,5,USD,aws\n2026-11-10,,7,USD,aws\n',
  );
  const mirror = ['costs', 'mirror', join(folder, 'm'), '--files', join(folder, 'rows.csv')];
  expect(await run([...mirror, '--date-column', 'date'], { folder })).toMatchObject({
    exitCode: 0,
  });
  const days = ['--from', '2026-11-09', '--to', '2026-11-10', '--date-column', 'charged'];
  const line = ['costs', 'summary', ...days, '--by', 'provider', '--mirror', join(folder, 'm')];
  const { stdout } = await run(line, { folder });
  expect(stdout).toContain('warning: 1 row has no day, and is counted: is this');
});

test('a gate whose conditions no row meets does not pass', async () => {
  for (const line of [week, 'coverage --last 7d --require tags.team --min 0']) {
    const service = serveSources([aws]);
    const { exitCode, stderr } = await ask(`${line} --where service=none`, service);
    expect([exitCode, stderr]).toEqual([9, expect.stringContaining('meets the conditions')]);
    expect((await ask(`${line} --where service=none --allow-empty`, service)).exitCode).toBe(0);
  }
});

const provider = (key: string, more: Row = {}) => ({
  ...{ id: `prv_${key}`, type: 'cloud', key, name: key.toUpperCase(), status: 'whatever' },
  ...{ lastSyncAt: '2026-11-15T06:00:00Z', nextSyncAt: '2026-11-15T18:00:00Z' },
  ...more,
});
const failing = provider('gcp', { lastSyncError: 'the key expired' });
const overdue = provider('gcp', { nextSyncAt: '2026-11-15T10:00:00Z' });

test.each([
  ['failing', failing, 9, 'GCP has no rows, and its sync fails: the key expired'],
  ['overdue', overdue, 9, 'GCP has no rows, and its sync is overdue'],
  ['in order', provider('gcp'), 0, ''],
])('a provider without rows whose sync is %s', async (_name, gcp, expected, message) => {
  const service = serveSources([aws], { providers: [provider('aws'), gcp] });
  const { exitCode, stderr } = await ask(week, service);
  expect([exitCode, stderr]).toEqual([expected, expect.stringContaining(message)]);
});

test.each([
  ['check --last 7d --max-total 1', 11],
  ['check --last 7d --max-total 1 --by provider', 11],
  ['check --last 7d --max-increase 1', 9],
])('costs %s exits %i if a failing provider has no rows', async (line, status) => {
  const rising = { ...aws, on: (day: string) => (day < '2026-11-08' ? 0.5 : 1) };
  const service = serveSources([rising], { providers: [provider('aws'), failing] });
  const { exitCode, stderr } = await ask(line, service);
  expect([exitCode, stderr]).toEqual([status, expect.stringContaining('GCP has no rows')]);
});

test('how many days a provider without any row lacks is not known', async () => {
  const service = serveSources([aws], { providers: [provider('aws'), failing] });
  const { stdout } = await ask('freshness --check -o json', service);
  expect(JSON.parse(stdout)).toMatchObject([
    { source: 'aws', missingDays: 0 },
    { source: 'GCP', verdict: 'stalled', lastDay: null, missingDays: null },
  ]);
  const junit = await ask('freshness --check -o junit', service);
  expect(junit.stdout).toContain('stalled: last day none"');
  expect((await ask('freshness', service)).stdout).not.toContain('days missing 0');
});

test.each([
  ['the token may not read providers', { status: 403, body: {} }, 'this token may not read them'],
  ['its rows are there', [provider('aws'), failing], 'the sync of gcp fails'],
  ['two could be meant', [failing, { ...failing, id: 'prv_2' }], 'complete'],
  ['rows name providers in another way', [provider('AWS'), { ...failing, key: 'GCP' }], 'complete'],
])('a failing sync fails no check if %s', async (_name, providers, text) => {
  const service = serveSources([aws, { name: 'gcp' }], { providers });
  const { exitCode, stdout } = await ask(week, service);
  expect([exitCode, stdout.split('\n')[0]]).toEqual([0, expect.stringContaining(text)]);
});

test.each([
  [500, 1],
  [503, 1],
  [401, 3],
  [429, 7],
])(
  'no gate passes if the service answers %i to whether providers were synced',
  async (status, exit) => {
    const service = serveSources([aws], { providers: { status, body: {} } });
    for (const line of [
      week,
      'coverage --last 7d --require service --min 1',
      'freshness --last 7d',
    ]) {
      const { exitCode, stdout } = await ask(`${line} --retries 0 --max-wait 0`, service);
      expect([exitCode, stdout]).toEqual([exit, '']);
    }
  },
);

const ended = { name: 'gcp', on: until('2026-10-30') };

test.each([
  ['check --budgets b.yaml', 9],
  ['anomalies --last 10d --check', 9],
  // Two weeks before the period show nothing of the week before it.
  ['check --last 7d --max-total 100000', 0],
])(
  'costs %s finds a source that ended in the weeks before, if it read them',
  async (line, status) => {
    const late = line.includes('budgets') ? { name: 'gcp', on: until('2026-10-24') } : ended;
    const budgets = ['month', 'quarter'].map(
      (period) => `- {name: ${period}, amount: 100000, currency: USD, period: ${period}}\n`,
    );
    const { exitCode, stderr } = await ask(line, serveSources([aws, late]), budgets.join(''));
    expect([exitCode, stderr]).toEqual([status, expect.any(String)]);
    if (status === 9) expect(stderr).toContain('gcp has no rows after');
  },
);

// The 14 days before the period show only which sources were expected on its days.
test.each([
  ['2026-11-01', '2026-11-08', 9],
  ['2026-10-31', '2026-11-08', 0],
  ['2026-10-31', '2026-11-07', 9],
])(
  'a source with its last row on %s, before a week from %s, makes a check end with %i',
  async (last, from, status) => {
    const service = serveSources([aws, { name: 'gcp', on: until(last) }]);
    const to = `2026-11-${Number(from.slice(8)) + 6}`;
    const line = `check --from ${from} --to ${to} --max-total 100000 --max-lag 0`;
    expect((await ask(line, service)).exitCode).toBe(status);
    const { stdout } = await ask('summary --from 2026-11-08 --to 2026-11-14', service);
    expect(stdout).toContain('complete');
  },
);

// The baseline lies a week and more before the period, so that its own two weeks before are other days.
test.each([
  ['--max-decrease 90', 'a gap', (day: string) => day !== '2026-10-22', 9],
  ['--max-decrease 90', 'an end', (day: string) => day <= '2026-10-23' || day >= '2026-11-01', 9],
  ['--max-increase 5', 'a gap', (day: string) => day !== '2026-10-22', 9],
  ['--max-decrease 90', 'no fault', () => true, 0],
  ['--max-total 900', 'a gap', (day: string) => day !== '2026-10-22', 0],
] as const)(
  'check %s with %s in the first days of the baseline',
  async (limit, _name, on, status) => {
    const service = serveSources([aws, { name: 'gcp', on }]);
    const against = limit.includes('total') ? '' : ' --against 2026-10-20..2026-10-26';
    const { exitCode } = await ask(`check --last 7d ${limit}${against}`, service);
    expect(exitCode).toBe(status);
  },
);

test.each([
  ['check --last 4d --max-decrease 40', 9, 11],
  ['check --last 4d --max-decrease 60', 0, 0],
  ['check --last 4d --max-decrease 40 --max-total 9', 11, 11],
  ['check --last 4d --max-increase 5', 0, 0],
  [
    'check --from 2026-11-11 --to 2026-11-12 --max-increase 5 --against 2026-11-13..2026-11-14',
    9,
    11,
  ],
  [
    'check --from 2026-11-11 --to 2026-11-12 --max-increase 900 --against 2026-11-12..2026-11-13',
    0,
    0,
  ],
  ['anomalies --last 4d --check --include-unsettled', 9, 11],
  ['anomalies --last 4d --check', 0, 0],
  ['coverage --last 4d --require tags.env --min 50', 9, 11],
  ['coverage --last 4d --require tags.team --min 50', 0, 0],
  ['coverage --from 2026-11-09 --to 2026-11-12 --require tags.env --min 50', 11, 11],
])(
  'while rows are late, %s ends with %i, and with %i if that is accepted',
  async (line, open, accepted) => {
    const service = serveSources([aws, { name: 'gcp', cost: 1000, on: until('2026-11-12') }]);
    const { exitCode, stderr } = await ask(line, service);
    expect(exitCode).toBe(open);
    if (open === 9)
      expect(stderr).toContain('error: the data is not complete: rows of gcp are late: 2026-11-13');
    expect((await ask(`${line} --allow-stale gcp`, service)).exitCode).toBe(accepted);
  },
);

test('the command of a hint can be typed after an answer with --envelope, and leaves its receipt', async () => {
  const service = serveSources([aws, { name: 'gcp', on: until('2026-11-10') }]);
  const receipt = join(createFolder(), 'receipt.json');
  const line = 'coverage --last 7d --require tags.team --min 1 --max-lag gcp=1';
  const { stderr } = await ask(`${line} -o json --envelope --receipt ${receipt}`, service);
  const [, typed = ''] = /costctl costs (freshness .*?) shows every source/.exec(stderr) ?? [];
  expect(typed).toBe('freshness --max-lag gcp=1 --from 2026-11-08 --to 2026-11-14');
  expect((await ask(typed, service)).exitCode).toBe(0);
});

// Today's rows are still to come, too, and no option accepts that.
test.each([
  ['anomalies --last 3d --check --include-unsettled --include-today', 9],
  ['anomalies --last 3d --check --include-unsettled', 0],
  ['coverage --last 3d --require tags.team --min 99 --include-today', 9],
  ['coverage --from 2026-11-13 --to 2026-11-15 --require tags.team --min 99', 9],
  ['coverage --last 3d --require tags.team --min 50 --include-today', 0],
])('while today has few rows, %s ends with %i', async (line, status) => {
  const days: Record<string, Row[]> = {};
  for (const date of eachDay({ from: '2026-10-01', to: '2026-11-15' })) {
    const rows = date < '2026-11-15' ? 9 : 2;
    days[date] = Array.from({ length: rows }, (_, number) => ({
      ...{ date, provider: 'aws', cost: 10, currency: 'USD' },
      tags: date < '2026-11-15' || number > 0 ? { team: 'web' } : {},
    }));
  }
  const service = serveCosts(days satisfies Days);
  for (const words of [line, `${line} --allow-stale all --allow-empty`]) {
    const { exitCode, stderr } = await ask(words, service);
    expect(exitCode).toBe(status);
    if (status === 0) continue;
    expect(stderr).toContain('2026-11-15 has not ended');
    expect(stderr).toContain('hint: choose days that are over: up to 2026-11-14');
  }
});

test('a source without rows in the period whose sync fails is stalled', async () => {
  const source = { name: 'gcp', on: until('2026-10-30') };
  const service = serveSources([aws, source], { providers: [provider('aws'), failing] });
  const { exitCode, stderr } = await ask('check --last 7d --max-total 100000', service);
  expect([exitCode, stderr]).toEqual([
    9,
    expect.stringContaining('gcp has no rows after 2026-10-30'),
  ]);
  expect(stderr).toContain('its sync fails: the key expired');
});

test('shares add up to the whole, and every day that a source lacks is counted', async () => {
  const sources = [aws, { name: 'gcp', cost: 30, on: until('2026-10-20') }, { name: 'azure' }];
  const { stdout } = await ask('freshness --last 28d -o json', serveSources(sources));
  expect(JSON.parse(stdout)).toMatchObject([
    { source: 'aws', verdict: 'ok', share: '20.00' },
    { source: 'azure', verdict: 'ok', share: '20.00' },
    { source: 'gcp', verdict: 'stalled', missingDays: 25, share: '60.00' },
  ]);
});

test('days without any row have no usual number of rows', async () => {
  const source = { ...aws, on: (day: string) => day !== '2026-11-04' };
  const { stdout } = await ask('freshness --last 14d -o json', serveSources([source]));
  expect(JSON.parse(stdout)).toMatchObject([
    { source: 'aws', verdict: 'gap', usualRows: 4 },
    { source: '(all)', verdict: 'missing', missingDays: 1, usualRows: null },
  ]);
});

test('no day before the first row is missing in an outlook', async () => {
  const late = { ...aws, on: (day: string) => day >= '2026-10-20' };
  const { stdout } = await ask('outlook', serveSources([late]));
  expect(stdout.split('\n')[0]).toContain(' · complete');
  const gap = { ...late, on: (day: string) => late.on(day) && day !== '2026-11-10' };
  expect((await ask('outlook', serveSources([gap]))).stdout).toContain('no rows on 2026-11-10');
});

test('a day of the month before the first row is missing in its outlook', async () => {
  const begun = { ...aws, on: (day: string) => day >= '2026-11-10' };
  const { stdout } = await ask('outlook', serveSources([begun]));
  expect(stdout.split('\n')[0]).not.toContain(' · complete');
  expect(stdout).toContain('no rows on 2026-11-01 to 2026-11-09');
});

test.each(['freshness --last 28d', `${week}`])(
  'a source that --max-lag names and no row has is named: %s',
  async (line) => {
    const service = serveSources([aws, { name: 'gcp' }]);
    const lags = (await ask(`${line} --max-lag gcp=4 --max-lag gpc=1`, service)).stderr;
    expect(lags.match(/warning: .*/g)).toEqual([
      'warning: --max-lag names gpc, and no row has this source; did you mean gcp?',
    ]);
  },
);

test.each([
  ['--max-lag 1 --max-lag 5', 'every source'],
  ['--max-lag 1 --max-lag gcp=2 --max-lag aws=3 --max-lag gcp=4', 'gcp'],
])('%s says two things of one source, and is refused', async (lags, name) => {
  const { exitCode, stderr } = await ask(`freshness --last 7d ${lags}`, serveSources([aws]));
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringContaining(`error: --max-lag: names ${name} twice\n`),
  ]);
});

test('how late is usual is an option and a key of the profile', async () => {
  const service = serveSources([aws, { name: 'gcp', on: until('2026-11-10') }]);
  const ended = async (line: string) => (await ask(line, service)).exitCode;
  expect(await ended(`${week} --max-lag 3`)).toBe(9);
  expect(await ended(`${week} --max-lag 4`)).toBe(0);
  expect(await ended(`${week} --max-lag gcp=4`)).toBe(0);
  expect(await ended(`${week} --max-lag 9 --max-lag gcp=1`)).toBe(9);
  expect(await ended(`${week} --max-lag aws=4`)).toBe(9);
  // Without a column of sources, the rows as a whole are there.
  expect(await ended(`${week} --source-column service`)).toBe(0);
  const unknown = await ask(`${week} --source-column vendor`, service);
  expect([unknown.exitCode, unknown.stderr]).toEqual([
    2,
    expect.stringContaining("--source-column: no row has the column 'vendor'"),
  ]);
});

test('the conditions of freshness make no source silent that has rows', async () => {
  const providers = ['aws', 'gcp'].map((name) => {
    return { id: `prv_${name}`, name, nextSyncAt: '2026-11-12T00:00:00Z' };
  });
  const service = serveSources([aws, { name: 'gcp' }], { providers });
  const rows = async (where: string) => {
    const { stdout } = await ask(`freshness -o json --where ${where}`, service);
    return JSON.parse(stdout).map(({ source, verdict }: Row) => [source, verdict]);
  };
  expect(await rows('cost>0')).toEqual([
    ['aws', 'ok'],
    ['gcp', 'ok'],
  ]);
  expect(await rows('provider=aws')).toEqual([['aws', 'ok']]);
  expect(await rows('cost<0')).toEqual([['(all)', 'missing']]);
  const none = await ask('freshness --check --where cost<0', service);
  expect([none.exitCode, none.stderr]).toEqual([11, expect.stringContaining('(all) is missing')]);
});

test('if no row meets the conditions of freshness, each day is missing, not only the empty ones', async () => {
  const gap = { ...aws, on: (day: string) => day !== '2026-11-05' };
  const { stdout } = await ask('freshness -o json --where cost<0', serveSources([gap]));
  expect(JSON.parse(stdout)).toMatchObject([{ source: '(all)', missingDays: 14 }]);
});

test.each([['compare --last 14d'], ['check --last 14d --max-increase 1000']])(
  'costs %s counts days that both periods have once',
  async (line) => {
    const sources = [
      { ...aws, rows: 10, on: (day: string) => (day === '2026-11-11' ? 0.3 : true) },
    ];
    const answers = await Promise.all(
      ['previous', 'last-week'].map(async (against) => {
        const { exitCode, stdout } = await ask(
          `${line} --against ${against} -o json --envelope`,
          serveSources(sources),
        );
        const { completeness } = JSON.parse(stdout).about;
        return { exitCode, completeness };
      }),
    );
    expect(answers[1]).toEqual(answers[0]);
  },
);

test('freshness --check fails, as other gates do, if a failing provider has rows only before the period', async () => {
  const once = { name: 'gcp', on: (day: string) => day === '2026-10-25' };
  const service = serveSources([aws, once], { providers: [provider('aws'), failing] });
  const { stdout, exitCode } = await ask('freshness --check -o json --envelope', service);
  const { about, data } = JSON.parse(stdout);
  expect(about.completeness.faults).toMatchObject([{ verdict: 'stalled', source: 'gcp' }]);
  expect(data).toMatchObject([
    { source: 'aws', verdict: 'ok' },
    { source: 'gcp', verdict: 'stalled' },
  ]);
  expect(exitCode).toBe(11);
});
