import {
  addDecimals,
  compareDecimals,
  type Decimal,
  divideDecimals,
  formatDecimal,
  zero,
} from '../../json/decimal.ts';
import type { Group } from './tally.ts';

/** What groups have in common once some of their differences are dropped. */
export type Same = Pick<Group, 'day' | 'values' | 'currency'>;

/** Adds up the groups that become the same. */
export function mergeGroups(groups: Iterable<Group>, becomes: (group: Group) => Same): Group[] {
  const merged = new Map<string, Group>();
  for (const group of groups) {
    const { day, values, currency } = becomes(group);
    const key = JSON.stringify([currency, day, values]);
    const known = merged.get(key);
    merged.set(key, {
      day,
      values,
      currency,
      rows: (known?.rows ?? 0) + group.rows,
      total: addDecimals(known?.total ?? zero, group.total),
      faults: (known?.faults ?? 0) + group.faults,
    });
  }
  return [...merged.values()];
}

/** The whole without its parts: one group for each currency. */
export function totalGroups(groups: Iterable<Group>): Group[] {
  return mergeGroups(groups, ({ currency }) => ({ day: null, values: [], currency }));
}

export function keyOf(values: readonly (string | null)[]): string {
  return JSON.stringify(values);
}

/** The currencies in order; null for rows without one. */
export function currenciesOf(groups: Iterable<Group>): (string | null)[] {
  return [...new Set([...groups].map(({ currency }) => currency))].sort((one, other) =>
    compareTexts(one, other),
  );
}

/** A part of a whole in percent with two digits, half to even; null if the whole is zero. */
export function percentOf(part: Decimal, whole: Decimal): string | null {
  if (whole.units === 0n) return null;
  const hundredfold = { units: part.units * 100n, scale: part.scale };
  return formatDecimal(divideDecimals(hundredfold, whole, 2));
}

/** Null comes last. */
export function compareTexts(one: string | null, other: string | null): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return one < other ? -1 : 1;
}

export function compareValues(
  one: readonly (string | null)[],
  other: readonly (string | null)[],
): number {
  for (const [position, value] of one.entries()) {
    const order = compareTexts(value, other[position] ?? null);
    if (order !== 0) return order;
  }
  return 0;
}

/** The larger first. */
export function compareTotals(one: Group, other: Group): number {
  return compareDecimals(other.total, one.total) || compareValues(one.values, other.values);
}
