import { rangeName } from '../days.ts';
import { groupBy } from '../grouping.ts';
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
  const partOf = (row: ResultRow) =>
    JSON.stringify([label && row[fieldOf(label)], row['all'] === true]);
  const parts = groupBy(before, partOf);
  return rows.flatMap((row): readonly ResultRow[] => {
    if (row['period'] !== rangeName(range)) return [row];
    const own = parts.get(partOf(row)) ?? [];
    const same = own.filter(({ currency }) => currency === row['currency']);
    // A row without cost has no currency: it takes that of its unit cost in the other period.
    const isLoose = row['currency'] === null && same.length === 0;
    const named = isLoose ? own.filter(({ unitCost }) => typeof unitCost === 'string') : [];
    const compared: readonly (ResultRow | undefined)[] = isLoose ? named : same;
    return (compared.length === 0 ? [undefined] : compared).map((was) => ({
      ...row,
      ...(isLoose && was !== undefined ? { currency: was['currency'] } : {}),
      before: was?.['unitCost'] ?? null,
      ...changeOfUnit(was, row, digits),
    }));
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
