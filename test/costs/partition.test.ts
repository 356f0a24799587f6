import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findTypes } from '../../src/costs/parquet.ts';
import { parseTypes } from '../../src/costs/parquet-types.ts';
import { splitRows } from '../../src/costs/partition.ts';

const range = { from: '2026-10-31', to: '2026-11-01' };

function linesOf(...rows: readonly unknown[]): string {
  const path = join(mkdtempSync(join(tmpdir(), 'costctl-test-')), 'costs.part');
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return path;
}

test('rows go to the month of their day, and a month without rows has no file', async () => {
  const first = { day: '2026-10-31', cost: 1 };
  const path = linesOf(first, { ...first, cost: 2 });
  const [october, november] = await splitRows(path, `${path}.split`, range, 'month', 'day');
  expect(readFileSync(october?.lines ?? '', 'utf8')).toBe(readFileSync(path, 'utf8'));
  expect(november).toEqual({ name: 'month=2026-11', lines: undefined });
});

test.each([
  [{}, ''],
  [{ day: null }, ''],
  [{ day: '2026-11-02' }, '2026-11-02'],
  [{ day: '2026-10-30' }, '2026-10-30'],
  [{ day: 'today' }, 'today'],
])('a row %j belongs to no partition, and its cell is told', async (row, told) => {
  const path = linesOf({ day: '2026-10-31' }, row);
  const splitting = splitRows(path, `${path}.split`, range, 'day', 'day');
  await expect(splitting).rejects.toMatchObject({
    code: 'usage',
    message: `--partition-by: a row has '${told}' in day, which is not a day of the range`,
  });
});

test('a column that no row has cannot be chosen, nor given a type', async () => {
  const path = linesOf({ a: 1 });
  await expect(findTypes(path, { columns: ['b'], types: new Map() })).rejects.toMatchObject({
    message: "--columns: no row has the column 'b'",
  });
  await expect(
    findTypes(path, { columns: undefined, types: parseTypes('b=text') }),
  ).rejects.toMatchObject({
    message: "--types: no row has the column 'b'",
  });
});

test('a column that holds nothing but null can be chosen, as in the other formats', async () => {
  const path = linesOf({ a: 1, empty: null }, { a: 2 });
  const columns = await findTypes(path, { columns: ['empty', 'a'], types: new Map() });
  expect(columns.map(({ name, type }) => [name, type.kind])).toEqual([
    ['empty', 'text'],
    ['a', 'integer'],
  ]);
});
