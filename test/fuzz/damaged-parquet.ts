import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { CostctlError } from '../../src/errors.ts';
import { readTable } from '../../src/formats/any-table.ts';
import { loadDuckdb } from '../../src/mirror/duckdb.ts';
import { readBack, type Written, writeRows } from '../formats/parquet/written.ts';
import { createDraw, type Draw, type Fuzzer } from './draw.ts';

const count = 300;

/** Each kind of column that this program writes, full and with gaps, in two groups of pages. */
function rowTexts(): string[] {
  return Array.from({ length: count }, (_, row) =>
    JSON.stringify({
      day: `2026-01-${String(1 + (row % 28)).padStart(2, '0')}`,
      service: ['Storage', 'Compute "x"', null][row % 3],
      id: `id-${row * 7919}`,
      cost: (row * 12_345) / 100,
      large: row * 2 ** 40,
      isCredit: row % 2 === 0,
      tags: { team: `a${row % 5}` },
    }),
  );
}

const texts = Array.from({ length: count }, (_, row) => `id-${row % 7}-${'x'.repeat(row % 5)}`);
const longs = Array.from({ length: count }, (_, row) => BigInt(row) ** 3n - 5000n);
const encoded = ['DELTA_BYTE_ARRAY', 'DELTA_LENGTH_BYTE_ARRAY', 'PLAIN'] as const;

/** What a writer that is not ours makes of similar rows, in pages of the second version. */
function foreignFile(codec: 'SNAPPY' | 'GZIP' | 'BROTLI' | 'UNCOMPRESSED'): Buffer {
  const rows = Array.from({ length: count }, (_, row) => row);
  const nested = (name: string, data: unknown[]): ColumnSource => ({ name, data });
  return Buffer.from(
    parquetWriteBuffer({
      codec,
      compressors: {
        GZIP: (bytes) => gzipSync(bytes),
        BROTLI: (bytes) => brotliCompressSync(bytes),
      },
      rowGroupSize: 100,
      pageSize: 400,
      columnData: [
        { name: 'service', type: 'STRING', data: rows.map((row) => ['a', 'bb', null][row % 3]) },
        ...encoded.map(
          (encoding): ColumnSource => ({ name: encoding, type: 'STRING', data: texts, encoding }),
        ),
        { name: 'cost', type: 'DOUBLE', data: rows.map((row) => row / 7) },
        {
          name: 'split',
          type: 'DOUBLE',
          encoding: 'BYTE_STREAM_SPLIT',
          data: rows.map((row) => row / 3),
        },
        { name: 'count', type: 'INT64', data: longs },
        { name: 'deltas', type: 'INT64', encoding: 'DELTA_BINARY_PACKED', data: longs },
        { name: 'is', type: 'BOOLEAN', data: rows.map((row) => [true, false, null][row % 3]) },
        {
          name: 'runs',
          type: 'BOOLEAN',
          encoding: 'RLE',
          data: rows.map((row) => row < 70 || row % 2 === 0),
        },
        { name: 'at', type: 'TIMESTAMP', data: rows.map((row) => new Date(row * 1e9)) },
        nested(
          'tags',
          rows.map((row) => (row % 4 === 0 ? null : { team: `a${row % 5}` })),
        ),
      ],
    }),
  );
}

/** What DuckDB makes of them, in pages of the first version: lists, maps, wide decimals. */
async function duckFile(options: string): Promise<Buffer> {
  const { DuckDBInstance } = loadDuckdb();
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const path = join(mkdtempSync(join(tmpdir(), 'costctl-fuzz-')), 'duck.parquet');
  const columns = `n, n * n AS square, (n * 1234567891)::DECIMAL(38, 10) AS cost, n / 7.0::DOUBLE AS share,
    CASE WHEN n % 5 = 0 THEN NULL ELSE MAP {'team': 'a' || (n % 3)} END AS tags,
    [n, n + 1]::INT[] AS numbers, NULL::VARCHAR AS nothing, 'same' AS same, n % 2 = 0 AS even,
    'text' || repeat('long ', (n % 4 * 20)::INT) AS text, TIMESTAMP '2026-10-01' + to_hours(n::INT) AS at`;
  await connection.run(
    `COPY (SELECT ${columns} FROM range(${count}) AS r(n)) TO '${path}' (FORMAT parquet${options})`,
  );
  connection.closeSync();
  instance.closeSync();
  return readFileSync(path);
}

function damage(file: Buffer, draw: Draw): Buffer {
  const bytes = Buffer.from(file);
  if (draw.below(12) === 0) return bytes.subarray(0, draw.below(bytes.length));
  for (let left = 1 + draw.below(3); left > 0; left -= 1) {
    // Headers and the footer are short: without help, most damage would be to values.
    const from = draw.below(3) === 0 ? Math.max(0, bytes.length - 900) : 0;
    const at = from + draw.below(bytes.length - from);
    bytes[at] = draw.below(2) === 0 ? draw.below(256) : (bytes[at] ?? 0) ^ (1 << draw.below(8));
  }
  return bytes;
}

/** All rows, or an error about the file by its name: no fault of the program, and no row too few. */
async function checkRead(path: string, read: () => Promise<number>): Promise<void> {
  let rows: number;
  try {
    rows = await read();
  } catch (error) {
    const { message } = error instanceof Error ? error : { message: '' };
    const isNamed =
      error instanceof CostctlError && error.code !== 'internal' && message.includes(path);
    // What opens a mirror names the file of this one.
    if (isNamed || message === 'it is damaged: its metadata cannot be read') return;
    throw error;
  }
  if (rows !== count) throw new Error(`${rows} rows instead of ${count}`);
}

function fuzzer(
  name: string,
  cases: number,
  open: () => Promise<{ readonly file: Buffer; readonly read: (bytes: Buffer) => Promise<void> }>,
  tool?: string,
): Fuzzer {
  return {
    name,
    cases,
    ...(tool === undefined ? {} : { needs: tool }),
    play: async (cases, seed) => {
      const draw = createDraw(seed);
      const { file, read } = await open();
      await read(file);
      for (let played = 0; played < cases; played += 1) {
        const bytes = damage(file, draw);
        await read(bytes).catch((cause: unknown) => {
          throw new Error(`damaged file ${played} of seed ${seed}: ${String(cause)}`, { cause });
        });
      }
    },
  };
}

export const damagedParquetFuzzers: readonly Fuzzer[] = [
  fuzzer('damaged Parquet files of this program', 20_000, async () => {
    const texts = rowTexts();
    const written = await writeRows([texts.slice(0, 150), texts.slice(150)]);
    const read = (file: Buffer) => {
      const damaged: Written = { ...written, file };
      return checkRead('rows.parquet', async () => (await readBack(damaged)).length);
    };
    return { file: written.file, read };
  }),
  ...(['SNAPPY', 'GZIP', 'BROTLI', 'UNCOMPRESSED'] as const).map((codec) =>
    fuzzer(`damaged Parquet files of others, ${codec.toLowerCase()}`, 8000, async () =>
      readFile(foreignFile(codec)),
    ),
  ),
  ...['SNAPPY', 'ZSTD', 'UNCOMPRESSED'].map((codec) =>
    fuzzer(
      `damaged Parquet files of DuckDB, ${codec.toLowerCase()}`,
      8000,
      async () => readFile(await duckFile(`, COMPRESSION ${codec}, PARQUET_VERSION v2`)),
      '@duckdb/node-api',
    ),
  ),
];

function readFile(file: Buffer) {
  const path = join(mkdtempSync(join(tmpdir(), 'costctl-fuzz-')), 'damaged.parquet');
  const read = (bytes: Buffer) => {
    writeFileSync(path, bytes);
    return checkRead(path, async () => {
      let rows = 0;
      const take = () => {
        rows += 1;
      };
      await readTable(path, { open: () => undefined, take });
      return rows;
    });
  };
  return { file, read };
}
