import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { october, twoRows } from '../helpers/cost-export.ts';
import { rowsOf, serveCosts } from '../helpers/costs.ts';
import { createFolder, run } from '../helpers/run.ts';
import { failWith, succeed } from '../helpers/screens.ts';

test('the receipt has counts, sums per day and currency, and the hash of the file', async () => {
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
  const { stderr } = await succeed(
    run([...october, '-O', path, '--receipt', receipt, '--where', 'cur!=CHF'], { service }),
  );
  expect(stderr).toMatchInlineSnapshot(`
    "note: 1 window, 1 request, 4 rows, matching the service's count
    "
  `);
  const written = JSON.parse(readFileSync(receipt, 'utf8'));
  const bytes = readFileSync(path);
  expect(gunzipSync(bytes).toString()).toBe(
    'usageDate,cost,cur\n2026-10-01,0.1,USD\n2026-10-01,0.2,USD\n2026-10-01,-7,EUR\n2026-10-02,1,USD\n',
  );
  expect(written).toEqual({
    command: `costctl costs export --from 2026-10-01 --to 2026-10-02 --where 'cur!=CHF' --receipt ${receipt} --out-file ${path}`,
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
        days: [
          { date: '2026-10-01', rows: 3, fingerprint: expect.stringMatching(/^2:[0-9a-f]{32}$/) },
          { date: '2026-10-02', rows: 1, fingerprint: expect.stringMatching(/^2:[0-9a-f]{32}$/) },
        ],
      },
    ],
    files: [
      { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
    ],
  });
});

test('with unclear columns the receipt has no sums, and the export succeeds', async () => {
  const receipt = join(createFolder(), 'receipt.json');
  const service = serveCosts({ '2026-10-01': [{ date: '2026-10-01', listCost: 1, netCost: 2 }] });
  const { stderr, exitCode } = await run([...october, '-o', 'json', '--receipt', receipt], {
    service,
  });
  expect(exitCode).toBe(0);
  expect(stderr).toMatchInlineSnapshot(`
    "note: date column date, amount column unclear (listCost, netCost; choose with --amount-column), no currency column
    note: the receipt has no sums: the amount column is unclear
    note: 1 window, 1 request, 1 row, matching the service's count
    "
  `);
  expect(JSON.parse(readFileSync(receipt, 'utf8'))).toMatchObject({
    amountColumn: null,
    sumsLeftOut: 'the amount column is unclear',
    windows: [{ rows: 1 }],
  });
});

test('a column that first appears later is added to the earlier lines of a file', async () => {
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

test('on stdout, a column that first appears later is an error before its window is written', async () => {
  const days = {
    '2026-10-01': rowsOf('2026-10-01', 5000),
    '2026-10-02': rowsOf('2026-10-02', 2, { team: 'x' }),
  };
  expect(await failWith(9, run(october, { service: serveCosts(days) }))).toMatchInlineSnapshot(`
    "error: the column team first appears on a later page, after the header was written
    hint: name the columns with --columns, or write to a file with -O
    "
  `);
});

test('--columns accepts a column that appears later and refuses one that never appears', async () => {
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
    hint: costctl costs columns --from 2026-10-01 --to 2026-10-02 shows the columns
    "
  `);
  expect(mistaken.exitCode).toBe(2);
  expect(existsSync(path)).toBe(false);
  expect(existsSync(`${path}.part`)).toBe(false);
});

test('--columns keeps only those properties of ndjson, with their nesting', async () => {
  const days = { '2026-10-02': twoRows['2026-10-02'] };
  const { stdout } = await run([...october, '-o', 'ndjson', '--columns', 'cost,tags.team', '-q'], {
    service: serveCosts(days),
  });
  expect(stdout).toBe('{"cost":2,"tags":{"team":"x"}}\n');
});
