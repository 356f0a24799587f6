import { bucketOf, type DayRange, type Granularity, isPartial, rangeName } from '../days.ts';
import { compareTexts, groupBy } from '../grouping.ts';
import { formatDecimal } from '../json/decimal.ts';
import { percentOf } from '../json/percent.ts';
import type { Group } from '../rows/tally.ts';
import {
  compareTotals,
  currenciesOf,
  keyOf,
  mergeGroups,
  type ResultRow,
  totalGroups,
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

/** The largest first. A share is of the period's total in the same currency. */
export function summarize(groups: readonly Group[], options: SummaryOptions): ResultRow[] {
  const { range, by, granularity, top } = options;
  const whole = rangeName(range);
  const periods = mergeGroups(groups, ({ day, values, currency }) => ({
    day: granularity === undefined ? whole : bucketOf(day ?? range.from, granularity),
    ...{ values, currency },
  }));
  const partial = partialBuckets(groups, options);
  const isTop = top === undefined ? () => true : topOf(periods, top);
  const row = (group: Group, all: Group, marks: Readonly<Record<string, unknown>>): ResultRow => ({
    ...valueFields(by, group.values),
    period: group.day,
    currency: group.currency,
    rows: group.rows,
    total: formatDecimal(group.total),
    share: percentOf(group.total, all.total),
    ...(partial.has(group.day ?? '') ? { partial: true } : {}),
    ...marks,
  });
  // Each period in each currency is sorted on its own.
  const parts = groupBy(periods, ({ day, currency }) => keyOf([day, currency]));
  const totals = [...parts.values()].flatMap(sumUp).sort(comparePeriods);
  const rows = totals.flatMap((all) => {
    const own = parts.get(keyOf([all.day, all.currency])) ?? [];
    const shown = own.filter(isTop).sort(compareTotals);
    const rest = sumUp(own.filter((group) => !isTop(group)));
    return [
      ...shown.map((group) => row(group, all, {})),
      ...rest.map((group) => row(group, all, { rest: true })),
    ];
  });
  if (!options.withTotal || (by.length === 0 && granularity === undefined)) return rows;
  const all = totalGroups(groups).map((group) => ({ ...group, day: whole }));
  return [...rows, ...all.sort(comparePeriods).map((group) => row(group, group, { all: true }))];
}

/** One group of all that have the same period and currency. */
function sumUp(groups: readonly Group[]): Group[] {
  return mergeGroups(groups, ({ day, currency }) => ({ day, currency, values: [] }));
}

function comparePeriods(one: Group, other: Group): number {
  return compareTexts(one.day, other.day) || compareTexts(one.currency, other.currency);
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
