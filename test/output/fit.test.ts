import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ColumnNeeds, fitColumns } from '../../src/output/fit.ts';
import { renderTable } from '../../src/output/table.ts';

const gap = 2;

const column: fc.Arbitrary<ColumnNeeds> = fc
  .record({
    natural: fc.integer({ min: 1, max: 90 }),
    least: fc.integer({ min: 1, max: 16 }),
    yields: fc.boolean(),
  })
  .map((needs) => ({ ...needs, least: Math.min(needs.least, needs.natural) }));

const scenes = fc.record({
  columns: fc.array(column, { minLength: 1, maxLength: 14 }),
  room: fc.integer({ min: 1, max: 200 }),
  keepsFirst: fc.boolean(),
});

/** Each column that is shown, with its width. */
function share({
  columns,
  room,
  keepsFirst,
}: typeof scenes extends fc.Arbitrary<infer T> ? T : never) {
  const { shown, widths } = fitColumns(columns, { room, gap, keepsFirst });
  const given = shown.map((at, place) => {
    const needs = columns[at];
    if (needs === undefined) throw new Error(`there is no column ${at}`);
    return { ...needs, at, width: widths[place] ?? 0 };
  });
  return { given, shown, widths };
}

test('the widths, the gaps and the mark for what is left out fit the window', () => {
  fc.assert(
    fc.property(scenes, (scene) => {
      const { given, shown, widths } = share(scene);
      expect(widths).toHaveLength(shown.length + (shown.length < scene.columns.length ? 1 : 0));
      for (const { width, natural } of given) {
        expect(width).toBeGreaterThan(0);
        expect(width).toBeLessThanOrEqual(natural);
      }
      const taken = widths.reduce((total, width) => total + width + gap, -gap);
      const least = shown.length < scene.columns.length ? 1 + gap + 1 : 1;
      expect(taken).toBeLessThanOrEqual(Math.max(scene.room, least));
    }),
  );
});

test('no column is cut while a longer one of its kind is not', () => {
  fc.assert(
    fc.property(scenes, (scene) => {
      const { given } = share(scene);
      const cut = given.filter(({ width, natural }) => width < natural);
      for (const one of cut) {
        const longer = given.filter(
          ({ at, yields, natural, width, least }) =>
            // What is kept at the least that it can do with, or as what the next command is given, is no example.
            yields === one.yields &&
            natural > one.natural &&
            width > least &&
            !(scene.keepsFirst && at === 0),
        );
        for (const other of longer) expect(other.width).toBeLessThanOrEqual(one.width);
      }
    }),
  );
});

test('a column is cut or left out only where the window does not hold them all', () => {
  fc.assert(
    fc.property(scenes, (scene) => {
      const { given } = share(scene);
      const wanted = scene.columns.reduce((total, { natural }) => total + natural + gap, -gap);
      const isWhole =
        given.length === scene.columns.length &&
        given.every(({ width, natural }) => width === natural);
      expect(isWhole).toBe(wanted <= scene.room);
    }),
  );
});

test('where several columns are shown, none has less than it can do with', () => {
  fc.assert(
    fc.property(scenes, (scene) => {
      const { given } = share(scene);
      if (given.length < 2) return;
      for (const { width, least } of given) expect(width).toBeGreaterThanOrEqual(least);
    }),
  );
});

test('what has parts has only what rounding left, where anything else is cut', () => {
  fc.assert(
    fc.property(scenes, (scene) => {
      const { given } = share(scene);
      const cut = given.filter(({ yields, width, natural }) => !yields && width < natural);
      if (given.length < 2 || cut.length === 0) return;
      const extra = given.filter(({ yields, at }) => yields && !(scene.keepsFirst && at === 0));
      const cells = extra.reduce((total, { width, least }) => total + width - least, 0);
      expect(cells).toBeLessThan(cut.length);
    }),
  );
});

const plain = { strong: (text: string) => text };

test('a column of words falls to ten cells and not below: what finds no room is told of', async () => {
  const rows = [
    [
      'wsp_storefront',
      'Storefront and all that belongs to it',
      'Web shop, search and payment',
      'EUR',
    ],
  ];
  const options = { headers: ['id', 'name', 'description', 'currency'], numeric: [], paint: plain };
  expect(await renderTable(rows, { ...options, width: 60 })).toMatchInlineSnapshot(`
    "id              name              description       currency
    wsp_storefront  Storefront and …  Web shop, searc…  EUR
    "
  `);
  expect(await renderTable(rows, { ...options, width: 40 })).toMatchInlineSnapshot(`
    "id              name                   …
    wsp_storefront  Storefront and all t…  …
    "
  `);
});

test('what has parts leaves first, wherever it stands', async () => {
  const rows = [
    ['wsp_storefront', '{"team":"shop","cost center":{"id":7}}', 'Storefront', '2026-11-15'],
  ];
  const options = { headers: ['id', 'tags', 'name', 'created'], numeric: [], paint: plain };
  const nested = [false, true, false, false];
  expect(await renderTable(rows, { ...options, nested, width: 60 })).toMatchInlineSnapshot(`
    "id              tags                  name        created
    wsp_storefront  {"team":"shop","cos…  Storefront  2026-11-15
    "
  `);
  expect(await renderTable(rows, { ...options, nested, width: 44 })).toMatchInlineSnapshot(`
    "id              name        created     …
    wsp_storefront  Storefront  2026-11-15  …
    "
  `);
});

test('a number is never cut before its point', async () => {
  const rows = [
    ['a name that is rather long', '12345678901234567890.123456789', '123456789012345678901'],
  ];
  const options = {
    headers: ['name', 'amount', 'count'],
    numeric: [false, true, true],
    paint: plain,
  };
  expect(await renderTable(rows, { ...options, width: 60 })).toMatchInlineSnapshot(`
    "name                           amount                  count
    a name that i…  12345678901234567890…  123456789012345678901
    "
  `);
  expect(await renderTable(rows, { ...options, width: 50 })).toMatchInlineSnapshot(`
    "name                                    amount  …
    a name that is rather…  12345678901234567890.…  …
    "
  `);
});
