import { expect, test } from 'vitest';
import { readFooter } from '../../../src/formats/parquet/read-footer.ts';
import { ThriftReader } from '../../../src/formats/parquet/thrift.ts';
import { writeFooter } from '../../../src/formats/parquet/write-footer.ts';

function footerOf(scale: number): Buffer {
  const column = { name: 'cost', type: { kind: 'decimal', precision: 12, scale } } as const;
  return writeFooter({ columns: [column], groups: [], rows: 0, createdBy: 'x', notes: new Map() });
}

test('a decimal with fewer places than none is damage', () => {
  for (const scale of [0, 3]) {
    expect(readFooter(footerOf(scale)).columns).toMatchObject([{ type: { scale } }]);
  }
  for (const scale of [-1, -(2 ** 31)]) {
    expect(() => readFooter(footerOf(scale))).toThrow('does not describe a table');
  }
});

test('the order of each column is stated: without it readers ignore least and greatest values', () => {
  const ordered = new Map([[1, new Map()]]);
  expect(new ThriftReader(footerOf(0), 0).struct().get(7)).toEqual([ordered]);
});
