import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KindReader, readLines } from '../../src/costs/parquet-rows.ts';
import { RowScanner } from '../../src/json/bulk/rows.ts';

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

test('a null is told apart from a column that is not there', () => {
  const page = new RowScanner().scan(Buffer.from('{"data":[{"a":null,"tags":{}}]}'));
  const texts = ['a', 'b', 'tags.b'].map((column) => new KindReader(column).read(page, 0));
  expect(texts).toEqual([null, undefined, undefined]);
});

test('a row that is longer than what is read at once comes whole, and so do those around it', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'costctl-test-')), 'costs.part');
  const cells = ['first', 'x'.repeat(9_000_000), 'last'];
  writeFileSync(path, cells.map((a) => `${JSON.stringify({ a })}\n`).join(''));
  const read: (string | null | undefined)[] = [];
  for await (const page of readLines(path)) {
    const reader = new KindReader('a');
    for (let row = 0; row < page.count; row++) read.push(reader.read(page, row));
  }
  expect(read).toEqual(cells);
});
