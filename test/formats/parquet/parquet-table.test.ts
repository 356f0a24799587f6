import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Misfit } from '../../../src/formats/parquet/group.ts';
import { describeType, parseTypes, typeOf } from '../../../src/formats/parquet/types.ts';
import { anyCharacter } from '../../helpers/any-character.ts';
import { runs } from '../../helpers/runs.ts';
import { readBack, readMetadata, readObjects, type Written, writeRows } from './written.ts';

function typeIn({ written }: Written, name: string): string {
  const column = written.columns.find((one) => one.name === name);
  return column === undefined ? 'no such column' : describeType(typeOf(column.evidence));
}

const nines = (count: number) => '9'.repeat(count);

test.each([
  ['nothing', ['null'], 'text'],
  ['days', ['"2026-01-31"'], 'date'],
  ['invalid days', ['"2026-02-30"'], 'text'],
  ['words', ['"eu"'], 'text'],
  ['truths', ['true', 'false'], 'boolean'],
  ['objects', ['{}'], 'text'],
  ['counts', ['7', '-8'], 'int64'],
  ['eighteen digits', [nines(18)], 'int64'],
  ['nineteen digits', [nines(19)], 'decimal(38,0)'],
  ['money', ['-12.50', '3'], 'decimal(18,2)'],
  ['eighteen digits with a fraction', [`${nines(12)}.${nines(6)}`], 'decimal(18,6)'],
  ['nineteen digits with a fraction', [`${nines(13)}.${nines(6)}`], 'decimal(38,6)'],
  ['eighteen digits only together', [nines(12), `0.${nines(6)}`], 'decimal(18,6)'],
  ['nineteen digits only together', [nines(13), `0.${nines(6)}`], 'decimal(38,6)'],
  ['thirty-eight digits', [`${nines(20)}.${nines(18)}`], 'decimal(38,18)'],
  ['thirty-nine digits', [`${nines(21)}.${nines(18)}`], 'text'],
  ['exponents', ['1e-7', '2.5E2'], 'decimal(18,7)'],
  ['absurd exponents', ['1e99999'], 'text'],
  ['numbers and words', ['7', '"x"'], 'text'],
  ['days and words', ['"2026-01-31"', '"soon"'], 'text'],
])('a column of %s is %s, %s', async (_name, cells, type) => {
  const written = await writeRows([cells.map((cell) => `{"a":${cell}}`)]);
  expect(typeIn(written, 'a')).toBe(type);
  expect(await readObjects(written.file)).toHaveLength(cells.length);
});

const digitsOf = (most: number) =>
  fc
    .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** BigInt(most) - 1n }))
    .map(([isNegative, units]) => (isNegative && units > 0n ? -units : units));

/** Numbers of one column, all with the same places, so that they come back as they were written. */
const fixedColumn = fc
  .record({ most: fc.constantFrom(5, 15, 16, 17, 18, 19, 37, 38), places: fc.nat({ max: 12 }) })
  .chain(({ most, places }) =>
    fc.array(
      digitsOf(most).map((units) => formatUnits(units, Math.min(places, most - 1))),
      {
        minLength: 1,
        maxLength: 20,
      },
    ),
  );

function formatUnits(units: bigint, places: number): string {
  const text = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const sign = units < 0n ? '-' : '';
  if (places === 0) return `${sign}${text}`;
  return `${sign}${text.slice(0, -places)}.${text.slice(-places)}`;
}

const shortestColumn = fc.array(
  fc.oneof(
    fc.integer({ min: -1_000_000, max: 1_000_000 }).map((units) => String(units / 1000)),
    fc.integer().map(String),
  ),
  { minLength: 1, maxLength: 20 },
);

/** Some with zeros at their end and some without. */
const mixedColumn = fc
  .tuple(fixedColumn, fixedColumn, shortestColumn)
  .map((columns) => columns.flat())
  .filter((numbers) => {
    const sizes = numbers.map((number) => number.replace('-', '').split('.').map(sizeOf));
    const [whole, places] = [0, 1].map((part) => Math.max(...sizes.map((size) => size[part] ?? 0)));
    return (whole ?? 0) + (places ?? 0) <= 38;
  });

function sizeOf({ length }: string): number {
  return length;
}

/** Numbers that are written otherwise than their value and its places tell. */
const oddColumn = fc.array(
  fc.constantFrom('1e2', '2.5E-3', '1E+30', '-0', '-0.00', '0', '100', '1.50', '7'),
  { minLength: 1, maxLength: 20 },
);

test('numbers of any size keep every digit', async () => {
  const columns = fc.oneof(fixedColumn, shortestColumn, mixedColumn, oddColumn);
  await fc.assert(
    fc.asyncProperty(columns, async (numbers) => {
      const rows = numbers.map((number) => `{"a":${number}}`);
      const written = await writeRows([rows]);
      expect(await readBack(written)).toEqual(rows);
    }),
    { numRuns: runs(200) },
  );
});

const value = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom('eu', 'us', '2026-01-31', 'a,b', 'q"q', ''),
  fc.boolean(),
  fc.integer(),
  fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer()), { maxKeys: 3 }),
);

/** A column of one kind of value, since a column of several is text. */
const table = fc
  .array(
    fc.record({
      name: fc.string({ unit: anyCharacter, maxLength: 6 }).map((name) => `c${name}`),
      kind: fc.constantFrom('string', 'boolean', 'number', 'object'),
      absent: fc.constantFrom('null', 'missing'),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .chain((columns) => {
    const unique = [...new Map(columns.map((column) => [column.name, column])).values()];
    const cells = unique.map(({ name, kind, absent }) =>
      fc
        .option(
          value.filter((one) => typeof one === kind),
          { nil: undefined },
        )
        .map((one) => ({ name, absent, value: one })),
    );
    return fc.array(fc.tuple(...cells), { minLength: 1, maxLength: 30 });
  });

test('rows are read back unchanged, with all columns or only some', async () => {
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const texts = rows.map((cells) => {
        const members = cells
          .filter(({ absent, value: one }) => one !== undefined || absent === 'null')
          .map(({ name, value: one }): [string, unknown] => [name, one ?? null]);
        return JSON.stringify(Object.fromEntries(members));
      });
      // Nothing asks for rows without a column.
      fc.pre(texts.some((text) => text !== '{}'));
      const written = await writeRows([texts.slice(0, 7), texts.slice(7)]);
      // A column that only later rows have comes later in the table: the order of keys is not preserved.
      const parsed = (await readBack(written)).map((text) => JSON.parse(text));
      expect(parsed).toEqual(texts.map((text) => JSON.parse(text)));
      const [first] = written.written.columns;
      if (first === undefined) return;
      const some = (await readBack(written, [first.name], { from: 1, to: rows.length })).map(
        (text) => JSON.parse(text)[first.name],
      );
      expect(some).toEqual(parsed.slice(1).map((row) => row[first.name]));
    }),
    { numRuns: runs(200) },
  );
});

test('another Parquet reader sees days, texts, numbers and booleans', async () => {
  const { file } = await writeRows([
    ['{"day":"2026-10-01","cost":1.5,"n":3,"open":true,"tags":{"a":[1]},"note":"späte"}'],
    ['{"day":null,"cost":-0.25,"n":-4,"open":false,"tags":{}}'],
  ]);
  expect(await readObjects(file)).toEqual([
    { day: new Date('2026-10-01'), cost: 1.5, n: 3n, open: true, tags: '{"a":[1]}', note: 'späte' },
    { day: null, cost: -0.25, n: -4n, open: false, tags: '{}', note: null },
  ]);
});

test('types widened and columns added by later rows apply to every row group', async () => {
  const page = (from: number, more: (row: number) => string) =>
    Array.from({ length: 5000 }, (_, row) => `{"n":${from + row}${more(row)}}`);
  const pages = Array.from({ length: 26 }, (_, at) => page(at * 5000, () => ''));
  const written = await writeRows([...pages, ['{"n":0.125,"late":"x"}']]);
  const { row_groups: groups, schema } = readMetadata(written.file);
  expect(groups.map(({ num_rows }) => Number(num_rows))).toEqual([125_000, 5001]);
  expect(schema.map(({ name, scale }) => [name, scale])).toEqual([
    ['root', undefined],
    ['n', 3],
    ['late', undefined],
  ]);
  const back = await readBack(written, ['n'], { from: 124_998, to: 125_002 });
  expect(back).toEqual(['{"n":124998}', '{"n":124999}', '{"n":125000}', '{"n":125001}']);
});

test('the properties of objects become text columns', async () => {
  const { file, written } = await writeRows(
    [
      ['{"tags":{"team":"search","n":1,"deep":{"er":true}}}', '{"tags":{"team":null}}'],
      ['{"tags":"none"}', '{"tags":{"team":"web"},"tags.n":9}'],
    ],
    { opensObjects: true },
  );
  expect(written.columns.map(({ name, inside }) => [name, inside]).sort()).toEqual([
    ['tags', undefined],
    ['tags.deep', 'tags'],
    ['tags.deep.er', 'tags'],
    ['tags.n', undefined],
    ['tags.team', 'tags'],
  ]);
  expect((await readObjects(file)).map((row) => row['tags.team'])).toEqual([
    'search',
    null,
    null,
    'web',
  ]);
});

test('numbers after the first page of their group keep every digit, with and without nulls', async () => {
  const numbers = (row: number) => ['', '0', 'e3'].map((end) => `${row}.5${end}`)[row % 3];
  for (const isFull of [true, false]) {
    const cell = (row: number) => (isFull || row % 7 > 0 ? numbers(row) : 'null');
    const rows = Array.from({ length: 70_000 }, (_, row) => `{"a":${cell(row)}}`);
    const written = await writeRows([rows]);
    for (const from of [32_767, 32_768, 40_000, 69_990]) {
      const range = { from, to: from + 10 };
      expect(await readBack(written, ['a'], range)).toEqual(rows.slice(from, from + 10));
    }
  }
});

test('a column named like a property of an object replaces it in every row group', async () => {
  const rows = Array.from({ length: 5000 }, () => '{"tags":{"n":1}}');
  const pages = Array.from({ length: 25 }, () => rows);
  const written = await writeRows([...pages, ['{"tags.n":9}']], { opensObjects: true });
  const range = { from: 124_999, to: 125_001 };
  expect(await readBack(written, undefined, range)).toEqual(['{"tags":{"n":1}}', '{"tags.n":9}']);
});

test('a chosen path is a column, or else a property of an object', async () => {
  const rows = '{"a.b":1} {"a":{"b":2}} {"x":0,"a.b":3} {"a":{"b":4},"a.b":5} {"a":6}'.split(' ');
  const { file } = await writeRows([rows], { chosen: ['a.b'] });
  expect((await readObjects(file)).map((row) => row['a.b'])).toEqual([1n, 2n, 3n, 5n, null]);
});

test('a value that does not fit the given type is rejected', async () => {
  const written = writeRows([['{"a":1.5}', '{"a":1.005}']], {
    types: parseTypes('a=decimal(9,2)'),
  });
  await expect(written).rejects.toThrow(Misfit);
});

test.each([
  ['a=date', '"1970-01-02"', new Date('1970-01-02')],
  ['a=double', '0.5', 0.5],
  ['a=double', '"0.5"', 0.5],
  ['a=int64', '9223372036854775807', 2n ** 63n - 1n],
  ['a=int64', '-9223372036854775808', -(2n ** 63n)],
  ['a=int64', '7.0', 7n],
  ['a=decimal(4,2)', '1.500', 1.5],
  ['a=decimal(4,2)', '"99.25"', 99.25],
  ['a=text', '1e5', '1e5'],
])('with %s, %s is stored', async (types, cell, stored) => {
  const { file } = await writeRows([[`{"a":${cell}}`]], { types: parseTypes(types) });
  expect(await readObjects(file)).toEqual([{ a: stored }]);
});

test.each([
  ['a=date', '"1970-02-30"'],
  ['a=boolean', '"true"'],
  ['a=double', '"eu"'],
  ['a=double', '1e400'],
  ['a=int64', '9223372036854775808'],
  ['a=int64', '-9223372036854775809'],
  ['a=int64', '7.5'],
  ['a=int64', '"seven"'],
  ['a=int64', '""'],
  ['a=decimal(4,2)', '100'],
  ['a=decimal(4,2)', '"."'],
])('with %s, %s does not fit', async (types, cell) => {
  const written = writeRows([[`{"a":${cell}}`]], { types: parseTypes(types) });
  await expect(written).rejects.toThrow(Misfit);
});

test.each(['int64', 'decimal(18,2)', 'decimal(38,2)', 'double', 'date'])(
  'an empty text does not fit %s, whatever is stored next to it',
  async (type) => {
    const near = type === 'date' ? '2026-10-01' : '1';
    const rows = [near, '', near.replace('1', '2')].map((text) => `{"a":"${text}"}`);
    const written = writeRows([rows], { types: parseTypes(`a=${type}`) });
    await expect(written).rejects.toThrow(new Misfit('a', ''));
  },
);

test.each([
  ['decimal(38,4)', ['1e3', '"+5"', '-0', '"1E-2"', '2.50', '"-0"']],
  ['decimal(18,2)', ['"1.50"', '"2.25"', '"0"']],
  ['decimal(38,2)', ['"007"', '"1.5000"', '"00"', '"-00.5"', '"1.50"', '"3"']],
  ['int64', ['"7.0"', '"007"', '"8"', '9', '"-0.0"']],
])('texts that are stored as %s come back as they were written', async (type, cells) => {
  const rows = cells.map((cell) => `{"a":${cell}}`);
  for (const all of [rows, Array.from({ length: 100 }, () => rows).flat()]) {
    const written = await writeRows([all], { types: parseTypes(`a=${type}`) });
    const texts = all.map((row) => row.replace(/:([^"]*)}/, ':"$1"}'));
    expect(await readBack(written)).toEqual(texts);
  }
});

test('texts that look like objects stay texts next to objects, in each group of rows', async () => {
  const nested = ['{"a":1}', '[]', '{}', '[1.0,"x"]', '{"b":1,"a":null}'];
  const others = ['{\n"a": 1}', '{"a":1,"a":2}', '["\\u0041"]', '[', 'x', '', '{', '[]]'];
  const texts = [...nested, ...others].map((text) => `{"a":${JSON.stringify(text)}}`);
  const mixed = [...nested.map((cell) => `{"a":${cell}}`), ...texts, '{"a":null}'];
  for (const rows of [mixed, Array.from({ length: 200 }, () => mixed).flat()]) {
    expect(await readBack(await writeRows([rows]))).toEqual(rows);
  }
  // The first group has texts alone.
  const pages = Array.from({ length: 25 }, () => Array.from({ length: 400 }, () => texts).flat());
  const written = await writeRows([...pages, mixed]);
  const to = written.written.rows;
  const range = { from: to - mixed.length - texts.length, to };
  expect(await readBack(written, ['a'], range)).toEqual([...texts, ...mixed]);
});

test('columns that packing makes no smaller are stored as they are, next to packed ones', async () => {
  const rows = Array.from({ length: 40_000 }, (_, row) => {
    const chance = (BigInt(row + 1) * 6364136223846793005n) & ((1n << 53n) - 1n);
    const name = row % 5 === 0 ? 'null' : `"a name that is repeated, ${row % 3000}"`;
    return `{"cost":${chance},"name":${name}}`;
  });
  const written = await writeRows([rows]);
  const [group] = readMetadata(written.file).row_groups;
  expect(group?.columns.map((column) => column.meta_data?.codec)).toEqual([
    'UNCOMPRESSED',
    'SNAPPY',
  ]);
  expect(await readBack(written)).toEqual(rows);
  const parsed = await readObjects(written.file);
  expect(parsed.map(({ cost, name }) => `${cost} ${name}`)).toEqual(
    rows.map((text) => {
      const { cost, name } = JSON.parse(text) as { cost: number; name: string | null };
      return `${cost} ${name}`;
    }),
  );
});
