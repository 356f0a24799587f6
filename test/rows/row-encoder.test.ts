import { expect, test } from 'vitest';
import { RowScanner } from '../../src/json/bulk/rows.ts';
import { createEncoder } from '../../src/rows/create-encoder.ts';
import type { RowFormat } from '../../src/rows/encoder.ts';

const pageOf = (...rows: readonly unknown[]) =>
  new RowScanner().scan(Buffer.from(JSON.stringify({ data: rows })));

function encoderOf(format: RowFormat, columns: readonly string[]) {
  return createEncoder({
    format,
    columns,
    header: true,
    spreadsheetSafe: false,
    lateColumns: 'add',
    pick: (row, names) =>
      Object.fromEntries(names.flatMap((name) => (name in row ? [[name, row[name] ?? null]] : []))),
  });
}

function encode(format: RowFormat, columns: readonly string[]) {
  const encoder = encoderOf(format, columns);
  const pages = [pageOf({ a: 1, b: 2 }, { b: 3 }), pageOf(), pageOf({ a: 4, c: 5 })];
  const pieces = pages.flatMap((page) => encoder.encode(page).map((piece) => Buffer.from(piece)));
  const text = Buffer.concat([...pieces, ...encoder.end()]).toString();
  return { text, state: encoder.state() };
}

test('chosen columns of several pages form one JSON array', () => {
  const { text, state } = encode('json', ['c', 'a']);
  expect(text).toBe('[{"a":1},{},{"c":5,"a":4}]\n');
  expect(state).toMatchObject({ rows: 3, unseen: [] });
});

test('chosen columns of several pages form one ndjson line per row', () => {
  const { text, state } = encode('ndjson', ['b', 'nowhere']);
  expect(text).toBe('{"b":2}\n{"b":3}\n{}\n');
  expect(state).toMatchObject({ rows: 3, unseen: ['nowhere'], bytes: Buffer.byteLength(text) });
});

test('without rows json is an empty array, and ndjson is empty', () => {
  expect(encoderOf('json', ['a']).end().join('')).toBe('[]\n');
  expect(encoderOf('ndjson', ['a']).end()).toEqual([]);
});

test('csv without a header begins with the first row', () => {
  const encoder = createEncoder({
    format: 'csv',
    header: false,
    spreadsheetSafe: false,
    lateColumns: 'add',
    pick: (row) => row,
  });
  expect(Buffer.concat(encoder.encode(pageOf({ a: 1, b: 2 }))).toString()).toBe('1,2\n');
  expect(encoder.state()).toMatchObject({ columns: ['a', 'b'], bytes: 4 });
});
