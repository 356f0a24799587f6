import { describe, expect, test } from 'vitest';
import { RowScanner } from '../../../src/json/bulk/rows.ts';
import { createRootShape, growShape, keysOf, type Shape } from '../../../src/json/bulk/shapes.ts';

function shapeOf(...raws: readonly string[]): Shape {
  return raws.reduce(growShape, createRootShape());
}

test('a root shape has no keys', () => {
  const root = createRootShape();
  expect(keysOf(root)).toEqual([]);
  expect(root).toMatchObject({ key: '', raw: '', size: 0, seenIn: 0 });
  expect(root).toMatchObject({ keepsOrder: true, isCanonical: true });
  expect([root.lead.length, root.children.size]).toEqual([0, 0]);
});

test('a shape has the keys of its parent and one more', () => {
  const shape = shapeOf('"a"', '"b c"', '"\\u0061"');
  expect(keysOf(shape)).toEqual(['a', 'b c', 'a']);
  expect(shape).toMatchObject({ key: 'a', raw: '"\\u0061"', size: 3, seenIn: 0 });
  expect(shape.lead.toString()).toBe('"\\u0061":');
});

test('a key is decoded from its bytes', () => {
  const raw = Buffer.from('"Größe\\n€"').toString('latin1');
  const shape = shapeOf(raw);
  expect(shape.key).toBe('Größe\n€');
  expect(shape.lead.toString()).toBe('"Größe\\n€":');
  expect(shape.isCanonical).toBe(true);
});

test.each([
  [['"a"', '"b"'], true, true],
  [['"a"', '"a"'], false, false],
  [['"a"', '"b"', '"a"'], false, false],
  [['"a"', '"a"', '"b"'], false, false],
  [['"a"', '"\\u0061"'], false, false],
  [['"\\u0061"'], true, false],
  [['"\\u0061"', '"b"'], true, false],
  [['"x\\/y"'], true, false],
  [['"x\\"y"'], true, true],
  [['"0"'], true, true],
  [['"12"'], true, true],
  [['"9"', '"b"'], true, true],
  [['"01"'], true, true],
  [['"1x"'], true, true],
  [['"x1"'], true, true],
  [['"-1"'], true, true],
  [['"1.5"'], true, true],
  [['""'], true, true],
  [['"__proto__"'], true, true],
])(
  'the keys %j keep their order: %s; are written unchanged: %s',
  (raws, keepsOrder, isCanonical) => {
    expect(shapeOf(...raws)).toMatchObject({ keepsOrder, isCanonical });
  },
);

test('sibling shapes see the same earlier keys', () => {
  const parent = shapeOf('"a"', '"b"');
  const children = ['"c"', '"a"', '"d"', '"b"', '"c"'].map((raw) => growShape(parent, raw));
  expect(children.map(({ keepsOrder }) => keepsOrder)).toEqual([true, false, true, false, true]);
  const [first, , third] = children;
  expect(first && growShape(first, '"d"').keepsOrder).toBe(true);
  expect(third && growShape(third, '"c"').keepsOrder).toBe(true);
  expect(first && growShape(first, '"c"').keepsOrder).toBe(false);
});

describe('the shapes of a body', () => {
  const scan = (...rows: readonly string[]) =>
    new RowScanner().scan(Buffer.from(`{"data":[${rows.join()}]}`));
  const keys = ['', 'a', 'ab', 'abc', 'abcd', 'abcde', 'abcdefg', 'abcdefgh', 'abcdefghijklmnopq'];

  test.each(keys)('distinguish keys that differ in one byte of "%s"', (key) => {
    const others = Array.from(key, (_, place) => `${key.slice(0, place)}X${key.slice(place + 1)}`);
    const all = [key, ...others, `${key}Y`];
    const rows = [...all, ...all].map((name) => `{"${name}":1,"z${name}":2}`);
    const page = scan(...rows);
    expect(page.shapes.map(keysOf)).toEqual(all.map((name) => [name, `z${name}`]));
    expect(page.shapeOf.map(keysOf)).toEqual([...all, ...all].map((name) => [name, `z${name}`]));
  });

  test('are shared by rows with the same keys, in any spacing', () => {
    const page = scan(
      '{"first":1,"second":2}',
      '{ "first":1,"second":2}',
      '{"first" :1,"second":2}',
      '{"first": 1,"second":2}',
      '{"first":1 ,"second":2}',
      '{"first":1, "second":2}',
      '{"first":1,"second" : 2}',
      '{"first":1,"second":2 }',
      '{"first":1,"second":2}',
    );
    expect(page.shapes.map(keysOf)).toEqual([['first', 'second']]);
    expect([...page.loose.subarray(0, 9)]).toEqual([0, 1, 1, 1, 1, 1, 1, 1, 0]);
  });

  test('are one for each list of keys, including the empty list', () => {
    const page = scan('{}', '{"a":1}', '{"b":1}', '{}', '{"a":1,"b":2}', '{"b":1}');
    expect(page.shapes.map(keysOf)).toEqual([[], ['a'], ['b'], ['a', 'b']]);
    expect(page.shapeOf.map((shape) => page.shapes.indexOf(shape))).toEqual([0, 1, 2, 0, 3, 2]);
  });

  test('are reused if there are many', () => {
    const names = Array.from({ length: 20 }, (_, place) => `key${place}`);
    const page = scan(...[...names, ...names].map((name) => `{"${name}":1}`));
    expect(page.shapes.map(keysOf)).toEqual(names.map((name) => [name]));
  });

  test('are reused for the next body and reported again', () => {
    const scanner = new RowScanner();
    const body = Buffer.from('{"data":[{"a":1},{"b":2}]}');
    const first = scanner.scan(body).shapes;
    const second = scanner.scan(body).shapes;
    expect(first.map(keysOf)).toEqual([['a'], ['b']]);
    expect(second[0]).toBe(first[0]);
    expect(second[1]).toBe(first[1]);
    expect(second).toHaveLength(2);
  });
});
