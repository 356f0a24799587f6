import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellWidth, type RowPage, RowScanner, rowWidth } from '../../../../src/json/bulk/rows.ts';
import { keysOf } from '../../../../src/json/bulk/shapes.ts';
import { TableWriter } from '../../../../src/json/bulk/table-writer.ts';
import { runs } from '../../../helpers/runs.ts';
import { bodyText, damagedBody } from '../../arbitraries.ts';

const never = Number.POSITIVE_INFINITY;

const bodyOf = (rows: readonly string[]) => Buffer.from(`{"data":[${rows.join()}]}`);
const repeat = (row: string, count: number) => Array.from({ length: count }, () => row);

/** Where everything in a body is, or why it is refused; numbers as one text, which is compared quickly. */
function placesIn(scanner: RowScanner, body: Buffer) {
  try {
    const page = scanner.scan(body);
    const { count, rows, loose, firstCell, cells, shapeOf } = page;
    const cellCount = shapeOf.reduce((sum, { size }) => sum + size, 0);
    return {
      members: page.members,
      rows: rows.subarray(0, count * rowWidth).join(),
      loose: loose.subarray(0, count).join(),
      firstCell: firstCell.subarray(0, count).join(),
      cells: cells.subarray(0, cellCount * cellWidth).join(),
      keys: shapeOf.map(keysOf),
      shapes: page.shapes.map(keysOf),
    };
  } catch (error) {
    return String(error);
  }
}

describe('what is found in the memory is what the scanner finds by itself', () => {
  const inMemory = new RowScanner(0);
  const itself = new RowScanner(never);
  const same = (body: Buffer) => {
    expect(placesIn(inMemory, body)).toEqual(placesIn(itself, body));
  };

  test('in any body', () => {
    fc.assert(
      fc.property(bodyText, (text) => same(Buffer.from(text))),
      { numRuns: runs(2000) },
    );
  });

  test('in a damaged body, refused for the same reason', () => {
    fc.assert(fc.property(damagedBody, same), { numRuns: runs(5000) });
  });

  // Each place of the damage is at another one of sixteen bytes.
  test.each(['', ' '])('in rows that are damaged anywhere, after "%s" between tokens', (gap) => {
    const row = [
      '{"date":"2026-10-01"',
      '"service":"Amazon Elastic, Compute Cloud"',
      '"cost":-10.25e-3',
      '"note":"a \\"b\\" \\u00e9\\/"',
      '"tags":{"a":[1,null],"b":{"c":"d"}}',
      '"on":true,"off":false,"none":null}',
    ].join(`${gap},${gap}`);
    const whole = bodyOf(repeat(row, 3));
    same(whole);
    const second = whole.indexOf(row) + Buffer.byteLength(row) + 1;
    for (let at = second; at < second + row.length; at += 1) {
      for (const byte of Buffer.from('"\\,:{}[]0e-.x u\n\0')) {
        const damaged = Buffer.from(whole);
        damaged[at] = byte;
        same(damaged);
      }
      same(whole.subarray(0, at));
    }
  });

  test.each([
    ['rows than there is room for', repeat('{"a":1}', 30_000)],
    ['cells than there is room for', repeat(`{${repeat('"":0', 50).join()}}`, 500)],
    [
      'keys than there is room for',
      Array.from({ length: 9000 }, (_, key) => `{"key ${key % 4000}":0}`),
    ],
    ['levels than it follows', repeat(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`, 50)],
    [
      'keys in an object than it compares',
      repeat(`{"a":{${Array.from({ length: 40 }, (_, key) => `"k${key}":0`).join()}}}`, 50),
    ],
    ['bytes in a key than it compares', repeat(`{"${'k'.repeat(2000)}":1}`, 50)],
    ['rows that it is not sure of', repeat('{"a" :1}', 2000)],
    ['shapes than are kept', Array.from({ length: 21_000 }, (_, key) => `{"k${key}":0}`)],
  ])('in more %s', (_what, rows) => {
    same(bodyOf(rows));
    same(bodyOf(['{"a":1}', '{"a":2}', '{"a":3}']));
    same(bodyOf(rows.slice(0, 20)));
    same(bodyOf(rows));
  });

  test('in a body of 33 MB', () => {
    same(bodyOf(repeat(`{"a":"${'x'.repeat(2 ** 20)}"}`, 33)));
  });
});

describe('the memory finds all rows after the first, but for the last,', () => {
  test.each([
    '{"a":"b","c":1.5,"d":null,"e":[{"f":[]}]}',
    '{"a": "b, c", "c": -0.5E+3, "d": {"e": true}}',
    '{\n  "a": "b",\n  "c": 1.5\n}',
    '{"a":"\\u0041\\n\\/","é":"😀"}',
    '{"1":2,"a":{"x":1}}',
  ])('of %s', (row) => {
    const scanner = new RowScanner(0);
    expect(scanner.scan(bodyOf(repeat(row, 100))).memory?.rowCount).toBe(99);
    expect(scanner.scan(bodyOf(repeat(row, 50))).memory?.rowCount).toBe(49);
  });

  test('if half of them are of other shapes', () => {
    const rows = Array.from({ length: 100 }, (_, row) => (row % 2 ? '{"a":1,"b":2}' : '{"b":3}'));
    expect(new RowScanner(0).scan(bodyOf(rows)).memory?.rowCount).toBe(99);
  });

  test('and a small body is not taken in', () => {
    expect(new RowScanner().scan(bodyOf(repeat('{"a":1}', 100))).memory).toBeUndefined();
    expect(new RowScanner().scan(bodyOf(repeat('{"a":"some text"}', 5000))).memory).toBeDefined();
  });
});

describe('lines of csv are the same wherever they are written', () => {
  const rows = [
    '{"a":"plain","b":"with, comma","c":1.50,"d":{"x":"y","z":[1,2]}}',
    '{"a":"q\\"uote","b":"\\\\ \\b\\f\\n\\r\\t, 😀 and more than sixteen bytes","c":null,"d":[1]}',
    '{"a":"\\u0041 \\/","b":"tab\\t","c":true,"d":{ "x" : 1 }}',
    '{"c":0,"a":"","e":"late"}',
    '{"d":{"x":{"y":1}},"b":"long, and longer than thirty-two bytes in all"}',
  ];
  const mixed = Array.from({ length: 2000 }, (_, row) => rows[(row * 7) % rows.length] ?? '');

  function lines(page: RowPage, columns?: readonly string[]): string {
    const writer = new TableWriter({ format: 'csv', columns });
    writer.learn(page);
    const text = writer.header().toString() + writer.write(page).toString();
    return `${text}${writer.unseen}`;
  }

  test.each([
    ['all columns', undefined],
    ['some', ['c', 'a']],
    ['one, which makes empty lines', ['e']],
    ['columns inside others', ['d.x', 'c']],
    ['none that a row has', ['z', 'y']],
    ['more than there is room for', repeat('b', 200)],
  ])('%s', (_what, columns) => {
    const inMemory = new RowScanner(0);
    const itself = new RowScanner(never);
    for (const body of [bodyOf(mixed), bodyOf(mixed.slice(0, 7)), bodyOf(mixed)]) {
      expect(lines(inMemory.scan(body), columns)).toBe(lines(itself.scan(body), columns));
    }
  });

  test('by two writers in turn, each with its own columns', () => {
    const scanner = new RowScanner(0);
    const writers = [['a', 'b'], ['c']].map(
      (columns) => new TableWriter({ format: 'csv', columns }),
    );
    for (let time = 0; time < 3; time += 1) {
      const page = scanner.scan(bodyOf(['{"a":1,"b":2,"c":3}', '{"a":4,"b":5,"c":6}']));
      expect(writers.map((writer) => writer.write(page).toString())).toEqual([
        '1,2\n4,5\n',
        '3\n6\n',
      ]);
    }
  });

  test('with a column that comes later', () => {
    const scanner = new RowScanner(0);
    const writer = new TableWriter({ format: 'csv' });
    const write = (...texts: readonly string[]) => {
      const page = scanner.scan(bodyOf(texts));
      writer.learn(page);
      return writer.write(page).toString();
    };
    expect(write('{"a":1}', '{"a":2}', '{"a":3}')).toBe('1\n2\n3\n');
    expect(write('{"a":1}', '{"b":2}', '{"a":3}')).toBe('1,\n,2\n3,\n');
    expect(write('{"a":1}', '{"a":2}', '{"b":3}')).toBe('1,\n2,\n,3\n');
  });
});
