import fc from 'fast-check';
import { type FileFormat, fileFormats } from '../../src/formats/registry.ts';
import { createWorkbook } from './workbook.ts';

/** A file of metric values with the label column `region`, some of its rows not to be used. */
export interface MetricFile {
  readonly format: FileFormat;
  readonly content: string | Buffer;
  readonly rows: number;
  readonly good: readonly Row[];
}

const cell = fc.oneof(
  fc.string({ minLength: 1, maxLength: 6, unit: 'grapheme' }),
  fc.string({
    minLength: 1,
    maxLength: 6,
    unit: fc.constantFrom('"', ',', '\n', '\r', '\t', '\\', 'a', 'é', ' '),
  }),
);
const label = cell.filter((text) => text.trim() === text && !/\p{Cs}/u.test(text));
const day = fc
  .integer({ min: 0, max: 40_000 })
  .map((number) => new Date(number * 86_400_000).toISOString().slice(0, 10));
const amount = fc.oneof(
  fc.integer().map(String),
  fc
    .tuple(fc.constantFrom('', '-', '+'), fc.nat(), fc.nat())
    .map(([sign, whole, part]) => `${sign}${whole}.${part}`),
  fc
    .tuple(fc.integer(), fc.integer({ min: -99, max: 99 }))
    .map(([digits, exponent]) => `${digits}e${exponent}`),
);
const goodRow = fc.record({ date: day, amount, region: label });
const badRow = fc.oneof(
  fc.record({ date: fc.constantFrom('', '2026-02-30', '2026/01/01', 'x'), amount, region: label }),
  fc.record({
    date: day,
    amount: fc.constantFrom('', 'NaN', '1,234', '$5', ' 1', '0x1'),
    region: label,
  }),
  fc.record({ date: day, amount, region: fc.constantFrom('', ' eu', 'eu ') }),
);
const rows = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: goodRow.map((row) => ({ row, isGood: true })) },
    { weight: 1, arbitrary: badRow.map((row) => ({ row, isGood: false })) },
  ),
  { minLength: 1, maxLength: 30 },
);

interface Row {
  readonly date: string;
  readonly amount: string;
  readonly region: string;
}

const quoteCsv = (text: string) =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
const escapeTsv = (text: string) =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
const writers: Readonly<Record<FileFormat, (rows: readonly Row[]) => string | Buffer>> = {
  csv: (all) =>
    [['region', 'date', 'amount'], ...all.map((row) => [row.region, row.date, row.amount])]
      .map((cells) => `${cells.map(quoteCsv).join(',')}\r\n`)
      .join(''),
  tsv: (all) =>
    [['amount', 'region', 'date'], ...all.map((row) => [row.amount, row.region, row.date])]
      .map((cells) => `${cells.map(escapeTsv).join('\t')}\n`)
      .join(''),
  json: (all) => JSON.stringify(all, undefined, 1),
  xlsx: (all) =>
    createWorkbook([
      {
        name: 'Values',
        rows: [
          ['region', 'date', 'amount'],
          ...all.map(({ region, date, amount }) => [region, date, amount]),
        ],
      },
    ]),
  ndjson: (all) => all.map((row) => `${JSON.stringify(row)}\n`).join(''),
};

/** No two rows have the same day and label. */
export const metricFiles: fc.Arbitrary<MetricFile> = fc
  .record({ generated: rows, format: fc.constantFrom(...fileFormats) })
  .map(({ generated, format }) => {
    const keys = new Set<string>();
    const distinct = generated.filter(({ row }) => {
      const key = JSON.stringify([row.date, row.region]);
      return !keys.has(key) && keys.add(key);
    });
    return {
      format,
      content: writers[format](distinct.map(({ row }) => row)),
      rows: distinct.length,
      good: distinct.filter(({ isGood }) => isGood).map(({ row }) => row),
    };
  });
