import type { View } from './view.ts';

type Row = Readonly<Record<string, unknown>>;

/** Amounts and other decimals may travel as text: the columns that a view calls numbers. */
export function numberColumns(
  { columns, details = [], suggest }: View<unknown>,
  rows: readonly Row[],
): ReadonlySet<string> {
  const known = [...columns, ...details, ...(suggest?.(rows) ?? [])];
  return new Set(
    known.filter(({ kind }) => kind === 'money' || kind === 'number').map(({ path }) => path),
  );
}
