import type { RawRow } from './file-columns.ts';
import { createLineSpool, type LineSpool } from './line-spool.ts';

/** Rows of a file, in its order, which may be too many for memory: then a file is created in the folder. */
export function createRowSpool<Row extends RawRow = RawRow>(folder: string) {
  let spool: LineSpool | undefined;
  return {
    add(row: Row) {
      spool ??= createLineSpool(folder);
      spool.append(`${JSON.stringify(row)}\n`);
    },
    *rows(): Generator<Row> {
      for (const line of spool?.lines() ?? []) {
        const row: Row = JSON.parse(line);
        // JSON writes a missing label as null.
        yield { ...row, labels: row.labels.map((label) => label ?? undefined) };
      }
    },
    close: () => spool?.close(),
  };
}
