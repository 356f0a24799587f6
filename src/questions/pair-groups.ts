import { type DayRange, rangeName } from '../days.ts';
import { compareTexts } from '../grouping.ts';
import {
  addDecimals,
  type Decimal,
  divideDecimals,
  formatDecimal,
  multiplyDecimals,
  subtractDecimals,
  zero,
} from '../json/decimal.ts';
import { absolute, percentOf } from '../json/percent.ts';
import type { Group } from '../rows/tally.ts';
import { averagedDays, type Periods } from './choose-periods.ts';
import {
  compareBy,
  keyOf,
  mergeGroups,
  type ResultRow,
  totalGroups,
  valueFields,
} from './result-rows.ts';

export interface Pair {
  readonly values: readonly (string | null)[];
  readonly currency: string | null;
  /** Undefined if the period has no row of the group. */
  readonly before: Decimal | undefined;
  readonly after: Decimal | undefined;
  readonly change: Decimal;
  /** The three amounts are to be divided by this: 1, unless they are daily averages. */
  readonly divisor: number;
  /** What the group cost in the period itself, also if daily averages are compared. */
  readonly total: Decimal;
}

export const sortings = ['after', 'before', 'change', 'name'] as const;

export type Sorting = (typeof sortings)[number];

/** Daily averages are exact: each amount is multiplied by the days of the other period, none divided. */
export function pairGroups(
  before: readonly Group[],
  after: readonly Group[],
  periods: Periods,
): Pair[] {
  const { period, baseline, known } = periods;
  const [days, baselineDays] = [averagedDays(period, known), averagedDays(baseline, known)];
  const isWeighted = periods.perDay === true && days > 0 && baselineDays > 0;
  const scale = (amount: Decimal | undefined, factor: number) =>
    amount === undefined || !isWeighted ? amount : multiplyDecimals(amount, wholeDecimal(factor));
  const left = byGroup(before);
  const right = byGroup(after);
  return [...new Map([...right, ...left])].map(([key, { values, currency }]) => {
    const old = scale(left.get(key)?.total, days);
    const own = right.get(key)?.total;
    const now = scale(own, baselineDays);
    const change = subtractDecimals(now ?? zero, old ?? zero);
    const divisor = isWeighted ? days * baselineDays : 1;
    return { values, currency, before: old, after: now, change, divisor, total: own ?? zero };
  });
}

/** The pairs of everything, one for each currency. */
export function pairTotals(
  before: readonly Group[],
  after: readonly Group[],
  periods: Periods,
): Pair[] {
  return pairGroups(totalGroups(before), totalGroups(after), periods).sort((one, other) =>
    compareTexts(one.currency, other.currency),
  );
}

/** Sorts by currency, and within each the largest first; a change counts by its size, up or down. */
export function sortPairs(pairs: readonly Pair[], sorting: Sorting): Pair[] {
  const figure: Readonly<Record<Sorting, (pair: Pair) => Decimal>> = {
    after: (pair) => pair.after ?? zero,
    before: (pair) => pair.before ?? zero,
    change: ({ change }) => absolute(change),
    name: () => zero,
  };
  return [...pairs].sort(compareBy(figure[sorting]));
}

/** The first pairs of each currency, and its other pairs as one. */
export function cutPairs(
  pairs: readonly Pair[],
  top: number | undefined,
): readonly { readonly pair: Pair; readonly isRest: boolean }[] {
  if (top === undefined) return pairs.map((pair) => ({ pair, isRest: false }));
  const currencies = [...new Set(pairs.map(({ currency }) => currency))];
  return currencies.flatMap((currency) => {
    const own = pairs.filter((pair) => pair.currency === currency);
    const [first, ...others] = own.slice(top);
    const rest = others.reduce<Pair | undefined>(
      (sum, pair) => (sum === undefined ? pair : addPairs(sum, pair)),
      first && { ...first, values: [] },
    );
    return [
      ...own.slice(0, top).map((pair) => ({ pair, isRest: false })),
      ...(rest === undefined ? [] : [{ pair: rest, isRest: true }]),
    ];
  });
}

export function describePair(pair: Pair, by: readonly string[], periods: Periods): ResultRow {
  const { period, baseline, unknown = [] } = periods;
  const isCompared = unknown.length === 0;
  const amountIn = (range: DayRange, amount = zero) =>
    unknown.includes(range) ? null : amountText(amount, pair);
  return {
    ...valueFields(by, pair.values),
    period: rangeName(period),
    baseline: rangeName(baseline),
    currency: pair.currency,
    before: amountIn(baseline, pair.before),
    after: amountIn(period, pair.after),
    change: isCompared ? amountText(pair.change, pair) : null,
    changePercent: isCompared ? changePercent(pair) : null,
    state: isCompared ? stateOf(pair) : 'no rows',
  };
}

/** Relative to the size of the amount before; null if there was no amount before. */
export function changePercent({ before, change }: Pair, limits: readonly Decimal[] = []) {
  return before === undefined ? null : percentOf(change, absolute(before), limits);
}

/** How many more digits a daily average has than its amounts; it is rounded half to even. */
const averageDigits = 6;

/** An amount of a pair as it is shown. */
export function amountText(amount: Decimal, { divisor }: Pick<Pair, 'divisor'>): string {
  if (divisor === 1) return formatDecimal(amount);
  return formatDecimal(divideDecimals(amount, wholeDecimal(divisor), amount.scale + averageDigits));
}

export function wholeDecimal(number: number): Decimal {
  return { units: BigInt(number), scale: 0 };
}

function stateOf({ before, after, change }: Pair): string {
  if (before === undefined) return 'new';
  if (after === undefined) return 'gone';
  if (change.units === 0n) return 'same';
  return change.units > 0n ? 'up' : 'down';
}

function addPairs(one: Pair, other: Pair): Pair {
  const add = (a: Decimal | undefined, b: Decimal | undefined) =>
    a === undefined || b === undefined ? (a ?? b) : addDecimals(a, b);
  return {
    ...one,
    before: add(one.before, other.before),
    after: add(one.after, other.after),
    change: addDecimals(one.change, other.change),
    total: addDecimals(one.total, other.total),
  };
}

function byGroup(groups: readonly Group[]): Map<string, Group> {
  const merged = mergeGroups(groups, ({ values, currency }) => ({ day: null, values, currency }));
  return new Map(merged.map((group) => [keyOf([group.currency, ...group.values]), group]));
}
