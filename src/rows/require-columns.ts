import { type CostctlError, usageError } from '../errors.ts';
import { suggest } from '../suggest.ts';
import { quote } from '../text.ts';
import type { ColumnWatch, Conflict } from './column-watch.ts';
import {
  type ColumnChoice,
  type Evidence,
  type FoundColumns,
  type Role,
  roles,
} from './detect-columns.ts';

/** The columns that an analysis adds up by. */
export interface CostColumns {
  /** Undefined if no day is needed. */
  readonly date: string | undefined;
  readonly amount: string;
  /** Undefined if the rows have no currency. */
  readonly currency: string | undefined;
}

/** A column that remains unclear is a usage error that names the candidates: nothing is guessed. */
export function requireColumns(
  found: FoundColumns,
  watch: Pick<ColumnWatch, 'evidenceOf'>,
  { needsDate }: { readonly needsDate: boolean },
): CostColumns {
  for (const role of ['amount', 'date'] as const) {
    const { column, how } = found[role];
    if (how === 'given' && column !== undefined) requireFit(role, column, watch.evidenceOf(column));
  }
  if (found.currency.how === 'unclear') throw unclear('currency', found.currency);
  return {
    date: needsDate ? requireColumn('date', found.date) : found.date.column,
    amount: requireColumn('amount', found.amount),
    currency: found.currency.column,
  };
}

/** `known` are columns of the rows. `noRow` says so of a part, if only a part was looked at. */
export function describeMissing(column: string, known: readonly string[], noRow = 'no row') {
  const meant = suggest(column, known);
  const more = meant === undefined ? '' : `; did you mean '${meant}'?`;
  return `${noRow} has the column '${column}'${more}`;
}

/** A column that appears after the choice was made is never ignored. `command` is what takes the options. */
export function conflictError({ role, used, column }: Conflict, command = 'give'): CostctlError {
  if (used === column) {
    return usageError(
      `the column '${column}' was used as the ${role} column because of its first values, and later ones do not fit`,
      `${command} --${role}-column NAME; costctl costs columns shows what each column has`,
    );
  }
  const now = used === undefined ? `no ${role} column was used` : `'${used}' was used`;
  const other = used === undefined ? (role === 'currency' ? 'none' : 'NAME') : quote(used);
  return usageError(
    `the column '${column}' appears in later rows and could be the ${role} column, but ${now} so far`,
    `${command} --${role}-column ${quote(column)} or --${role}-column ${other}`,
  );
}

/** Why there are no sums, for a receipt. */
export function describeUnclear(found: FoundColumns): string | undefined {
  const unclear = roles.find((role) => {
    const { column, how } = found[role];
    return column === undefined && (role !== 'currency' || how === 'unclear');
  });
  if (unclear === undefined) return undefined;
  const isFound = found[unclear].how === 'unclear';
  return isFound ? `the ${unclear} column is unclear` : `no ${unclear} column was found`;
}

function requireColumn(role: Role, choice: ColumnChoice): string {
  if (choice.column === undefined) throw unclear(role, choice);
  return choice.column;
}

const kinds: Readonly<Record<Role, string>> = {
  date: 'days',
  amount: 'numbers',
  currency: 'currencies',
};

/** A column that was given must exist and have at least one value of its kind. */
function requireFit(role: 'date' | 'amount', column: string, evidence: Evidence | undefined): void {
  const fitting = role === 'date' ? evidence?.moments : evidence?.numbers;
  if (fitting !== undefined && fitting > 0) return;
  throw usageError(
    evidence === undefined
      ? `--${role}-column: no row has the column '${column}'`
      : `--${role}-column: the column '${column}' has no ${kinds[role]}`,
    'costctl costs columns shows what each column has',
  );
}

function unclear(role: Role, { candidates }: ColumnChoice): CostctlError {
  const option = `--${role}-column`;
  if (candidates.length === 0) {
    return usageError(
      `no column could be the ${role} column`,
      `give ${option} NAME; costctl costs columns shows what each column has`,
    );
  }
  const none = role === 'currency' ? ' (or none, if amounts have no currency)' : '';
  return usageError(
    `the ${role} column is unclear: it could be ${candidates.join(', ')}`,
    `give ${option} NAME${none}, or costctl profiles set PROFILE ${role}Column=NAME`,
  );
}
