import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { CostctlError } from '../../src/errors.ts';
import { readTable } from '../../src/formats/any-table.ts';
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

/** What a writer that is not ours makes of similar rows. */
function foreignFile(): Buffer {
  const rows = Array.from({ length: count }, (_, row) => row);
  return Buffer.from(
    parquetWriteBuffer({
      rowGroupSize: 100,
      columnData: [
        { name: 'service', type: 'STRING', data: rows.map((row) => ['a', 'bb', null][row % 3]) },
        { name: 'id', type: 'STRING', data: rows.map((row) => `id-${row}`) },
        { name: 'cost', type: 'DOUBLE', data: rows.map((row) => row / 7) },
        { name: 'count', type: 'INT64', data: rows.map((row) => BigInt(row)) },
        { name: 'at', type: 'TIMESTAMP', data: rows.map((row) => new Date(row * 1e9)) },
      ],
    }),
  );
}

/** The library that reads the pages of others believes counts in them: only what comes first is damaged. */
function damageFooter(file: Buffer, draw: Draw): Buffer {
  const length = file.readUInt32LE(file.length - 8) + 8;
  const footer = file.subarray(file.length - length);
  return Buffer.concat([file.subarray(0, file.length - length), damage(footer, draw)]);
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
      error instanceof CostctlError && error.code === 'file' && message.includes(path);
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
  change = damage,
): Fuzzer {
  return {
    name,
    cases,
    play: async (cases, seed) => {
      const draw = createDraw(seed);
      const { file, read } = await open();
      await read(file);
      for (let played = 0; played < cases; played += 1) {
        const bytes = change(file, draw);
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
  fuzzer(
    'damaged Parquet files of others',
    20_000,
    async () => {
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
      return { file: foreignFile(), read };
    },
    damageFooter,
  ),
];
