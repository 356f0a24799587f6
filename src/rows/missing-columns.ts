import { CostctlError, usageError } from '../errors.ts';
import { describeMissing } from './require-columns.ts';
import type { KnownNames } from './row-source.ts';

/** A column that no row of any range has is a mistake in the command. */
export async function refuseMissingColumns(
  missing: readonly (readonly string[])[],
  { by, currency }: { readonly by: readonly string[]; readonly currency?: string | undefined },
  known: KnownNames,
): Promise<void> {
  const among = (names: readonly (string | undefined)[]) =>
    missing.map((all) => all.filter((column) => names.includes(column)));
  await refuseMissing('--by', among(by), known);
  await refuseMissing('--currency-column', among([currency]), known);
}

async function refuseMissing(
  option: string,
  missing: readonly (readonly string[])[],
  known: KnownNames,
): Promise<void> {
  const [first, ...others] = missing;
  const column = first?.find((name) => others.every((other) => other.includes(name)));
  if (column === undefined) return;
  const names = await known([column]);
  // Rows that do not meet the conditions may have it.
  if (!names.includes(column)) throw missingColumn(option, column, names);
}

/** `place` is the option, or the place in a file, that names the column. */
export function missingColumn(
  place: string,
  column: string,
  known: readonly string[],
  noRow?: string,
): CostctlError {
  return usageError(
    `${place}: ${describeMissing(column, known, noRow)}`,
    'costctl costs columns shows the columns',
  );
}

/** Refuses a column of --columns that no row has, not even one that does not meet the conditions. */
export async function refuseUnseen(unseen: readonly string[], known: KnownNames, noRow?: string) {
  const names = unseen.length === 0 ? [] : await known(unseen);
  const column = unseen.find((name) => !names.includes(name));
  if (column !== undefined) throw unknownColumn(column, names, '--columns', noRow);
}

/** An option names a column that no row has. With other columns an export starts again: it cannot be resumed. */
export function unknownColumn(
  column: string,
  known: readonly string[],
  option = '--columns',
  noRow?: string,
): CostctlError {
  const { message, details } = missingColumn(option, column, known, noRow);
  return new CostctlError('usage', message, { ...details, needsRestart: true });
}
