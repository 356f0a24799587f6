import { compareTexts, within } from '../grouping.ts';
import { formatDecimal, parseDecimal } from '../json/decimal.ts';
import { createSum } from '../json/sum.ts';
import type { StoredValue } from './compare-values.ts';

/** The values of one period, and of one set of labels if labels are reported separately. */
export interface SummaryRow {
  readonly period: string;
  readonly labels: Readonly<Record<string, string | null>>;
  readonly values: number;
  /** Days with at least one value. */
  readonly days: number;
  /** Exact. */
  readonly total: string;
  readonly first: string;
  readonly last: string;
}

export interface SummaryRules {
  /** The labels reported separately; values of all others are added together. */
  readonly by: readonly string[];
  readonly bucketOf: (day: string) => string;
  /** Called for an amount that is not a decimal, which no total can include. */
  readonly refuse: (value: StoredValue) => never;
}

/** Adds up values by period and label. Memory grows with the rows of the result, not with the values. */
export async function summarizeValues(
  stored: AsyncIterable<StoredValue>,
  { by, bucketOf, refuse }: SummaryRules,
): Promise<SummaryRow[]> {
  const groups = new Map<string, Group>();
  for await (const value of stored) {
    const amount = String(value.amount);
    if (parseDecimal(amount) === undefined) refuse(value);
    const period = bucketOf(value.date);
    const labels = by.map((name) => labelOf(value, name));
    const key = JSON.stringify([period, ...labels]);
    const group = within(groups, key, () => createGroup(period, labels));
    group.values += 1;
    group.days.add(value.date);
    group.sum.add(amount);
  }
  return [...groups.values()].sort(compareGroups).map((group) => toRow(group, by));
}

interface Group {
  readonly period: string;
  readonly labels: readonly (string | null)[];
  readonly days: Set<string>;
  readonly sum: ReturnType<typeof createSum>;
  values: number;
}

function createGroup(period: string, labels: readonly (string | null)[]): Group {
  return { period, labels, days: new Set(), sum: createSum(), values: 0 };
}

function toRow({ period, labels, days, sum, values }: Group, by: readonly string[]): SummaryRow {
  const sorted = [...days].sort();
  return {
    period,
    labels: Object.fromEntries(by.map((name, at) => [name, labels[at] ?? null])),
    values,
    days: days.size,
    total: formatDecimal(sum.total()),
    first: sorted[0] ?? '',
    last: sorted.at(-1) ?? '',
  };
}

/** By period, then by label; values without a label come last. */
function compareGroups(a: Group, b: Group): number {
  const byLabel = a.labels.map((label, at) => compareTexts(label, b.labels[at] ?? null));
  return compareTexts(a.period, b.period) || (byLabel.find((order) => order !== 0) ?? 0);
}

function labelOf({ labels }: StoredValue, name: string): string | null {
  const label = labels && Object.hasOwn(labels, name) ? labels[name] : undefined;
  return label === undefined || label === '' ? null : label;
}

/** A day without a value, for one set of labels if labels are reported separately. */
export interface Gap {
  readonly date: string;
  readonly labels: Readonly<Record<string, string | null>>;
}

export interface GapRules {
  readonly by: readonly string[];
  /** The days that should have a value, in order. `first` is the first day with one, if any. */
  readonly daysFrom: (first: string | undefined) => Iterable<string>;
}

/** Finds the days without a value: for the metric, or for each label set that has one on any day. */
export async function findGaps(stored: AsyncIterable<StoredValue>, { by, daysFrom }: GapRules) {
  const groups = new Map<string, { labels: readonly (string | null)[]; days: Set<string> }>();
  let first: string | undefined;
  for await (const value of stored) {
    const labels = by.map((name) => labelOf(value, name));
    const key = JSON.stringify(labels);
    within(groups, key, () => ({ labels, days: new Set<string>() })).days.add(value.date);
    if (first === undefined || value.date < first) first = value.date;
  }
  /** Whether the metric has at least one value in the period. */
  const hasValues = groups.size > 0;
  // A metric without any value lacks every day, without labels.
  if (!hasValues) groups.set('', { labels: [], days: new Set() });
  const sorted = [...groups].sort(([a], [b]) => compareTexts(a, b)).map(([, group]) => group);

  /** By day, then by label. */
  function* rows(): Generator<Gap> {
    for (const date of daysFrom(first)) {
      for (const { labels, days } of sorted) {
        if (days.has(date)) continue;
        yield {
          date,
          labels: Object.fromEntries(by.map((name, at) => [name, labels[at] ?? null])),
        };
      }
    }
  }

  return {
    rows,
    hasValues,
    count() {
      let count = 0;
      for (const _gap of rows()) count += 1;
      return count;
    },
  };
}
