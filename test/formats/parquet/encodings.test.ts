import { open } from 'node:fs/promises';
import fc from 'fast-check';
import type { Encoding, SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, test } from 'vitest';
import { readParquetRows } from '../../../src/formats/parquet/read-any.ts';
import type { Cell } from '../../../src/formats/table-rows.ts';
import { createFile } from '../../focus/files.ts';

type Values = readonly unknown[];

/** The texts of a column that another program wrote in short pages and groups. */
async function read(encoding: Encoding, stored: Omit<SchemaElement, 'name'>, data: Values) {
  const element: SchemaElement = { name: 'x', repetition_type: 'OPTIONAL', ...stored };
  const bytes = parquetWriteBuffer({
    schema: [{ name: 'root', num_children: 1 }, element],
    columnData: [{ name: 'x', data: [...data], encoding }],
    rowGroupSize: 150,
    pageSize: 200,
  });
  const path = createFile('encoded.parquet', new Uint8Array(bytes));
  await using handle = await open(path);
  const cells: Cell[] = [];
  const take = ([cell = null]: readonly Cell[]) => cells.push(cell);
  await readParquetRows({ path, handle }, { open: () => undefined, take });
  return cells;
}

const smallNumber = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const largeNumber = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const text = fc.oneof(fc.string(), fc.constantFrom('a', 'ab', 'abc', 'abd', 'b'));
const fixed = fc
  .uint8Array({ minLength: 4, maxLength: 4 })
  .map((bytes) => bytes.map((one) => one % 128));
const double = fc.double({ noNaN: true });
const texts = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;
const ofFour = { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 4 } as const;

test.each<[Encoding, Omit<SchemaElement, 'name'>, fc.Arbitrary<unknown>]>([
  ['DELTA_BINARY_PACKED', { type: 'INT32' }, smallNumber],
  ['DELTA_BINARY_PACKED', { type: 'INT64' }, largeNumber],
  ['DELTA_BINARY_PACKED', { type: 'INT64' }, fc.bigInt({ min: -9n, max: 9n })],
  ['DELTA_LENGTH_BYTE_ARRAY', texts, text],
  ['DELTA_BYTE_ARRAY', texts, text],
  ['BYTE_STREAM_SPLIT', { type: 'DOUBLE' }, double],
  ['BYTE_STREAM_SPLIT', { type: 'INT32' }, smallNumber],
  ['BYTE_STREAM_SPLIT', ofFour, fixed],
  ['RLE', { type: 'BOOLEAN' }, fc.boolean()],
  ['PLAIN', { type: 'BOOLEAN' }, fc.boolean()],
  ['PLAIN', texts, text],
])('%s of %j keeps each value', async (encoding, stored, value) => {
  const values = fc.array(fc.option(value), { minLength: 1, maxLength: 400 });
  await fc.assert(
    fc.asyncProperty(values, async (data) => {
      const expected = data.map((one) => {
        if (one === null) return null;
        return one instanceof Uint8Array ? Buffer.from(one).toString() : String(one);
      });
      expect(await read(encoding, stored, data)).toEqual(expected);
    }),
    { numRuns: 30 },
  );
});

test.each<[SchemaElement['converted_type'], unknown, string]>([
  ['UTF8', 'C:\\xC3', 'C:\\xC3'],
  ['JSON', { path: 'C:\\xC3' }, '{"path":"C:\\\\xC3"}'],
  ['ENUM', Buffer.from('C:\\xC3'), 'C:\\xC3'],
  [undefined, Buffer.from('C:\\xC3'), 'C:\\x5CxC3'],
])('a text declared as %s keeps what looks like a byte: %j', async (converted, value, due) => {
  const declared = converted === undefined ? {} : { converted_type: converted };
  expect(await read('PLAIN', { type: 'BYTE_ARRAY', ...declared }, [value])).toEqual([due]);
});
