import { expect, test } from 'vitest';
import { mergeObjects, setPath } from '../../src/json/merge.ts';
import { ExactNumber, isObject } from '../../src/json/number.ts';

test.each([
  [{}, true],
  [[], false],
  [null, false],
  ['text', false],
  [new ExactNumber('1.0'), false],
])('%j is an object: %s', (value, isOne) => {
  expect(isObject(value)).toBe(isOne);
});

test('merges objects key by key and replaces all other values', () => {
  const record = { a: { b: 1, c: 2 }, d: [1], e: { f: 1 }, g: 1 };
  const changes = { a: { c: 3, h: 4 }, d: [2], e: 5, g: { i: 6 } };
  expect(mergeObjects(record, changes)).toEqual({
    a: { b: 1, c: 3, h: 4 },
    d: [2],
    e: 5,
    g: { i: 6 },
  });
  expect(record.a).toEqual({ b: 1, c: 2 });
});

test('setting a path reaches into objects and creates missing ones', () => {
  expect(setPath({ a: { b: 1, c: 2 }, d: 3 }, 'a.b', 9)).toEqual({ a: { b: 9, c: 2 }, d: 3 });
  expect(setPath({}, 'a.b.c', 1)).toEqual({ a: { b: { c: 1 } } });
  expect(setPath({ a: 1 }, 'a.b', 2)).toEqual({ a: { b: 2 } });
  expect(setPath({ a: 1 }, 'a', 2)).toEqual({ a: 2 });
});

test('setting a path neither reads nor changes the prototype', () => {
  const changed = setPath({}, '__proto__.polluted', true);
  expect(Object.hasOwn(changed, '__proto__')).toBe(true);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  const inherited = setPath({}, 'toString.a', 1);
  expect(Object.entries(inherited)).toEqual([['toString', { a: 1 }]]);
});
