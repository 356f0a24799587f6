import { bucketOf, type DayRange, type Granularity, isPartial, rangeName } from '../days.ts';
import { formatDecimal } from '../json/decimal.ts';
import { percentOf } from '../json/percent.ts';
import type { Group } from '../rows/tally.ts';
import {
  compareTexts,
  compareTotals,
  currenciesOf,
  keyOf,
  mergeGroups,
  type ResultRow,
  valueFields,
} from './result-rows.ts';

export interface SummaryOptions {
  readonly range: DayRange;
  readonly by: readonly string[];
  /** Undefined: the range is one period. */
  readonly granularity: Granularity | undefined;
  /** How many groups of each currency have a row of their own. */
  readonly top: number | undefined;
  /** Add a row of everything for each currency. */
  readonly withTotal: boolean;
}

/**
 * A row for each period, currency and group, the largest first. A share is of the period's total in
 * the same currency.
 */
export function summarize(groups: readonly Group[], options: SummaryOptions): ResultRow[] {
  const { range, by, granularity, top } = options;
  const whole = rangeName(range);
  const periods = mergeGroups(groups, (group) => ({
    ...group,
    day: granularity === undefined ? whole : bucketOf(group.day ?? range.from, granularity),
  }));
  const partial = partialBuckets(groups, options);
  const isTop = top === undefined ? () => true : topOf(periods, top);
  const shown = periods.filter(isTop);
  const rest = mergeGroups(
    periods.filter((group) => !isTop(group)),
    ({ day, currency }) => ({ day, currency, values: [] }),
  );
  const totals = new Map(
    mergeGroups(periods, ({ day, currency }) => ({ day, currency, values: [] })).map((group) => [
      keyOf([group.day, group.currency]),
      group,
    ]),
  );
  const row = (group: Group, marks: Readonly<Record<string, unknown>>): ResultRow => {
    const total = totals.get(keyOf([group.day, group.currency])) ?? group;
    return {
      ...valueFields(by, group.values),
      period: group.day,
      currency: group.currency,
      rows: group.rows,
      total: formatDecimal(group.total),
      share: percentOf(group.total, total.total),
      ...(partial.has(group.day ?? '') ? { partial: true } : {}),
      ...marks,
    };
  };
  const order = (one: Group, other: Group) =>
    compareTexts(one.day, other.day) || compareTexts(one.currency, other.currency);
  const rows = [
    ...shown.map((group) => ({ group, isRest: false })),
    ...rest.map((group) => ({ group, isRest: true })),
  ]
    .sort(
      (one, other) =>
        order(one.group, other.group) ||
        Number(one.isRest) - Number(other.isRest) ||
        compareTotals(one.group, other.group),
    )
    .map(({ group, isRest }) => row(group, isRest ? { rest: true } : {}));
  if (!options.withTotal || (by.length === 0 && granularity === undefined)) return rows;
  const all = mergeGroups(groups, ({ currency }) => ({ day: whole, currency, values: [] }));
  return [...rows, ...all.sort(order).map((group) => row(group, { all: true }))];
}

/** The weeks and months that the range cuts off. */
export function partialBuckets(
  groups: readonly Group[],
  { granularity, range }: Pick<SummaryOptions, 'granularity' | 'range'>,
): ReadonlySet<string> {
  if (granularity === undefined) return new Set();
  const days = [...new Set(groups.map(({ day }) => day ?? range.from))];
  const cut = days.filter((day) => isPartial(day, granularity, range));
  return new Set(cut.map((day) => bucketOf(day, granularity)));
}

/** The same groups in every period: the largest of the whole range. */
function topOf(groups: readonly Group[], top: number): (group: Group) => boolean {
  const whole = mergeGroups(groups, ({ values, currency }) => ({ day: null, values, currency }));
  const chosen = new Set(
    currenciesOf(whole).flatMap((currency) =>
      whole
        .filter((group) => group.currency === currency)
        .sort(compareTotals)
        .slice(0, top)
        .map((group) => keyOf([currency, ...group.values])),
    ),
  );
  return ({ currency, values }) => chosen.has(keyOf([currency, ...values]));
}
