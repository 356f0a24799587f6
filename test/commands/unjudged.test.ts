import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readJunit } from '../helpers/junit.ts';
import { createFolder, run } from '../helpers/run.ts';
import { readSheet } from '../helpers/stored-workbook.ts';
import { findAll } from '../helpers/xml.ts';

const folder = createFolder();
const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

// The sandbox has cost in EUR too, and no rate of it is here.
const rates = file('rates.csv', 'baseCurrency,targetCurrency,rate\nGBP,USD,1.25\n');
const rules = file('rules.yaml', '- {match: [service=Tax], to: tags.team, by: even}\n');
const convert = `--last 3d --convert-to USD --rates ${rates}`;

/** Gates that end with exit 9 before they have a result. */
const gates = [
  `costs check ${convert} --max-total 1`,
  `costs check ${convert} --max-increase 5% --by service`,
  `costs coverage ${convert} --require service --min 100`,
  `costs anomalies ${convert} --check`,
  `costs allocate ${convert} --rules ${rules} --by tags.team`,
];

const older = '<testsuites name="an older report, which passed"/>';

test.each(gates)('a report of "%s" says that it could not be judged', async (line) => {
  const path = file('report.xml', older);
  const words = line.split(' ');
  const ended = await run(['--sandbox', ...words, '-o', 'junit', '-O', path], { folder });
  expect(ended).toMatchObject({ exitCode: 9, stdout: '' });
  const report = readJunit(readFileSync(path, 'utf8'));
  const problem = /^error: (.*)$/m.exec(ended.stderr)?.[1] ?? '';
  expect(problem).toContain('EUR');
  expect(findAll(report, 'error').map(({ attributes }) => attributes['message'])).toEqual([
    problem,
  ]);
  expect(findAll(report, 'testcase')).toHaveLength(1);

  const annotated = await run(['--sandbox', ...words, '-o', 'github', '-q'], { folder });
  expect(annotated.exitCode).toBe(9);
  expect(annotated.stdout).toContain('::error ');
});

test.each(gates)('"%s" leaves a file of another format unchanged', async (line) => {
  const path = file('report.json', older);
  const words = line.split(' ');
  expect(await run(['--sandbox', ...words, '-O', path], { folder })).toMatchObject({ exitCode: 9 });
  expect(readFileSync(path, 'utf8')).toBe(older);
});

test('a document of budgets says why one could not be judged, and a screen says it once', async () => {
  const budgets = file('budgets.yaml', '- {name: All, amount: 1000000, currency: USD}\n');
  const line = ['--sandbox', 'costs', 'check', '--budgets', budgets];
  const reason = 'it is in USD, and some of its cost is in EUR';
  const { stdout } = await run([...line, '-o', 'markdown'], { folder });
  expect(stdout).toContain(`incomplete: the budget All could not be judged: ${reason}\n`);
  const screen = await run(line, { folder, terminal: 200 });
  expect(`${screen.stdout}${screen.stderr}`.split(reason)).toHaveLength(2);
});

test.each(['json', 'ndjson', 'csv', 'tsv', 'yaml', 'markdown', 'junit', 'github', 'xlsx'])(
  'a result of budgets as %s says beside each budget why it could not be judged',
  async (format) => {
    const budgets = file(
      'budgets.yaml',
      [
        '- {name: All, amount: 1000000, currency: USD}',
        '- {name: Tax, amount: 1, currency: EUR, where: [service=Tax]}',
      ]
        .map((line) => `${line}\n`)
        .join(''),
    );
    const path = file(`result.${format}`, '');
    const line = ['--sandbox', 'costs', 'check', '--budgets', budgets, '-o', format, '-O', path];
    expect((await run(line, { folder })).exitCode).toBe(9);
    const text =
      format === 'xlsx'
        ? readSheet(readFileSync(path))
            .rows.map((row) => row.map((cell) => cell.text).join())
            .join('\n')
        : readFileSync(path, 'utf8');
    expect(text).toContain('it is in USD, and some of its cost is in EUR');
  },
);

test.each([
  [1000000, 'ok', 9, '^error: the budget All could not be judged: no exchange rate for EUR to USD'],
  [
    1,
    'exceeded',
    11,
    '^error: a budget is exceeded: .*; the budget All could not be judged: no ex',
  ],
])(
  'a budget without a rate does not hide one of %d that has it',
  async (amount, state, exit, error) => {
    const budgets = file(
      'budgets.yaml',
      `- {name: All, amount: 100, currency: USD}
- {name: Dollars, amount: ${amount}, currency: USD, where: [currency=USD]}
- {name: Euros, amount: 1000000, currency: EUR, where: [currency=EUR]}\n`,
    );
    const both = file('both.csv', `${readFileSync(rates, 'utf8')}GBP,EUR,1.1\n`);
    const line = ['costs', 'check', '--budgets', budgets, '--convert-to', 'USD', '--rates', both];
    const { stdout, stderr, exitCode } = await run(['--sandbox', ...line, '-o', 'csv'], { folder });
    expect(exitCode).toBe(exit);
    expect(stderr).toMatch(new RegExp(error, 'm'));
    expect(stderr).toMatch(/^hint: --rate-date DAY .* --rates FILE/m);
    const rows = stdout.split('\n').map((row) => row.split(',').slice(0, 2).join(' '));
    expect(rows).toEqual(['budget state', 'All unjudged', `Dollars ${state}`, 'Euros ok', '']);
  },
);

test('a report judges other budgets than the one without a rate', async () => {
  const budgets = file(
    'budgets.yaml',
    `- {name: Pounds, amount: 100, currency: GBP}
- {name: Dollars, amount: 1000000, currency: USD, where: [currency=USD]}\n`,
  );
  const all = file('all.csv', 'baseCurrency,targetCurrency,rate\nEUR,USD,1.25\nGBP,USD,1.25\n');
  const words = ['--sections', 'budgets', '--budgets', budgets, '-O', join(folder, 'report.md')];
  const line = ['costs', 'report', ...words, '--convert-to', 'USD', '--rates', all];
  const { stderr, exitCode } = await run(['--sandbox', ...line], { folder });
  expect(exitCode).toBe(0);
  expect(stderr).toContain(
    'the budget Pounds could not be judged: no exchange rate for EUR to GBP',
  );
  const text = readFileSync(join(folder, 'report.md'), 'utf8');
  expect(text).toMatch(/Pounds \|.*unjudged/);
  expect(text).toMatch(/Dollars \|.*ok/);
});

test('a report names the missing rates of all its sections at once', async () => {
  const some = file(
    'some.csv',
    'baseCurrency,targetCurrency,rate,date\nEUR,GBP,1,\nUSD,GBP,1,2026-05-31\n',
  );
  const words = ['--month', '2026-10', '--sections', 'total,months', '--months', '4'];
  const convert = ['--convert-to', 'GBP', '--rates', some, '--rate-method', 'month-end'];
  const line = ['costs', 'report', ...words, ...convert, '-O', join(folder, 'months.md')];
  const { stderr, exitCode } = await run(['--sandbox', ...line], { folder });
  expect(exitCode).toBe(9);
  const days = '2026-07-31, 2026-08-31, 2026-09-30 and 1 more';
  expect(stderr).toContain(`error: no exchange rate for USD to GBP on ${days}\n`);
});
