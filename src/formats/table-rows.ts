/** A value as text, to the digit; null if missing. */
export type Cell = string | null;

/** What the file says about the values of a column; csv says nothing, and has texts only. */
export type StoredKind = 'csv' | 'text' | 'number' | 'moment' | 'other';

export interface FileColumn {
  readonly name: string;
  readonly stored: StoredKind;
  /** Whether its numbers are binary fractions, of which the shortest decimal is read. */
  readonly isBinary?: boolean;
  /** Whether its texts are JSON: objects, lists, `true` and `false`. */
  readonly isJson?: boolean;
}

export interface TakeTable {
  /** Called once, before any row. */
  readonly open: (columns: readonly FileColumn[]) => void;
  /** `line` counts as an editor does; in Parquet it is the number of the row. */
  readonly take: (cells: readonly Cell[], line: number) => void;
  /** Nothing else is read until it is done. */
  readonly pause?: (() => Promise<void>) | undefined;
  /** Whether text that is not UTF-8 is taken too, with lone surrogates; otherwise it is refused. */
  readonly takesAnyBytes?: boolean;
}
