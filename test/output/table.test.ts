import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { fitText } from '../../src/output/fit.ts';
import { renderTable } from '../../src/output/table.ts';

const paint = { strong: (text: string) => `<${text}>` };
const plain = { strong: (text: string) => text };

test('a table has headers, words to the left and numbers to the right', async () => {
  const rows = [
    ['aws', '1234.50', 'ok'],
    ['日本語', '7', ''],
  ];
  const headers = ['name', 'cost', 'status'];
  expect(
    await renderTable(rows, { headers, numeric: [false, true, false], width: undefined, paint }),
  ).toMatchInlineSnapshot(`
    "<name       cost  status>
    aws     1234.50  ok
    日本語        7
    "
  `);
});

test('without a width nothing is cut, and a row stays a line', async () => {
  const long = 'x'.repeat(5000);
  const table = await renderTable([[long, 'y z'.repeat(500)]], {
    numeric: [false, false],
    width: undefined,
    paint: plain,
  });
  expect(table).toBe(`${long}  ${'y z'.repeat(500)}\n`);
});

test('a window is shared out: the longest columns are cut to one width, whatever is shorter is whole', async () => {
  const rows = [['a name that is rather long', '1234567.8901234567890', 'short']];
  const headers = ['name', 'cost', 'status'];
  const numeric = [false, true, false];
  expect(
    await renderTable(rows, { headers, numeric, width: 44, paint: plain }),
  ).toMatchInlineSnapshot(`
    "name                            cost  status
    a name that is r…  1234567.89012345…  short
    "
  `);
});

test('an id is not cut while half of the window holds it', async () => {
  const rows = [['wsp_storefront', 'a name that is rather long', 'and words, words, words']];
  const options = { headers: ['id', 'name', 'note'], numeric: [], paint: plain };
  expect(await renderTable(rows, { ...options, width: 40 })).toMatchInlineSnapshot(`
    "id              name         note
    wsp_storefront  a name tha…  and words,…
    "
  `);
  expect(await renderTable(rows, { ...options, width: 20 })).toMatchInlineSnapshot(`
    "id              …
    wsp_storefront  …
    "
  `);
});

test('columns that find no room are told of by a last one', async () => {
  const rows = [Array.from({ length: 12 }, (_, column) => `value ${column}`)];
  expect(await renderTable(rows, { numeric: [], width: 30, paint: plain })).toMatchInlineSnapshot(`
    "value 0  value 1  value 2  …
    "
  `);
});

test('a long list keeps one header and one set of widths', async () => {
  const rows = Array.from({ length: 350 }, (_, row) => [`row ${row}`, String(row)]);
  const table = await renderTable(rows, {
    headers: ['name', 'n'],
    numeric: [false, true],
    width: undefined,
    paint: plain,
  });
  const lines = table.split('\n');
  expect(lines).toHaveLength(352);
  expect([lines[0], lines[1], lines[350]]).toEqual([
    'name       n',
    'row 0      0',
    'row 349  349',
  ]);
});

const words = fc.string({
  unit: fc.constantFrom('a', ' ', '日', '😀', '👩‍💻', 'é', 'e\u0301', '9'),
});

test('no line of a table is ever wider than its window', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 8 }).chain((columns) =>
        fc.record({
          rows: fc.array(fc.array(words, { minLength: columns, maxLength: columns }), {
            minLength: 1,
            maxLength: 5,
          }),
          numeric: fc.array(fc.boolean(), { minLength: columns, maxLength: columns }),
        }),
      ),
      fc.integer({ min: 10, max: 120 }),
      async ({ rows, numeric }, width) => {
        const table = await renderTable(rows, { numeric, width, paint: plain });
        const lines = table.split('\n');
        expect(lines).toHaveLength(rows.length + 1);
        expect(lines.filter((line) => stringWidth(line) > width)).toEqual([]);
      },
    ),
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
