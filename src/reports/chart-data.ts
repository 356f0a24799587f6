import { bucketOf, type DayRange, eachDay, type Granularity, isPartial } from '../days.ts';
import {
  addDecimals,
  type Decimal,
  formatDecimal,
  formatMoney,
  sumDecimals,
  zero,
} from '../json/decimal.ts';
import {
  compareTotals,
  currenciesOf,
  keyOf,
  mergeGroups,
  nameValues,
  toNumber,
} from '../questions/result-rows.ts';
import { unitOf } from '../rows/currency-and-day.ts';
import type { Group } from '../rows/tally.ts';

/** The bars of one currency. Sizes are doubles: a picture needs no more digits. */
export interface Chart {
  readonly currency: string | null;
  /** What each part of a bar shows, the largest first; empty if bars have no parts. */
  readonly series: readonly Series[];
  readonly bars: readonly Bar[];
  readonly total: string;
  /** Amounts that the bars are compared with, such as budgets. */
  readonly limits?: readonly Limit[];
  /** What stands out, for the text below the chart. */
  readonly findings?: readonly Finding[];
  readonly outlook?: Outlook;
}

export interface Limit {
  readonly name: string;
  /** The amount and its period. */
  readonly about: string;
  readonly amounts: readonly number[];
}

/** A day that stands out; its bar has the mark of its direction. */
export interface Finding {
  readonly bucket: string;
  readonly direction: 'up' | 'down';
  readonly day: string;
  /** Of the group that stands out; empty if bars have no parts. */
  readonly name: string;
  readonly amounts: string;
}

export interface Estimate {
  readonly expected: number;
  /** Undefined with too few days with cost for an interval. */
  readonly low?: number | undefined;
  readonly high?: number | undefined;
}

export interface Outlook extends Estimate {
  readonly period: string;
  /** How often the interval should contain the actual value, in percent. */
  readonly level: number;
  /** How often it did so in replays of the past, in percent, and how many replays there were. */
  readonly coverage?: number | undefined;
  readonly replays?: number | undefined;
}

interface Series {
  readonly name: string;
  /** Whether it is the sum of the groups that are too many to show. */
  readonly isRest: boolean;
}

export interface Bar {
  readonly bucket: string;
  /** Whether the range has only a part of the week or month. */
  readonly isPartial: boolean;
  /** Whether no row at all was found: what it cost is not known. */
  readonly isBlank: boolean;
  readonly total: string;
  /** One for each series, or only the total if there are none. */
  readonly parts: readonly number[];
  /** What the bar will come to, if some of its days are still ahead. */
  readonly estimate?: Estimate;
}

export interface ChartOptions {
  readonly range: DayRange;
  readonly by: readonly string[];
  readonly granularity: Granularity;
  /** How many groups have a colour of their own. */
  readonly most: number;
  /** Those of the charts; by default those of the groups. */
  readonly currencies?: readonly (string | null)[] | undefined;
  /** Days with any row, also one that is not in the chart; by default those of each currency. */
  readonly delivered?: ReadonlySet<string> | undefined;
}

/** A bar for every day, week or month of the range, with or without rows. */
export function chartCosts(groups: readonly Group[], options: ChartOptions): Chart[] {
  const { range, by, granularity, most, delivered = new Set() } = options;
  const { currencies = currenciesOf(groups) } = options;
  const days = [...eachDay(range)];
  const buckets = [...new Set(days.map((day) => bucketOf(day, granularity)))];
  const cut = days.filter((day) => isPartial(day, granularity, range));
  const partial = new Set(cut.map((day) => bucketOf(day, granularity)));
  const filled = new Set(
    days.filter((day) => delivered.has(day)).map((day) => bucketOf(day, granularity)),
  );
  return currencies.map((currency) => {
    const own = groups.filter((group) => group.currency === currency);
    const largest = mergeGroups(own, ({ values }) => ({ day: null, values, currency })).sort(
      compareTotals,
    );
    // A rest of only one group is shown as that group.
    const shown =
      by.length === 0 ? [] : largest.slice(0, largest.length <= most + 1 ? most + 1 : most);
    const places = new Map(shown.map((group, place) => [keyOf(group.values), place]));
    const hasRest = by.length > 0 && largest.length > shown.length;
    const width = Math.max(1, shown.length + (hasRest ? 1 : 0));
    const empty = () => ({ rows: 0, total: zero, parts: new Array<number>(width).fill(0) });
    const sums = new Map(buckets.map((bucket): [string, Sum] => [bucket, empty()]));
    for (const group of own) {
      const sum = sums.get(bucketOf(group.day ?? '', granularity));
      if (sum === undefined) continue;
      const place = by.length === 0 ? 0 : (places.get(keyOf(group.values)) ?? shown.length);
      sum.rows += group.rows;
      sum.total = addDecimals(sum.total, group.total);
      sum.parts[place] = (sum.parts[place] ?? 0) + toNumber(group.total);
    }
    return {
      currency,
      series: [
        ...shown.map(({ values }) => ({ name: nameValues(values).join(', '), isRest: false })),
        ...(hasRest ? [{ name: `other (${largest.length - shown.length})`, isRest: true }] : []),
      ],
      bars: [...sums].map(([bucket, { rows, total, parts }]) => ({
        bucket,
        isPartial: partial.has(bucket),
        isBlank: rows === 0 && !filled.has(bucket),
        total: formatDecimal(total),
        parts,
      })),
      total: formatDecimal(sumDecimals(own.map((group) => group.total))),
    };
  });
}

export function describeTotal({ total, currency }: Chart, charts: readonly Chart[]): string {
  return `total ${formatMoney(total, currency)} ${unitOf(currency, charts)}`.trimEnd();
}

interface Sum {
  rows: number;
  total: Decimal;
  readonly parts: number[];
}
