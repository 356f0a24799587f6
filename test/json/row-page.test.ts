import { expect, test } from 'vitest';
import { RowScanner, readRow, rowText } from '../../src/json/bulk/rows.ts';
import { fastTexts, plainTexts } from './both-paths.ts';

const scan = (text: string, scanner = new RowScanner()) => scanner.scan(Buffer.from(text));

test('a page gives the positions of its rows and their values', () => {
  const body = '{"data":[ {"a":1,"bc":"x"} ,{},{"a":[]}],"meta":1}';
  const page = scan(body);
  expect(page.count).toBe(3);
  expect([0, 1, 2].map((row) => rowText(page, row))).toEqual([
    '{"a":1,"bc":"x"}',
    '{}',
    '{"a":[]}',
  ]);
  expect([...page.rows.subarray(0, 6)]).toEqual([10, 26, 28, 30, 31, 39]);
  expect([...page.firstCell.subarray(0, 3)]).toEqual([0, 2, 2]);
  expect([...page.cells.subarray(0, 9)]).toEqual([15, 16, 4, 22, 25, 8, 36, 38, 16]);
  expect([...page.loose.subarray(0, 3)]).toEqual([0, 0, 0]);
  expect(page.members).toEqual({ meta: 1 });
  expect(page.view.getUint8(10)).toBe(0x7b);
  expect(page.view.byteLength).toBe(body.length);
});

test('reads a body that is a slice of a larger buffer', () => {
  const whole = Buffer.from('xxxxx{"data":[{"abcdefgh":1},{"abcdefgh":2}]}yy');
  const page = new RowScanner().scan(whole.subarray(5, -2));
  expect([0, 1].map((row) => readRow(page, row))).toEqual([{ abcdefgh: 1 }, { abcdefgh: 2 }]);
  expect(page.view.getUint8(0)).toBe(0x7b);
});

test('stores rows beyond the initial capacity', () => {
  const rows = Array.from({ length: 3000 }, (_, row) =>
    row % 3 === 0 ? `{ "a":${row}}` : `{"a":${row},"b":"${row}","c":null,"d":[${row}],"e":true}`,
  );
  const page = scan(`{"data":[${rows.join()}]}`);
  expect(page.count).toBe(3000);
  for (const [row, text] of rows.entries()) {
    expect(rowText(page, row)).toBe(text);
    const at = (page.firstCell[row] ?? 0) * 3;
    expect(page.body.toString('utf8', page.cells[at], page.cells[at + 1])).toBe(String(row));
    expect(page.loose[row]).toBe(row % 3 === 0 ? 1 : 0);
  }
});

test('stores a row with more values than the initial capacity', () => {
  const keys = Array.from({ length: 6000 }, (_, key) => `"k${key}":${key}`);
  const page = scan(`{"data":[{${keys.join()}}]}`);
  for (let cell = 0; cell < 6000; cell += 1) {
    const [from, to] = page.cells.subarray(3 * cell);
    expect(page.body.toString('utf8', from, to)).toBe(String(cell));
  }
});

test('a body leaves no state for the next one', () => {
  const scanner = new RowScanner();
  scan('{"data":[{ "a":1},{"b":2}],"meta":1}', scanner);
  expect(() => scan('{"data":[{"a":1},{"a":[ 1', scanner)).toThrow(SyntaxError);
  const page = scan('{"data":[{"a":[1]}]}', scanner);
  expect([page.count, page.shapes.length, page.shapeOf.length]).toEqual([1, 1, 1]);
  expect([page.firstCell[0], page.loose[0], page.cells[2]]).toEqual([0, 0, 16]);
  expect(page.members).toEqual({});
});

test.each([
  ['{"a":1}', 0],
  ['{}', 0],
  ['{"a":"é,\\n"}', 0],
  ['{"a":{"b":[1.0]}}', 0],
  ['{ }', 1],
  ['{ "a":[]}', 1],
  ['{"a":1, "b":{}}', 1],
  ['{"a":1,"a":2}', 1],
  ['{"1":1}', 0],
  ['{"a":"\\/"}', 1],
  ['{"a":"\\/","b":1}', 1],
  ['{"a":[ ]}', 1],
  ['{"a":[ ],"b":1}', 1],
  ['{"a":{"b":1,"b":2}}', 1],
  ['{"\\u0061":1}', 1],
])('decides whether the row %s has to be rewritten: loose is %i', (row, loose) => {
  expect(scan(`{"data":[${row}]}`).loose[0]).toBe(loose);
});

test('the nesting depth includes the body, in members and in rows', () => {
  const nest = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect(scan(`{"m":${nest(499)},"data":[]}`).count).toBe(0);
  expect(() => scan(`{"m":${nest(500)},"data":[]}`)).toThrow('nested deeper than 500 levels');
  const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  expect(scan(`{"data":[${objects(498)}]}`).count).toBe(1);
  expect(() => scan(`{"data":[${objects(499)}]}`)).toThrow('nested deeper than 500 levels');
  expect(scan(`{"m":${objects(499)},"data":[]}`).count).toBe(0);
  expect(() => scan(`{"m":${objects(500)},"data":[]}`)).toThrow('nested deeper than 500 levels');
});

test('sibling levels do not count as depth', () => {
  const many = Array.from({ length: 600 }, () => '[{"a":[]}]').join();
  expect(scan(`{"m":[${many}],"data":[{"a":[${many}]}]}`).count).toBe(1);
});

test('refuses a body that is cut inside a known key', () => {
  const scanner = new RowScanner();
  const whole = '{"data":[{"abcdefghij":1,"klmnopqrst":2},{"abcdefghij":1,"klmnopqrst":2}]}';
  expect(scan(whole, scanner).count).toBe(2);
  for (let length = 10; length < whole.length; length += 1) {
    expect(() => scan(whole.slice(0, length), scanner)).toThrow(SyntaxError);
  }
});

test('a member may appear twice, and its name may be escaped', () => {
  const page = scan('{"a":1,"\\u0061":1.50,"d\\u0061ta":[{}]}');
  expect(String(page.members['a'])).toBe('1.50');
  expect(page.count).toBe(1);
});

test.each([
  ['{"links":{"next":null},"data":[{"a":1}],"meta":{"n":1}}'],
  ['{"data":[{"date":"2026-01-01","cost":1.50,"labels":{"a":"x","cost":2}}]}'],
  ['{"data":[{"a":{"b":1}},{"a.b":2},{"labels":{"a.b":3}},{"labels":{"a":{"b":"=4"}}}]}'],
  ['{"data":[{"labels":null,"cost":"=1"},{"labels":{"a":null}},{"labels":[1]},{"labels":"x"}]}'],
  ['{"data":[{"b":1,"a":2},{"c":1,"a":2},{"a":1,"b":2,"a":3}]}'],
  ['{"data":[{"__proto__":{"a":1}},{"a":{"__proto__":1}},{"service":"\\ud800"}]}'],
  ['{"data":[{ "service" : "x" , "labels" : { "a" : "y" } }]}'],
])('writes %s the same as from parsed objects', (text) => {
  const body = Buffer.from(text);
  const texts = fastTexts(new RowScanner(), body);
  expect(texts).not.toBe('refused');
  expect(texts).toEqual(plainTexts(body));
});

test('forgets keys that never repeat at the next body, not before', () => {
  const scanner = new RowScanner();
  const nested = (count: number) =>
    `{"data":[{"a":{${Array.from({ length: count }, (_, key) => `"k${key}":0`).join()}}}]}`;
  const first = scan(nested(19_999), scanner);
  const again = scan(nested(20_000), scanner);
  expect(again.shapes[0]).toBe(first.shapes[0]);
  expect(again.cells[2]).toBe(16);
  const fresh = scan(nested(20_001), scanner);
  expect(fresh.shapes[0]).not.toBe(first.shapes[0]);
  expect(fresh.cells[2]).toBe(16 + 128);
  expect(scan('{"data":[{"a":{"b":1}}]}', scanner).cells[2]).toBe(16);
});
