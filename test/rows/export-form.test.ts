import { expect, test } from 'vitest';
import { chooseExportForm } from '../../src/rows/export-form.ts';

test.each([
  [undefined, undefined, 'csv', false],
  [undefined, 'costs', 'csv', false],
  ['csv', 'costs.txt', 'csv', false],
  [undefined, 'costs.xlsx', 'xlsx', false],
  ['xlsx', 'costs.out', 'xlsx', false],
  [undefined, 'costs.gz', 'csv', true],
  [undefined, 'COSTS.JSONL.GZ', 'ndjson', true],
  ['tsv', 'costs.txt.gz', 'tsv', true],
  ['json', undefined, 'json', false],
  ['CSV', 'costs.csv', 'csv', false],
])('-o %s with the file %s writes %s, compressed: %s', (flag, file, format, gzip) => {
  expect(chooseExportForm(flag, file)).toEqual({ format, gzip });
});

test.each([
  [undefined, 'costs.txt', 'no format has the extension .txt'],
  [undefined, 'costs.yaml', 'costs export writes json, ndjson, csv, tsv, xlsx, parquet, not yaml'],
  ['xlsx', undefined, 'xlsx needs a file'],
  ['parquet', 'costs.gz', 'parquet is compressed already'],
  ['csv', 'costs.json', '--out-file costs.json is json by its extension, but --output says csv'],
])('-o %s with the file %s is a usage error', (flag, file, message) => {
  expect(() => chooseExportForm(flag, file)).toThrow(
    expect.objectContaining({ code: 'usage', message }),
  );
});
