import { expect, test } from 'vitest';
import { KindReader } from '../../src/costs/parquet-rows.ts';
import { RowScanner } from '../../src/json/rows.ts';

const cells: readonly (readonly [string, string])[] = [
  ['"a"', 'text'],
  ['1.5', 'number'],
  ['12345678901234567890', 'number'],
  ['true', 'boolean'],
  ['[1]', 'nested'],
  ['{"deep":1}', 'nested'],
];

test.each(cells)('%s is %s, in a column of its own and inside an object', (cell, kind) => {
  const page = new RowScanner().scan(Buffer.from(`{"data":[{"a":${cell},"tags":{"b":${cell}}}]}`));
  expect(new KindReader('a').kind(page, 0)).toBe(kind);
  expect(new KindReader('tags.b').kind(page, 0)).toBe(kind);
});

test('a null and a column that is not there have no text', () => {
  const page = new RowScanner().scan(Buffer.from('{"data":[{"a":null,"tags":{}}]}'));
  const texts = ['a', 'b', 'tags.b'].map((column) => new KindReader(column).read(page, 0));
  expect(texts).toEqual([undefined, undefined, undefined]);
});
