import { open } from 'node:fs/promises';
import type { SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, test } from 'vitest';
import { readParquetRows } from '../../../src/formats/parquet/read-any.ts';
import type { Cell, FileColumn } from '../../../src/formats/table-rows.ts';
import { createFile } from '../../focus/files.ts';

type Stored = Omit<SchemaElement, 'name'>;
type Values = readonly unknown[];

/** The kind and the texts of a column that another program wrote. */
async function read(stored: Stored, data: Values) {
  const element: SchemaElement = { name: 'x', repetition_type: 'OPTIONAL', ...stored };
  const schema: SchemaElement[] = [{ name: 'root', num_children: 1 }, element];
  const bytes = parquetWriteBuffer({ schema, columnData: [{ name: 'x', data: [...data] }] });
  const path = createFile('types.parquet', new Uint8Array(bytes));
  const handle = await open(path);
  const columns: FileColumn[] = [];
  const cells: Cell[] = [];
  await readParquetRows(
    { path, handle },
    {
      open: (found) => columns.push(...found),
      take: ([cell = null]) => cells.push(cell),
    },
  );
  await handle.close();
  return [columns.map(({ stored: kind }) => kind), cells];
}

const decimal = (scale: number) => ({ converted_type: 'DECIMAL', scale, precision: 18 }) as const;
const timestamp = (unit: 'MILLIS' | 'MICROS' | 'NANOS', isAdjustedToUTC = true) =>
  ({ type: 'INT64', logical_type: { type: 'TIMESTAMP', unit, isAdjustedToUTC } }) as const;
const interval = (...parts: readonly number[]) => new Uint8Array(new Uint32Array(parts).buffer);
const time = (unit: 'MICROS' | 'NANOS', isAdjustedToUTC = false) =>
  ({ type: 'INT64', logical_type: { type: 'TIME', unit, isAdjustedToUTC } }) as const;

test.each<[string, Stored, Values, string, readonly Cell[]]>([
  ['an integer', { type: 'INT32' }, [7, null, -7], 'number', ['7', null, '-7']],
  ['a long integer', { type: 'INT64' }, [9007199254740993n], 'number', ['9007199254740993']],
  ['a float', { type: 'DOUBLE' }, [0.1, 1e21], 'number', ['0.1', '1e+21']],
  ['a single float', { type: 'FLOAT' }, [0.1, 16777216, null], 'number', ['0.1', '16777216', null]],
  ['one with nine digits', { type: 'FLOAT' }, [0.0133400075], 'number', ['0.0133400075']],
  [
    'a day after the year 9999',
    { type: 'INT32', converted_type: 'DATE' },
    [2932896, 2932897, 2932898, 2147483647],
    'text',
    ['9999-12-31', '+010000-01-01', '+010000-01-02', '2147483647'],
  ],
  [
    'a moment after the year 9999',
    timestamp('MILLIS'),
    [253402300800000n, 253402300801500n],
    'moment',
    ['+010000-01-01T00:00:00Z', '+010000-01-01T00:00:01.5Z'],
  ],
  ['a truth', { type: 'BOOLEAN' }, [true, null], 'other', ['true', null]],
  ['a text', { type: 'BYTE_ARRAY', converted_type: 'UTF8' }, ['é', ''], 'text', ['é', '']],
  ['JSON', { type: 'BYTE_ARRAY', converted_type: 'JSON' }, [{ a: 1.5 }], 'text', ['{"a":1.5}']],
  ['a decimal of 32 bits', { type: 'INT32', ...decimal(2) }, [-1250n], 'number', ['-12.50']],
  [
    'a decimal of 64 bits',
    { type: 'INT64', ...decimal(4) },
    [123456789012345678n, 0n],
    'number',
    ['12345678901234.5678', '0.0000'],
  ],
  [
    'a decimal of 16 bytes',
    { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, ...decimal(20) },
    [-1n, 10n ** 30n],
    'number',
    ['-0.00000000000000000001', '10000000000.00000000000000000000'],
  ],
  [
    'a decimal of any length',
    { type: 'BYTE_ARRAY', ...decimal(3) },
    [-1n, 128n, 70000n],
    'number',
    ['-0.001', '0.128', '70.000'],
  ],
  [
    'a day',
    { type: 'INT32', converted_type: 'DATE' },
    [new Date('2026-10-31'), null, new Date('1969-12-31')],
    'text',
    ['2026-10-31', null, '1969-12-31'],
  ],
  ['a moment in milliseconds', timestamp('MILLIS'), [-1n], 'moment', ['1969-12-31T23:59:59.999Z']],
  ['in microseconds', timestamp('MICROS'), [1_500_000n], 'moment', ['1970-01-01T00:00:01.5Z']],
  ['in nanoseconds', timestamp('NANOS'), [1n], 'moment', ['1970-01-01T00:00:00.000000001Z']],
  ['of no zone', timestamp('MICROS', false), [0n], 'text', ['1970-01-01T00:00:00']],
  [
    'a time of day in milliseconds',
    { type: 'INT32', converted_type: 'TIME_MILLIS' },
    [43_200_500, null],
    'text',
    ['12:00:00.5Z', null],
  ],
  [
    'in microseconds',
    time('MICROS'),
    [86_399_999_999n, 0n],
    'text',
    ['23:59:59.999999', '00:00:00'],
  ],
  ['in nanoseconds', time('NANOS', true), [1n], 'text', ['00:00:00.000000001Z']],
  [
    'an interval',
    { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 12, converted_type: 'INTERVAL' },
    [interval(14, 2, 3500), interval(0, 2, 0), interval(0, 0, 0), null],
    'text',
    ['P14M2DT3.5S', 'P2D', 'PT0S', null],
  ],
])('%s keeps its value', async (_name, stored, data, kind, cells) => {
  expect(await read(stored, data)).toEqual([[kind], cells]);
});
