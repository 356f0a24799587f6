import { expect, test } from 'vitest';
import { decodeChunk } from '../../../src/formats/parquet/decode-chunk.ts';
import { encodings } from '../../../src/formats/parquet/footer.ts';
import { StoredValues } from '../../../src/formats/parquet/stored-values.ts';
import { ThriftWriter } from '../../../src/formats/parquet/thrift.ts';

const memory = { rows: (count: number) => new Int32Array(count) };
const type = { type: 'INT32', typeLength: 0 };

function pageOf(kind: 'data' | 'dictionary', values: number, encoding: number, bytes: Buffer) {
  const header = new ThriftWriter();
  header.listStruct(() => {
    header.int(1, kind === 'data' ? 0 : 2);
    header.int(2, bytes.length);
    header.int(3, bytes.length);
    header.struct(kind === 'data' ? 5 : 7, () => {
      header.int(1, values);
      header.int(2, encoding);
    });
  });
  return Buffer.concat([header.bytes.written(), bytes]);
}

const int32s = (...numbers: number[]) => Buffer.from(Int32Array.from(numbers).buffer);
const dictionary = pageOf('dictionary', 3, encodings.plain, int32s(10, 20, 30));
/** Eight rows with the second value, eight with the third, and eight with values of their own. */
const pages = [
  pageOf('data', 8, encodings.rleDictionary, Buffer.from([2, 16, 1])),
  pageOf('data', 8, encodings.rleDictionary, Buffer.from([2, 16, 2])),
  pageOf('data', 8, encodings.plain, int32s(1, 2, 3, 4, 5, 6, 7, 8)),
];
const rows = [
  20, 20, 20, 20, 20, 20, 20, 20, 30, 30, 30, 30, 30, 30, 30, 30, 1, 2, 3, 4, 5, 6, 7, 8,
];

function decode(chunk: readonly Buffer[], from: number, to: number): number[] {
  const values = new StoredValues();
  values.begin(type);
  const part = {
    ...{ values: rows.length, definition: 0, repetition: 0, type },
    ...{ isFull: true, isInOrder: false, hasPlaces: false, unpack: (stored: Uint8Array) => stored },
  };
  const numbers = decodeChunk(Buffer.concat(chunk), part, values, { from, to }, memory);
  return Array.from(numbers, (value) => values.bytes.view.getInt32(value * 4, true));
}

test('a column whose dictionary grew too large has the values of all rows, whichever are wanted', () => {
  for (let from = 0; from < rows.length; from += 1) {
    for (let to = from + 1; to <= rows.length; to += 1) {
      expect(decode([dictionary, ...pages], from, to)).toEqual(rows.slice(from, to));
    }
  }
});

test('a dictionary behind other pages is refused', () => {
  const [first = dictionary, ...others] = pages;
  expect(() => decode([dictionary, first, dictionary, ...others], 0, rows.length)).toThrow(
    'page 3: its dictionary does not come first',
  );
});
