import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ColumnMemory, decodeChunk } from '../../../src/formats/parquet/decode-chunk.ts';
import { Entries } from '../../../src/formats/parquet/entries.ts';
import { encodings } from '../../../src/formats/parquet/footer.ts';
import { packSnappy } from '../../../src/formats/parquet/pack-snappy.ts';
import { ThriftWriter } from '../../../src/formats/parquet/thrift.ts';
import type { ParquetType } from '../../../src/formats/parquet/types.ts';
import { unpackSnappy } from '../../../src/formats/parquet/unpack-raw.ts';

const rows = 16;

/** A page of rows that all have a value; `length` is what it says of its levels. */
function pageOf(length: number, levels: readonly number[], values: readonly number[]): Buffer {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32LE(length);
  return Buffer.concat([prefix, Buffer.from([...levels, ...values])]);
}

function storedPage(field: number, page: Buffer, count: number, encoding: number): Buffer {
  const packed = packSnappy(page);
  const header = new ThriftWriter();
  header.listStruct(() => {
    header.int(1, field === 7 ? 2 : 0);
    header.int(2, page.length);
    header.int(3, packed.length);
    header.struct(field, () => {
      header.int(1, count);
      header.int(2, encoding);
    });
  });
  return Buffer.concat([header.bytes.written(), packed]);
}

interface Kind {
  readonly type: ParquetType;
  readonly encoding: number;
  readonly values: readonly number[];
}

const zeros = (count: number) => Array.from({ length: count }, () => 0);
const kinds = {
  'plain numbers': {
    type: { kind: 'integer' },
    encoding: encodings.plain,
    values: zeros(rows * 8),
  },
  flags: { type: { kind: 'boolean' }, encoding: encodings.plain, values: [0, 0] },
  'numbers of a dictionary': {
    type: { kind: 'integer' },
    encoding: encodings.rleDictionary,
    values: [1, rows * 2, 0],
  },
} satisfies Readonly<Record<string, Kind>>;

/** How many values are found in it. */
function decode({ type, encoding }: Kind, page: Buffer, nulls: number): number {
  const isNumbered = encoding === encodings.rleDictionary;
  const dictionary = storedPage(7, Buffer.from(zeros(8)), 1, encodings.plain);
  const bytes = Buffer.concat([
    ...(isNumbered ? [dictionary] : []),
    storedPage(5, page, rows, encoding),
  ]);
  const values = new Entries({ type, json: 'text', spelling: 'shortest' });
  const part = {
    ...{ values: rows, definition: 1, repetition: 0, type: undefined, unpack: unpackSnappy },
    ...{ isFull: nulls === 0, isInOrder: nulls === 0 && !isNumbered, hasPlaces: false },
  };
  decodeChunk(bytes, part, values, { from: 0, to: rows }, new ColumnMemory());
  return values.count;
}

const full = [rows * 2, 1];
const withNulls = [0, 1];

test.each(
  Object.entries(kinds).flatMap(([name, kind]) =>
    withNulls.map((nulls) => [name, nulls, kind] as const),
  ),
)(
  '%s of a column with %i nulls: levels that end beyond the page are refused',
  (_name, nulls, kind) => {
    expect(decode(kind, pageOf(full.length, full, kind.values), nulls)).toBeGreaterThan(0);
    const size = full.length + kind.values.length;
    const lengths = fc.oneof(
      fc.integer({ min: size + 1, max: size + 100 }),
      fc.integer({ min: size + 1, max: 0xffffffff }),
      fc.integer({ min: 0xffffff00, max: 0xffffffff }),
    );
    fc.assert(
      fc.property(lengths, (length) => {
        expect(() => decode(kind, pageOf(length, full, kind.values), nulls)).toThrow(
          'a page has fewer bytes than values',
        );
      }),
    );
    expect(() => decode(kind, Buffer.from([1, 0]), nulls)).toThrow('fewer bytes than values');
  },
);

test.each(Object.entries(kinds))(
  '%s: no levels say more than one value of a row',
  (_name, kind) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 255 }),
        fc.integer({ min: 1, max: rows }),
        (level, run) => {
          const levels = [run * 2, level, ...(run === rows ? [] : [(rows - run) * 2, 0])];
          expect(() => decode(kind, pageOf(levels.length, levels, kind.values), 1)).toThrow(
            'a page has levels that its column cannot have',
          );
        },
      ),
    );
  },
);

test('flags that are not there are refused', () => {
  expect(() => decode(kinds.flags, pageOf(full.length, full, [0]), 0)).toThrow(
    'a page has fewer bytes than values',
  );
});
