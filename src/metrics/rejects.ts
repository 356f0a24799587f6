import type { AtomicFile } from '../files/atomic.ts';
import { type Cell, rejectColumns } from './columns.ts';

/** A row that was not stored, and why. */
export interface Reject {
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
  /** Hands what was added to the file. */
  readonly flush: () => Promise<void>;
  readonly commit: () => Promise<void>;
}

const mostShown = 20;

/** The file holds a header at least, in a form that the import reads back. */
export function createRejects(
  labelColumns: readonly string[],
  file: AtomicFile | undefined,
  writeLine: (cells: readonly (string | number | undefined)[]) => string,
): Rejects {
  const shown: string[] = [];
  let count = 0;
  let pending =
    file === undefined ? '' : writeLine(['date', 'amount', ...labelColumns, ...rejectColumns]);

  let writing = Promise.resolve();

  /** One write after the other, whoever asks. */
  function flush(): Promise<void> {
    writing = writing.then(async () => {
      if (file === undefined || pending === '') return;
      const text = pending;
      pending = '';
      await file.write(text);
    });
    return writing;
  }

  return {
    shown,
    count: () => count,
    add({ line, date, amount, labels, reason }) {
      count += 1;
      if (shown.length < mostShown) shown.push(`line ${line}: ${reason}`);
      if (file !== undefined) pending += writeLine([date, amount, ...labels, line, reason]);
    },
    addFault(reason) {
      const line = /line (\d+):/.exec(reason)?.[1];
      pending += writeLine(['', '', ...labelColumns.map(() => ''), line, reason]);
    },
    flush,
    async commit() {
      await flush();
      await file?.commit();
    },
  };
}
