import { describe, expect, test } from 'vitest';
import { ByteOutput } from '../../../src/json/bulk/byte-output.ts';
import {
  createCellWriters,
  type WriteCell,
  writeCsvCell,
  writeCsvText,
  writeTsvCell,
  writeTsvText,
} from '../../../src/json/bulk/cells.ts';
import { RowScanner } from '../../../src/json/bulk/rows.ts';

const scanner = new RowScanner();

/** A value as a cell, between others in the output and in the body. */
function cellOf(write: WriteCell, value: string): string {
  const page = scanner.scan(Buffer.from(`{"data":[{"a":${value},"b":"-"}]}`));
  const [start = 0, end = 0, bits = 0] = page.cells;
  const output = new ByteOutput();
  output.text('<');
  write(output, page, start, end, bits);
  output.text('>');
  return output.take().toString().slice(1, -1);
}

const long = 'x'.repeat(100);

test.each([
  ['null', '', ''],
  ['true', 'true', 'true'],
  ['-1.50', '-1.50', '-1.50'],
  ['""', '', ''],
  ['"plain"', 'plain', 'plain'],
  ['"a,b"', '"a,b"', 'a,b'],
  ['"\\n"', '"\n"', '\\n'],
  ['"\\r"', '"\r"', '\\r'],
  ['"\\t"', '\t', '\\t'],
  ['"\\""', '""""', '"'],
  ['"\\\\"', '\\', '\\\\'],
  ['"\\/"', '/', '/'],
  ['"\\u002c"', '","', ','],
  ['"é\\u00e9,"', '"éé,"', 'éé,'],
  ['"a\\"b\\"c"', '"a""b""c"', 'a"b"c'],
  ['[]', '[]', '[]'],
  ['[ ]', '[]', '[]'],
  ['[1]', '[1]', '[1]'],
  ['[1,2]', '"[1,2]"', '[1,2]'],
  ['[1, 2]', '"[1,2]"', '[1,2]'],
  ['{"a":"\\n"}', '"{""a"":""\\n""}"', '{"a":"\\\\n"}'],
  [`"${long}"`, long, long],
  [`"${long},"`, `"${long},"`, `${long},`],
  [`["${long}"]`, `"[""${long}""]"`, `["${long}"]`],
])('%s is %s in csv and %s in tsv', (value, csv, tsv) => {
  expect(cellOf(writeCsvCell, value)).toBe(csv);
  expect(cellOf(writeTsvCell, value)).toBe(tsv);
});

test('a long cell grows the output as needed', () => {
  const quotes = '\\"'.repeat(50_000);
  expect(cellOf(writeCsvCell, `"${quotes}"`) === `"${'"'.repeat(100_000)}"`).toBe(true);
  expect(cellOf(writeCsvCell, `["${quotes}"]`) === `"[""${'\\""'.repeat(50_000)}""]"`).toBe(true);
  expect(cellOf(writeTsvCell, `"${'\\n'.repeat(50_000)}"`) === '\\n'.repeat(50_000)).toBe(true);
});

describe('cells that are safe for a spreadsheet', () => {
  const csv = createCellWriters({ format: 'csv', spreadsheetSafe: true }).writeCell;
  const tsv = createCellWriters({ format: 'tsv', spreadsheetSafe: true }).writeCell;

  test.each([
    ['"=1"', "'=1"],
    ['"+x"', "'+x"],
    ['"\\u003d1"', "'=1"],
    ['"\\u0041"', 'A'],
    ['"-1.5"', '-1.5'],
    ['-1.5', '-1.5'],
    ['"x=1"', 'x=1'],
    ['""', ''],
    ['null', ''],
    ['["=1"]', '["=1"]'],
    ['[-1]', '[-1]'],
  ])('%s is %s', (value, cell) => {
    expect(cellOf(tsv, value)).toBe(cell);
    expect(cellOf(csv, value)).toBe(cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell);
  });

  test('are quoted if they contain any separator', () => {
    expect(cellOf(csv, '"=a,b"')).toBe('"\'=a,b"');
    expect(cellOf(csv, '"a;b"')).toBe('"a;b"');
    expect(cellOf(csv, '"\\tx\\n"')).toBe('"\'\tx\n"');
    expect(cellOf(tsv, '"\\tx\\\\"')).toBe("'\\tx\\\\");
  });
});

describe('cells for a spreadsheet with decimal commas', () => {
  const { writeCell } = createCellWriters({ format: 'csv', delimiter: ';', decimalComma: true });

  test.each([
    ['1234.50', '1234,50'],
    ['-1.5e-7', '-1,5e-7'],
    ['12', '12'],
    ['true', 'true'],
    ['"1.5"', '1.5'],
    ['"a;b"', '"a;b"'],
    ['"a,b"', 'a,b'],
    ['{"n":1.5}', '"{""n"":1.5}"'],
    ['null', ''],
  ])('%s is %s', (value, cell) => {
    expect(cellOf(writeCell, value)).toBe(cell);
  });

  test('a number with a comma is quoted if the comma separates the cells', () => {
    const comma = createCellWriters({ format: 'csv', decimalComma: true });
    expect(cellOf(comma.writeCell, '1.50')).toBe('"1,50"');
  });
});

test.each([
  ['plain', 'plain', 'plain'],
  ['a,b', '"a,b"', 'a,b'],
  ['"', '""""', '"'],
  ['a\nb\n', '"a\nb\n"', 'a\\nb\\n'],
  ['a\rb', '"a\rb"', 'a\\rb'],
  ['a\tb\t', 'a\tb\t', 'a\\tb\\t'],
  ['a\\b', 'a\\b', 'a\\\\b'],
])('the text %j is %j in csv and %j in tsv', (text, csv, tsv) => {
  const output = new ByteOutput();
  writeCsvText(output, text);
  expect(output.take().toString()).toBe(csv);
  writeTsvText(output, text);
  expect(output.take().toString()).toBe(tsv);
});
