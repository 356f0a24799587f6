import type { RowPage } from '../json/bulk/rows.ts';

/** The text of a cell as csv has it; null for null, undefined if the row lacks the column. */
export type CellText = string | null | undefined;

/** The least and the greatest cell of a column, by the bytes of their texts. */
export interface CellLimits {
  readonly least: string;
  readonly greatest: string;
  readonly areDays: boolean;
}

/**
 * Each value is stored once, and each row has the number of its value: a question that looks at values need
 * not look at rows. Valid until the next batch.
 */
export interface ColumnBatch {
  readonly count: number;
  /** The columns that the rows may have; each is read when it is first used. */
  readonly names: readonly string[];
  /** A column as `CellReader` finds it; undefined if it may be inside the objects of another. */
  readonly column: (name: string) => BatchColumn | undefined;
  /** A column without what is inside the objects of others. */
  readonly ownColumn: (name: string) => BatchColumn | undefined;
  /** The days that a column names, if the source knows them without reading it. */
  readonly days?: (column: string) => BatchColumn | undefined;
  /** Paths into the objects of a column; undefined if there may be others. */
  readonly pathsIn: (name: string) => readonly string[] | undefined;
  /** The same rows one by one, for what columns alone cannot do exactly. */
  readonly pages: () => Iterable<RowPage>;
  /** How many rows each page has, except the last. */
  readonly pageRows: number;
}

export interface BatchColumn {
  /** The number of each row's value; negative if a row has none. */
  readonly rows: Int32Array;
  /** Where the rows of each value end, if they follow those of the value before. Then no row has to be looked at. */
  readonly ends?: readonly number[];
  /** Whether every row has a value. */
  readonly isFull: boolean;
  /** Whether every value is a number of JSON. */
  readonly areNumbers: boolean;
  readonly valueCount: number;
  /** The limits of its values, those of other rows included; undefined if they are not known. */
  readonly limits: CellLimits | undefined;
  /** What a row without a value has: undefined if it lacks the column too. */
  readonly absent: null | undefined;
  /** A value as `CellReader` reads it. */
  readonly textOf: (value: number) => string | null;
  /** The values as a page of rows has them. */
  readonly values: () => JsonValues;
  /** The values as exact numbers; undefined if they are not stored as such. */
  readonly units: () => StoredUnits | undefined;
}

/** Values as JSON texts, one after the other. */
export interface JsonValues {
  readonly bytes: { readonly buffer: Buffer };
  readonly startOf: (value: number) => number;
  readonly ends: Int32Array;
  /** What a scanner finds in each value (`bits.ts`). */
  readonly bits: Uint8Array;
}

/** Exact numbers, stored as whole multiples of their last decimal place. */
export interface StoredUnits {
  readonly view: DataView;
  /** Bytes of each: a little-endian number of 8 bytes, or a big-endian one of 16. */
  readonly width: 8 | 16;
  /** Decimal places of a unit. */
  readonly scale: number;
  /** Decimal places: as few as each needs (`shortest`), the same for all, or those of each, which a call reads. */
  readonly places: 'shortest' | number | (() => Int32Array);
  /** Whether some are written in another way: a zero may have a minus. */
  readonly hasIrregular: boolean;
}

/** Rows of a batch by their place; undefined: all of them. */
export type SelectedRows = Int32Array | undefined;

export function cellOf(column: BatchColumn, row: number): CellText {
  const value = column.rows[row] ?? -1;
  return value < 0 ? column.absent : column.textOf(value);
}

let ordered = new Int32Array(0);

/** The numbers from 0 on: the places of rows if all are meant, or values stored one after the other. */
export function inOrder(count: number): Int32Array {
  if (ordered.length < count) {
    ordered = new Int32Array(count * 2);
    for (let place = 0; place < ordered.length; place += 1) ordered[place] = place;
  }
  return ordered.subarray(0, count);
}

/** If the numbers are those of `inOrder`, the first of them. */
export function firstInOrder({ buffer, byteOffset }: Int32Array): number | undefined {
  return buffer === ordered.buffer ? byteOffset / 4 : undefined;
}

interface CountedValue {
  readonly value: number;
  /** The first row that has it. */
  readonly row: number;
  times: number;
}

/** The different values of some rows, and how many rows have each. */
export function countValues(
  { rows }: BatchColumn,
  from: number,
  to: number,
): Iterable<CountedValue> {
  const counted = new Map<number, CountedValue>();
  let last: CountedValue | undefined;
  for (let row = from; row < to; row += 1) {
    const value = Math.max(-1, rows[row] ?? -1);
    if (last?.value !== value) {
      last = counted.get(value);
      if (last === undefined) {
        last = { value, row, times: 0 };
        counted.set(value, last);
      }
    }
    last.times += 1;
  }
  return counted.values();
}
