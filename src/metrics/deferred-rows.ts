import type { RawRow } from './file-columns.ts';
import { createRowSpool } from './row-spool.ts';

/** No metric has this many labels with spaces around them. Further ones count as unknown. */
const mostLabels = 10_000;

/** All rows from the first label with spaces around it on, until the metric's own labels are known. */
export function createDeferredRows(folder: string, columns: number) {
  const labels = Array.from({ length: columns }, () => new Set<string>());
  const spool = createRowSpool(folder);
  let count = 0;
  let different = 0;

  function addLabel(column: number, label: string): void {
    const known = labels[column];
    if (known === undefined || different >= mostLabels || known.has(label)) return;
    known.add(label);
    different += 1;
  }

  return {
    add(row: RawRow) {
      count += 1;
      spool.add(row);
      row.labels.forEach((label, column) => {
        if (label !== undefined && label.trim() !== label) addLabel(column, label);
      });
    },
    count: () => count,
    /** Their labels with spaces, each once, up to a limit. */
    labels: () => labels.flatMap((known, column) => [...known].map((label) => ({ column, label }))),
    /** In the order of the file. */
    rows: spool.rows,
    close: spool.close,
  };
}
