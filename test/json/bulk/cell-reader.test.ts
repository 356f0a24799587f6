import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CellReader } from '../../../src/json/bulk/cell-reader.ts';
import { RowScanner } from '../../../src/json/bulk/rows.ts';
import { silentBytes } from '../silent.ts';

const scanner = new RowScanner();
const pageOf = (rows: readonly unknown[]) =>
  scanner.scan(Buffer.from(JSON.stringify({ data: rows })));

function readAll(reader: CellReader, rows: readonly unknown[]) {
  const page = pageOf(rows);
  return rows.map((_, row) => reader.read(page, row));
}

test('a nested column is read correctly for rows of any shape and order', () => {
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

test('equal objects at different paths are read separately', () => {
  const reader = new CellReader('a.b.c');
  const inner = { c: 1, 'b.c': 2, b: { c: 3 } };
  expect(
    readAll(reader, [{ a: inner }, { 'a.b': inner }, { a: inner }, { 'a.b': { b: 1 } }]),
  ).toEqual(['2', '1', '2', undefined]);
});

test('reads more objects than fit in the cache, and objects too long for it', () => {
  const reader = new CellReader('tags.id');
  const rows = Array.from({ length: 3000 }, (_, id) => ({
    tags: { id, filler: 'x'.repeat(id % 7 === 0 ? 2000 : 3) },
  }));
  expect(readAll(reader, rows)).toEqual(rows.map(({ tags }) => String(tags.id)));
});

test.each([
  ['null', null],
  ['true', 'true'],
  ['-1.50', '-1.50'],
  ['""', ''],
  ['"a,b"', 'a,b'],
  ['"\\u0041\\n"', 'A\n'],
  ['"\\""', '"'],
  ['"é"', 'é'],
  ['[1,"x"]', '[1,"x"]'],
  ['[1, "x"]', '[1,"x"]'],
  ['{"a":1,"a":2}', '{"a":2}'],
])('%s is read as %j among other cells', (value, text) => {
  const body = `{"data":[{"x":0,"a":${value},"y":1},{"a":${value}},{"x":0}]}`;
  const page = scanner.scan(Buffer.from(body));
  const reader = new CellReader('a');
  expect(reader.column).toBe('a');
  expect([0, 1, 2, 1, 0].map((row) => reader.read(page, row))).toEqual([
    text,
    text,
    undefined,
    text,
    text,
  ]);
});

test('a cell is located only if it is a top-level property of the row', () => {
  const page = pageOf([{ x: 0, a: 1 }, { a: 2 }, { x: 0 }, { 'b.c': 1, x: { y: 2 } }]);
  const located = (column: string) =>
    [0, 1, 2, 3].map((row) => new CellReader(column).locate(page, row));
  expect(located('a')).toEqual([3, 6, -1, -1]);
  expect(located('x')).toEqual([0, -1, 9, 15]);
  expect(located('x.y')).toEqual([-1, -1, -1, -1]);
  expect(located('b.c')).toEqual([-1, -1, -1, 12]);
});

test('a short text that was read before is recognized by its bytes', () => {
  const reader = new CellReader('a');
  const text = '{"data":[{"a":"team one"},{"b":1,"a":"team one"},{"a":125}]}';
  const page = scanner.scan(Buffer.from(text));
  expect([0, 1, 2].map((row) => reader.read(page, row))).toEqual(['team one', 'team one', '125']);
  const silent = { ...page, body: silentBytes(text) };
  expect([2, 1, 0].map((row) => reader.read(silent, row))).toEqual(['125', 'team one', 'team one']);
});

test('a text of up to 32 bytes is cached, and a longer text is decoded again', () => {
  const textOf = (length: number) => JSON.stringify({ data: [{ a: 'x'.repeat(length) }] });
  for (const length of [0, 1, 32]) {
    const reader = new CellReader('a');
    const page = scanner.scan(Buffer.from(textOf(length)));
    expect(reader.read(page, 0)).toBe('x'.repeat(length));
    expect(reader.read({ ...page, body: silentBytes(textOf(length)) }, 0)).toHaveLength(length);
  }
  const reader = new CellReader('a');
  const page = scanner.scan(Buffer.from(textOf(33)));
  expect(reader.read(page, 0)).toBe('x'.repeat(33));
  const silent = { ...page, body: silentBytes(textOf(33)) };
  expect(() => reader.read(silent, 0)).toThrow('a text was made');
});

test('texts of any length that differ in one byte are distinguished', () => {
  const base = 'abcdefghijklmnopqrstuvwxyz';
  const texts = [...base].flatMap((_, place) => [
    base.slice(0, place),
    `${base.slice(0, place)}X${base.slice(place + 1)}`,
    `${base.slice(0, place)}é${base.slice(place + 1)}`,
    `${base.slice(0, place)}\u007f${base.slice(place + 1)}`,
  ]);
  const rows = [...texts, ...texts].map((a) => ({ a }));
  expect(readAll(new CellReader('a'), rows)).toEqual([...texts, ...texts]);
});

test('an object up to a size limit is parsed once for all rows that contain it', () => {
  const filler = 'x'.repeat(1024 - '{"id":1,"f":""}'.length);
  const parsesOf = (reader: CellReader, inner: string) => {
    const text = `{"data":[{"tags":${inner}},{"tags":${inner}}]}`;
    const page = scanner.scan(Buffer.from(text));
    let parses = 0;
    const body = Object.defineProperty(Buffer.from(text), 'toString', {
      value: (encoding: BufferEncoding, start: number, end: number) => {
        if (encoding === 'utf8') parses += 1;
        return page.body.toString(encoding, start, end);
      },
    });
    expect([0, 1].map((row) => reader.read({ ...page, body }, row))).toEqual(['1', '1']);
    return parses;
  };
  expect(parsesOf(new CellReader('tags.id'), '{"id":1}')).toBe(1);
  expect(parsesOf(new CellReader('tags.id'), `{"id":1,"f":"${filler}"}`)).toBe(1);
  expect(parsesOf(new CellReader('tags.id'), `{"id":1,"f":"${filler}x"}`)).toBe(2);
});

test('a nested value is read like a top-level value', () => {
  const rows = [null, 'x', 1, true, [1], { b: 1 }, ''].map((id) => ({ n: 1, tags: { id } }));
  const texts = [null, 'x', '1', 'true', '[1]', '{"b":1}', ''];
  expect(readAll(new CellReader('tags.id'), [...rows, ...rows])).toEqual([...texts, ...texts]);
});

test('different texts with the same cache slot are distinguished', () => {
  const texts = ['aAb!', 'aBb`', 'A_!', 'B_`'];
  const rows = [...texts, ...texts].map((a) => ({ a }));
  expect(readAll(new CellReader('a'), rows)).toEqual([...texts, ...texts]);
});

test('a cached value of one object is not used for another object', () => {
  const beside = [2, 3, 2].map((c) => ({ a: { x: 1 }, 'a.b': { c } }));
  expect(readAll(new CellReader('a.b.c'), beside)).toEqual(['2', '3', '2']);
  const behind = [1, 1, 2, 1].map((id) => ({ n: 0, tags: { id } }));
  expect(readAll(new CellReader('tags.id'), behind)).toEqual(['1', '1', '2', '1']);
});
