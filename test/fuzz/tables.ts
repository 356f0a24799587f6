import { spawnSync } from 'node:child_process';
import { parse } from 'csv-parse/sync';
import { CostctlError } from '../../src/errors.ts';
import { readCsv } from '../../src/formats/csv-records.ts';
import { readBlocks } from '../../src/formats/text-blocks.ts';
import { readTsv } from '../../src/formats/tsv-records.ts';
import { separatedLine } from '../../src/output/table-rows.ts';
import { takeText } from '../metrics/helpers.ts';
import { createDraw, type Draw, type Fuzzer, strange } from './draw.ts';

const cellPieces = [
  '"',
  '""',
  ',',
  '\n',
  '\r\n',
  '\r',
  '\t',
  '\\',
  '\\t',
  ' ',
  'a',
  '=',
  '-1',
  'é',
  '😀',
  "'",
];
const plain = { spreadsheetSafe: false, terminal: false };

function drawTable(draw: Draw): string[][] {
  const width = 1 + draw.below(4);
  return Array.from({ length: 1 + draw.below(5) }, () =>
    Array.from({ length: width }, () => draw.text(cellPieces, 5)),
  );
}

function writeTable(table: readonly string[][], format: 'csv' | 'tsv'): string {
  return table.map((cells) => separatedLine(cells, { ...plain, format })).join('');
}

function expectSame(read: unknown, table: readonly string[][], what: string): void {
  if (JSON.stringify(read) === JSON.stringify(table)) return;
  throw new Error(`${what}: ${JSON.stringify(table)} was read as ${JSON.stringify(read)}`);
}

async function* inPieces(text: string, length: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

/** The same tables by python's own reader, if there is a python. */
function readByPython(texts: readonly string[]): readonly string[][][] | undefined {
  const script = [
    'import sys, json, csv, io',
    'csv.field_size_limit(1 << 30)',
    'texts = json.load(sys.stdin)',
    'print(json.dumps([list(csv.reader(io.StringIO(text, newline=""), strict=True)) for text in texts]))',
  ].join('\n');
  const { status, stdout, stderr } = spawnSync('python3', ['-c', script], {
    input: JSON.stringify(texts),
    maxBuffer: 2 ** 30,
  });
  if (status === null) return undefined;
  if (status !== 0) throw new Error(`python3 refuses what was written: ${stderr}`);
  return JSON.parse(stdout.toString());
}

export const tableFuzzers: readonly Fuzzer[] = [
  {
    name: 'csv written: as csv-parse reads it',
    cases: 30_000,
    play: (count, seed) => {
      const draw = createDraw(seed);
      for (let played = 0; played < count; played += 1) {
        const table = drawTable(draw);
        const read = parse(writeTable(table, 'csv'), { record_delimiter: '\n' });
        expectSame(read, table, 'csv-parse');
      }
    },
  },
  {
    name: "csv written: as python3's csv reads it",
    needs: 'python3',
    cases: 50_000,
    play: (count, seed) => {
      const draw = createDraw(seed);
      const tables = Array.from({ length: count }, () => drawTable(draw));
      const read = readByPython(tables.map((table) => writeTable(table, 'csv')));
      if (read === undefined) console.log("python3 is not there: csv-parse alone read the csv's");
      for (const [at, table] of read?.entries() ?? [])
        expectSame(table, tables[at] ?? [], 'python3');
    },
  },
  ...(['csv', 'tsv'] as const).map(
    (format): Fuzzer => ({
      name: `${format} written, and read by import in pieces of any length`,
      cases: 30_000,
      play: async (count, seed) => {
        const draw = createDraw(seed);
        const reader = format === 'csv' ? readCsv : readTsv;
        for (let played = 0; played < count; played += 1) {
          // A line end or a lone empty cell makes an empty line, which is no record in a tsv.
          const table = drawTable(draw).map((cells) => ['x', ...cells]);
          const read: string[][] = [];
          const faults: string[] = [];
          const pieces = inPieces(writeTable(table, format), 1 + draw.below(9));
          await reader(readBlocks(pieces), (_line, cells, fault) => {
            read.push(cells);
            if (fault !== undefined) faults.push(fault);
          });
          expectSame(read, table, 'import');
          if (faults.length > 0) throw new Error(`${faults} in ${JSON.stringify(table)}`);
        }
      },
    }),
  ),
  ...(['csv', 'tsv', 'json', 'ndjson'] as const).map(
    (format): Fuzzer => ({
      name: `import reads nonsense as ${format}: each row is counted or rejected with a reason`,
      cases: 5_000,
      play: async (count, seed) => {
        const draw = createDraw(seed);
        for (let played = 0; played < count; played += 1) {
          const text = draw.text(nonsense[format], 14);
          try {
            const taken = await takeText(text, { format }, 1 + draw.below(40));
            const { rows, merged, invalid, values } = taken;
            if (rows !== values.length + merged + invalid) throw new Error(`rows lost in ${text}`);
          } catch (error) {
            if (error instanceof CostctlError && error.code === 'invalid_data') continue;
            throw new Error(`a fault for ${JSON.stringify(text)}`, { cause: error });
          }
        }
      },
    }),
  ),
];

const cells = [
  '2026-01-01',
  '2026-02-30',
  '1',
  '-1.50',
  '1e9',
  '1e999999',
  '0x1',
  'eu',
  '"',
  ...strange,
];
const table = (separator: string) => [
  `date${separator}amount${separator}region\n`,
  `2026-01-01${separator}1${separator}eu\n`,
  ...cells,
  ...[separator, separator, '\n', '\n', '\r\n'],
];
const jsonParts = [
  ...['[', ']', '{', '}', ',', ':', '"date"', '"amount"', '"labels"', '"region"', '"2026-01-01"'],
  ...['1', '1.50', '"1"', 'null', '{"date":"2026-01-01","amount":1,"region":"eu"}', '\n'],
  ...['{"date":"2026-01-02","amount":"2","labels":{"region":"us"}}', '"__proto__"', ...strange],
];
const nonsense = {
  csv: table(','),
  tsv: table('\t'),
  json: ['[', ...jsonParts],
  ndjson: jsonParts,
};
