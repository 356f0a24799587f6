import { expect, test } from 'vitest';
import { chooseExportForm } from '../../src/costs/formats.ts';

test.each([
  [undefined, undefined, 'csv', false],
  [undefined, 'costs', 'csv', false],
  [undefined, 'costs.txt', 'csv', false],
  [undefined, 'costs.gz', 'csv', true],
  [undefined, 'COSTS.JSONL.GZ', 'ndjson', true],
  ['tsv', 'costs.txt.gz', 'tsv', true],
  ['json', undefined, 'json', false],
])('-o %s and the file %s are written as %s, compressed: %s', (flag, file, format, gzip) => {
  expect(chooseExportForm(flag, file)).toEqual({ format, gzip });
});
