import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CellReader } from '../../src/json/cell-reader.ts';
import { RowScanner } from '../../src/json/rows.ts';

const scanner = new RowScanner();
const pageOf = (rows: readonly unknown[]) =>
  scanner.scan(Buffer.from(JSON.stringify({ data: rows })));

function readAll(reader: CellReader, rows: readonly unknown[]) {
  const page = pageOf(rows);
  return rows.map((_, row) => reader.read(page, row));
}

test('a column inside objects is what each row has there, in whichever order rows and shapes come', () => {
  const name = fc.constantFrom('a', 'ä', 'b"', '', '日本');
  const tags = fc.record({ team: name, env: name }, { requiredKeys: [] });
  const row = fc.oneof(
    fc.record({ tags, n: fc.nat(3) }),
    fc.record({ n: fc.nat(3), tags: fc.constantFrom(null, 'text', 5, ['team']) }),
    fc.record({ n: fc.nat(3) }),
  );
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
      const expected = rows.map((one) => {
        const inner: unknown = 'tags' in one ? one.tags : undefined;
        if (typeof inner !== 'object' || inner === null || !('team' in inner)) return undefined;
        return inner.team;
      });
      expect(readAll(new CellReader('tags.team'), rows)).toEqual(expected);
    }),
  );
});

test('the same object under another path is another value', () => {
  const reader = new CellReader('a.b.c');
  const inner = { c: 1, 'b.c': 2, b: { c: 3 } };
  expect(
    readAll(reader, [{ a: inner }, { 'a.b': inner }, { a: inner }, { 'a.b': { b: 1 } }]),
  ).toEqual(['2', '1', '2', undefined]);
});

test('more objects than are remembered, and objects too long to be, are read as well', () => {
  const reader = new CellReader('tags.id');
  const rows = Array.from({ length: 3000 }, (_, id) => ({
    tags: { id, filler: 'x'.repeat(id % 7 === 0 ? 2000 : 3) },
  }));
  expect(readAll(reader, rows)).toEqual(rows.map(({ tags }) => String(tags.id)));
});
