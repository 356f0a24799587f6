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

/** Written instead of the number of values if rows share values. */
export const areShared = -1;
/** Written instead of the number of values if each row has its own: they follow row by row. */
export const areOwn = -2;

/** Bytes of a number; each part of a block begins at a multiple of it. */
export const word = 4;
