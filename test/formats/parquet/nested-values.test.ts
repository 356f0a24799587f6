import { open } from 'node:fs/promises';
import type { SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, test } from 'vitest';
import { openCellSlices } from '../../../src/formats/parquet/cell-slices.ts';
import { kinds } from '../../../src/formats/parquet/column-cells.ts';
import { readParquetRows } from '../../../src/formats/parquet/read-any.ts';
import type { Cell } from '../../../src/formats/table-rows.ts';
import { createFile } from '../../focus/files.ts';

const optional = { repetition_type: 'OPTIONAL' } as const;
const amount: SchemaElement = {
  name: 'amount',
  type: 'INT64',
  converted_type: 'DECIMAL',
  precision: 18,
  scale: 1,
  ...optional,
};
const at: SchemaElement = {
  name: 'at',
  type: 'INT64',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'NANOS' },
  ...optional,
};
const day: SchemaElement = { name: 'day', type: 'INT32', converted_type: 'DATE', ...optional };
const single: SchemaElement = { name: 'single', type: 'FLOAT', ...optional };
const isFree: SchemaElement = { name: 'isFree', type: 'BOOLEAN', ...optional };
const ofBytes = { type: 'FIXED_LEN_BYTE_ARRAY' } as const;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const key: SchemaElement = {
  name: 'key',
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  repetition_type: 'REQUIRED',
};

test.each<[string, readonly SchemaElement[], readonly unknown[], readonly Cell[]]>([
  [
    'structs',
    [{ name: 'x', num_children: 5, ...optional }, amount, at, day, single, isFree],
    [
      { amount: 3n, at: 1_790_000_000_123_456_789n, day: 20_700, single: 0.1, isFree: false },
      { amount: 123_456_789_012_345_678n, single: Number.NaN },
      null,
    ],
    [
      '{"amount":0.3,"at":"2026-09-21T14:13:20.123456789Z","day":"2026-09-04","single":0.1,"isFree":false}',
      '{"amount":12345678901234567.8,"at":null,"day":null,"single":"NaN","isFree":null}',
      null,
    ],
  ],
  [
    'lists',
    [
      { name: 'x', num_children: 1, converted_type: 'LIST', ...optional },
      { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
      { ...amount, name: 'element' },
    ],
    [[3n, null, 70n], [], null],
    ['[0.3,null,7.0]', '[]', null],
  ],
  [
    'maps',
    [
      { name: 'x', num_children: 1, converted_type: 'MAP', ...optional },
      { name: 'key_value', num_children: 2, repetition_type: 'REPEATED' },
      key,
      { ...amount, name: 'value' },
    ],
    [{ used: 3n, free: null }, {}, null],
    ['{"used":0.3,"free":null}', '{}', null],
  ],
  ...[
    { of: day, stored: -1, text: '1969-12-31' },
    { of: at, stored: 1_790_000_000_123_456_789n, text: '2026-09-21T14:13:20.123456789Z' },
    { of: amount, stored: 30n, text: '3.0' },
    { of: { name: 'n', type: 'INT64' } as const, stored: -7n, text: '-7' },
    { of: { ...amount, ...ofBytes, type_length: 3 }, stored: 30n, text: '3.0' },
    { of: { name: 'n', ...ofBytes, type_length: 2 }, stored: bytesOf('ab'), text: 'ab' },
    { of: single, stored: 0.1, text: '0.1' },
  ].map(({ of, stored, text }): [string, SchemaElement[], unknown[], Cell[]] => [
    `the keys of maps, such as ${text},`,
    [
      { name: 'x', num_children: 1, converted_type: 'MAP', ...optional },
      { name: 'key_value', num_children: 2, repetition_type: 'REPEATED' },
      { ...of, name: 'key', repetition_type: 'REQUIRED' },
      { ...amount, name: 'value' },
    ],
    [new Map([[stored, 3n]]), null],
    [`{"${text}":0.3}`, null],
  ]),
])('values in %s keep their digits as those of columns do', async (_name, column, data, texts) => {
  const schema = [{ name: 'root', num_children: 1 }, ...column];
  const buffer = parquetWriteBuffer({ columnData: [{ name: 'x', data: [...data] }], schema });
  const path = createFile('x.parquet', new Uint8Array(buffer));
  const cells: Cell[] = [];
  await using handle = await open(path);
  await readParquetRows(
    { path, handle },
    { open: () => undefined, take: ([cell = null]) => cells.push(cell) },
  );
  expect(cells).toEqual(texts);
});

test('a text in a variant differs from a number with the same digits', async () => {
  const data = [{ a: 'x' }, 5, '5', null, [1, 'y'], true];
  const buffer = parquetWriteBuffer({ columnData: [{ name: 'x', type: 'VARIANT', data }] });
  const path = createFile('x.parquet', new Uint8Array(buffer));
  const slices = await openCellSlices(path);
  const values: unknown[] = [];
  for await (const { cells, count } of slices?.read() ?? []) {
    const [own] = cells;
    for (let row = 0; row < count; row += 1) {
      const value = own?.rows[row] ?? -1;
      values.push(value < 0 ? null : [own?.values.textOf(value), own?.values.kindOf(value)]);
    }
  }
  await slices?.close();
  expect(values).toEqual([
    ['{"a":"x"}', kinds.nested],
    ['5', kinds.number],
    ['5', kinds.text],
    null,
    ['[1,"y"]', kinds.nested],
    ['true', kinds.boolean],
  ]);
});

const leaf = { type: 'INT32', ...optional } as const;

test.each<[string, SchemaElement[], unknown]>([
  [
    "two fields 'x.a.b'",
    [
      { name: 'x', num_children: 2, ...optional },
      { name: 'a.b', ...leaf },
      { name: 'a', num_children: 1, ...optional },
      { name: 'b', ...leaf },
    ],
    { 'a.b': 1, a: { b: 2 } },
  ],
  [
    "a map 'x' whose keys are not single values",
    [
      { name: 'x', num_children: 1, converted_type: 'MAP', ...optional },
      { name: 'key_value', num_children: 2, repetition_type: 'REPEATED' },
      { name: 'key', num_children: 1, repetition_type: 'REQUIRED' },
      { name: 'b', ...leaf },
      { name: 'value', ...leaf },
    ],
    new Map([[{ b: 1 }, 2]]),
  ],
])('a column with %s is refused, as values would be mixed up', async (what, column, value) => {
  const schema = [{ name: 'root', num_children: 1 }, ...column];
  const buffer = parquetWriteBuffer({ columnData: [{ name: 'x', data: [value] }], schema });
  const path = createFile('x.parquet', new Uint8Array(buffer));
  await using handle = await open(path);
  const read = readParquetRows({ path, handle }, { open: () => undefined, take: () => undefined });
  await expect(read).rejects.toThrow(
    `cannot read ${path}: column 'x' has ${what}, which is not supported`,
  );
});
