import type { DayRange } from '../days.ts';
import { compareTexts } from '../grouping.ts';
import { addDecimals, formatDecimal, parseDecimal, zero } from '../json/decimal.ts';
import { type ColumnWatch, createColumnWatch } from './column-watch.ts';
import { createDayFingerprints, type DayFingerprints } from './day-fingerprints.ts';
import type { FoundColumns, GivenColumns } from './detect-columns.ts';
import type { Checkpoint } from './export-journal.ts';
import type { DaySum } from './manifest-file.ts';
import type { RowStep } from './read.ts';
import { describeUnclear } from './require-columns.ts';
import { createTally, type Group, type Tally } from './tally.ts';

export interface SumsOptions {
  /** Undefined: nothing is to be added up. */
  readonly given: GivenColumns | undefined;
  readonly range: DayRange;
  readonly onFound?: ((found: FoundColumns) => void) | undefined;
  /** The columns, if the caller chooses and checks them. */
  readonly chosen?: (() => FoundColumns | undefined) | undefined;
}

/** Adds up each window by day and currency, for a receipt. It never fails: a fault is recorded. */
export interface WindowSums extends RowStep {
  /** The sums of the window that was committed last. */
  readonly take: () => Pick<Checkpoint['window'], 'sums' | 'days'>;
  readonly found: () => Pick<Checkpoint, 'found' | 'fault'>;
}

export function createWindowSums(
  { given, range, onFound, chosen }: SumsOptions,
  last?: Checkpoint,
): WindowSums {
  if (given === undefined) return noSums;
  const watch = createColumnWatch({ given, ranges: [range], found: last?.found });
  let found = last?.found;
  let tally = found === undefined ? undefined : tallyOf(found);
  let fault = last?.fault;
  let pendingFault: string | undefined;
  let contents = chosen === undefined ? contentsOf(found) : undefined;
  let committed: Pick<Checkpoint['window'], 'sums' | 'days'> = {};

  function decide(): void {
    if (found !== undefined) return;
    found = chosen === undefined ? watch.decide() : chosen();
    if (found === undefined) return;
    tally = tallyOf(found);
    // A caller that chose the columns reads no others: fingerprints of all columns are not possible then.
    if (chosen === undefined) contents = contentsOf(found);
    onFound?.(found);
  }

  return {
    look: (page) => {
      if (fault !== undefined) return;
      if (chosen === undefined) watch.look(page);
      decide();
      pendingFault ??= describeConflict(watch);
    },
    add: (rows) => {
      if (fault !== undefined) return;
      contents?.add(rows);
      tally?.add(rows, (_row, reason) => {
        pendingFault ??= `a row cannot be added up: ${reason}`;
      });
    },
    addColumns: (batch, selected) => {
      if (fault !== undefined) return () => undefined;
      if (chosen === undefined) return undefined;
      decide();
      return tally === undefined ? () => undefined : tally.addColumns(batch, selected);
    },
    commit: () => {
      watch.commit();
      tally?.commit();
      contents?.commit();
      fault ??= pendingFault;
      pendingFault = undefined;
      const taken = tally?.take();
      if (fault !== undefined) committed = {};
      else if (found === undefined) committed = { sums: [], ...(chosen ? {} : { days: [] }) };
      else {
        const days = contents === undefined ? {} : { days: contents.take() };
        committed = taken === undefined ? {} : { sums: describeSums(taken), ...days };
      }
    },
    rollback: () => {
      watch.rollback();
      tally?.rollback();
      contents?.rollback();
      pendingFault = undefined;
    },
    take: () => committed,
    found: () => ({
      ...(found === undefined ? {} : { found }),
      ...(fault === undefined ? {} : { fault }),
    }),
  };
}

function describeSums(groups: readonly Group[]): DaySum[] {
  return groups
    .map(({ day, currency, rows, total }) => ({
      date: day ?? '',
      currency,
      rows,
      sum: formatDecimal(total),
    }))
    .sort(byDayAndCurrency);
}

/** One entry for each day and currency. A day may be in several windows. */
export function mergeSums(all: readonly DaySum[]): DaySum[] {
  const sums = new Map<string, DaySum>();
  for (const sum of all) {
    const key = JSON.stringify([sum.date, sum.currency]);
    const known = sums.get(key);
    sums.set(key, known === undefined ? sum : addSums(known, sum));
  }
  return [...sums.values()];
}

function addSums(one: DaySum, other: DaySum): DaySum {
  const total = addDecimals(parseDecimal(one.sum) ?? zero, parseDecimal(other.sum) ?? zero);
  return { ...one, rows: one.rows + other.rows, sum: formatDecimal(total) };
}

export function byDayAndCurrency(
  one: Pick<DaySum, 'date' | 'currency'>,
  other: Pick<DaySum, 'date' | 'currency'>,
): number {
  return (
    compareTexts(one.date, other.date) || compareTexts(one.currency ?? '', other.currency ?? '')
  );
}

const noSums: WindowSums = {
  add: () => undefined,
  addColumns: () => () => undefined,
  commit: () => undefined,
  rollback: () => undefined,
  take: () => ({}),
  found: () => ({}),
};

function contentsOf(found: FoundColumns | undefined): DayFingerprints | undefined {
  const column = found?.date.column;
  return column === undefined ? undefined : createDayFingerprints(column);
}

function tallyOf(found: FoundColumns): Tally | undefined {
  const { date, amount, currency } = found;
  if (date.column === undefined || amount.column === undefined) return undefined;
  if (describeUnclear(found) !== undefined) return undefined;
  const columns = { date: date.column, amount: amount.column, currency: currency.column };
  return createTally({ columns, by: [], byDay: true });
}

function describeConflict({ conflict }: ColumnWatch): string | undefined {
  const found = conflict();
  if (found === undefined) return undefined;
  return `the column '${found.column}' appears later and could be the ${found.role} column`;
}
