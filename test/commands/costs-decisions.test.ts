import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolder, run } from '../helpers/run.ts';
import { drawCases } from '../helpers/runs.ts';
import { failWith, succeed } from '../helpers/screens.ts';

/** Runs an action of costs on the sandbox, with files next to it. */
async function ask(line: string, files: Record<string, string> = {}) {
  const folder = createFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const argv = line.split(' ').map((word) => (word in files ? join(folder, word) : word));
  const { stdout, stderr, exitCode } = await run(['costs', ...argv, '--sandbox'], { folder });
  return { stdout, stderr: stderr.replaceAll(`${folder}/`, ''), exitCode };
}

const rows = (stdout: string): Record<string, unknown>[] => JSON.parse(stdout);

describe('costs coverage', () => {
  test('covered and uncovered add up to the cost, and credits are separate', async () => {
    const { stdout } = await succeed(ask('coverage --last 7d --require tags.team -o json'));
    for (const row of rows(stdout)) {
      expect(Number(row['covered']) + Number(row['uncovered'])).toBeCloseTo(
        Number(row['positiveCost']),
        6,
      );
      expect(Number(row['credits'])).toBeLessThanOrEqual(0);
    }
  });

  test('--by ends with the share of everything, which is judged only by its groups', async () => {
    const { stdout } = await succeed(ask('coverage --last 7d --require tags.team --by service'));
    const whole = await succeed(ask('coverage --last 7d --require tags.team'));
    for (const currency of ['EUR', 'USD']) {
      const line = (text: string, start: RegExp) =>
        text
          .split('\n')
          .find((one) => start.test(one))
          ?.split(/ {2,}/)
          .slice(-7);
      expect(line(stdout, new RegExp(`^\\(all\\) +${currency}`))).toEqual(
        line(whole.stdout, new RegExp(`^${currency}`)),
      );
    }
    const junit = await ask(
      'coverage --last 7d --require tags.team --by service --min 100 -o junit',
    );
    expect(junit.stdout).not.toContain('(all)');
  });

  test.each(['100.00000000000000000001', '-1', 'x'])('--min %s is refused', async (min) => {
    const { exitCode, stderr } = await ask(`coverage --last 7d --require tags.team --min=${min}`);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--min: must be a percentage')]);
  });

  test('--min fails below the share, also as a JUnit report', async () => {
    const { stdout, stderr, exitCode } = await ask(
      'coverage --last 7d --require tags.team --min 100 -o junit',
    );
    expect(exitCode).toBe(11);
    expect(stdout).toContain('<failure');
    expect(stderr).toContain('below the minimum of ');
  });

  test('a value that is not allowed does not count, and the nearest value is suggested', async () => {
    const files = {
      'allowed.yaml': 'tags.team: [check-out, data, labor, platform, search, sre]\n',
    };
    const { stdout } = await ask(
      'coverage --last 7d --require tags.team --allowed allowed.yaml',
      files,
    );
    expect(stdout).toContain('tags.team: checkout; did you mean check-out?');
  });
});

test('costs coverage does not take the empty tags of an export for tags', async () => {
  const text =
    'date,cost,currency,tags\n2026-10-01,1,USD,{}\n2026-10-01,2,USD,"{""team"":""web""}"\n2026-10-01,4,USD,[]\n2026-10-01,8,USD,\n';
  const folder = createFolder();
  writeFileSync(join(folder, 'a.csv'), text);
  await succeed(run('costs mirror m --files a.csv', { folder }));
  const asked = run('costs coverage --mirror m --require tags --min 100 -o json', { folder });
  const [whole] = JSON.parse((await asked).stdout);
  expect([whole.covered, whole.uncovered, (await asked).exitCode]).toEqual(['2', '13', 11]);
  const rows = run(
    ['costs', 'list', '--mirror', 'm', '--where', 'tags=', '-o', 'csv', '--columns', 'cost'],
    { folder },
  );
  expect((await succeed(rows)).stdout).toBe('cost\n1\n4\n8\n');
});

test('rows with empty tags are the group without a value, with which an explanation of it agrees', async () => {
  const rows = ['{}', '"{""team"":""web""}"', '[]', '', ' ', '\u00a0', '{ }'].flatMap((tags, at) =>
    [1, 2].map((day) => `2026-10-0${day},${day === 1 ? 1 : 10 ** at},USD,s${at},${tags}\n`),
  );
  const folder = createFolder();
  writeFileSync(join(folder, 'a.csv'), `date,cost,currency,service,tags\n${rows.join('')}`);
  await succeed(run('costs mirror m --files a.csv', { folder }));
  const ask = (line: string) =>
    run(`${line} --mirror m --from 2026-10-02 --to 2026-10-02`, { folder });
  const { stdout } = await succeed(ask('costs summary --by tags -o csv --columns tags,total'));
  expect(stdout).toBe('tags,total\n,1111101\n"{""team"":""web""}",10\n');
  const selected = await succeed(ask('costs summary --where tags= -o csv --columns total'));
  expect(selected.stdout).toBe('total\n1111101\n');
  const checked = await ask(
    'costs check --by tags --max-increase 100 --against 2026-10-01..2026-10-01 --min-change 100',
  );
  expect(checked.exitCode).toBe(11);
  expect(checked.stdout).toContain('(none), against 2026-10-01:\n+999,999.00 USD s6\n');
});

test('costs coverage warns about each column that no row has, and shows that nothing is covered', async () => {
  const words = 'coverage --last 2d --require tags.taem,tags.tean,service -o json';
  const { stdout, stderr } = await succeed(ask(words));
  expect(rows(stdout).map(({ percent, rowsCovered }) => [percent, rowsCovered])).toEqual(
    rows(stdout).map(() => ['0.00', 0]),
  );
  for (const name of ['tags.taem', 'tags.tean']) {
    expect(stderr).toContain(
      `warning: --require: no row has the column '${name}'; did you mean 'tags.team'?`,
    );
  }
});

describe('costs allocate', () => {
  const files = {
    'rules.yaml':
      '- match: [service=Tax]\n  to: [web, shop]\n- match: [service=Nothing]\n  name: idle\n',
  };

  test('shows direct and allocated cost, and warns about a rule that never matches', async () => {
    const { stdout, stderr } = await succeed(
      ask('allocate --last 7d --rules rules.yaml --by tags.team -o json', files),
    );
    expect(stderr).toContain('warning: no row matches the rule "idle"');
    const web = rows(stdout).find(({ target }) => target === 'web');
    const shop = rows(stdout).find(({ target }) => target === 'shop');
    expect(web).toMatchObject({ direct: '0', method: 'even' });
    expect(Math.abs(Number(web?.['total']) - Number(shop?.['total']))).toBeLessThan(0.011);
  });

  test('marks a week that the period cuts off, as a summary does', async () => {
    const period = '--from 2026-10-01 --to 2026-10-18 --granularity week';
    const summary = await succeed(ask(`summary ${period} -o json`));
    const words = `allocate ${period} --rules rules.yaml --by tags.team`;
    const shared = await succeed(ask(`${words} -o json`, files));
    const markedOf = (stdout: string) =>
      Object.fromEntries(rows(stdout).map(({ period: week, partial }) => [week, partial]));
    expect(markedOf(shared.stdout)).toEqual(markedOf(summary.stdout));
    expect(markedOf(shared.stdout)).toMatchObject({ '2026-W40': true, '2026-W41': undefined });
    const { stdout } = await succeed(ask(`${words} -o markdown`, files));
    expect(stdout).toContain('| 2026-W40 (partial) |');
  });

  test('cost that no target can take is unallocated, and --require-full fails', async () => {
    const fixed = { 'rules.yaml': '- match: [service=Tax]\n  by: fixed\n  weights: {web: 0}\n' };
    const { stdout, exitCode } = await ask(
      'allocate --last 7d --rules rules.yaml --by tags.team --require-full -o json',
      fixed,
    );
    expect(exitCode).toBe(11);
    expect(rows(stdout).some(({ target }) => target === '(unallocated)')).toBe(true);
  });

  test('a target that is called like the row of everything is quoted in a table', async () => {
    const named = { 'rules.yaml': '- match: [service=Tax]\n  to: [(all), web]\n' };
    const words = 'allocate --last 7d --rules rules.yaml --by tags.team -o';
    const { stdout } = await succeed(ask(`${words} markdown`, named));
    expect(stdout).toContain('| "(all)" |');
    expect(stdout).toMatch(/^\| \(all\) \|/m);
    const { stdout: json } = await succeed(ask(`${words} json`, named));
    expect(rows(json).filter(({ target }) => target === '(all)')).not.toEqual([]);
  });

  test('--require-full names what is left of every currency', async () => {
    const fixed = { 'rules.yaml': '- match: [service!=]\n  by: fixed\n  weights: {web: 0}\n' };
    const words = 'allocate --last 7d --rules rules.yaml --by tags.team --require-full -o json';
    const { stdout, stderr, exitCode } = await ask(words, fixed);
    expect(exitCode).toBe(11);
    const left = rows(stdout).map(({ total, currency }) => `${total} ${currency}`);
    expect(left).toHaveLength(2);
    expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error.message).toBe(
      `${left.join(', ')} could not be allocated`,
    );
  });

  test('an unknown column is a usage error that names the column', async () => {
    const wrong = { 'rules.yaml': '- match: [servce=Tax]\n' };
    expect(
      await failWith(2, ask('allocate --last 7d --rules rules.yaml --by tags.team', wrong)),
    ).toContain("rules.yaml:1:11: no row has the column 'servce'; did you mean 'service'?");
  });

  test.each(['init', '--rules init'])(
    '%s writes a working file from the columns of the rows',
    async (init) => {
      const { stdout: text, exitCode } = await ask(`allocate ${init} --last 7d --by tags.team`);
      expect(exitCode).toBe(0);
      expect(text).toContain('# Values of tags.team: checkout, ');
      expect(text).toMatch(/^# {3}service +\d+ values, text, such as/m);
      const words = 'allocate --last 7d --by tags.team --rules rules.yaml --require-full -o json';
      const result = await succeed(ask(words, { 'rules.yaml': text }));
      expect(rows(result.stdout).every(({ target }) => target !== null)).toBe(true);
    },
  );

  test.each([
    ['--by tags.taem', "--by: no row has the column 'tags.taem'; did you mean 'tags.team'?"],
    ['--by tags.team --require-full', 'leave out --require-full'],
    ['--by tags.team --convert-to EUR', 'leave out --convert-to'],
    ['--by tags.team --max-lag 3 --source-column a', 'leave out --source-column and --max-lag'],
    ['--by tags.team --rules other.yaml', 'init and --rules other.yaml cannot be used together'],
    ['--by tags.team -o json', 'init and --output cannot be used together'],
    ['--by tags.team -O r.toml -o json', 'and give the file the extension .yaml'],
    ['--by tags.team --columns a', 'init and --columns cannot be used together'],
    ['--by tags.team -O r.csv', '--out-file r.csv is csv by its extension, but init writes yaml'],
  ])('init %s is a usage error', async (options, message) => {
    expect(await failWith(2, ask(`allocate init --last 7d ${options}`))).toContain(message);
  });
});

describe('costs check --budgets', () => {
  const file = (text: string) => ({ 'budgets.yaml': text });
  const line = 'check --budgets budgets.yaml --convert-to USD';

  test('shows one row for each budget and exits 11 if a budget is exceeded', async () => {
    const { stdout, exitCode } = await ask(
      `${line} -o json`,
      file(`- {name: small, amount: 1, currency: USD}
- {name: large, amount: 100000000, currency: USD, period: year, warn: [80]}
- {name: soon, amount: 100000000, currency: usd, on: outlook}
`),
    );
    expect(exitCode).toBe(11);
    expect(rows(stdout).map(({ budget, state }) => [budget, state])).toEqual([
      ['small', 'exceeded'],
      ['large', 'ok'],
      ['soon', 'ok'],
    ]);
    expect(rows(stdout)[2]?.['outlook']).toMatch(/^\d+\.\d{2,}$/);
  });

  test.each([
    ['month', '2026-11-01', '2026-10-01', '2026-10-14'],
    ['quarter', '2026-10-01', '2026-07-01', '2026-08-14'],
  ])(
    'an exceeded budget of a %s says why, as costs explain does',
    async (period, from, ...days) => {
      const where = 'tags.team=checkout';
      const [start, end] = days;
      const text = `- {name: shop, amount: 1, currency: USD, period: ${period}, where: [${where}]}
- {name: large, amount: 100000000, currency: USD}
`;
      const { stdout } = await ask(line, file(text));
      const explain = `explain --from ${from} --to 2026-11-14 --against ${start}..${end}`;
      const told = await succeed(ask(`${explain} --where ${where} --convert-to USD -o json`));
      const answer = [rows(told.stdout)[0]?.['answer']].flat().slice(0, 3);
      expect(answer.length).toBeGreaterThan(1);
      const lines = [`shop, against ${start} to ${end}:`, ...answer];
      expect(stdout).toContain(`\n${lines.join('\n')}\n\n`);
      const { stderr } = await ask(`${line} -o junit`, file(text));
      for (const one of lines) expect(stderr).toContain(`note: ${one}\n`);
    },
  );

  test('a budget with costs in another currency is not checked and exits 9', async () => {
    const text = '- {name: mixed, amount: 1000000, currency: USD}\n';
    const { stderr, exitCode } = await ask('check --budgets budgets.yaml', file(text));
    expect(exitCode).toBe(9);
    expect(stderr).toContain('--convert-to USD');
    const others = `${text}- {name: small, amount: 1, currency: USD, where: [currency=USD]}\n`;
    const exceeded = await ask('check --budgets budgets.yaml', file(others));
    expect(exceeded.exitCode).toBe(11);
    expect(exceeded.stderr).toContain(
      'hint: add --convert-to USD, or narrow the budget with where',
    );
  });

  test.each([
    ['- {name: a, amount: 0, currency: USD}\n', 'budgets.yaml:1:21: amount must be more than 0'],
    [
      '- {name: a, amount: 1, currency: USD}\n- {name: a, amount: 1, currency: USD}\n',
      'two budgets have the name a',
    ],
    [
      '- {name: a, amount: 1, currency: USD, perod: year}\n',
      'unknown key perod; did you mean period?',
    ],
    ['', 'the file must be a list'],
  ])('a bad file is a usage error: %j', async (text, message) => {
    expect(await failWith(2, ask(line, file(text)))).toContain(message);
  });

  test('an unknown column is reported with its position and the nearest column', async () => {
    const text = '- {name: a, amount: 1, currency: USD, where: [regoin=x]}\n';
    expect(await failWith(2, ask(line, file(text)))).toContain(
      "budgets.yaml:1:47: no row has the column 'regoin'; did you mean 'region'?",
    );
  });

  test.each(['summary --by servce', 'summary --where servce=x', 'coverage --require servce'])(
    '%s names the nearest column',
    async (words) => {
      const { stdout, stderr } = await ask(`${words} --last 2d`);
      expect(stdout + stderr).toContain("no row has the column 'servce'; did you mean 'service'?");
    },
  );

  test.each([
    '--max-total 1',
    '--from 2026-11-01 --to 2026-11-02',
    '--last 7d',
    '--month 2026-10',
    '--quarter 2026Q3',
    '--last-month',
    '--month-to-date',
    '--per-day',
  ])('a budget has its own limit and period: %s is refused', async (words) => {
    const stderr = await failWith(2, ask(`${line} ${words}`, file('[]')));
    expect(stderr).toContain(`--budgets and ${words.split(' ')[0]} cannot be used together`);
  });

  test('the command in the receipt can be run', async () => {
    const files = file('- {name: large, amount: 100000000, currency: USD, period: year}\n');
    const path = join(createFolder(), 'receipt.json');
    const { stdout, exitCode } = await ask(`${line} --receipt ${path} -q`, files);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 0 });
    const { command } = JSON.parse(readFileSync(path, 'utf8'));
    expect(command).toContain('--budgets');
    expect(command).not.toContain('--from');
  });
});

describe('costs outlook', () => {
  test('with groups, the total row shows how much it differs from their sum', async () => {
    const { stdout } = await succeed(ask('outlook --by provider --convert-to USD -o json'));
    const all = rows(stdout);
    const whole = all.find((row) => row['all'] === true);
    const parts = all.filter((row) => row['all'] !== true);
    const sum = parts.reduce((total, row) => total + Number(row['expected']), 0);
    expect(Number(whole?.['expected']) - sum).toBeCloseTo(Number(whole?.['difference']), 4);
    expect(Number(whole?.['low'])).toBeLessThanOrEqual(Number(whole?.['expected']));
  });

  test('ndjson has no total row, so its lines can be added up', async () => {
    const { stdout } = await ask('outlook --by provider --convert-to USD -o ndjson');
    expect(stdout).toContain('"provider":"aws"');
    expect(stdout).not.toContain('"all"');
  });

  test('a table shows (all) in place of a group', async () => {
    const { stdout } = await ask('outlook --by provider --convert-to USD');
    expect(stdout).toMatch(/^\(all\) +/m);
    expect(stdout).not.toContain('(none)');
  });

  test.each(['', '--month 2026-10'])('the receipt names the month: %j', async (words) => {
    const path = join(createFolder(), 'receipt.json');
    await ask(`outlook --convert-to USD --receipt ${path} ${words}`.trim());
    const { command } = JSON.parse(readFileSync(path, 'utf8'));
    expect(command).toContain(words === '' ? '--month 2026-11' : words);
    expect(command).not.toContain('--from');
  });

  test('a month in the future is a usage error, which says what day it is', async () => {
    const { exitCode, stderr } = await ask('outlook --month 2027-01');
    expect(exitCode).toBe(2);
    expect(stderr).toBe(
      'error: --month 2027-01 is in the future\nhint: today is 2026-11-15, in UTC\n',
    );
  });
});

describe('costs anomalies', () => {
  test('leaves out the last two days and reports it', async () => {
    const { stderr } = await succeed(ask('anomalies --last 14d --by service -o json'));
    expect(stderr).toContain('days after 2026-11-12 may not be complete');
  });

  test('--check fails if there is an anomaly', async () => {
    const { exitCode } = await ask('anomalies --last 30d --by service --check');
    expect(exitCode).toBe(11);
  });
});

const widths = [120, 80, 40].map((width, row) => [width, row] as const);

describe.each(widths)('on a terminal of %i columns', (terminal, row) => {
  const files = {
    'rules.yaml': "- {match: ['tags.team='], to: tags.team, by: cost}\n",
    'budgets.yaml':
      '- {name: all of the company, amount: 50000, currency: USD, on: outlook, warn: [80]}\n',
  };
  const lines: readonly (readonly [string, readonly string[]])[] = [
    [
      'check --budgets budgets.yaml',
      ['budget', 'state', 'actual', 'limit', 'share %', '50,000.00'],
    ],
    ['check --last 7d --max-total 1000', ['check', 'exceeded', 'total', 'limit', '1,000']],
    ['allocate --last 7d --rules rules.yaml --by tags.team', ['target', 'allocated', 'total']],
    ['outlook', ['actual', 'expected', 'low', 'high']],
    ['anomalies --last 30d --by service --min-impact 0', ['day', 'service', 'state']],
    ['coverage --last 7d --require tags.team', ['uncovered', 'covered %']],
  ];

  test.each(drawCases(lines, row))(
    'costs %s shows its main columns within the width',
    async (line, answers) => {
      const folder = createFolder();
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      const words = line.split(' ').map((word) => (word in files ? join(folder, word) : word));
      const argv = ['costs', ...words, '--convert-to', 'USD', '--sandbox', '-q'];
      const world = { folder, terminal, env: { TERM: 'dumb' }, usualRows: true };
      const { stdout } = await run(argv, world);
      for (const answer of answers) expect(stdout).toContain(answer);
      for (const row of stdout.split('\n')) expect(row.length).toBeLessThanOrEqual(terminal);
    },
  );
});
