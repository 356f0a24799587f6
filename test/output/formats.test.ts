import { describe, expect, test } from 'vitest';
import { chooseFormat, formatOfPath } from '../../src/output/formats.ts';

describe('the name of a file', () => {
  test.each([
    ['costs.csv', 'csv', 'csv', false],
    ['a/b.c/costs.JSON', 'json', 'json', false],
    ['x.ndjson', 'ndjson', 'ndjson', false],
    ['x.jsonl.gz', 'ndjson', 'jsonl', true],
    ['x.tsv.GZ', 'tsv', 'tsv', true],
    ['x.yaml', 'yaml', 'yaml', false],
    ['x.yml', 'yaml', 'yml', false],
    ['x.md', 'markdown', 'md', false],
    ['x.xlsx', 'xlsx', 'xlsx', false],
    ['x.txt', undefined, 'txt', false],
    ['x.gz', undefined, '', true],
    ['csv', undefined, '', false],
    ['a.b/csv', undefined, '', false],
    ['.csv', undefined, '', false],
    ['x.constructor', undefined, 'constructor', false],
    ['-', undefined, '', false],
  ])('%s means %s, with the extension %s, compressed: %s', (path, format, extension, gzip) => {
    expect(formatOfPath(path)).toEqual({ format, extension, gzip });
  });
});

describe('the format', () => {
  test.each([
    [{ format: 'table', explicit: false }, 'table'],
    [{ format: 'table', explicit: false, outFile: 'x.csv' }, 'csv'],
    [{ format: 'csv', explicit: false, outFile: 'x.json' }, 'json'],
    [{ format: 'table', explicit: false, outFile: 'x.xlsx' }, 'xlsx'],
    [{ format: 'yaml', explicit: true, outFile: 'x.txt' }, 'yaml'],
    [{ format: 'json', explicit: true, outFile: 'x.json.gz' }, 'json'],
    [{ format: 'json', explicit: true, outFile: 'x.out' }, 'json'],
    [{ format: 'json', explicit: false, outFile: '/dev/stdout' }, 'json'],
    [{ format: 'table', explicit: false, outFile: 'x.svg', otherExtensions: ['svg'] }, 'table'],
    [{ format: 'table', explicit: false, outFile: 'x.pdf', otherExtensions: ['*'] }, 'table'],
    [{ format: 'junit', explicit: true, isCheck: true }, 'junit'],
    [{ format: 'github', explicit: false, isCheck: true }, 'github'],
  ] as const)('of %j is %s', (choice, format) => {
    expect(chooseFormat(choice)).toBe(format);
  });

  test.each([
    [
      { format: 'json', explicit: true, outFile: 'x.csv' },
      '--out-file x.csv is csv by its extension, but --output says json',
    ],
    [
      { format: 'table', explicit: false, outFile: 'x.ods' },
      '--out-file x.ods: no format has the extension .ods',
    ],
    [
      { format: 'table', explicit: false, outFile: 'x.parquet' },
      '--out-file x.parquet: only costs export writes .parquet',
    ],
    [
      { format: 'yaml', explicit: false, outFile: 'x.txt.gz' },
      '--out-file x.txt.gz: no format has the extension .txt',
    ],
    [
      { format: 'junit', explicit: true },
      '--output junit is for checks, and this action is not one',
    ],
    [
      { format: 'github', explicit: true, checksWith: '--check' },
      '--output github is for checks, and this action is one only with --check',
    ],
    [{ format: 'xlsx', explicit: true }, 'a workbook needs a file'],
    [
      { format: 'table', explicit: false, outFile: 'x.xlsx.gz' },
      'a workbook is compressed already',
    ],
  ] as const)('of %j is a usage error', (choice, message) => {
    expect(() => chooseFormat(choice)).toThrow(expect.objectContaining({ code: 'usage', message }));
  });
});
