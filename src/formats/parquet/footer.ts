import type { ParquetType } from './types.ts';

export interface ParquetColumn {
  readonly name: string;
  readonly type: ParquetType;
}

/** One column of one group of rows, as the footer describes it. */
export interface Chunk {
  /** Whether it is packed, with Snappy, which every reader knows. */
  readonly isPacked: boolean;
  /** Where the dictionary begins; undefined if the values are stored row by row. */
  readonly dictionaryAt: number | undefined;
  readonly dataAt: number;
  readonly values: number;
  readonly nulls: number;
  readonly plainSize: number;
  readonly size: number;
  /** The least and the greatest value as stored; undefined if too long to be of use. */
  readonly least: Buffer | undefined;
  readonly greatest: Buffer | undefined;
}

export interface Group {
  readonly rows: number;
  readonly chunks: readonly Chunk[];
}

export interface Footer {
  readonly columns: readonly ParquetColumn[];
  readonly groups: readonly Group[];
  readonly rows: number;
  readonly createdBy: string;
  /** Texts of the writer's own, by key. */
  readonly notes: ReadonlyMap<string, string>;
}

/** A group as read: what a column of it has is looked up when it is wanted. */
export interface StoredGroup {
  readonly rows: number;
  readonly chunk: (column: number) => Chunk;
}

export interface StoredFooter extends Omit<Footer, 'groups'> {
  readonly groups: readonly StoredGroup[];
}

/** The numbers of the parquet format (parquet.thrift) that this program writes, and those of its encodings that it reads. */
export const physical = { boolean: 0, int32: 1, int64: 2, double: 5, bytes: 6, fixed: 7 } as const;
export const encodings = {
  plain: 0,
  plainDictionary: 2,
  rle: 3,
  deltas: 5,
  deltaLengths: 6,
  deltaTexts: 7,
  rleDictionary: 8,
  split: 9,
} as const;
export const converted = { utf8: 0, decimal: 5, date: 6, microseconds: 10 } as const;
export const codecs = { none: 0, snappy: 1 } as const;
