import { rangeName } from '../days.ts';
import { formatDecimal, subtractDecimals } from '../json/decimal.ts';
import { decimalOf, fieldOf, magnitude, percentOf, type ResultRow } from './result-rows.ts';
import type { UnitOptions } from './unit-costs.ts';

/** The rows of a whole period with what they were in another, and how much the unit cost changed. */
export function compareUnits(
  rows: readonly ResultRow[],
  before: readonly ResultRow[],
  { range, label }: Pick<UnitOptions, 'range' | 'label'>,
): ResultRow[] {
  const keyOf = (row: ResultRow) =>
    JSON.stringify([row['currency'], label && row[fieldOf(label)], row['all'] === true]);
  const old = new Map(before.map((row) => [keyOf(row), row['unitCost']]));
  return rows.map((row) => {
    if (row['period'] !== rangeName(range)) return row;
    const was = old.get(keyOf(row)) ?? null;
    const isBoth = typeof was === 'string' && typeof row['unitCost'] === 'string';
    const change = isBoth ? subtractDecimals(decimalOf(row['unitCost']), decimalOf(was)) : null;
    return {
      ...row,
      before: was,
      change: change && formatDecimal(change),
      changePercent: change && percentOf(change, magnitude(decimalOf(was))),
    };
  });
}
