import type { DayWindow } from '../api/metric-calls.ts';
import { addDays, type DayRange } from '../days.ts';
import type { StoredValue } from './compare-values.ts';
import type { LabelChoice } from './file-columns.ts';
import type { LabelTest } from './intake.ts';
import type { MetricOperations } from './metric-tools.ts';

/** How many values the service sends at once. */
const pageLength = 100;

/** Searches the values of a metric for labels, since the service has no list of them. */
export function createLabelSearch<Label extends LabelChoice>(
  labelColumns: readonly string[],
  wanted: readonly Label[],
  service: Pick<MetricOperations, 'readValues'>,
) {
  const missing = labelColumns.map(
    (_, column) =>
      new Map(
        wanted
          .filter((one) => one.column === column)
          .map((one): [string, Label] => [one.label, one]),
      ),
  );
  let count = wanted.length;
  let saw = false;

  /** Records the labels of a value that is read for another reason. */
  function see({ labels }: StoredValue): void {
    saw = true;
    if (count === 0 || !labels) return;
    labelColumns.forEach((name, column) => {
      const label = Object.hasOwn(labels, name) ? labels[name] : undefined;
      if (label !== undefined && missing[column]?.delete(label) === true) count -= 1;
    });
  }

  /** Returns false if there are more pages than allowed: after the first page, if it says how many there are. */
  async function read(window: DayWindow, mostPages: number): Promise<boolean> {
    let isTooLong = false;
    let left = Number.POSITIVE_INFINITY;
    const values = service.readValues(window, (pages) => {
      isTooLong = (pages ?? 1) > mostPages;
      if (pages === undefined && !isTooLong) left = mostPages * pageLength;
      return !isTooLong;
    });
    for await (const value of values) {
      see(value);
      if (count === 0) return true;
      left -= 1;
      if (left < 0) return false;
    }
    return !isTooLong;
  }

  return {
    see,
    /** The labels that have not been found yet. */
    missing: () => missing.flatMap((labels) => [...labels.values()]),
    /** Whether any value at all was seen. */
    sawValues: () => saw,
    /** Until all labels are found. Says which values were searched: `before`, `since 2026-01-01`. */
    async searchOutside(days: DayRange | undefined, mostPages: number): Promise<string> {
      if (count === 0) return 'before';
      let searchedFrom = days?.from;
      // The days just before usually have every label, which takes one request.
      for (const length of days === undefined ? [] : [1, 7, 35]) {
        if (searchedFrom === undefined || !isSearchable(searchedFrom)) break;
        const to = addDays(searchedFrom, -1);
        const from = addDays(searchedFrom, -length);
        if (!(await read({ from, to }, mostPages))) return `since ${searchedFrom}`;
        if (count === 0) return 'before';
        searchedFrom = from;
        if (!saw) await read({}, 0);
        if (!saw || count === 0) return 'before';
      }
      if (searchedFrom === undefined || days === undefined) {
        return (await read({}, mostPages)) ? 'before' : 'in its first values';
      }
      const isWhole =
        (!isSearchable(searchedFrom) ||
          (await read({ to: addDays(searchedFrom, -1) }, mostPages))) &&
        (days.to > '9998' || (await read({ from: addDays(days.to, 1) }, mostPages)));
      return isWhole ? 'before' : `since ${searchedFrom}`;
    },
  };
}

/** Dates cannot be earlier than the year 1. */
function isSearchable(day: string): boolean {
  return day > '0001-03-01';
}

/** Whether the metric has exactly these labels. Reads all of its values if necessary. */
export async function findLabels(
  labelColumns: readonly string[],
  wanted: readonly LabelChoice[],
  service: Pick<MetricOperations, 'readValues'>,
): Promise<LabelTest> {
  const search = createLabelSearch(labelColumns, wanted, service);
  await search.searchOutside(undefined, Number.POSITIVE_INFINITY);
  const missing = new Set(search.missing());
  const found = new Set(
    wanted.filter((one) => !missing.has(one)).map(({ column, label }) => `${column} ${label}`),
  );
  return (column, label) => found.has(`${column} ${label}`);
}
