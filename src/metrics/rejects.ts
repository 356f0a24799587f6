import { type Cell, fieldOfLabel, rejectColumns } from './columns.ts';
import type { Spool } from './spool.ts';

/** A row that was not stored, and why. */
export interface Reject {
  /** 0 where it stands in no file. */
  readonly line: number;
  readonly date: Cell;
  readonly amount: Cell;
  readonly labels: readonly Cell[];
  readonly reason: string;
}

/** Collects rows that were not stored: some for people, all for the file. */
export interface Rejects {
  readonly add: (reject: Reject) => void;
  /** What is wrong with the file as a whole. */
  readonly addFault: (reason: string) => void;
  /** The first ones, as lines for a person. */
  readonly shown: readonly string[];
  readonly count: () => number;
  /** Writes the file, the first time that it is called. */
  readonly commit: () => Promise<void>;
}

const mostShown = 20;

/** Where they wait, and what writes them all to their file. */
export interface RejectsFile {
  readonly spool: Spool;
  readonly save: (lines: Iterable<string>) => Promise<void>;
}

/** The file holds a header at least, in a form that the import reads back. */
export function createRejects(
  labelColumns: readonly string[],
  file: RejectsFile | undefined,
  writeLine: (cells: readonly (string | number | undefined)[]) => string,
): Rejects {
  const shown: string[] = [];
  let count = 0;
  let isCommitted = false;
  const keep = (cells: readonly (string | number | undefined)[]) => {
    file?.spool.append(writeLine(cells).slice(0, -1));
  };
  keep(['date', 'amount', ...labelColumns.map(fieldOfLabel), ...rejectColumns]);

  return {
    shown,
    count: () => count,
    add({ line, date, amount, labels, reason }) {
      count += 1;
      if (shown.length < mostShown) shown.push(`line ${line}: ${reason}`);
      keep([date, amount, ...labels, line === 0 ? undefined : line, reason]);
    },
    addFault(reason) {
      const line = /line (\d+):/.exec(reason)?.[1];
      keep(['', '', ...labelColumns.map(() => ''), line, reason]);
    },
    async commit() {
      if (isCommitted) return;
      isCommitted = true;
      await file?.save(file.spool.lines());
    },
  };
}
