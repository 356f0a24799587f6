import type { ColumnCells } from './column-cells.ts';
import type { SharedValues } from './shared-values.ts';

/**
 * Some rows column by column, in bytes that wait on a disk: for each column its values, unless they are
 * shared, and for each row the number of its value from 1 on, or 0 for null.
 */
export interface CellBlock {
  readonly names: readonly string[];
  readonly shared: SharedValues;
  readonly bytes: Buffer;
}

export interface NamedCells {
  readonly name: string;
  readonly cells: ColumnCells;
}

/** Stands in place of the number of values: the values are shared. */
export const areShared = -1;
/** Stands in the same place: values follow row by row, as most rows have one of their own. */
export const areOwn = -2;

/** Bytes of a number; each part of a block begins at a multiple of it. */
export const word = 4;
