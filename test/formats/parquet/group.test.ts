import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { encodings } from '../../../src/formats/parquet/footer.ts';
import { prefixed } from '../../../src/formats/parquet/levels.ts';
import { readPageHeader } from '../../../src/formats/parquet/page-header.ts';
import { parseTypes } from '../../../src/formats/parquet/types.ts';
import { readBack, readMetadata, readObjects, writeRows } from './written.ts';

/** The columns of the first group of rows, as a reader that is not ours sees them. */
function columnsOf(file: Buffer) {
  const [group] = readMetadata(file).row_groups;
  return (group?.columns ?? []).map(({ meta_data: found }) => {
    if (found === undefined) throw new Error('a column without a description');
    const dataAt = Number(found.data_page_offset);
    const dictionaryAt = found.dictionary_page_offset;
    const from = dictionaryAt === undefined ? dataAt : Number(dictionaryAt);
    return {
      ...{ from, dataAt, hasDictionary: dictionaryAt !== undefined, codec: found.codec },
      end: from + Number(found.total_compressed_size),
      plainSize: Number(found.total_uncompressed_size),
      values: Number(found.num_values),
      nulls: Number(found.statistics?.null_count),
      limits: [found.statistics?.min_value, found.statistics?.max_value],
    };
  });
}

function pagesOf(file: Buffer, { from, end }: { readonly from: number; readonly end: number }) {
  const pages = [];
  for (let at = from; at < end; ) {
    const page = readPageHeader(file, at);
    pages.push({ ...page.header, at, plain: page.end - at + page.header.size });
    at = page.end + page.header.stored;
  }
  return pages;
}

/** A column `a` of JSON texts; `undefined`: the row lacks it. */
const columnOf = (cells: readonly (string | undefined)[]) =>
  cells.map((cell) => (cell === undefined ? '{"z":1}' : `{"a":${cell},"z":1}`));

async function describeCells(cells: readonly (string | undefined)[], types = '') {
  const given = types === '' ? {} : { types: parseTypes(types) };
  const { file } = await writeRows([columnOf(cells)], given);
  const [found] = columnsOf(file);
  if (found === undefined) throw new Error('no column');
  return found;
}

const day = (text: string) => new Date(`${text}T00:00:00Z`);

test.each<[string, readonly (string | undefined)[], unknown, unknown, number]>([
  ['one text', ['"b"'], 'b', 'b', 0],
  ['texts that fall', ['"c"', '"b"', '"a"'], 'a', 'c', 0],
  ['texts that rise', ['"a"', '"b"', '"c"'], 'a', 'c', 0],
  ['texts in any order, and none', ['"b"', 'null', '"d"', undefined, '"a"', '"c"'], 'a', 'd', 2],
  ['a text and its beginning', ['"ab"', '"a"', '"abc"'], 'a', 'abc', 0],
  ['an empty text', ['"a"', '""'], '', 'a', 0],
  ['integers', ['7', '-3', 'null', '4294967296', '5'], -3n, 4294967296n, 1],
  [
    'days',
    ['"2026-11-02"', '"1969-12-31"', '"2026-01-31"'],
    day('1969-12-31'),
    day('2026-11-02'),
    0,
  ],
  ['money', ['1.50', '-2.25', '0.75'], -2.25, 1.5, 0],
  ['numbers of more than 18 digits', ['1234567890123456789', '1'], undefined, undefined, 0],
  ['truths', ['true', 'false'], undefined, undefined, 0],
  ['no value at all', ['null', 'null'], undefined, undefined, 2],
])('the limits of %s', async (_name, cells, least, greatest, nulls) => {
  const found = await describeCells(cells);
  expect(found.limits).toEqual([least, greatest]);
  expect(found).toMatchObject({ nulls, values: cells.length });
});

test.each([
  ['x'.repeat(64), true],
  ['x'.repeat(65), false],
  ['é'.repeat(32), true],
  [`${'é'.repeat(32)}x`, false],
])('a column with the text %s has limits: %s', async (text, hasLimits) => {
  // In no place, and neither as the least nor as the greatest, is a long text left out of them.
  for (const cells of [[text, 'a', 'ÿ'], ['a', text, 'ÿ'], ['a', 'ÿ', text], [text]]) {
    const { limits } = await describeCells(cells.map((cell) => JSON.stringify(cell)));
    const [least, greatest] = [...cells]
      .sort()
      .filter((_, at, all) => at === 0 || at === all.length - 1);
    const expected = hasLimits ? [least, greatest ?? least] : [undefined, undefined];
    expect(limits).toEqual(expected);
  }
});

const texts = (...cells: readonly string[]) => cells.map((cell) => JSON.stringify(cell));

test.each<[string, readonly string[], boolean]>([
  ['one number', ['7'], false],
  ['the same number twice', ['7', '7'], true],
  ['two numbers', ['7', '8'], false],
  ['two numbers, of which one comes twice', ['7', '8', '7'], true],
  ['one text', texts('abc'), false],
  ['the same text twice', texts('abc', 'abc'), true],
  ['two texts', texts('aaaa', 'b'), false],
  ['two texts, of which the shorter comes twice', texts('aaaa', 'b', 'b'), true],
  // One text less to store, for three bits a row: four bytes for 27 bits, and then for 40.
  ['eight texts, of which an empty one comes twice', texts(...'abcdefg', '', ''), true],
  ['nine texts, of which an empty one comes twice', texts(...'abcdefgh', '', ''), false],
  ['truths', ['true', 'true', 'true', 'true'], false],
  ['nothing', ['null', 'null', 'null'], false],
])('of %s, a dictionary is stored only if it is smaller', async (_name, cells, hasDictionary) => {
  expect((await describeCells(cells)).hasDictionary).toBe(hasDictionary);
});

const pageRows = 32_768;

test.each([pageRows, pageRows + 1])('%i rows are stored in pages of 32,768', async (count) => {
  const rows = Array.from(
    { length: count },
    (_, row) => `{"name":"service ${row % 300}","cost":${row}.25,"open":${row % 3 === 0}}`,
  );
  const { file } = await writeRows([rows]);
  const columns = columnsOf(file);
  const [name, cost, open] = columns;
  expect([name?.hasDictionary, cost?.hasDictionary, open?.hasDictionary]).toEqual([
    ...[true, false, false],
  ]);
  let at = 4;
  for (const column of columns) {
    // One after the other, without a byte between them.
    expect(column.from).toBe(at);
    at = column.end;
    const pages = pagesOf(file, column);
    const data = pages.filter(({ kind }) => kind === 'data');
    expect(data.map(({ values }) => values)).toEqual(
      count === pageRows ? [pageRows] : [pageRows, 1],
    );
    expect(data[0]?.at).toBe(column.dataAt);
    expect(pages.reduce((sum, page) => sum + page.plain, 0)).toBe(column.plainSize);
    const dictionaries = pages.filter(({ kind }) => kind === 'dictionary');
    expect(dictionaries.map(({ values, encoding }) => [values, encoding])).toEqual(
      column.hasDictionary ? [[300, encodings.plain]] : [],
    );
    const encoding = column.hasDictionary ? encodings.rleDictionary : encodings.plain;
    expect(new Set(data.map((page) => page.encoding))).toEqual(new Set([encoding]));
    if (column.codec === 'SNAPPY') continue;
    for (const { stored, size } of pages) expect(stored).toBe(size);
  }
  const parsed = await readObjects(file);
  expect(parsed.map(({ name, cost, open }) => `${name} ${cost} ${open}`)).toEqual(
    rows.map((_, row) => `service ${row % 300} ${row}.25 ${row % 3 === 0}`),
  );
});

const digest = (row: number) => createHash('sha256').update(`${row}`).digest('base64');

test.each<[string, (row: number) => string, string]>([
  ['that begin alike', (row) => `the same beginning, ${digest(row).slice(0, 16)}`, 'SNAPPY'],
  ['without a pattern', digest, 'UNCOMPRESSED'],
])('texts %s are compressed only if that saves room', async (_name, textOf, codec) => {
  const rows = Array.from({ length: 500 }, (_, row) =>
    JSON.stringify({ a: textOf(row), b: textOf(row + 500), c: textOf(row + 1000) }),
  );
  const { file } = await writeRows([rows]);
  expect(columnsOf(file).map((column) => column.codec)).toEqual([codec, codec, codec]);
  expect((await readObjects(file)).map((row) => JSON.stringify(row))).toEqual(rows);
});

/** What follows the levels of the only page of rows. */
async function contentOf(cells: readonly (string | undefined)[]): Promise<Buffer> {
  const { file } = await writeRows([columnOf(cells)]);
  const [column] = columnsOf(file);
  expect(column?.codec).toBe('UNCOMPRESSED');
  const { header, end } = readPageHeader(file, column?.dataAt ?? 0);
  const page = file.subarray(end, end + header.stored);
  return page.subarray(4 + prefixed(page, 0).length);
}

test.each([
  [1, '01'],
  [7, '7f'],
  [8, 'ff'],
  [9, 'ff01'],
  [16, 'ffff'],
])('%i truths take a bit each, and those of no row are 0', async (count, bits) => {
  const truths = Array.from({ length: count }, () => 'true');
  expect((await contentOf(truths)).toString('hex')).toBe(bits);
  expect((await contentOf(['null', ...truths, undefined])).toString('hex')).toBe(bits);
});

test.each([
  [2, 1],
  [3, 2],
  [4, 2],
  [5, 3],
])('the numbers of %i values have %i bits', async (count, width) => {
  const cells = Array.from({ length: 3 * count }, (_, row) => JSON.stringify(digest(row % count)));
  expect((await contentOf(cells))[0]).toBe(width);
});

test('rows with and without a value come back, in each kind of column and over pages', async () => {
  const rows = Array.from({ length: pageRows + 70 }, (_, row) => {
    const cells = {
      ...(row % 7 === 0 ? {} : { few: `name ${row % 5}` }),
      ...(row % 5 === 1 ? { many: null } : { many: `text ${row}` }),
      ...(row % 11 < 4 ? {} : { open: row % 2 === 0 }),
      n: row % 3 === 0 ? null : row * 1000,
    };
    return JSON.stringify(cells);
  });
  const written = await writeRows([rows]);
  const columns = columnsOf(written.file);
  expect(columns.map(({ hasDictionary }) => hasDictionary).sort()).toEqual([
    ...[false, false, false, true],
  ]);
  const sorted = (text: string) =>
    JSON.stringify(
      Object.entries(JSON.parse(text)).sort(([one], [other]) => (one < other ? -1 : 1)),
    );
  expect((await readBack(written)).map(sorted)).toEqual(rows.map(sorted));
  const seen = await readObjects(written.file);
  expect(seen.map(({ few, many, open, n }) => [few, many, open, n])).toEqual(
    rows.map((text) => {
      const { few = null, many, open = null, n } = JSON.parse(text);
      return [few, many, open, n === null ? null : BigInt(n)];
    }),
  );
});

test('numbers that are stored row by row keep their places, beside rows without one', async () => {
  const rows = ['1.50', 'null', '2.125', '3', 'null', '1e2', '-0', '4.0'].map(
    (one) => `{"a":${one}}`,
  );
  expect(await readBack(await writeRows([rows]))).toEqual(rows);
  const again = [...rows, ...rows, ...rows];
  expect(await readBack(await writeRows([again]))).toEqual(again);
});

test('a value that does not fit says which, and of which column', async () => {
  const written = writeRows([['{"b":1,"a":"six"}', '{"a":"seven"}']], {
    types: parseTypes('a=int64'),
  });
  await expect(written).rejects.toMatchObject({
    ...{ column: 'a', text: 'six', message: 'six does not fit' },
  });
});

test('a second group of rows with fewer values has its own', async () => {
  const page = (from: number, distinct: number) =>
    Array.from({ length: 5000 }, (_, row) => `{"a":"${from + (row % distinct)}"}`);
  const pages = [...Array.from({ length: 25 }, (_, at) => page(at * 5000, 900)), page(7, 2)];
  const written = await writeRows(pages);
  const groups = readMetadata(written.file).row_groups;
  expect(groups.map(({ num_rows }) => Number(num_rows))).toEqual([125_000, 5000]);
  expect(groups[1]?.columns[0]?.meta_data?.statistics).toMatchObject({
    ...{ min_value: '7', max_value: '8', null_count: 0n },
  });
  expect((await readObjects(written.file)).slice(-2)).toEqual([{ a: '7' }, { a: '8' }]);
});
