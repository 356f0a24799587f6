import { expect, test } from 'vitest';
import { placeOf, placesOf, readInside } from '../../../src/json/bulk/paths.ts';
import { RowScanner } from '../../../src/json/bulk/rows.ts';
import { createRootShape, growShape } from '../../../src/json/bulk/shapes.ts';

const shapeOf = (...keys: readonly string[]) =>
  keys.map((key) => JSON.stringify(key)).reduce(growShape, createRootShape());

test.each([
  ['b', 1, []],
  ['none', -1, []],
  ['a', 3, []],
  ['c.d', 2, []],
  ['a.x', -1, [{ cell: 3, path: 'x' }]],
  ['c.d.e', -1, [{ cell: 2, path: 'e' }]],
  ['.x', -1, []],
  ['none.x', -1, []],
  ['b.', -1, [{ cell: 1, path: '' }]],
])('finds the column %j in cell %i or inside %j', (column, cell, inside) => {
  const shape = shapeOf('a', 'b', 'c.d', 'a');
  expect(placeOf(shape, column)).toEqual({ cell, inside });
  expect(placesOf(shape, ['b', column])).toEqual([
    { cell: 1, inside: [] },
    { cell, inside },
  ]);
});

test('looks for a path in each object whose key begins it, the shortest key first', () => {
  const shape = shapeOf('a', 'a.b', 'a.b.c');
  expect(placeOf(shape, 'a.b.c.d').inside).toEqual([
    { cell: 0, path: 'b.c.d' },
    { cell: 1, path: 'c.d' },
    { cell: 2, path: 'd' },
  ]);
});

test.each([
  ['{"a":{"b":1}}', 1],
  ['{"a":{"b":null}}', null],
  ['{"a":{"b":"x"}}', 'x'],
  ['{"a":{"c":1}}', undefined],
  ['{"a":[1]}', undefined],
  ['{"a":["b"]}', undefined],
  ['{"a":"b"}', undefined],
  ['{"a":null}', undefined],
])('a.b in %s', (row, value) => {
  const page = new RowScanner().scan(Buffer.from(`{"data":[{"x":0},${row}]}`));
  const [, shape = createRootShape()] = page.shapeOf;
  expect(readInside(page, 1, placeOf(shape, 'a.b'))).toEqual(value);
});

test.each([
  ['{"a":{"b.c.d":1,"b":{"c.d":2}}}', 1],
  ['{"a":{"b":{"c.d":2,"c":{"d":3}}}}', 2],
  ['{"a":{"b":{"c":{"d":3}},"b.c":{"d":4}}}', 3],
  ['{"a":{"b":{"x":1},"b.c":{"d":4}}}', 4],
  ['{"a":{"b":1,"b.c":{"d":5}}}', 5],
  ['{"a":{"b":null,"b.c":{"d":6}}}', 6],
  ['{"a":{"b":{}},"a.b":{"c.d":7}}', 7],
  ['{"a":"x","a.b.c":{"d":8}}', 8],
  ['{"a":{"b":{"c":[{"d":9}]}}}', undefined],
  ['{"a":{"b":{"c":1.50}}}', undefined],
  ['{"a":{"toString":{"c":{"d":1}}}}', undefined],
])('a.b.c.d in %s', (row, value) => {
  const page = new RowScanner().scan(Buffer.from(`{"data":[${row}]}`));
  const [shape = createRootShape()] = page.shapeOf;
  expect(readInside(page, 0, placeOf(shape, 'a.b.c.d'))).toEqual(value);
});

test.each(['a.toString', 'a.constructor.name', 'a.__proto__.toString', 'a.b.text', 'a.b.length'])(
  '%s does not read an inherited property',
  (column) => {
    const page = new RowScanner().scan(Buffer.from('{"data":[{"a":{"b":1.50}}]}'));
    const [shape = createRootShape()] = page.shapeOf;
    expect(readInside(page, 0, placeOf(shape, column))).toBeUndefined();
  },
);

test('finding each of very many columns takes time in proportion to their number', () => {
  const keys = Array.from({ length: 10_000 }, (_, at) => `c${at}`);
  const shape = shapeOf(...keys);
  expect(keys.every((key, at) => placeOf(shape, key).cell === at)).toBe(true);
});
