import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createMirrorRows } from '../../src/mirror/mirror-rows.ts';
import { createDayFingerprints } from '../../src/rows/day-fingerprints.ts';
import { openDuckdb } from '../helpers/duckdb.ts';
import { manifestOf } from '../helpers/mirror.ts';
import { needs } from '../helpers/needs.ts';
import { createFolder, run } from '../helpers/run.ts';

/** One of some values, as if by chance. */
const pick = (seed: number, values: readonly string[]) =>
  `[${values.join()}][1 + (hash(n * 131 + ${seed}) % ${values.length})::INT]`;

const texts = [
  "'plain'",
  "''",
  '\'a "quote" and \\ and, comma\'',
  "'two' || chr(10) || 'lines' || chr(9)",
  "'Zoë ∑ 𝄞'",
  "'2026-10-01'",
  "'12.50'",
  "'{not json'",
  "'null'",
  'NULL',
];
const objects = [
  `'{"b": 1.50, "a": {"x": null, "y": [1, 2.0]}}'`,
  `'{"a":"b"}'`,
  `'{"7":1,"a":2}'`,
  `'{'`,
  "'text'",
  'NULL',
];
const decimals = ['0', '-0.5', '12345678901234567890.123456789', '0.000000001', '-7', 'NULL'];
const doubles = ['0.1', "'-0'", "'NaN'", "'Infinity'", '1e300', '5e-324', '1234567.25', 'NULL'];

const columnsOf = (seed: number) => `
  TIMESTAMPTZ '2026-09-28 00:00:00+00' + to_hours((hash(n + ${seed}) % ${24 * 7})::INT) AS "ChargePeriodStart",
  ${pick(seed + 1, ['1.10', '-2', '0.0000000001', '99999999.9999999999'])}::DECIMAL(38, 10) AS "BilledCost",
  ${pick(seed + 2, ["'USD'", "'usd '", "'EUR'"])} AS "BillingCurrency",
  ${pick(seed + 3, texts)} AS text,
  'row ' || n AS "unique",
  ${pick(seed + 4, objects)} AS "Tags",
  ${pick(seed + 5, decimals)}::DECIMAL(38, 9) AS wide,
  ${pick(seed + 6, ['1.5', '-2', '0', 'NULL'])}::DECIMAL(9, 3) AS small,
  ${pick(seed + 7, ['1.5', '-922337203685.4775', 'NULL'])}::DECIMAL(18, 4) AS middle,
  ${pick(
    seed + 8,
    doubles.map((one) => `${one}::DOUBLE`),
  )} AS "double",
  ${pick(seed + 9, ['0.1', '16777216', 'NULL'])}::FLOAT AS single,
  ${pick(seed + 10, ['9007199254740993', '-9223372036854775808', '0', 'NULL'])}::BIGINT AS long,
  ${pick(seed + 11, ['255', '0', 'NULL'])}::UTINYINT AS tiny,
  ${pick(seed + 12, ['true', 'false', 'NULL'])} AS flag,
  DATE '2026-01-01' + (n % 400)::INT AS day,
  TIMESTAMP_NS '2026-10-01 01:02:03.123456789' AS precise,
  CASE WHEN n % 3 = 0 THEN NULL ELSE MAP {'team': 'a' || (n % 3), 'é"': NULL} END AS map,
  [n, NULL]::BIGINT[] AS list,
  {'a': n % 2, 'b': 'x'} AS struct,
  ${pick(seed + 13, ["'a'", "'b'"])}::ENUM('a', 'b') AS enumeration,
  uuid '00000000-0000-0000-0000-00000000000a' AS uuid,
  '\\x41\\xAA'::BLOB AS bytes,
  NULL::VARCHAR AS nothing`;

/** What the rows are that the mirror gives back. */
async function readBack(folder: string): Promise<Map<string, string>> {
  const rows = createMirrorRows(folder, manifestOf(folder));
  const contents = createDayFingerprints('ChargePeriodStart');
  for await (const page of rows.read({ from: '2026-09-01', to: '2026-10-31' })) contents.add(page);
  rows.close();
  contents.commit();
  return new Map(contents.take().map(({ date, fingerprint }) => [date, fingerprint]));
}

/** All rows meet it, but it is inside an object: so they are read row by row. */
const always = 'struct.b=x';

describe('Parquet files that are read column by column', () => {
  needs('@duckdb/node-api');

  test.each([
    [1, '', []],
    [2, ', COMPRESSION zstd, PARQUET_VERSION v2, ROW_GROUP_SIZE 2048', []],
    [3, ', COMPRESSION gzip, DICTIONARY_SIZE_LIMIT 1', ['BillingCurrency=EUR', 'text!=plain']],
    [4, ', COMPRESSION uncompressed, ROW_GROUP_SIZE 2048', ['small>=0', 'provider=a b']],
    [5, ', COMPRESSION brotli, PARQUET_VERSION v2', ['nothing=', 'flag!=true']],
    [6, ', COMPRESSION lz4_raw', []],
  ])('make the mirror that they make row by row (%i%s)', async (seed, options, where) => {
    const folder = createFolder();
    mkdirSync(join(folder, 'in/provider=a%20b'), { recursive: true });
    const connection = await openDuckdb();
    for (const [place, name] of ['x.parquet', 'provider=a%20b/y.parquet'].entries()) {
      const query = `SELECT ${columnsOf(seed + place)} FROM range(2500) AS r(n)`;
      const file = join(folder, 'in', name);
      await connection.run(`COPY (${query}) TO '${file}' (FORMAT parquet${options})`);
    }
    connection.closeSync();
    const files = seed === 4 ? 'in/*/*.parquet' : 'in/**/*.parquet';
    const make = async (name: string, conditions: readonly string[]) => {
      const words = conditions.flatMap((condition) => ['--where', condition]);
      const made = await run(['costs', 'mirror', name, '--files', files, ...words], { folder });
      expect([made.exitCode, made.stderr]).toEqual([0, expect.not.stringContaining('error')]);
      const { days, columns, sources, files: written } = manifestOf(join(folder, name));
      return {
        rows: await readBack(join(folder, name)),
        days: days.map(({ readAt, ...day }) => day),
        files: written.map(({ partition, rows }) => ({ partition, rows })),
        ...{ columns, sources },
      };
    };
    const byColumn = await make('one', where);
    expect(byColumn).toEqual(await make('other', [...where, always]));
    expect(byColumn.rows.size).toBe(7);
  });
});
