import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLineStore } from '../../src/mirror/files.ts';
import { hashFiles } from '../../src/mirror/hash-files.ts';
import { createFileReader } from '../../src/mirror/read-files.ts';
import { readSources } from '../../src/mirror/read-sources.ts';
import { serveCosts } from '../helpers/costs.ts';
import { manifestOf, newFolder, runMirror } from '../helpers/mirror.ts';
import { createFolder, run } from '../helpers/run.ts';

const plain = 'date,cost,currency,region\n2026-10-01,1.50,USD,eu\n2026-10-02,2.50,USD,us\n';
const other = 'date,cost,currency,region\n2026-10-03,4.00,USD,eu\n';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = createFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

async function ask(folder: string, line: string) {
  const { stdout, stderr, exitCode } = await run(line.split(' '), { folder });
  return { stdout, stderr: stderr.replaceAll(`${folder}/`, ''), exitCode };
}

async function linesOf(folder: string, line: string): Promise<readonly string[]> {
  const { stdout, exitCode } = await ask(folder, line.replace('a.csv', join(folder, 'a.csv')));
  expect(exitCode).toBe(0);
  return stdout.trimEnd().split('\n');
}

test.each(['[date],[cost],[currency]', '\ufeff[ region ],date,cost,currency'])(
  'a header may begin with a bracket: %s',
  async (header) => {
    const row = header.startsWith('[') ? '2026-10-01,1.50,USD' : 'eu,2026-10-01,1.50,USD';
    const folder = folderWith({ 'a.csv': `${header}\n${row}\n` });
    const named = header.startsWith('[')
      ? ' --date-column [date] --amount-column [cost] --currency-column [currency]'
      : '';
    const { stderr, exitCode } = await ask(folder, `costs mirror m --files a.csv${named}`);
    expect(stderr).not.toContain('JSON');
    expect(exitCode).toBe(0);
  },
);

describe('the usual columns of an export need no options', () => {
  const rest =
    'bill/BillingPeriodStartDate,bill_billing_period_end_date,pricingCurrency,exportDate';
  test.each([
    ['AWS in csv', 'lineItem/UsageStartDate', 'lineItem/UnblendedCost', 'lineItem/CurrencyCode'],
    [
      'AWS in Parquet',
      'line_item_usage_start_date',
      'line_item_unblended_cost',
      'line_item_currency_code',
    ],
    ['Azure', 'date', 'costInBillingCurrency', 'billingCurrency'],
    ['Azure of old', 'Date', 'CostInBillingCurrency', 'BillingCurrencyCode'],
    ['Google', 'usage_start_time', 'cost', 'currency'],
    ['Oracle', 'lineItem/intervalUsageStart', 'cost/myCost', 'cost/currencyCode'],
    ['FOCUS', 'ChargePeriodStart', 'BilledCost', 'BillingCurrency'],
  ])('%s', async (_name, date, amount, currency) => {
    const header = `${rest},cost/unitPrice,${date},${amount},lineItem/BlendedCost,${currency}`;
    const cells = '2026-10-01,2026-11-01,EUR,2026-11-02,7,2026-10-05T23:00:00Z,1.25,9,USD';
    const folder = folderWith({ 'a.csv': `${header}\n${cells}\n` });
    const { stdout } = await ask(folder, 'costs mirror m --files a.csv');
    expect(stdout).toBe('1 day, 2026-10-05, 1 row, 1.25 USD\n');
    const { query, columns } = manifestOf(join(folder, 'm'));
    const { dateColumn, amountColumn, currencyColumn } = query;
    expect([dateColumn, amountColumn, currencyColumn]).toEqual([date, amount, currency]);
    // SQL can add up the amounts without a cast.
    expect(columns.find(({ name }) => name === amount)?.type).toBe('decimal(18,2)');
  });
});

test('a new mirror says which columns it chose if there was a choice', async () => {
  const chosen = 'note: date column date, amount column cost, currency column currency\n';
  const row = { date: '2026-11-02', cost: 1, total_cost: 2, currency: 'USD' };
  const folder = folderWith({ 'a.ndjson': JSON.stringify(row), 'b.csv': plain });
  expect((await ask(folder, 'costs mirror m --files a.ndjson')).stderr).toContain(chosen);
  expect((await ask(folder, 'costs mirror m --deep')).stderr).not.toContain(chosen);
  expect((await ask(folder, 'costs mirror other --files b.csv')).stderr).not.toContain('column');
  const service = () => serveCosts({ '2026-11-02': [row], '2026-11-03': [row] });
  const follow = (line: string) => run(line, { folder, service: service() });
  expect((await follow('costs mirror served --from 2026-11-02')).stderr).toContain(chosen);
  expect((await follow('costs mirror served --deep')).stderr).not.toContain(chosen);
});

test('codes of cost centers are neither amounts nor numbers', async () => {
  const rows = ['0042,7,0.50,1.5', '42,7,1,01.5', '042,07,2,1e3'];
  const text = rows.map((row) => `2026-10-01,USD,${row}\n`).join('');
  const header = 'date,currency,cost_center,quantity_class,total,quantity';
  const folder = folderWith({ 'a.csv': `${header}\n${text}` });
  expect((await ask(folder, 'costs mirror m --files a.csv')).stdout).toBe(
    '1 day, 2026-10-01, 3 rows, 3.50 USD\n',
  );
  expect(await linesOf(folder, 'costs list --mirror m -o csv')).toEqual([
    header,
    '2026-10-01,USD,0042,7,0.50,1.5',
    '2026-10-01,USD,42,7,1,01.5',
    '2026-10-01,USD,042,07,2,1e3',
  ]);
});

test('a text for nothing is nothing before a day, a number or a condition is read', async () => {
  const rows = ['10/01/2026,1.5,-', '10/02/2026,0.00,eu', '-,3,us', '10/03/2026,4,eu'];
  const folder = folderWith({ 'a.csv': `Date,cost,region\n${rows.join('\n')}\n` });
  const words = '--date-column Date --date-format MM/DD/YYYY --currency-column none';
  const line = `costs mirror m --files a.csv ${words} --null-text - --null-text 0.00`;
  const without = await ask(folder, line.replace('a.csv', join(folder, 'a.csv')));
  expect([without.exitCode, without.stderr]).toEqual([
    10,
    "error: a.csv: line 4 has no day in Date\nhint: --where 'Date!=' leaves out rows without one\n",
  ]);
  expect((await ask(folder, `${line} --where Date!= --where cost!=`)).exitCode).toBe(0);
  expect(await linesOf(folder, 'costs list --mirror m -o csv')).toEqual([
    'Date,cost,region',
    '2026-10-01,1.5,',
    '2026-10-03,4,eu',
  ]);
  expect((await ask(folder, 'costs summary --mirror m --where region= -o csv')).stdout).toContain(
    '1.5',
  );
});

test('a file that several patterns name counts once', async () => {
  const folder = folderWith({ 'a.csv': plain, 'b/a.csv': other });
  const line = `costs mirror m --files a.csv --files *.csv --files ./b/../a.csv --files **/*.csv`;
  expect(await linesOf(folder, `${line} -o ndjson`)).toHaveLength(3);
  expect(manifestOf(join(folder, 'm')).sources?.map(({ path }) => path)).toEqual([
    '../a.csv',
    '../b/a.csv',
  ]);
});

test('a file with only a header adds nothing, and an empty one is refused', async () => {
  const folder = folderWith({ 'a.csv': plain, 'h.csv': 'date,cost,currency,region\n' });
  const { stdout } = await ask(folder, 'costs mirror m --files *.csv');
  expect(stdout).toContain('2 rows, 4.00 USD');
  writeFileSync(join(folder, 'e.csv'), '');
  const { exitCode, stderr } = await ask(folder, 'costs mirror m');
  expect([exitCode, stderr]).toEqual([10, 'error: e.csv: the file is empty: it has no header\n']);
  const alone = await ask(folder, 'costs mirror n --files h.csv');
  expect([alone.exitCode, alone.stderr]).toEqual([10, expect.stringContaining('have no rows')]);
});

test('the folder of rows without a partition has no value', async () => {
  const folder = folderWith({
    'p/team=__HIVE_DEFAULT_PARTITION__/a.csv': plain,
    'p/team=web/a.csv': other,
  });
  await ask(folder, 'costs mirror m --files p/**/*.csv');
  expect(
    await linesOf(folder, 'costs summary --mirror m --by team -o csv --columns team,total'),
  ).toEqual(['team,total', 'web,4.00', ',4.00']);
});

test.each([
  ['after another', 'USD'],
  ['first', 'zar'],
])(
  'a file of rows without a currency is a part of the table if it comes %s',
  async (_place, named) => {
    const folder = folderWith({
      'p/currency=__HIVE_DEFAULT_PARTITION__/a.csv': 'date,cost,team\n2026-10-01,1,ops\n',
      [`p/currency=${named}/a.csv`]: 'date,cost,team\n2026-10-01,2,web\n',
    });
    const made = await ask(folder, 'costs mirror m --files p/*/*.csv --currency-column currency');
    expect(made.exitCode).toBe(0);
    expect(
      await linesOf(
        folder,
        'costs summary --mirror m --by team -o csv --columns team,currency,total',
      ),
    ).toEqual(['team,currency,total', `web,${named.toUpperCase()},2`, 'ops,,1']);
    expect((await ask(folder, 'costs mirror m --deep -o ndjson')).stdout).toBe('');
  },
);

test('a partition without a day is named by the row', async () => {
  const folder = folderWith({
    'p/date=2026-10-01/a.csv': 'cost,currency\n1,USD\n',
    'p/date=__HIVE_DEFAULT_PARTITION__/a.csv': 'cost,currency\n2,USD\n',
  });
  const { exitCode, stderr } = await ask(folder, 'costs mirror m --files p/*/*.csv');
  expect(exitCode).toBe(10);
  expect(stderr).toContain('a.csv: line 2 has no day in date');
  expect(stderr).toContain("hint: --where 'date!=' leaves out rows without one");
});

test.each([
  ['a.csv', 'Costs of October\n2026-10-01\n', 'the first line names the columns, in csv'],
  ['a.json', '{"data":[{"date":"2026-10-01","cost":1}]}', 'each line of ndjson is one row'],
])('a file with one column says what its form needs: %s', async (name, content, hint) => {
  const { exitCode, stderr } = await ask(
    folderWith({ [name]: content }),
    'costs mirror m --files a.*',
  );
  expect([exitCode, stderr]).toEqual([10, expect.stringContaining('it has only the column')]);
  expect(stderr).toContain(`hint: ${hint}`);
});

describe('a file that is removed', () => {
  test.each(['before it is opened', 'while it is read'])('%s is an error', async (when) => {
    const folder = folderWith({ 'a.csv': plain, 'b.csv': other });
    const remove = () => rmSync(join(folder, 'b.csv'), { force: true });
    const signal = new AbortController().signal;
    const paths = ['a.csv', 'b.csv'].map((name) => join(folder, name));
    const found = await hashFiles({ folder, signal, progress: { hashing: () => {} } }, paths);
    const reader = createFileReader({
      ...{ given: {}, where: [], held: undefined, dateFormat: undefined, signal },
      nullTexts: new Set(),
      onRows: () => (when.startsWith('while') ? remove() : undefined),
    });
    const lines = createLineStore(folder, 1);
    const reading = (path: string) =>
      when.startsWith('before') && path.endsWith('b.csv') ? remove() : undefined;
    const manifest = { ...(await emptyManifest()), sources: [] };
    const options = { manifest, check: false, deep: false, progress: { reading } };
    await expect(readSources(options, found, reader, lines)).rejects.toThrow(
      `cannot read ${join(folder, 'b.csv')}`,
    );
    await lines.close();
  });

  async function emptyManifest() {
    const folder = folderWith({ 'a.csv': plain });
    await ask(folder, 'costs mirror m --files a.csv');
    return manifestOf(join(folder, 'm'));
  }
});

test('a folder is a column of the rows that only have its name inside an object, or as a value', async () => {
  const rows = [
    '{"date":"2026-10-01","cost":1,"currency":"USD","tags":{"team":"x"}}',
    '{"date":"2026-10-01","cost":2,"currency":"USD","kind":"team"}',
    '{"date":"2026-10-01","cost":4,"currency":"USD","team":"own"}',
  ];
  const folder = folderWith({ 'p/team=web/a.ndjson': rows.join('\n') });
  await ask(folder, 'costs mirror m --files p/*/*.ndjson');
  const lines = await linesOf(
    folder,
    'costs summary --by team --mirror m -o csv --columns team,total',
  );
  expect(lines).toEqual(['team,total', 'own,4', 'web,3']);
});

test.each([
  ['whole amounts', ['1', '2', '3']],
  ['amounts with decimals', ['1.50', '2', '3.25']],
])('%s in a file without currencies are added up once', async (_name, amounts) => {
  const rows = amounts.map((amount, at) => `2026-10-0${at + 1},${amount}`);
  const folder = folderWith({ 'a.csv': `date,cost\n${rows.join('\n')}\n` });
  await ask(folder, 'costs mirror m --files a.csv');
  const total = String(amounts.reduce((sum, amount) => sum + Number(amount), 0));
  const [, line] = await linesOf(folder, 'costs summary --mirror m -o csv');
  expect(line).toBe(`2026-10-01..2026-10-03,,3,${total}`);
  const check = await ask(folder, 'costs check --max-total 5 --mirror m');
  expect(check.exitCode).toBe(11);
});

test.each(['costs mirror m --files a.csv', 'costs reconcile a.csv --mirror n --by region'])(
  'a separator that is not known is said by %s',
  async (line) => {
    const folder = folderWith({ 'a.csv': plain.replaceAll(',', '^'), 'b.csv': plain });
    await ask(folder, 'costs mirror n --files b.csv -q');
    const { stderr } = await ask(folder, line.replace('a.csv', join(folder, 'a.csv')));
    expect(stderr).toContain('date^cost^currency^region\nhint: the first line names');
  },
);

test.each([
  [
    'objects next to texts that look like some',
    '',
    ['{"a":1}', '"[]"', '"{\\n}"', '"{\\"b\\":2}"'],
  ],
  ['texts that are stored as numbers', ' --types tags=decimal(18,2)', ['"1.50"', '"007"', '"+2"']],
  ['doubles out of objects', ' --types tags.n=double', ['{"n":0.10}', '{"n":"2"}']],
])('the content of a new mirror is that of its files with %s', async (_, types, cells) => {
  const rows = cells.map(
    (tags) => `{"date":"2026-10-01","cost":1,"currency":"USD","tags":${tags}}`,
  );
  const folder = folderWith({ 'a.ndjson': `${rows.join('\n')}\n` });
  await ask(folder, `costs mirror m --files a.ndjson${types}`);
  const { stdout, exitCode } = await ask(folder, `costs verify ${join(folder, 'm')}`);
  expect(stdout).toContain('everything matches the manifest (bytes, sha256, rows, sum, content)');
  expect(exitCode).toBe(0);
  expect(await linesOf(folder, 'costs export --mirror m -o ndjson')).toEqual(rows);
});

test('a column of --types that no row has is named', async () => {
  const folder = folderWith({ 'a.csv': plain });
  const { stderr } = await ask(folder, 'costs mirror m --files a.csv --types cst=int64');
  expect(stderr).toContain(
    "note: --types: no row has the column 'cst' so far; did you mean cost?\n",
  );
});

test('a file that is separated by bars is read, and lines above a header are named', async () => {
  const bars = plain.replaceAll(',', '|');
  const folder = folderWith({ 'a.csv': bars, 'b.csv': `Costs of October\n\n${plain}` });
  const { stdout } = await ask(folder, 'costs mirror m --files a.csv');
  expect(stdout).toContain('2 rows, 4.00 USD');
  const { stderr, exitCode } = await ask(folder, 'costs mirror n --files b.csv');
  expect([exitCode, stderr]).toEqual([
    10,
    'error: b.csv: line 3 has 4 cells, but the header has 1\nhint: remove lines above the header, such as a title; a cell that contains the separator is written in quotes\n',
  ]);
});

describe('amounts that are text in one of several files', () => {
  const line = (day: string, cost: string) =>
    `{"date":"2026-10-0${day}","cost":${cost},"currency":"USD"}\n`;
  const files = {
    'a.csv': 'date,cost,currency\n2026-10-01,1.10,USD\n2026-10-02,-2.2550,USD\n',
    'b.ndjson': line('3', '1.5') + line('3', '"12345678901234567890.25"'),
  };
  const note =
    "note: cost is text, since some of its amounts came as text: a sum in SQL needs a cast to decimal(38,4), or a new mirror with --types 'cost=decimal(38,4)'\n";

  test('are said once, and add up exactly', async () => {
    const folder = folderWith(files);
    const first = await ask(folder, 'costs mirror m --files *.csv --files *.ndjson');
    expect([first.exitCode, first.stderr]).toEqual([0, expect.stringContaining(note)]);
    expect(manifestOf(join(folder, 'm')).columns[1]).toMatchObject({ name: 'cost', type: 'text' });
    writeFileSync(join(folder, 'c.ndjson'), line('4', '"7"'));
    const later = await ask(folder, 'costs mirror m');
    expect(later.stderr).toContain('1 day changed');
    expect(later.stderr).not.toContain('is text');
    const { stdout } = await ask(
      folder,
      'costs summary --mirror m --from 2026-10-01 --to 2026-10-04 -o csv',
    );
    expect(stdout).toContain(',USD,5,12345678901234567897.5950');
  });

  test('are said when a file brings them to a mirror of numbers', async () => {
    const folder = folderWith({ 'costs.csv': files['a.csv'] });
    const first = await ask(folder, 'costs mirror m --files costs.*');
    expect(first.stderr).not.toContain('is text');
    writeFileSync(join(folder, 'costs.ndjson'), files['b.ndjson']);
    expect((await ask(folder, 'costs mirror m')).stderr).toContain(note);
  });

  test('are numbers for SQL if their type is given', async () => {
    const folder = folderWith(files);
    const line = 'costs mirror m --files *.csv --files *.ndjson --types cost=decimal(38,4)';
    const { stderr } = await ask(folder, line);
    expect(stderr).not.toContain('is text');
    const sql = await ask(folder, 'costs mirror m --sql duckdb');
    expect(sql.stdout).toContain('CAST("cost" AS DECIMAL(38,4))');
  });

  test('have no cast if one of them is not a number', async () => {
    const day = '2026-11-14';
    const rows = ['1.5', 'n/a'].map((cost) => ({ date: day, cost, currency: 'USD' }));
    const { stderr } = await runMirror(newFolder(), { [day]: rows });
    expect(stderr).toContain('note: cost is text, since some of its amounts came as text\n');
  });
});

test.each(['tsv', 'tsv.gz', 'csv', 'csv.gz'])(
  'what export writes as %s is read as the same rows',
  async (ending) => {
    const folder = createFolder();
    const notes = ['a\tb', 'two\nlines', 'C:\\temp\\new', '"quoted"', 'half "', 'x,y', '\\', '\r'];
    const rows = notes.map((note, at) => ({
      ...{ date: '2026-10-01', cost: at + 0.5, currency: 'USD', note, 'odd\tname': 'é' },
    }));
    const file = `costs.${ending}`;
    const service = serveCosts({ '2026-10-01': rows });
    const line = [
      'costs',
      'export',
      '--from',
      '2026-10-01',
      '--to',
      '2026-10-01',
      '-O',
      join(folder, file),
    ];
    expect((await run(line, { service, folder })).exitCode).toBe(0);
    expect((await ask(folder, `costs mirror m --files ${file}`)).exitCode).toBe(0);
    const { stdout } = await ask(folder, 'costs list --mirror m --month 2026-10 -o json');
    expect(JSON.parse(stdout)).toEqual(rows);
  },
);

test('a tsv file with a backslash that means nothing is refused, and the hint says what to write', async () => {
  const folder = folderWith({ 'a.tsv': 'date\tcost\tcurrency\tpath\n2026-10-01\t1\tUSD\tC:\\x\n' });
  const { exitCode, stderr } = await ask(folder, 'costs mirror m --files a.tsv');
  expect(exitCode).toBe(10);
  expect(stderr).toContain('a.tsv: line 2: a backslash is written \\\\');
  expect(stderr).toContain('a file with quoted cells is read if its name ends with .csv');
});
