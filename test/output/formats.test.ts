import { describe, expect, test } from 'vitest';
import { chooseFormat, formatOfPath } from '../../src/output/formats.ts';

describe('the ending of a file', () => {
  test.each([
    ['costs.csv', 'csv', false],
    ['a/b.c/costs.JSON', 'json', false],
    ['x.ndjson', 'ndjson', false],
    ['x.jsonl.gz', 'ndjson', true],
    ['x.tsv.GZ', 'tsv', true],
    ['x.yaml', 'yaml', false],
    ['x.yml', 'yaml', false],
    ['x.md', 'markdown', false],
    ['x.txt', undefined, false],
    ['x.gz', undefined, true],
    ['csv', undefined, false],
    ['x.constructor', undefined, false],
    ['-', undefined, false],
  ])('%s means %s, compressed: %s', (path, format, gzip) => {
    expect(formatOfPath(path)).toEqual({ format, gzip });
  });
});

describe('the format', () => {
  test.each([
    [{ format: 'table', explicit: false }, 'table'],
    [{ format: 'table', explicit: false, outFile: 'x.csv' }, 'csv'],
    [{ format: 'yaml', explicit: false, outFile: 'x.txt' }, 'yaml'],
    [{ format: 'json', explicit: true, outFile: 'x.json.gz' }, 'json'],
    [{ format: 'json', explicit: true, outFile: 'x.out' }, 'json'],
    [{ format: 'json', explicit: true, outFile: '-' }, 'json'],
  ] as const)('of %j is %s', (choice, format) => {
    expect(chooseFormat(choice)).toBe(format);
  });

  test('may not contradict the ending', () => {
    expect(() => chooseFormat({ format: 'json', explicit: true, outFile: 'x.csv' })).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: '--out-file x.csv is csv by its ending, but --output says json',
      }),
    );
  });
});
