import { expect, test } from 'vitest';
import { detectDelimiter, formatOfContent, formatOfName } from '../../src/formats/recognize.ts';

test.each([
  ['orders.csv', 'csv'],
  ['orders.csv.gz', 'csv'],
  ['Orders.TSV', 'tsv'],
  ['a.b/orders.json', 'json'],
  ['orders.ndjson', 'ndjson'],
  ['orders.jsonl.gz', 'ndjson'],
  ['orders.txt', undefined],
  ['orders.gz', undefined],
  ['csv', undefined],
  ['stdin', undefined],
])('the file name %s means the format %s', (name, format) => {
  expect(formatOfName(name)).toBe(format);
});

test.each([
  ['[{}]', 'json'],
  ['\ufeff\n  [', 'json'],
  ['{"date":', 'ndjson'],
  ['date,amount\n', 'csv'],
  ['date,a\tb\n', 'csv'],
  ['date\tamount\n1,2', 'tsv'],
  ['date', 'csv'],
  ['[date],amount\n', 'csv'],
  ['\ufeff[Order date] (UTC);amount\n', 'csv'],
  ['{day},{amount}\n', 'csv'],
  ['[date]\tamount\n', 'tsv'],
  ['[]', 'json'],
  ['[1, 2]\n', 'json'],
  ['[[1],[2]]', 'json'],
  ['["a"],["b"]', 'json'],
  ['{}\n{"a":[1],"b":2}', 'ndjson'],
  ['{date: 2026-10-01, amount: 1}', 'ndjson'],
  // What follows in an archive is packed: any byte may come before a line end.
  ['PK\x03\x04\x14a\rb', 'xlsx'],
  ['PAR1\0a\rb', 'csv'],
])('content that begins with %j is %s', (content, format) => {
  expect(formatOfContent('a file', Buffer.from(content))).toBe(format);
});

test.each([
  ['a|b|c', '|'],
  ['"a,b"|"c;d"', '|'],
  ['a|b,c', ','],
  ['a|b|c;d', ';'],
  ['"a|b"', ','],
  ['a', ','],
])('the header %s is separated by %s', (header, delimiter) => {
  expect(detectDelimiter(Buffer.from(`\ufeff${header}\r\n1|2|3,4;5\n`))).toBe(delimiter);
});
