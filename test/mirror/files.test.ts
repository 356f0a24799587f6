import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, test } from 'vitest';
import { eachDay } from '../../src/days.ts';
import { errorOf, expectChain, linesOf, manifestOf } from '../helpers/mirror.ts';
import { createFolder, run } from '../helpers/run.ts';

interface Row {
  readonly date: string;
  readonly cost: string;
  readonly currency: string;
  readonly note: string | null;
}

/** A folder with files; a null removes one. */
function place(folder: string, files: Readonly<Record<string, string | Buffer | null>>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    if (content === null) rmSync(path, { force: true });
    else writeFileSync(path, content);
  }
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

function csvOf(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ date, cost, currency, note }) =>
      `${date},${cost},${currency},${note === null ? '' : quoted(note)}\n`,
  );
  return `date,cost,currency,note\n${lines.join('')}`;
}

function linesOfRows(rows: readonly Row[]): string {
  return rows
    .map(({ cost, ...row }) => `${JSON.stringify(row).slice(0, -1)},"cost":${cost}}\n`)
    .join('');
}

const forms = {
  'a.csv': csvOf,
  'b.csv.gz': (rows: readonly Row[]) => gzipSync(csvOf(rows)),
  'sub/c.ndjson': linesOfRows,
  'sub/d.ndjson.gz': (rows: readonly Row[]) => gzipSync(linesOfRows(rows)),
} as const;

const deep = '['.repeat(600) + ']'.repeat(600);

function deepParquet(date: string, amount: string, currency: string): Buffer {
  const columnData = [
    { name: date, data: ['2026-10-01'], type: 'STRING' as const },
    { name: amount, data: [1], type: 'DOUBLE' as const },
    { name: currency, data: ['USD'], type: 'STRING' as const },
    { name: 'note', data: [`{"a":${deep}}`], type: 'STRING' as const },
  ];
  return Buffer.from(parquetWriteBuffer({ columnData }));
}

const patterns = ['--files', 'in/**/*.csv*', '--files', 'in/sub/*.ndjson*'];

function mirror(folder: string, words: readonly string[]) {
  return run(['costs', 'mirror', 'm', ...words], { folder });
}

const row: fc.Arbitrary<Row> = fc.record({
  date: fc.constantFrom('2026-09-30', '2026-10-01', '2026-10-02', '2026-10-31'),
  cost: fc.constantFrom('1.10', '0.000000000000000000000000000001', '-7', '12345678901234567890.5'),
  currency: fc.constantFrom('USD', 'EUR'),
  note: fc.option(fc.constantFrom('x', 'später, "y"', 'two\nlines', '=1'), { nil: null }),
});

const state = fc.record({
  'a.csv': fc.option(fc.array(row, { maxLength: 4 })),
  'b.csv.gz': fc.array(row, { minLength: 1, maxLength: 4 }),
  'sub/c.ndjson': fc.option(fc.array(row, { minLength: 1, maxLength: 4 })),
  'sub/d.ndjson.gz': fc.array(row, { minLength: 1, maxLength: 4 }),
});

test('after any change of its files the mirror has exactly their rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(state, { minLength: 1, maxLength: 4 }), async (states) => {
      const folder = createFolder();
      for (const [step, files] of states.entries()) {
        const names = ['a.csv', 'b.csv.gz', 'sub/c.ndjson', 'sub/d.ndjson.gz'] as const;
        for (const name of names) {
          const rows = files[name];
          place(folder, { [`in/${name}`]: rows === null ? null : forms[name](rows) });
        }
        const words = [...(step === 0 ? patterns : []), '--allow-duplicates'];
        const { exitCode, stderr } = await mirror(folder, words);
        expect([stderr, exitCode]).toEqual([expect.not.stringContaining('error'), 0]);
        const expected = names
          .flatMap((name) => files[name] ?? [])
          .sort((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
        const [from = '', to = ''] = [expected.at(0)?.date, expected.at(-1)?.date];
        const line = ['costs', 'list', '--mirror', 'm', '--from', from, '--to', to, '-o', 'csv'];
        const { stdout } = await run([...line, '--columns', 'date,cost,currency,note'], { folder });
        expect(stdout).toBe(csvOf(expected).replaceAll(/"(x|=1)"/g, '$1'));
      }
      expectChain(join(folder, 'm'));
    }),
    { numRuns: 8 },
  );
}, 60_000);

const october = csvOf([
  { date: '2026-10-01', cost: '12.50', currency: 'USD', note: 'a' },
  { date: '2026-10-03', cost: '0.75', currency: 'EUR', note: null },
]);

test('a file is read again only if its bytes have changed, whatever its name', async () => {
  const folder = createFolder();
  place(folder, { 'in/a.csv': october, 'in/b.csv': october.replaceAll('2026-10', '2026-09') });
  const reads: string[] = [];
  const next = async (words: readonly string[] = []) => {
    const { stderr } = await mirror(folder, words);
    reads.push(stderr);
  };
  await next(['--files', 'in/*.csv']);
  await next();
  renameSync(join(folder, 'in/a.csv'), join(folder, 'in/c.csv'));
  await next();
  place(folder, { 'in/b.csv': october.replaceAll('2026-10', '2026-08') });
  await next(['--check']);
  await next();
  rmSync(join(folder, 'in/b.csv'));
  await next();
  await next(['--deep']);
  expect(reads.map((text) => text.trim().replaceAll(folder, ''))).toMatchInlineSnapshot(`
    [
      "note: found 2 files, read 2 with 4 rows; 4 days changed; the mirror has 33 days in 2 Parquet files",
      "note: found 2 files, read 0 with 0 rows; 0 days changed; the mirror has 33 days in 2 Parquet files",
      "note: found 2 files, read 0 with 0 rows; 0 days changed; the mirror has 33 days in 2 Parquet files",
      "note: found 2 files, read 1 with 2 rows; 4 days changed; the mirror has 33 days in 2 Parquet files
    error: 4 days changed since the last run: 2026-08-01, 2026-08-03, 2026-09-01, 2026-09-03
    hint: costctl costs mirror /m applies the changes to the mirror",
      "note: found 2 files, read 1 with 2 rows; 4 days changed; the mirror has 64 days in 2 Parquet files",
      "note: found 1 file, read 0 with 0 rows; 2 days changed; the mirror has 3 days in 1 Parquet file",
      "note: found 1 file, read 1 with 2 rows; 0 days changed; the mirror has 3 days in 1 Parquet file",
    ]
  `);
  expect(manifestOf(join(folder, 'm')).days.map(({ date, rows }) => [date, rows])).toEqual([
    ['2026-10-01', 1],
    ['2026-10-02', 0],
    ['2026-10-03', 1],
  ]);
});

test('two files with the same rows are named with their sums, and counted only if allowed', async () => {
  const folder = createFolder();
  place(folder, {
    'in/a.csv': october,
    'in/b.ndjson': `${october.slice(24)}`
      .trim()
      .split('\n')
      .map((line) => line.split(','))
      .map(
        ([date, cost, currency, note]) =>
          `{"date":"${date}","cost":${cost},"currency":"${currency}","note":${note === '' ? null : `${note}`}}\n`,
      )
      .join(''),
  });
  const refused = await mirror(folder, ['--files', 'in/*', '-o', 'json']);
  expect([errorOf(refused).replaceAll(folder, ''), refused.exitCode]).toMatchInlineSnapshot(`
    [
      "/in/a.csv and /in/b.ndjson have the same rows of 2026-10-01, 2026-10-03 (2 rows, 0.75 EUR, 12.50 USD); nothing was changed: leave out one of them, or give --allow-duplicates to count both",
      9,
    ]
  `);
  expect(existsSync(join(folder, 'm/_manifest.json'))).toBe(false);
  const allowed = await mirror(folder, ['--files', 'in/*', '--allow-duplicates', '-o', 'ndjson']);
  expect(linesOf(allowed.stdout).map(({ sumAfter }) => sumAfter)).toEqual(['25.00', '1.50']);
  // What was allowed once is no news, also if all is read again.
  for (const words of [[], ['--deep']]) expect((await mirror(folder, words)).exitCode).toBe(0);
  place(folder, { 'in/c.csv': october });
  expect((await mirror(folder, ['--deep'])).exitCode).toBe(9);
});

test('a copy of a file that was renamed counts only if allowed', async () => {
  const folder = createFolder();
  place(folder, { 'in/a.csv': october });
  expect((await mirror(folder, ['--files', 'in/*.csv'])).exitCode).toBe(0);
  renameSync(join(folder, 'in/a.csv'), join(folder, 'in/b.csv'));
  place(folder, { 'in/c.csv': october });
  const refused = await mirror(folder, []);
  expect([refused.exitCode, refused.stderr]).toEqual([9, expect.stringContaining('in/b.csv and ')]);
  const allowed = await mirror(folder, ['--allow-duplicates', '-o', 'ndjson']);
  expect(linesOf(allowed.stdout).map(({ sumAfter }) => sumAfter)).toEqual(['25.00', '1.50']);
  expectChain(join(folder, 'm'));
});

test('a file that moves to a folder of another value has that value', async () => {
  const folder = createFolder();
  place(folder, { 'in/team=web/x/a.csv': october });
  expect((await mirror(folder, ['--files', 'in/**/*.csv'])).exitCode).toBe(0);
  const teams = async () => {
    const line = ['costs', 'summary', '--by', 'team', '--mirror', 'm', '-o', 'csv'];
    const { stdout } = await run([...line, '--columns', 'team,total'], { folder });
    return stdout.split('\n').slice(1, -1);
  };
  expect(await teams()).toEqual(['web,0.75', 'web,12.50']);
  renameSync(join(folder, 'in/team=web/x'), join(folder, 'in/team=web/y'));
  expect((await mirror(folder, [])).stderr).toContain('read 0 with');
  renameSync(join(folder, 'in/team=web'), join(folder, 'in/team=ops'));
  expect((await mirror(folder, [])).stderr).toContain('read 1 with');
  expect(await teams()).toEqual(['ops,0.75', 'ops,12.50']);
});

test('the same options in another order are the same query', async () => {
  const folder = createFolder();
  place(folder, { 'in/a.csv': october });
  const words = [
    ['--files', 'in/a.csv', '--where', 'cost>0', '--types', 'cost=decimal(38, 12),note=text'],
    ['--files', 'in/*.csv', '--where', 'note!=b', '--null-text', '-', '--null-text', 'n/a'],
  ];
  expect((await mirror(folder, words.flat())).exitCode).toBe(0);
  const others = [
    ...['--files', 'in/*.csv', '--files', 'in/a.csv', '--types', 'note=text,cost=decimal(38,12)'],
    ...['--where', 'note!=b', '--where', 'cost>0', '--null-text', 'n/a', '--null-text', '-'],
  ];
  expect(await mirror(folder, others)).toMatchObject({ exitCode: 0 });
  expect(await mirror(folder, ['--where', 'cost>0'])).toMatchObject({ exitCode: 6 });
});

test.each([
  [
    'a missing column',
    { 'in/a.csv': october, 'in/b.csv': 'day,cost\n2026-10-01,1\n' },
    "error: in/b.csv: it has no column 'date'\nhint: it has day, cost; files with other columns need a mirror of their own",
  ],
  [
    'a row without a day',
    { 'in/a.csv': `${october},1,USD,\n` },
    "error: in/a.csv: line 4 has no day in date\nhint: --where 'date!=' leaves out rows without one",
  ],
  [
    'a day in another form',
    { 'in/a.csv': `${october}10/04/2026,1,USD,\n` },
    "error: in/a.csv: line 4 has '10/04/2026' in date, which is not a day\nhint: give a new mirror of csv files --date-column date --date-format DD/MM/YYYY or MM/DD/YYYY",
  ],
  [
    'a decimal comma',
    { 'in/a.csv': `${october}2026-10-04,"1.234,56",USD,\n` },
    "error: in/a.csv: line 4 has '1.234,56' in cost, which is not a number\nhint: it seems to have a decimal comma: write 1234.56, without signs between thousands",
  ],
  [
    'no amount',
    { 'in/a.ndjson': '{"date":"2026-10-01","cost":null,"currency":"USD"}\n' },
    "error: in/a.ndjson: line 1 has no amount in cost\nhint: --where 'cost!=' leaves out rows without one",
  ],
  [
    'a row with more cells',
    { 'in/a.csv': `${october}2026-10-04,1,USD,,\n` },
    'error: in/a.csv: line 4 has 5 cells, but the header has 4\nhint: a cell that contains the separator is written in quotes',
  ],
  [
    'a line that is not JSON',
    { 'in/a.ndjson': '{"date":"2026-10-01","cost":1}\n\n{"date":\n' },
    'error: in/a.ndjson: line 3: it is not one JSON object\nhint: each line of ndjson is one row, a JSON object',
  ],
  [
    'a row that is no object',
    { 'in/a.ndjson': '[1]\n' },
    'error: in/a.ndjson: line 1: it is not one JSON object\nhint: each line of ndjson is one row, a JSON object',
  ],
  [
    'a row that nests too deeply',
    { 'in/a.ndjson': `{"date":"2026-10-01","cost":1}\n{"note":${deep}}\n` },
    'error: in/a.ndjson: line 2: nested deeper than 500 levels\nhint: leave such values out',
  ],
  [
    'a cell that nests too deeply',
    { 'in/a.csv': `${october}2026-10-04,1,USD,${quoted(`{"a":${deep}}`)}\n` },
    'error: in/a.csv: line 4: nested deeper than 500 levels\nhint: leave such values out',
  ],
  [
    'a text of Parquet that nests too deeply',
    { 'in/a.parquet': deepParquet('date', 'cost', 'currency') },
    'error: in/a.parquet: row 1: nested deeper than 500 levels\nhint: leave such values out',
  ],
  [
    'a text of Parquet in a known export that nests too deeply',
    { 'in/a.parquet': deepParquet('ChargePeriodStart', 'BilledCost', 'BillingCurrency') },
    "error: cannot read in/a.parquet: column 'note' has JSON nested deeper than 500 levels, which is not supported",
  ],
  [
    'a gzip file that is cut short',
    { 'in/a.csv.gz': gzipSync(october).subarray(0, 40) },
    'error: in/a.csv.gz: the gzip data is cut short',
  ],
  ['an empty file', { 'in/a.csv': '' }, 'error: in/a.csv: the file is empty: it has no header'],
  [
    'no rows',
    { 'in/a.csv': 'date,cost,currency\n' },
    'error: the files have no rows\nhint: nothing was changed; give other --files or --where, with a new folder',
  ],
  [
    'a year that cannot be',
    { 'in/a.csv': `${october}9026-10-04,1,USD,\n` },
    'error: the files span too many days: they begin on 2026-10-01, and in/a.csv has rows of 9026-10-04\nhint: if one of these days is wrong, --where leaves out its rows',
  ],
  [
    'a day that means "no end"',
    { 'in/a.csv': 'date,cost,currency\n9999-12-31,1,USD\n' },
    'error: in/a.csv has rows of 9999-12-31, a day that usually means "no end"\nhint: if one of these days is wrong, --where leaves out its rows',
  ],
  [
    'no column of days',
    { 'in/a.csv': 'a,cost\nx,1\n' },
    'error: in/a.csv: which column has the day of a row is unclear: a, cost\nhint: give --date-column NAME; days that are not YYYY-MM-DD also need --date-format',
  ],
])('%s is named with its file and row, and nothing is done', async (_name, files, message) => {
  const folder = createFolder();
  place(folder, files);
  const { stderr, exitCode } = await mirror(folder, ['--files', 'in/*']);
  expect(existsSync(join(folder, 'm/_manifest.json'))).toBe(false);
  if (message.includes('unclear')) expect(existsSync(join(folder, 'm'))).toBe(false);
  expect(exitCode).toBe(message.includes('unclear') ? 2 : 10);
  expect(stderr.replaceAll(`${folder}/`, '').trim()).toBe(message);
});

test.each(['rows', 'rows.gz', 'rows.json', 'rows.json.gz'])(
  'rows in ndjson are found whatever the name of their file is: %s',
  async (name) => {
    const folder = createFolder();
    const text = linesOfRows([{ date: '2026-10-01', cost: '1.10', currency: 'USD', note: null }]);
    place(folder, { [name]: name.endsWith('.gz') ? gzipSync(text) : text });
    const { stdout, stderr } = await mirror(folder, ['--files', name]);
    expect([stdout, stderr]).toEqual([
      '1 day, 2026-10-01, 1 row, 1.10 USD\n',
      expect.not.stringContaining('error'),
    ]);
  },
);

test('options of a mirror of the service are refused', async () => {
  const folder = createFolder();
  place(folder, { 'in/a.csv': october });
  await mirror(folder, ['--files', 'in/*', '-q']);
  const from = await mirror(folder, ['--from', '2026-10-01']);
  const path = join(folder, 'm/_manifest.json');
  const live = await run(['costs', 'verify', path, '--live'], { folder });
  expect([from, live].map(({ stderr, exitCode }) => [exitCode, stderr.split('\n')[0]])).toEqual([
    [
      6,
      `error: ${join(folder, 'm')} mirrors another query: --from changed from none to 2026-10-01`,
    ],
    [2, 'error: the mirror was made from files, which --live does not read'],
  ]);
});

test('a receipt of files is not compared with a service, whether one is set or not', async () => {
  const folder = createFolder();
  place(folder, { 'in/a.csv': october });
  await mirror(folder, ['--files', 'in/*', '-q']);
  const [m, rows, receipt] = ['m', 'rows.csv', 'r.json'].map((name) => join(folder, name));
  const line = `costs export --mirror ${m} -O ${rows} --receipt ${receipt}`;
  expect((await run(line, { folder })).stderr).not.toContain('error');
  for (const env of [
    {},
    { COSTCTL_BASE_URL: 'https://a.example.com', COSTCTL_TOKEN: 't0123456789' },
  ]) {
    const { stderr, exitCode } = await run(`costs verify ${receipt} --live`, { folder, env });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      'the receipt was made from files, which --live does not read\nhint: costctl costs mirror',
    );
  }
});

test('amounts without a currency are named beside those that have one', async () => {
  const folder = createFolder();
  const lines = ['ChargePeriodStart,BilledCost,BillingCurrency', '2026-10-01,12.50,USD'];
  writeFileSync(
    join(folder, 'a.csv'),
    [...lines, '2026-10-02,0.75,', '2026-10-03,1.25,'].join('\n'),
  );
  const made = await run('costs mirror m --files a.csv', { folder });
  expect(made.stdout).toContain('12.50 USD, 2.00 without a currency');
  const asked = await run('costs summary --mirror m', { folder });
  expect(asked.stdout).toContain('2 rows have no currency: such amounts are added up separately');
  const others = await run('costs summary --mirror m --where BillingCurrency!=', { folder });
  expect(others.stdout + others.stderr).not.toContain('have no currency');
});

test('files that are gone are named as those of the mirror, not as a --files that was not given', async () => {
  const folder = createFolder();
  place(folder, { 'in/a.csv': october });
  await mirror(folder, ['--files', 'in/*.csv']);
  rmSync(join(folder, 'in/a.csv'));
  const later = await mirror(folder, []);
  expect([later.exitCode, later.stderr]).toEqual([
    2,
    expect.stringContaining('the mirror was made of files that are gone: no file matches'),
  ]);
  expect(later.stderr).not.toContain('--files');
  const again = await mirror(folder, ['--files', 'in/*.csv']);
  expect(again.stderr).toContain('--files: no file matches');
});

test.skipIf(process.platform === 'win32')(
  'the files of a mirror are no source of it, whatever link leads to either',
  async () => {
    const folder = createFolder();
    place(folder, { 'in/a.csv': october });
    mkdirSync(join(folder, 'in/own'));
    symlinkSync(join(folder, 'in/own'), join(folder, 'm'));
    symlinkSync(join(folder, 'in'), join(folder, 'other'));
    const words = ['--files', 'in/**', '--files', 'other/own/**/*.parquet', '--files', 'in/a.csv'];
    const { stderr, exitCode } = await mirror(folder, words);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('no file matches')]);
    expect((await mirror(folder, ['--files', 'in/**'])).exitCode).toBe(0);
    expect((await mirror(folder, [])).stderr).toContain('found 1 file, read 0');
  },
);

test.skipIf(process.platform === 'win32')(
  'a folder of the mirror that is elsewhere, with a link in its place, is no source of it',
  async () => {
    const [folder, disk] = [createFolder(), createFolder()];
    place(folder, { 'in/x/a.csv': october });
    expect((await mirror(folder, ['--files', '*/*/*'])).exitCode).toBe(0);
    const [month = ''] = readdirSync(join(folder, 'm')).filter((name) => name.includes('='));
    cpSync(join(folder, 'm', month), join(disk, month), { recursive: true });
    rmSync(join(folder, 'm', month), { recursive: true });
    symlinkSync(join(disk, month), join(folder, 'm', month));
    expect((await mirror(folder, [])).stderr).toContain('found 1 file, read 0');
  },
);

test.each(['[date],cost,currency', '{date},cost,currency'])(
  'a header in brackets is one of csv: %s',
  async (header) => {
    const folder = createFolder();
    place(folder, { 'a.csv': `${header}\n2026-10-01,1.10,USD\n` });
    const [, day = ''] = /^(.*?),/.exec(header) ?? [];
    const { stdout } = await mirror(folder, ['--files', 'a.csv', '--date-column', day]);
    expect(stdout).toBe('1 day, 2026-10-01, 1 row, 1.10 USD\n');
  },
);

test('two stars at the end match files at any depth', async () => {
  const folder = createFolder();
  place(folder, {
    'in/a.csv': october,
    'in/sub/deep/b.csv': october.replaceAll('2026-10', '2026-09'),
  });
  const { stderr, exitCode } = await mirror(folder, ['--files', 'in/**']);
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('found 2 files')]);
});

test('a folder in place of a pattern is named, with a pattern for its files', async () => {
  const folder = createFolder();
  place(folder, { 'in/a.csv': 'date,cost\n2026-10-01,1\n' });
  const { stderr, exitCode } = await mirror(folder, ['--files', 'in']);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('/in is a folder\nhint: name')]);
  expect(stderr).toContain(`--files '${join(folder, 'in', '**', '*.csv')}'`);
});

test.skipIf(process.platform === 'win32')('a pipe or a device is named as such', async () => {
  const { exitCode, stderr } = await run('costs mirror mirror --files /dev/null', {
    folder: createFolder(),
  });
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringContaining('--files: /dev/null is a pipe or a device, not a file\nhint: save'),
  ]);
});

test('a pattern without a file makes no folder, and leaves one that is there', async () => {
  const folder = createFolder();
  expect((await mirror(folder, ['--files', 'in/*'])).exitCode).toBe(2);
  expect(existsSync(join(folder, 'm'))).toBe(false);
  place(folder, { 'm/notes.txt': 'mine' });
  expect((await mirror(folder, ['--files', 'in/*'])).exitCode).not.toBe(0);
  expect(existsSync(join(folder, 'm/notes.txt'))).toBe(true);
});

test.each(['a*b', 'a?b', '**'])(
  'a folder named %s is no pattern of the mirror in it',
  async (name) => {
    const parent = createFolder();
    const [own, other] = [join(parent, name), join(parent, 'aXb')];
    const fileOf = (cost: string) =>
      csvOf([{ date: '2026-11-01', cost, currency: 'USD', note: null }]);
    place(own, { 'in/a.csv': fileOf('1') });
    place(other, { 'in/a.csv': fileOf('5') });
    for (const pattern of ['in/*.csv', 'in/a.csv', join(own, 'in', '*.csv')]) {
      const folder = join(own, 'mirror');
      rmSync(folder, { recursive: true, force: true });
      const world = { folder: own };
      const made = await run(['costs', 'mirror', folder, '--files', pattern], world);
      expect(made.stderr).toContain('found 1 file, read 1 with 1 row');
      const again = await run(['costs', 'mirror', folder], world);
      expect(again.stderr).toContain('found 1 file, read 0');
    }
    const elsewhere = ['costs', 'mirror', join(parent, 'mirror'), '--files', 'in/*.csv'];
    const refused = await run(elsewhere, { folder: own });
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('in its name')]);
  },
);

test.each([
  ['usage_start_time,cost,currency,credits', true],
  ['usage_start_time,cost,currency,labels', false],
  ['day,cost,currency,credits', false],
])('with the columns %s, that cost is before credits is said: %s', async (header, isSaid) => {
  const folder = createFolder();
  const credits = '"[{""name"":""SUD"",""amount"":-2.5}]"';
  place(folder, { 'in/a.csv': `${header}\n2026-10-01,12,EUR,${credits}\n` });
  const { stderr, exitCode } = await mirror(folder, ['--files', 'in/*']);
  expect([exitCode, stderr.includes("Google's cost is before credits")]).toEqual([0, isSaid]);
});

test('what to do about missing rows of a mirror of files needs no service', async () => {
  const folder = createFolder();
  const lines = [...eachDay({ from: '2026-09-01', to: '2026-10-20' })].flatMap((day) =>
    (day < '2026-10' ? ['aws', 'gcp'] : ['aws']).map((source) => `${day},1,EUR,${source}`),
  );
  place(folder, { 'in/a.csv': `date,cost,currency,provider\n${lines.join('\n')}\n` });
  await mirror(folder, ['--files', 'in/*', '-q']);
  const of = (line: string) => run(`costs ${line} --mirror ${join(folder, 'm')}`, { folder });
  const stale = await of('freshness --from 2026-10-01 --to 2026-10-20 --check');
  expect([stale.exitCode, stale.stderr]).toEqual([
    11,
    expect.stringContaining('reads what is new'),
  ]);
  const [, hint] = /hint: costctl (costs mirror \S+)/.exec(stale.stderr) ?? [];
  expect((await run(hint ?? '', { folder })).exitCode).toBe(0);
  const none = await of('report --month 2026-10 --where provider=gcp');
  const [, sources] = /to report; costctl (costs freshness .*) shows/.exec(none.stderr) ?? [];
  expect([none.exitCode, (await run(sources ?? '', { folder })).exitCode]).toEqual([9, 0]);
});
