import type { RawRow } from './file-columns.ts';
import { createLineSpool, type LineSpool } from './line-spool.ts';

/** Rows of a file, in its order, which may be too many for memory. */
export interface RowSpool<Row extends RawRow> {
  readonly add: (row: Row) => void;
  readonly rows: () => Generator<Row>;
  readonly close: () => void;
}

/** `folder` is where a file is created, if one is needed. */
export function createRowSpool<Row extends RawRow = RawRow>(folder: string): RowSpool<Row> {
  let spool: LineSpool | undefined;
  return {
    add(row) {
      spool ??= createLineSpool(folder);
      spool.append(`${JSON.stringify(row)}\n`);
    },
    *rows() {
      for (const line of spool?.lines() ?? []) {
        const row: Row = JSON.parse(line);
        // JSON writes a missing label as null.
        yield { ...row, labels: row.labels.map((label) => label ?? undefined) };
      }
    },
    close: () => spool?.close(),
  };
}
