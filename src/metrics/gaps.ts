import type { StoredValue } from './compare-values.ts';
import { labelOf } from './summary.ts';

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

export interface Gaps {
  /** By day, then by label. */
  readonly rows: () => Generator<Gap>;
  readonly count: () => number;
  /** Whether the metric has at least one value in the period. */
  readonly hasValues: boolean;
}

/** Finds the days without a value: for the metric, or for each label set that has one on any day. */
export async function findGaps(
  stored: AsyncIterable<StoredValue>,
  { by, daysFrom }: GapRules,
): Promise<Gaps> {
  const groups = new Map<string, { labels: readonly (string | null)[]; days: Set<string> }>();
  let first: string | undefined;
  for await (const value of stored) {
    const labels = by.map((name) => labelOf(value, name));
    const key = JSON.stringify(labels);
    const group = groups.get(key) ?? { labels, days: new Set() };
    groups.set(key, group);
    group.days.add(value.date);
    if (first === undefined || value.date < first) first = value.date;
  }
  const hasValues = groups.size > 0;
  // A metric without any value lacks every day, without labels.
  if (!hasValues) groups.set('', { labels: [], days: new Set() });
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);

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
