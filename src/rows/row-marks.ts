import type { ColumnBatch } from '../formats/column-batch.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import type { GroupColumn, MarkColumn } from './batch-groups.ts';

/** A text for each row, such as its rule or budget. */
export interface RowMarks {
  /** Rows that are alike in these columns, and in the sign of the column `sign`, have the same mark. */
  readonly columns: readonly string[];
  readonly sign: string | undefined;
  readonly read: (page: RowPage, row: number) => string;
  /** The marks of a batch, column by column; undefined if its columns do not decide them. */
  readonly readColumns: (batch: ColumnBatch) => ColumnMarks | undefined;
}

interface ColumnMarks {
  /** Rows that are alike in all of them, and in their sign if it matters, have the same mark. */
  readonly columns: readonly MarkColumn[];
  readonly signs: GroupColumn | undefined;
  readonly of: (row: number) => string;
}
