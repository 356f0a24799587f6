import type { RowPage } from '../json/bulk/rows.ts';
import type { DayRange } from './days.ts';
import { type FoundColumns, findColumns, type GivenColumns } from './found.ts';
import type { Checkpoint } from './journal.ts';
import { rowObject } from './page.ts';
import { createDaySums, type DaySums } from './sums.ts';

export interface SumsOptions {
  /** Undefined: nothing is to be added up. */
  readonly given: GivenColumns | undefined;
  readonly range: DayRange;
  readonly onFound: (found: FoundColumns) => void;
}

export interface WindowSums {
  readonly add: (rows: RowPage) => void;
  readonly commit: () => void;
  readonly rollback: () => void;
  /** The sums of the window that was committed last. */
  readonly take: () => Pick<Checkpoint['window'], 'sums'>;
  readonly found: () => Pick<Checkpoint, 'found' | 'fault'>;
}

/** Finds the columns on the first page that has rows, and adds up each window by them. */
export function createWindowSums(
  { given, range, onFound }: SumsOptions,
  last?: Checkpoint,
): WindowSums {
  let found: FoundColumns | undefined = last?.found;
  let sums = found === undefined ? undefined : sumsOf(found);
  const fault = last?.fault;

  function look(rows: RowPage, settled: GivenColumns): void {
    const objects = Array.from({ length: rows.count }, (_, row) => rowObject(rows, row));
    const columns = findColumns(objects, settled, range);
    found = columns;
    sums = sumsOf(columns);
    onFound(columns);
  }

  let committed: Pick<Checkpoint['window'], 'sums'> = {};

  function takeSums(): Pick<Checkpoint['window'], 'sums'> {
    if (given !== undefined && found === undefined) return { sums: [] };
    const taken = sums?.take();
    const isWhole = taken !== undefined && fault === undefined && sums?.fault() === undefined;
    return isWhole ? { sums: taken } : {};
  }

  return {
    add: (rows) => {
      if (given === undefined || rows.count === 0 || fault !== undefined) return;
      if (found === undefined) look(rows, given);
      sums?.add(rows);
    },
    rollback: () => {
      sums?.take();
    },
    commit: () => {
      committed = takeSums();
    },
    take: () => committed,
    found: () => {
      const now = fault ?? sums?.fault();
      return {
        ...(found === undefined ? {} : { found }),
        ...(now === undefined ? {} : { fault: now }),
      };
    },
  };
}

function sumsOf({ date, amount, currency }: FoundColumns): DaySums | undefined {
  if (date.column === undefined || amount.column === undefined) return undefined;
  if (currency.how === 'unclear') return undefined;
  const columns = { date: date.column, amount: amount.column, currency: currency.column };
  return createDaySums(columns);
}
