import type { View } from './view.ts';

type Row = Readonly<Record<string, unknown>>;

/** Columns that the view declares as numbers, since decimals may be sent as text. */
export function numberColumns(
  { columns, details = [], suggest }: View<unknown>,
  rows: readonly Row[],
): ReadonlySet<string> {
  const known = [...columns, ...details, ...(suggest?.(rows) ?? [])];
  return new Set(
    known.filter(({ kind }) => kind === 'money' || kind === 'number').map(({ path }) => path),
  );
}
