import type { LabelChoice, RawRow } from './file-columns.ts';
import { createRowSpool } from './row-spool.ts';

/** All rows from the first label with spaces around it on, until the metric's own labels are known. */
interface DeferredRows {
  readonly add: (row: RawRow) => void;
  readonly count: () => number;
  /** Their labels with spaces, each once, up to a limit. */
  readonly labels: () => readonly LabelChoice[];
  /** In the order of the file. */
  readonly rows: () => Generator<RawRow>;
  readonly close: () => void;
}

/** No metric has this many labels with spaces around them. Further ones count as unknown. */
const mostLabels = 10_000;

export function createDeferredRows(folder: string, columns: number): DeferredRows {
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
    add(row) {
      count += 1;
      spool.add(row);
      row.labels.forEach((label, column) => {
        if (label !== undefined && label.trim() !== label) addLabel(column, label);
      });
    },
    count: () => count,
    labels: () => labels.flatMap((known, column) => [...known].map((label) => ({ column, label }))),
    rows: spool.rows,
    close: spool.close,
  };
}
