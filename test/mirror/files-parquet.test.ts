import { mkdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDuckdb } from '../helpers/duckdb.ts';
import { linesOf, manifestOf } from '../helpers/mirror.ts';
import { needs } from '../helpers/needs.ts';
import { createFolder, run } from '../helpers/run.ts';

/** Rows as an exporter of FOCUS writes them: with a map, moments, decimals wide and narrow, nulls. */
const rows = `SELECT
  TIMESTAMPTZ '2026-10-01 00:00:00+00' + to_hours((n * 7 % 744)::INT) AS "ChargePeriodStart",
  (CASE WHEN n % 7 = 0 THEN -1 ELSE 1 END * n * 12345678901234567890123456::DECIMAL(38, 0) / 1e0)::DECIMAL(38, 0) AS wide,
  (n * 1234567891 / 100000000)::DECIMAL(38, 10) AS "BilledCost",
  n / 7.0::DOUBLE AS "EffectiveCost",
  CASE WHEN n % 2 = 0 THEN 'USD' ELSE 'EUR' END AS "BillingCurrency",
  lpad((n % 50)::VARCHAR, 12, '0') AS "SubAccountId",
  CASE WHEN n % 5 = 0 THEN NULL ELSE MAP {'team': 'a' || (n % 3), 'é"': ''} END AS "Tags",
  [n, 9007199254740993]::BIGINT[] AS numbers,
  NULL::VARCHAR AS nothing,
  repeat('long ', (n % 4 * 20)::INT) AS text
FROM range(2100) AS r(n)`;

describe('Parquet files of DuckDB', () => {
  needs('@duckdb/node-api');

  async function write(folder: string, copies: readonly string[]) {
    const connection = await openDuckdb();
    await connection.run(`CREATE TABLE t AS ${rows}`);
    mkdirSync(join(folder, 'in'));
    for (const copy of copies) await connection.run(copy.replaceAll('$', join(folder, 'in')));
    const read = await connection.runAndReadAll(
      `SELECT "BillingCurrency", count(*), sum("BilledCost"), sum(wide) FROM t GROUP BY 1 ORDER BY 1`,
    );
    connection.closeSync();
    return read.getRows().map((row) => row.map(String));
  }

  test.each([
    ['snappy', ''],
    ['zstd, second page version', ', COMPRESSION zstd, PARQUET_VERSION v2'],
    ['gzip, small row groups', ', COMPRESSION gzip, ROW_GROUP_SIZE 2048'],
    ['brotli', ', COMPRESSION brotli'],
    ['no compression', ', COMPRESSION uncompressed, PARQUET_VERSION v2'],
  ])('%s: the mirror has the same rows and sums', async (_name, options) => {
    const folder = createFolder();
    const sums = await write(folder, [`COPY t TO '$/a.parquet' (FORMAT parquet${options})`]);
    const made = await run('costs mirror m --files in/*.parquet -o ndjson', { folder });
    expect([made.exitCode, made.stderr.split('\n')[0]]).toEqual([
      0,
      'note: the amount is BilledCost; --amount-column chooses EffectiveCost',
    ]);
    const sql = `SELECT "BillingCurrency", count(*), sum("BilledCost"), sum(wide) FROM costs GROUP BY 1 ORDER BY 1`;
    const asked = await run(['costs', 'query', sql, '--mirror', 'm', '-o', 'csv'], { folder });
    const [, ...answer] = asked.stdout.trim().split('\n');
    expect(answer.map((line) => line.split(','))).toEqual(sums);
    const { stdout } = await run('costs list --mirror m -o ndjson --max 2', { folder });
    expect(linesOf(stdout)[1]).toEqual({
      ChargePeriodStart: '2026-10-01T07:00:00Z',
      wide: expect.any(Number),
      BilledCost: 12.34567891,
      EffectiveCost: 0.14285714285714285,
      BillingCurrency: 'EUR',
      SubAccountId: '000000000001',
      Tags: { team: 'a1', 'é"': '' },
      numbers: [1, 9007199254740992],
      nothing: null,
      text: 'long '.repeat(20),
    });
    expect(stdout).toContain('9007199254740993');
  });

  test('folders in the manner of Hive are columns, and floating point is said to be', async () => {
    const folder = createFolder();
    await write(folder, [
      `COPY (SELECT * EXCLUDE ("BilledCost") FROM t) TO '$/h' (FORMAT parquet, PARTITION_BY ("BillingCurrency"))`,
    ]);
    const made = await run(['costs', 'mirror', 'm', '--files', 'in/**/*.parquet'], { folder });
    expect(made.stderr.replaceAll(folder, '')).toContain(
      'EffectiveCost is stored as floating point in /in/h/BillingCurrency=EUR/data_0.parquet: each amount is the shortest decimal that means the same',
    );
    expect(manifestOf(join(folder, 'm')).query.currencyColumn).toBe('BillingCurrency');
    const summary = await run('costs summary --mirror m -o csv -q', { folder });
    expect(summary.stdout).toMatchInlineSnapshot(`
      "period,currency,rows,total
      2026-10-01..2026-10-31,EUR,1050,157500.00000000000000010
      2026-10-01..2026-10-31,USD,1050,157349.9999999999999998
      "
    `);
  });

  test('a file that is cut short is named, and nothing is done', async () => {
    const folder = createFolder();
    await write(folder, [`COPY t TO '$/a.parquet' (FORMAT parquet)`]);
    truncateSync(join(folder, 'in/a.parquet'), 20_000);
    const { stderr, exitCode } = await run('costs mirror m --files in/*.parquet', { folder });
    expect([exitCode, stderr.replaceAll(folder, '')]).toMatchInlineSnapshot(`
      [
        10,
        "error: cannot read /in/a.parquet: it is damaged: its end is missing
      ",
      ]
    `);
  });
});
