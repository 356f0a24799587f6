import { open } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readParquetRows } from '../../../src/formats/parquet/read-any.ts';
import { ThriftWriter, thrift } from '../../../src/formats/parquet/thrift.ts';
import { createFile } from '../../focus/files.ts';

const types = { boolean: 0, int32: 1, int64: 2, bytes: 6, fixed: 7 } as const;
const encodings = { plain: 0, rle: 3, deltas: 5, deltaLengths: 6, deltaTexts: 7, dictionary: 8 };
const codecs = { none: 0, snappy: 1 } as const;
const [required, optional] = [0, 1];

interface Page {
  readonly kind?: 'data' | 'dataV2' | 'dictionary';
  readonly values?: number;
  readonly encoding?: number;
  readonly bytes: readonly number[];
  readonly size?: number;
  readonly stored?: number;
  readonly levels?: readonly number[];
  readonly nulls?: number;
}

interface Column {
  readonly type: number;
  readonly repetition?: number;
  readonly codec?: number;
  readonly rows?: number;
  /** Of all rows; one each by default. */
  readonly values?: number;
  readonly decimalScale?: number;
  readonly pages: readonly Page[];
}

function writePage({
  kind = 'data',
  values = 1,
  encoding = 0,
  bytes,
  size,
  stored,
  levels = [0, 0],
  nulls = 0,
}: Page) {
  const header = new ThriftWriter();
  header.listStruct(() => {
    header.int(1, { data: 0, dictionary: 2, dataV2: 3 }[kind]);
    header.int(2, size ?? bytes.length);
    header.int(3, stored ?? bytes.length);
    header.struct({ data: 5, dictionary: 7, dataV2: 8 }[kind], () => {
      header.int(1, values);
      if (kind === 'dataV2') {
        header.int(2, nulls);
        header.int(3, values);
        header.int(4, encoding);
        for (const [place, length] of levels.entries()) header.int(5 + place, length);
      } else {
        header.int(2, encoding);
        header.int(3, encodings.rle);
        header.int(4, encodings.rle);
      }
    });
  });
  return Buffer.concat([header.bytes.written(), Buffer.from(bytes)]);
}

function writeFile({
  type,
  repetition = required,
  codec = codecs.none,
  rows = 1,
  values = rows,
  decimalScale,
  pages,
}: Column) {
  const body = Buffer.concat([Buffer.from('PAR1'), ...pages.map(writePage)]);
  const footer = new ThriftWriter();
  footer.listStruct(() => {
    footer.int(1, 1);
    footer.list(2, thrift.struct, [0, 1], (element) =>
      footer.listStruct(() => {
        if (element === 0) {
          footer.text(4, 'root');
          footer.int(5, 1);
          return;
        }
        footer.int(1, type);
        if (type === types.fixed) footer.int(2, 4);
        footer.int(3, repetition);
        footer.text(4, 'cost');
        if (decimalScale === undefined) return;
        footer.int(6, 5);
        footer.int(7, decimalScale);
        footer.int(8, 9);
      }),
    );
    footer.long(3, rows);
    footer.list(4, thrift.struct, [0], () =>
      footer.listStruct(() => {
        footer.list(1, thrift.struct, [0], () =>
          footer.listStruct(() => {
            footer.long(2, 4);
            footer.struct(3, () => {
              footer.int(1, type);
              footer.list(2, thrift.i32, [0], () => footer.listInt(0));
              footer.list(3, thrift.binary, ['cost'], (name) => footer.listText(name));
              footer.int(4, codec);
              footer.long(5, values);
              footer.long(6, body.length - 4);
              footer.long(7, body.length - 4);
              footer.long(9, 4);
            });
          }),
        );
        footer.long(2, body.length);
        footer.long(3, rows);
      }),
    );
  });
  return withFooter(body, Buffer.from(footer.bytes.written()));
}

function withFooter(body: Buffer, footer: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([body, footer, length, Buffer.from('PAR1')]);
}

async function read(file: Buffer): Promise<string> {
  const path = createFile('hostile.parquet', file);
  const handle = await open(path);
  try {
    const cells: unknown[] = [];
    await readParquetRows(
      { path, handle },
      { open: () => undefined, take: ([cell]) => cells.push(cell) },
    );
    return `rows: ${cells.join(' ')}`;
  } catch (error) {
    return error instanceof Error ? error.message.replace(path, 'FILE') : String(error);
  } finally {
    await handle.close();
  }
}

const int32 = (value: number) => [value, 0, 0, 0];
const prefixed = (...bytes: number[]) => [...int32(bytes.length), ...bytes];
/** A varint of 2^30 and more. */
const most = [0xfe, 0xff, 0xff, 0xff, 0x0f] as const;
const mostPacked = [0xff, 0xff, 0xff, 0xff, 0x0f] as const;
const one: Page = { bytes: int32(7) };
const few: Page = { kind: 'dictionary', bytes: int32(7) };
const numbers = { encoding: encodings.dictionary } as const;
const second = { kind: 'dataV2', ...numbers } as const;

test('the files below are read if nothing is wrong with them', async () => {
  const { int32: type } = types;
  expect(await read(writeFile({ type, pages: [one] }))).toBe('rows: 7');
  expect(await read(writeFile({ type, pages: [few, { ...numbers, bytes: [1, 2, 0] }] }))).toBe(
    'rows: 7',
  );
  expect(await read(writeFile({ type, pages: [few, { ...second, bytes: [0, 2] }] }))).toBe(
    'rows: 7',
  );
});

test.each<[string, Partial<Column> & { readonly pages: readonly Page[] }, string]>([
  [
    'a run of a thousand million values',
    { pages: [few, { ...numbers, bytes: [1, ...most, 0] }] },
    'page 2: a page has more values than it states',
  ],
  ...[2, 3, 255].map((level): [string, Partial<Column> & { pages: Page[] }, string] => [
    `a level of ${level} where one is the greatest`,
    { repetition: optional, pages: [{ bytes: [...prefixed(2, level), ...int32(7)] }] },
    'page 1: a page has levels that its column cannot have',
  ]),
  ...[optional, required].flatMap((repetition) =>
    [encodings.plain, encodings.dictionary].map(
      (encoding): [string, Partial<Column> & { pages: Page[] }, string] => [
        `nulls that its levels do not have, repetition ${repetition}, encoding ${encoding}`,
        {
          repetition,
          pages: [
            few,
            {
              ...{ kind: 'dataV2', encoding, nulls: 1 },
              ...(repetition === optional ? { bytes: [2, 1], levels: [2, 0] } : { bytes: [] }),
            },
          ],
        },
        'page 2: a page does not have as many values as it states',
      ],
    ),
  ),
  [
    'a run of levels',
    { repetition: optional, pages: [{ bytes: [...prefixed(...most, 1), ...int32(7)] }] },
    'page 1: a page has more values than it states',
  ],
  [
    'packed numbers of no bits',
    { pages: [few, { ...second, bytes: [0, ...mostPacked] }] },
    'page 2: a page has more values than it states',
  ],
  [
    'runs of nothing, to the end of the page',
    { pages: [few, { ...numbers, bytes: [1, ...Array.from({ length: 3000 }, () => 0)] }] },
    'page 2: a page has fewer bytes than values',
  ],
  [
    'more values than the column has rows',
    { pages: [{ ...one, values: 2 ** 24 }] },
    'page 1: it has more values than its column',
  ],
  [
    'more values than any page has',
    { rows: 2 ** 30, pages: [{ ...one, values: 2 ** 30 }] },
    'page 1: a page is larger than any program writes',
  ],
  [
    'a dictionary of more values than bytes',
    { pages: [{ ...few, values: 2 ** 25 }] },
    'page 1: a page has fewer bytes than values',
  ],
  [
    'a page without a dictionary',
    { pages: [{ ...numbers, bytes: [1, 2, 0] }] },
    'page 1: its dictionary is missing',
  ],
  [
    'a page that unpacks to a gigabyte',
    { codec: codecs.snappy, pages: [{ bytes: [4, 12, 7, 0, 0, 0], size: 2 ** 30 }] },
    'page 1: a page is larger than any program writes',
  ],
  [
    'a compressed page that goes back',
    { codec: codecs.snappy, pages: [{ bytes: [4, 0xfc, 0xf0, 0xff, 0xff, 0xff, 0], size: 4 }] },
    'page 1: a page cannot be unpacked',
  ],
  [
    'a page of negative size',
    { pages: [{ ...one, stored: -5 }] },
    'page 1: a page has an impossible size',
  ],
  [
    'a page that does not say where its levels begin',
    { pages: [few, { ...second, bytes: [0, 2], levels: [] }] },
    'page 2: a page has an impossible size',
  ],
  ['a page beyond the end', { pages: [{ ...one, stored: 5 }] }, 'page 1: a page is cut short'],
  [
    'differences in blocks of negative size',
    {
      type: types.int32,
      rows: 9,
      pages: [
        {
          values: 9,
          encoding: encodings.deltas,
          bytes: [0x80, 0xff, 0xff, 0xff, 0x0f, 1, 9, 0, 0, 255, 0, 0],
        },
      ],
    },
    'page 1: its blocks have an impossible size',
  ],
  [
    'a text that repeats more than the one before it has',
    {
      type: types.bytes,
      pages: [
        {
          encoding: encodings.deltaTexts,
          bytes: [0x80, 1, 4, 1, 0xfe, 0xff, 0xff, 0xff, 0x0f, 0x80, 1, 4, 1, 0],
        },
      ],
    },
    'page 1: a text has an impossible length',
  ],
  [
    'a text longer than its page',
    { type: types.bytes, pages: [{ bytes: [255, 0, 0, 0, 65] }] },
    'page 1: a page has fewer bytes than values',
  ],
])('%s', async (_name, column, problem) => {
  expect(await read(writeFile({ type: types.int32, ...column }))).toBe(
    `cannot read FILE: it is damaged: row group 1, column 'cost', ${problem}`,
  );
});

test.each([0, 1])('lists whose page counts %i missing values', async (nulls) => {
  // [7, 8], nothing and [9]: programs differ in whether they count nothing as a null.
  const [repetitions, definitions] = [
    [3, 0b0010],
    [3, 0b1011],
  ];
  const bytes = [...repetitions, ...definitions, ...int32(7), ...int32(8), ...int32(9)];
  const page: Page = { kind: 'dataV2', values: 4, nulls, bytes, levels: [2, 2] };
  const file = writeFile({ type: types.int32, repetition: 2, rows: 3, values: 4, pages: [page] });
  expect(await read(file)).toBe('rows: [7,8]  [9]');
});

test('what is not supported: a decimal with too many places, an encoding that wraps around', async () => {
  const wide = writeFile({ type: types.int32, decimalScale: 2 ** 30, pages: [one] });
  expect(await read(wide)).toBe('cannot read FILE: its scale 1073741824 is not supported');
  const page: Page = { encoding: 2 ** 32 + encodings.dictionary, bytes: [1, ...most, 0] };
  expect(await read(writeFile({ type: types.int32, pages: [few, page] }))).toBe(
    "cannot read FILE: row group 1, column 'cost', page 2: its encoding 4294967304 is not supported",
  );
});

test('a footer with a number of a million bytes', async () => {
  const number = Buffer.concat([
    Buffer.from([0x36]),
    Buffer.alloc(1 << 20, 0x80),
    Buffer.from([1, 0]),
  ]);
  expect(await read(withFooter(Buffer.from('PAR1'), number))).toBe(
    'cannot read FILE: it is damaged: a structure cannot be read',
  );
});
