import type { ExportFormat, FileOnly } from '../formats/registry.ts';
import type { CellForm } from '../json/bulk/cell-text.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import type { JsonObject } from '../json/number.ts';
import type { Checkpoint } from './export-journal.ts';

/** The formats in which rows are written as they come, as bytes. */
export type RowFormat = Exclude<ExportFormat, FileOnly>;

export type ListFormat = RowFormat | 'yaml';

/** What is known after a window and must be known again to continue after it. */
export type EncoderState = Checkpoint['encoder'];

export interface EncoderOptions extends Omit<CellForm, 'format'> {
  readonly format: ListFormat;
  readonly columns?: readonly string[] | undefined;
  /** Columns that the rows may have, in their order, if the source knows them before the rows. */
  readonly knownColumns?: readonly string[] | undefined;
  readonly header: boolean;
  /** Whether csv begins with a byte order mark, if it has a header. */
  readonly byteOrderMark?: boolean | undefined;
  /** What to do with a column that first appears on a later page. Lines in a file can be widened. */
  readonly lateColumns: 'add' | 'fail';
  /** The row with only the wanted properties, for json and ndjson. */
  readonly pick: (row: JsonObject, columns: readonly string[]) => unknown;
}

/** Turns pages of rows into the bytes of a format. */
export interface Encoder {
  /** The page's rows and what must come before them. The next call may overwrite the bytes. */
  readonly encode: (page: RowPage) => Uint8Array[];
  /** What must come after all rows. */
  readonly end: () => Uint8Array[];
  readonly state: () => EncoderState;
  /** Continues from an earlier state, or goes back to one. */
  readonly restore: (state: EncoderState) => void;
}

export function firstState({ columns = [] }: Pick<EncoderOptions, 'columns'>): EncoderState {
  return { rows: 0, bytes: 0, columns: [], unseen: columns, steps: [] };
}
