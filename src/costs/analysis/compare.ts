import {
  compareDecimals,
  type Decimal,
  formatDecimal,
  subtractDecimals,
  zero,
} from '../../json/decimal.ts';
import { type ResultRow, valueFields } from './fields.ts';
import {
  compareTexts,
  compareValues,
  keyOf,
  mergeGroups,
  percentOf,
  totalGroups,
} from './merge.ts';
import type { Group } from './tally.ts';

/** One group in two periods. */
export interface Pair {
  readonly values: readonly (string | null)[];
  readonly currency: string | null;
  /** Undefined where the period has no row of the group. */
  readonly before: Decimal | undefined;
  readonly after: Decimal | undefined;
  readonly change: Decimal;
}

export const sortings = ['after', 'before', 'change', 'name'] as const;

export type Sorting = (typeof sortings)[number];

/** Every group of either period, both of its totals exact. */
export function pairGroups(before: readonly Group[], after: readonly Group[]): Pair[] {
  const left = byGroup(before);
  const right = byGroup(after);
  return [...new Map([...right, ...left])].map(([key, { values, currency }]) => {
    const [old, now] = [left.get(key)?.total, right.get(key)?.total];
    const change = subtractDecimals(now ?? zero, old ?? zero);
    return { values, currency, before: old, after: now, change };
  });
}

/** The pairs of everything, one a currency. */
export function pairTotals(before: readonly Group[], after: readonly Group[]): Pair[] {
  return pairGroups(totalGroups(before), totalGroups(after)).sort((one, other) =>
    compareTexts(one.currency, other.currency),
  );
}

/** Currencies apart, and in each the largest first; a change counts by its size, up or down. */
export function sortPairs(pairs: readonly Pair[], sorting: Sorting): Pair[] {
  const figure: Readonly<Record<Sorting, (pair: Pair) => Decimal>> = {
    after: (pair) => pair.after ?? zero,
    before: (pair) => pair.before ?? zero,
    change: ({ change }) => magnitude(change),
    name: () => zero,
  };
  return [...pairs].sort(
    (one, other) =>
      compareTexts(one.currency, other.currency) ||
      compareDecimals(figure[sorting](other), figure[sorting](one)) ||
      compareValues(one.values, other.values),
  );
}

export function describePair(pair: Pair, by: readonly string[]): ResultRow {
  return {
    ...valueFields(
      by,
      by.map((_, position) => pair.values[position] ?? null),
    ),
    currency: pair.currency,
    before: formatDecimal(pair.before ?? zero),
    after: formatDecimal(pair.after ?? zero),
    change: formatDecimal(pair.change),
    changePercent: changePercent(pair),
    state: stateOf(pair),
  };
}

/** Of the size of the amount before; null where there was none: no percentage says that. */
export function changePercent({ before, change }: Pair): string | null {
  return before === undefined ? null : percentOf(change, magnitude(before));
}

function stateOf({ before, after, change }: Pair): string {
  if (before === undefined) return 'new';
  if (after === undefined) return 'gone';
  if (change.units === 0n) return 'same';
  return change.units > 0n ? 'up' : 'down';
}

export function magnitude({ units, scale }: Decimal): Decimal {
  return { units: units < 0n ? -units : units, scale };
}

function byGroup(groups: readonly Group[]): Map<string, Group> {
  const merged = mergeGroups(groups, ({ values, currency }) => ({ day: null, values, currency }));
  return new Map(merged.map((group) => [keyOf([group.currency, ...group.values]), group]));
}
