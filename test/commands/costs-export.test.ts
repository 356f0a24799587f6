import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { rowsOf, serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';

const october = ['costs', 'export', '--from', '2026-10-01', '--to', '2026-10-02'];
const twoRows = {
  '2026-10-01': [{ date: '2026-10-01', cost: 1.5, name: 'a,b' }],
  '2026-10-02': [{ date: '2026-10-02', cost: 2, name: 'c "d"', tags: { team: 'x', n: [1, 2] } }],
};

test('csv is the default, and has every column of the first page', async () => {
  const { stdout, stderr, exitCode } = await run(october, { service: serveCosts(twoRows) });
  expect(stdout).toBe(
    'date,cost,name,tags\n' +
      '2026-10-01,1.5,"a,b",\n' +
      '2026-10-02,2,"c ""d""","{""team"":""x"",""n"":[1,2]}"\n',
  );
  expect(stderr).toMatchInlineSnapshot(`
    "note: 1 window, 1 request, 2 rows, the service counts 2: complete
    "
  `);
  expect(exitCode).toBe(0);
});

test.each([
  ['ndjson', '{"date":"2026-10-01","cost":1.5,"name":"a,b"}\n'],
  ['json', '[{"date":"2026-10-01","cost":1.5,"name":"a,b"}]\n'],
  ['tsv', 'date\tcost\tname\n2026-10-01\t1.5\ta,b\n'],
])('-o %s', async (format, expected) => {
  const service = serveCosts({ '2026-10-01': twoRows['2026-10-01'] });
  const { stdout } = await run([...october, '-o', format, '-q'], { service });
  expect(stdout).toBe(expected);
});

test('a file has every row of every window, and leaves nothing else behind', async () => {
  const folder = createFolder();
  const service = serveCosts({
    '2026-10-01': rowsOf('2026-10-01', 60_000),
    '2026-10-02': rowsOf('2026-10-02', 50_000),
  });
  const path = join(folder, 'costs.ndjson');
  const { stdout, stderr, exitCode } = await run([...october, '-O', path], { service });
  expect(stdout).toBe('');
  expect(stderr).toMatchInlineSnapshot(`
    "note: 2 windows, 25 requests, 110000 rows, the service counts 110000: complete
    "
  `);
  expect(exitCode).toBe(0);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(110_000);
  expect(lines[60_000]).toBe(
    '{"date":"2026-10-02","service":"service 0","cost":0,"currency":"EUR"}',
  );
  expect(existsSync(`${path}.part`)).toBe(false);
  expect(existsSync(`${path}.part.journal`)).toBe(false);
});

test('a column that comes late is added to the lines before it in a file', async () => {
  const path = join(createFolder(), 'costs.csv');
  const days = {
    '2026-10-01': [...rowsOf('2026-10-01', 4999), { date: '2026-10-01', note: 'two\nlines, "1"' }],
    '2026-10-02': rowsOf('2026-10-02', 2, { team: 'x' }),
  };
  const { stdout, exitCode } = await run([...october, '-O', path], { service: serveCosts(days) });
  expect([stdout, exitCode]).toEqual(['', 0]);
  const text = readFileSync(path, 'utf8');
  expect(text.slice(0, 120)).toBe(
    'date,service,cost,currency,note,team\n' +
      '2026-10-01,service 0,0,EUR,,\n2026-10-01,service 1,0.01,USD,,\n2026-10-01,service 2,0',
  );
  expect(text.slice(text.indexOf(',EUR,,\n2026-10-01,,,,'))).toBe(
    ',EUR,,\n2026-10-01,,,,"two\nlines, ""1""",\n' +
      '2026-10-02,service 0,0,EUR,,x\n2026-10-02,service 1,0.01,USD,,x\n',
  );
});

test('a column that comes late on stdout is named, and nothing of its window leaves', async () => {
  const days = {
    '2026-10-01': rowsOf('2026-10-01', 5000),
    '2026-10-02': rowsOf('2026-10-02', 2, { team: 'x' }),
  };
  const { stdout, stderr, exitCode } = await run(october, { service: serveCosts(days) });
  expect([stdout, exitCode]).toEqual(['', 9]);
  expect(stderr).toMatchInlineSnapshot(`
    "error: the column team first appears on a later page, and the header has left
    hint: name the columns with --columns, or write to a file with -O
    "
  `);
});

test('--columns names a column that comes late, and one that never comes is refused', async () => {
  const days = {
    '2026-10-01': rowsOf('2026-10-01', 5000),
    '2026-10-02': rowsOf('2026-10-02', 1, { team: 'x' }),
  };
  const named = await run([...october, '--columns', 'team,date', '-q'], {
    service: serveCosts(days),
  });
  expect(named.stdout.slice(0, 30)).toBe('team,date\n,2026-10-01\n,2026-10');
  expect(named.stdout.endsWith('\n,2026-10-01\nx,2026-10-02\n')).toBe(true);
  const path = join(createFolder(), 'costs.csv');
  const mistaken = await run([...october, '--columns', 'date,tema', '-O', path], {
    service: serveCosts(days),
  });
  expect(mistaken.stderr).toMatchInlineSnapshot(`
    "error: --columns: no row has the column 'tema'
    hint: costctl costs columns shows the columns
    "
  `);
  expect(mistaken.exitCode).toBe(2);
  expect(existsSync(path)).toBe(false);
  expect(existsSync(`${path}.part`)).toBe(false);
});

test('--columns keeps just those properties of ndjson, nested as they were', async () => {
  const days = { '2026-10-02': twoRows['2026-10-02'] };
  const { stdout } = await run([...october, '-o', 'ndjson', '--columns', 'cost,tags.team', '-q'], {
    service: serveCosts(days),
  });
  expect(stdout).toBe('{"cost":2,"tags":{"team":"x"}}\n');
});

test('a window without rows', async () => {
  const service = () => serveCosts({});
  const csv = await run([...october, '--columns', 'date,cost'], { service: service() });
  expect(csv.stdout).toBe('date,cost\n');
  expect(csv.stderr).toMatchInlineSnapshot(`
    "note: 1 window, 1 request, 0 rows, the service counts 0: complete
    note: 2026-10-01 to 2026-10-02 has no row
    "
  `);
  expect(csv.exitCode).toBe(0);
  const json = await run([...october, '-o', 'json', '-q'], { service: service() });
  expect([json.stdout, json.exitCode]).toEqual(['[]\n', 0]);
  const required = await run([...october, '--require-rows', '-q'], { service: service() });
  expect([required.stdout, required.stderr, required.exitCode]).toEqual([
    '',
    'error: 2026-10-01 to 2026-10-02 has no row\n',
    11,
  ]);
});

test('--where keeps rows by the text of their cells', async () => {
  const service = serveCosts({ '2026-10-01': rowsOf('2026-10-01', 9, { tags: { team: 'x' } }) });
  const line = [...october, '-q', '--columns', 'cost,currency'];
  const kept = await run(
    [...line, '--where', 'currency=EUR', '--where', 'cost!=0.03', '--where', 'tags.team=x'],
    { service },
  );
  expect(kept.stdout).toBe('cost,currency\n0,EUR\n0.06,EUR\n');
  const mistaken = await run([...line, '--where', 'curency=EUR'], { service });
  expect(mistaken.stderr).toContain("--where: no row has the column 'curency'");
  expect(mistaken.exitCode).toBe(2);
});

test('a day over the limit is named with its count before a row is written', async () => {
  const path = join(createFolder(), 'costs.csv');
  const days = {
    '2026-10-01': rowsOf('2026-10-01', 10),
    '2026-10-02': rowsOf('2026-10-02', 100_001),
  };
  const refused = await run([...october, '-O', path], { service: serveCosts(days) });
  expect(refused.stderr).toMatchInlineSnapshot(`
    "error: a day of more than 100000 rows cannot be read whole: 2026-10-02 (100001 rows)
    hint: --allow-truncated reads the first 100000 rows of such a day and exits 9
    "
  `);
  expect(refused.exitCode).toBe(9);
  expect(existsSync(path)).toBe(false);
  expect(existsSync(`${path}.part`)).toBe(false);

  const receipt = `${path}.json`;
  const cut = await run([...october, '-O', path, '--allow-truncated', '--receipt', receipt], {
    service: serveCosts(days),
  });
  expect(cut.stderr).toMatchInlineSnapshot(`
    "note: date column date, amount column cost, currency column currency
    note: 2 windows, 24 requests, 100010 rows, the service counts 100011: incomplete
    error: cut at the service's limit: 2026-10-02 (100000 of 100001 rows)
    hint: narrow such a day with --param, if the service knows a filter
    "
  `);
  expect(cut.exitCode).toBe(9);
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(100_012);
  expect(JSON.parse(readFileSync(receipt, 'utf8'))).toMatchObject({
    complete: false,
    truncated: [{ date: '2026-10-02', total: 100_001 }],
    rows: 100_010,
    total: 100_011,
  });
});

test('the receipt holds counts, sums a day and currency, and the hash of the file', async () => {
  const folder = createFolder();
  const [path, receipt] = [join(folder, 'costs.csv.gz'), join(folder, 'receipt.json')];
  const service = serveCosts({
    '2026-10-01': [
      { usageDate: '2026-10-01', cost: 0.1, cur: 'USD' },
      { usageDate: '2026-10-01', cost: 0.2, cur: 'USD' },
      { usageDate: '2026-10-01', cost: -7, cur: 'EUR' },
    ],
    '2026-10-02': [{ usageDate: '2026-10-02', cost: 1, cur: 'USD' }],
  });
  const { stderr, exitCode } = await run(
    [...october, '-O', path, '--receipt', receipt, '--where', 'cur!=CHF'],
    { service },
  );
  expect(exitCode).toBe(0);
  expect(stderr).toMatchInlineSnapshot(`
    "note: date column usageDate, amount column cost, currency column cur
    note: 1 window, 1 request, 4 rows, the service counts 4: complete
    "
  `);
  const written = JSON.parse(readFileSync(receipt, 'utf8'));
  const bytes = readFileSync(path);
  expect(gunzipSync(bytes).toString()).toBe(
    'usageDate,cost,cur\n2026-10-01,0.1,USD\n2026-10-01,0.2,USD\n2026-10-01,-7,EUR\n2026-10-02,1,USD\n',
  );
  expect(written).toEqual({
    command: `costctl costs export --from 2026-10-01 --to 2026-10-02 -o csv -O ${path} --where 'cur!=CHF' --receipt ${receipt}`,
    version: expect.stringMatching(/^\d/),
    address: 'https://api.example.test/',
    scope: 'what the token reaches',
    from: '2026-10-01',
    to: '2026-10-02',
    start: '2026-11-15T12:00:00.000Z',
    end: '2026-11-15T12:00:00.000Z',
    complete: true,
    truncated: [],
    rows: 4,
    read: 4,
    total: 4,
    requests: 1,
    format: 'csv',
    columns: ['usageDate', 'cost', 'cur'],
    dateColumn: 'usageDate',
    amountColumn: 'cost',
    currencyColumn: 'cur',
    where: ['cur!=CHF'],
    parameters: {},
    windows: [
      {
        from: '2026-10-01',
        to: '2026-10-02',
        total: 4,
        read: 4,
        rows: 4,
        sums: [
          { date: '2026-10-01', currency: 'EUR', rows: 1, sum: '-7' },
          { date: '2026-10-01', currency: 'USD', rows: 2, sum: '0.3' },
          { date: '2026-10-02', currency: 'USD', rows: 1, sum: '1' },
        ],
      },
    ],
    files: [
      { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
    ],
  });
});

test('unclear columns leave the sums out of the receipt and do not fail the export', async () => {
  const receipt = join(createFolder(), 'receipt.json');
  const service = serveCosts({ '2026-10-01': [{ date: '2026-10-01', listCost: 1, netCost: 2 }] });
  const { stderr, exitCode } = await run([...october, '-o', 'json', '--receipt', receipt], {
    service,
  });
  expect(exitCode).toBe(0);
  expect(stderr).toMatchInlineSnapshot(`
    "note: date column date, amount column unclear (listCost, netCost; --amount-column settles it), no currency column
    note: the receipt has no sums: the amount column is unclear
    note: 1 window, 1 request, 1 row, the service counts 1: complete
    "
  `);
  expect(JSON.parse(readFileSync(receipt, 'utf8'))).toMatchObject({
    amountColumn: null,
    sumsLeftOut: 'the amount column is unclear',
    windows: [{ rows: 1 }],
  });
});

test.each([
  [['-o', 'yaml'], 'costs export writes csv, ndjson, json, tsv, parquet, not yaml'],
  [['-o', 'csv', '-O', 'x.json'], '--out-file x.json is json by its ending'],
  [['-o', 'parquet'], 'parquet needs a file'],
  [['-O', 'x.md'], 'not md'],
  [['--query', '[]'], 'costs export takes no --query'],
  [['-w', 'wsp_main'], '--workspace has no effect on costs'],
  [['--resume'], '--resume needs a file'],
  [['--where', 'x'], "--where: 'x' is no condition"],
  [['--last', '7d'], '--from and --to and --last exclude each other'],
])('%j is refused before anything is sent', async (words, message) => {
  const { stderr, exitCode } = await run([...october, ...words]);
  expect(stderr).toContain(message);
  expect(exitCode).toBe(2);
});

test('a workspace from the environment is not applied', async () => {
  const service = serveCosts(twoRows);
  const { exitCode } = await run(october, { service, env: { COSTCTL_WORKSPACE: 'wsp_main' } });
  expect(exitCode).toBe(0);
});

test('what is no page of costs is unexpected_response, and an existing file stays', async () => {
  const path = join(createFolder(), 'costs.csv');
  writeFileSync(path, 'as it was');
  for (const body of [
    '{"data":[1],"meta":{"totalRecords":1}}',
    '{"data":[]}',
    '{"data":[{"a":1}',
  ]) {
    const { stderr, exitCode } = await run([...october, '-O', path], {
      service: serveCosts({}, { answer: () => body }),
    });
    expect(stderr).toContain('error: the service sent no page of costs: ');
    expect(exitCode).toBe(1);
    expect(readFileSync(path, 'utf8')).toBe('as it was');
  }
});

test.each(['stdout', 'file'])(
  'a count that moves while a window is read has it read again, and no row leaves twice (%s)',
  async (place) => {
    const folder = createFolder();
    const days = { '2026-10-01': rowsOf('2026-10-01', 12_345) };
    const service = serveCosts(days, {
      answer: ({ number }, honest) =>
        number < 2 ? { ...honest(), meta: { totalRecords: 12_000 } } : honest(),
    });
    const path = join(folder, 'costs.csv');
    const words = place === 'file' ? ['-O', path] : [];
    const { stdout, exitCode } = await run([...october, ...words, '-q'], { service });
    expect(exitCode).toBe(0);
    const text = place === 'file' ? readFileSync(path, 'utf8') : stdout;
    expect(text.trimEnd().split('\n')).toHaveLength(12_346);
    expect(new Set(text.split('\n')).size).toBeGreaterThan(12_000);
  },
);

test('a window that never agrees with its count is exit 9, named, and nothing of it leaves', async () => {
  const service = serveCosts(
    { '2026-10-01': rowsOf('2026-10-01', 6000) },
    { answer: ({ number }, honest) => ({ ...honest(), meta: { totalRecords: 6000 + number } }) },
  );
  const { stdout, stderr, exitCode } = await run(october, { service });
  expect([stdout, exitCode]).toEqual(['', 9]);
  expect(stderr).toContain(
    'the rows of 2026-10-01 to 2026-10-02 disagree with their count, read 4 times',
  );
});

test('a service that leaves out the last day is found out before a row is written', async () => {
  const days = {
    '2026-10-01': rowsOf('2026-10-01', 60_000),
    '2026-10-02': rowsOf('2026-10-02', 60_000),
    '2026-10-03': rowsOf('2026-10-03', 60_000),
  };
  const service = serveCosts(days, {
    answer: ({ from, to, page, limit }) => {
      const rows = Object.entries(days)
        .filter(([day]) => from <= day && day < to)
        .flatMap(([, all]) => all);
      const data = rows.slice((page - 1) * limit, page * limit);
      return JSON.stringify({ data, meta: { totalRecords: rows.length } });
    },
  });
  const line = ['costs', 'export', '--from', '2026-10-01', '--to', '2026-10-03'];
  const { stdout, stderr, exitCode } = await run(line, { service });
  expect([stdout, exitCode]).toEqual(['', 9]);
  expect(stderr).toContain('do not add up: 120000 for the whole, 60000 for its parts');
});

test('a folder that is not there is a file error', async () => {
  const folder = createFolder();
  const path = join(folder, 'gone', 'costs.csv');
  const { stderr, exitCode } = await run([...october, '-O', path], {
    service: serveCosts(twoRows),
  });
  expect(stderr).toContain('no such file or folder');
  expect(exitCode).toBe(1);
});
