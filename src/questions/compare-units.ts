import { rangeName } from '../days.ts';
import {
  type Decimal,
  divideDecimals,
  formatDecimal,
  multiplyDecimals,
  subtractDecimals,
} from '../json/decimal.ts';
import { absolute, percentOf } from '../json/percent.ts';
import { decimalOf, fieldOf, type ResultRow } from './result-rows.ts';
import type { UnitOptions } from './unit-costs.ts';

/** Adds to the rows of a whole period their unit cost in another period, and how much it changed. */
export function compareUnits(
  rows: readonly ResultRow[],
  before: readonly ResultRow[],
  { range, label, digits }: Pick<UnitOptions, 'range' | 'label' | 'digits'>,
): ResultRow[] {
  const keyOf = (row: ResultRow) =>
    JSON.stringify([row['currency'], label && row[fieldOf(label)], row['all'] === true]);
  const old = new Map(before.map((row) => [keyOf(row), row]));
  return rows.map((row) => {
    if (row['period'] !== rangeName(range)) return row;
    const was = old.get(keyOf(row));
    return { ...row, before: was?.['unitCost'] ?? null, ...changeOfUnit(was, row, digits) };
  });
}

/** The change of a unit cost between the rows of two periods: exact, and only then rounded. */
export function changeOfUnit(
  before: ResultRow | undefined,
  after: ResultRow | undefined,
  digits: number,
): ResultRow {
  const [old, now] = [quotientOf(before), quotientOf(after)];
  if (old === undefined || now === undefined) return { change: null, changePercent: null };
  const difference = subtractDecimals(
    multiplyDecimals(now.cost, old.value),
    multiplyDecimals(old.cost, now.value),
  );
  const change = divideDecimals(difference, multiplyDecimals(now.value, old.value), digits);
  const part = multiplyDecimals(difference, absolute(old.value));
  const base = multiplyDecimals(multiplyDecimals(now.value, old.value), absolute(old.cost));
  return { change: formatDecimal(change), changePercent: percentOf(part, base) };
}

/** The cost and the value whose quotient is the unit cost of a row; undefined if it has none. */
function quotientOf(row: ResultRow | undefined): { cost: Decimal; value: Decimal } | undefined {
  if (typeof row?.['unitCost'] !== 'string') return undefined;
  const cost = subtractDecimals(decimalOf(row['cost']), decimalOf(row['costLeftOut']));
  return { cost, value: decimalOf(row['value']) };
}
