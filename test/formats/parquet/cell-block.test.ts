import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BlockReader } from '../../../src/formats/parquet/block-reader.ts';
import { BlockWriter } from '../../../src/formats/parquet/block-writer.ts';
import { ColumnCells, kinds, nullCell } from '../../../src/formats/parquet/column-cells.ts';
import { SharedValues } from '../../../src/formats/parquet/shared-values.ts';

function cellsOf(texts: readonly (string | null)[]): ColumnCells {
  const cells = new ColumnCells();
  for (const text of texts) {
    if (text === null) cells.addAbsent(nullCell);
    else cells.addText(text, kinds.text);
  }
  return cells;
}

function textsOf({ rows, rowCount, values }: ColumnCells): (string | null)[] {
  return [...rows.subarray(0, rowCount)].map((value) => (value < 0 ? null : values.textOf(value)));
}

/** Writes rows in the order of two spans, each as a block, and reads both. */
function pass(shared: SharedValues, texts: readonly (string | null)[], into: ColumnCells): void {
  const order = Int32Array.from(texts, (_, row) => texts.length - 1 - row);
  const half = texts.length >> 1;
  const spans = [
    { from: 0, to: half },
    { from: half, to: texts.length },
  ];
  const cells = cellsOf(texts);
  const blocks = new BlockWriter(shared).write([{ name: 'a', cells }], order, spans);
  for (const bytes of blocks) {
    const block = { names: ['a'], shared, bytes: Buffer.from(bytes) };
    new BlockReader(block).addColumn(into, shared.of('a'));
  }
}

test('cells come out of blocks as they went in', () => {
  const text = fc.option(fc.constantFrom('', 'a', 'long text', 'ü'), { freq: 3 });
  const rows = fc.oneof(fc.array(text), fc.array(fc.constant('x')), fc.array(fc.string()));
  fc.assert(
    fc.property(fc.array(rows, { maxLength: 4 }), (all) => {
      const [shared, into] = [new SharedValues(), new ColumnCells()];
      for (const texts of all) pass(shared, texts, into);
      expect(textsOf(into)).toEqual(all.flatMap((texts) => [...texts].reverse()));
    }),
  );
});

test('so do those of a column with more values than can be shared', () => {
  const [shared, into] = [new SharedValues(), new ColumnCells()];
  const few = ['a', null, 'b', 'a'];
  const many = Array.from({ length: 70_000 }, (_, row) => (row % 9 === 0 ? null : `row ${row}`));
  const repeated = Array.from({ length: 9000 }, (_, row) => `row ${row % 3000}`);
  const all = [few, many, repeated, few];
  for (const texts of all) pass(shared, texts, into);
  expect(textsOf(into)).toEqual(all.flatMap((texts) => [...texts].reverse()));
  into.clear();
  pass(shared, few, into);
  expect(textsOf(into)).toEqual([...few].reverse());
});
