import { type CostctlError, usageError } from '../../errors.ts';
import { CellReader } from '../../json/bulk/cell-reader.ts';
import type { RowPage } from '../../json/bulk/rows.ts';
import { parseDecimal } from '../../json/decimal.ts';
import { dayIn } from '../day-cell.ts';
import type { DayRange } from '../days.ts';
import { type ColumnChoice, type FoundColumns, findColumns, type GivenColumns } from '../found.ts';
import { rowObject } from '../page.ts';

/** The columns that an analysis adds up by. */
export interface SettledColumns {
  /** Undefined where no day is needed. */
  readonly date: string | undefined;
  readonly amount: string;
  /** Undefined where the rows have no currency. */
  readonly currency: string | undefined;
}

type Role = keyof FoundColumns;

/** Finds the columns by looking at a page of rows. */
export function lookAt(rows: RowPage, given: GivenColumns, range: DayRange): FoundColumns {
  const objects = Array.from({ length: rows.count }, (_, row) => rowObject(rows, row));
  return findColumns(objects, given, range);
}

/** What stays unclear is a usage error that names the candidates: nothing is guessed. */
export function settleColumns(
  found: FoundColumns,
  rows: RowPage,
  { needsDate }: { readonly needsDate: boolean },
): SettledColumns {
  for (const role of ['date', 'amount', 'currency'] as const) {
    const { column, how } = found[role];
    if (how === 'given' && column !== undefined) requireColumn(rows, role, column);
  }
  if (found.currency.how === 'unclear') throw unclear('currency', found.currency);
  return {
    date: needsDate ? settle('date', found.date) : found.date.column,
    amount: settle('amount', found.amount),
    currency: found.currency.column,
  };
}

function settle(role: Role, choice: ColumnChoice): string {
  if (choice.column === undefined) throw unclear(role, choice);
  return choice.column;
}

const fits: Readonly<Record<Role, (text: string) => boolean>> = {
  date: (text) => dayIn(text) !== undefined,
  amount: (text) => parseDecimal(text) !== undefined,
  currency: (text) => text !== '',
};

const kinds: Readonly<Record<Role, string>> = {
  date: 'days',
  amount: 'numbers',
  currency: 'currencies',
};

/** A column that was given must be there, and hold what it is said to hold, at least once. */
function requireColumn(rows: RowPage, role: Role, column: string): void {
  const reader = new CellReader(column);
  const cells = Array.from({ length: rows.count }, (_, row) => reader.read(rows, row));
  if (cells.some((text) => typeof text === 'string' && fits[role](text))) return;
  const isThere = cells.some((text) => text !== undefined);
  throw usageError(
    isThere
      ? `--${role}-column: the column '${column}' holds no ${kinds[role]}`
      : `--${role}-column: no row has the column '${column}'`,
    'costctl costs columns shows what each column holds',
  );
}

function unclear(role: Role, { candidates }: ColumnChoice): CostctlError {
  const option = `--${role}-column`;
  if (candidates.length === 0) {
    return usageError(
      `no column of the rows holds ${kinds[role]} in every row`,
      `give ${option} NAME; costctl costs columns shows what each column holds`,
    );
  }
  const none = role === 'currency' ? ' (none: there is none)' : '';
  return usageError(
    `the ${role} column is unclear: it could be ${candidates.join(', ')}`,
    `give ${option} NAME${none}, or costctl profiles set PROFILE ${role}Column=NAME`,
  );
}
