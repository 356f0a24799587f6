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
