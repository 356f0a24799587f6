import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { fitText, wrapCell } from '../../src/output/fit.ts';
import { renderTable } from '../../src/output/table.ts';
import { columnsOf, drawTable, plain } from './draw-table.ts';

const marked = { ...plain, strong: (text: string) => `<${text}>` };

test('a table has headers, left-aligned words and right-aligned numbers', async () => {
  const rows = [
    ['aws', '1234.50', 'ok'],
    ['日本語', '7', ''],
  ];
  const headers = ['name', 'cost', 'status'];
  const numeric = [false, true, false];
  expect(
    await drawTable(rows, { headers, numeric, width: undefined }, marked),
  ).toMatchInlineSnapshot(`
      "<name       cost  status>
      aws     1234.50  ok
      日本語        7
      "
    `);
});

test('without a width, nothing is cut and each row stays on one line', async () => {
  const long = 'x'.repeat(5000);
  const table = await drawTable([[long, 'y z'.repeat(500)]], { width: undefined });
  expect(table).toBe(`${long}  ${'y z'.repeat(500)}\n`);
});

test('cuts text first, the longest columns to the same width, and keeps numbers whole', async () => {
  const rows = [['a name that is rather long', '1234567.8901234567890', 'short']];
  const headers = ['name', 'cost', 'status'];
  const numeric = [false, true, false];
  expect(await drawTable(rows, { headers, numeric, width: 44 })).toMatchInlineSnapshot(`
    "name                            cost  status
    a name that …  1234567.8901234567890  short
    "
  `);
});

test('headers that are cut still differ', async () => {
  const headers = ['Resource', 'Method'].flatMap((one) => [`Allocated${one}Id`, `Allocated${one}`]);
  const row = headers.map((_, at) => `a rather long text ${at}`);
  for (const width of [50, 60, 70]) {
    const [header = ''] = (await drawTable([row], { headers, width })).split('\n');
    const shown = header.split('  ');
    expect(shown).toHaveLength(headers.length);
    expect(new Set(shown).size).toBe(shown.length);
  }
});

test('an id is not cut if it takes at most half of the window', async () => {
  const rows = [['wsp_storefront', 'a name that is rather long', 'and words, words, words']];
  const headers = ['id', 'name', 'note'];
  expect(await drawTable(rows, { headers, width: 40 })).toMatchInlineSnapshot(`
    "id              name         note
    wsp_storefront  a name tha…  and words,…
    "
  `);
  expect(await drawTable(rows, { headers, width: 20 })).toMatchInlineSnapshot(`
    "id
    wsp_storefront
    left out: name, note
    "
  `);
});

test('cuts a text column to no less than ten cells, and leaves out columns without room', async () => {
  const name = 'Storefront and all that belongs to it';
  const rows = [['wsp_storefront', name, 'Web shop, search and payment', 'EUR']];
  const headers = ['id', 'name', 'description', 'currency'];
  expect(await drawTable(rows, { headers, width: 60 })).toMatchInlineSnapshot(`
    "id              name              description       currency
    wsp_storefront  Storefront and …  Web shop, searc…  EUR
    "
  `);
  expect(await drawTable(rows, { headers, width: 40 })).toMatchInlineSnapshot(`
    "id              name         description
    wsp_storefront  Storefront…  Web shop, …
    left out: currency
    "
  `);
});

test('cuts and leaves out nested values first', async () => {
  const tags = '{"team":"shop","cost center":{"id":7}}';
  const rows = [['wsp_storefront', tags, 'Storefront', '2026-11-15']];
  const headers = ['id', 'tags', 'name', 'created'];
  const nested = [false, true, false, false];
  expect(await drawTable(rows, { headers, nested, width: 60 })).toMatchInlineSnapshot(`
    "id              tags                  name        created
    wsp_storefront  {"team":"shop","cos…  Storefront  2026-11-15
    "
  `);
  expect(await drawTable(rows, { headers, nested, width: 44 })).toMatchInlineSnapshot(`
    "id              name        created
    wsp_storefront  Storefront  2026-11-15
    left out: tags
    "
  `);
});

test('never cuts a number before its decimal point', async () => {
  const name = 'a name that is rather long';
  const rows = [[name, '12345678901234567890.123456789', '123456789012345678901']];
  const headers = ['name', 'amount', 'count'];
  const numeric = [false, true, true];
  expect(await drawTable(rows, { headers, numeric, width: 60 })).toMatchInlineSnapshot(`
    "name                           amount                  count
    a name th…  12345678901234567890.123…  123456789012345678901
    "
  `);
  expect(await drawTable(rows, { headers, numeric, width: 50 })).toMatchInlineSnapshot(`
    "name                                        amount
    a name that is ra…  12345678901234567890.123456789
    left out: count
    "
  `);
});

test('shows each record as lines if the answer columns do not fit', async () => {
  const rows = [
    ['AmazonEC2', '1,234,567.89', '2,345,678.90', '90.01'],
    ['AmazonS3', '1.00', '2.00', '100.00'],
  ];
  const headers = ['service', 'before', 'after', 'change %'];
  const numeric = [false, true, true, true];
  const answers = [true, true, true, true];
  expect(await drawTable(rows, { headers, numeric, answers, width: 50 })).toMatchInlineSnapshot(`
    "service          before         after  change %
    AmazonEC2  1,234,567.89  2,345,678.90     90.01
    AmazonS3           1.00          2.00    100.00
    "
  `);
  expect(await drawTable(rows, { headers, numeric, answers, width: 30 })).toMatchInlineSnapshot(`
    "service   AmazonEC2
    before    1,234,567.89
    after     2,345,678.90
    change %  90.01

    service   AmazonS3
    before    1.00
    after     2.00
    change %  100.00
    "
  `);
});

test('a long list has one header and one set of widths', async () => {
  const rows = Array.from({ length: 3500 }, (_, row) => [`row ${row}`, String(row)]);
  const drawing = { headers: ['name', 'n'], numeric: [false, true] };
  for (const width of [undefined, 80]) {
    const lines = (await drawTable(rows, { ...drawing, width })).split('\n');
    expect(lines).toHaveLength(3502);
    expect([lines[0], lines[1], lines[3500]]).toEqual([
      'name         n',
      'row 0        0',
      'row 3499  3499',
    ]);
  }
});

const words = fc.string({
  unit: fc.constantFrom('a', ' ', '日', '😀', '👩‍💻', 'é', 'e\u0301', '9'),
});

const tables = fc.integer({ min: 1, max: 8 }).chain((columns) =>
  fc.record({
    rows: fc.array(fc.array(words, { minLength: columns, maxLength: columns }), {
      minLength: 1,
      maxLength: 5,
    }),
    numeric: fc.array(fc.boolean(), { minLength: columns, maxLength: columns }),
    answers: fc.array(fc.boolean(), { minLength: columns, maxLength: columns }),
  }),
);

test('no line of a table is ever wider than its window', async () => {
  await fc.assert(
    fc.asyncProperty(
      tables,
      fc.integer({ min: 10, max: 120 }),
      async ({ rows, numeric, answers }, width) => {
        const columns = columnsOf(rows, { numeric, answers });
        const { lines } = await renderTable(columns, { width, paint: plain });
        for (const line of lines) expect(stringWidth(line.trimEnd())).toBeLessThanOrEqual(width);
      },
    ),
  );
});

test('a long table, written line by line, looks like a short one drawn by the library', async () => {
  await fc.assert(
    fc.asyncProperty(tables, fc.integer({ min: 10, max: 120 }), async (table, width) => {
      const many = Array.from({ length: Math.ceil(2001 / table.rows.length) }, () => table.rows);
      const linesOf = async (rows: readonly (readonly string[])[]) => {
        const { lines } = await renderTable(columnsOf(rows, table), { width, paint: plain });
        return [...lines];
      };
      const short = await linesOf(table.rows);
      expect((await linesOf(many.flat())).slice(0, short.length)).toEqual(short);
    }),
    { numRuns: 15 },
  );
});

describe('cutting a text', () => {
  test.each([
    ['short', 5, 'short'],
    ['longer', 5, 'long…'],
    ['日本語です', 5, '日本…'],
    ['日本語です', 6, '日本…'],
    ['👩‍💻👩‍💻👩‍💻', 5, '👩‍💻👩‍💻…'],
    ['longer', 1, '…'],
  ])('%j to %d is %j', (text, width, cut) => {
    expect(fitText(text, width)).toBe(cut);
  });
});

describe('wrapping a value', () => {
  test.each([
    ['short', 5, ['short']],
    ['two words', 5, ['two', 'words']],
    ['longerword', 4, ['long', 'erwo', 'rd']],
    ['a longerword', 4, ['a', 'long', 'erwo', 'rd']],
    ['日本語です', 4, ['日本', '語で', 'す']],
  ])('%j to %d gives %j', (text, width, lines) => {
    expect(wrapCell(text, width)).toEqual(lines);
  });

  test('loses nothing, and no line is wider than the window', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 2, max: 20 }), (text, width) => {
        const lines = wrapCell(text, width);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width);
      }),
    );
  });
});
