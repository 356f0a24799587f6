import { addDays, type DayRange } from '../days.ts';
import { within } from '../grouping.ts';
import { type Added, addUp, type Question } from '../questions/add-up.ts';
import type { ScanOptions, WindowRecord } from '../rows/scan-costs.ts';
import type { Group, Tally } from '../rows/tally.ts';

/** One way to add up the rows of some days. */
export interface DaysQuestion extends Question {
  /** The days that the question needs; nothing else is added up for it. */
  readonly ranges: readonly DayRange[];
}

export interface ReadingOptions
  extends Pick<ScanOptions, 'source' | 'given' | 'conditions' | 'report' | 'sources'> {
  readonly questions: Readonly<Record<string, DaysQuestion>>;
  /** The days whose windows are recorded for the receipt. */
  readonly period: DayRange;
  /** Called with the number of groups of all questions, before any is looked at. */
  readonly onGroups?: ((count: number) => void) | undefined;
}

export interface Reading extends Added {
  /** The groups of a question that are within any of some days; by default all. None if it was not asked. */
  readonly answer: (name: string, within?: DayRange | readonly DayRange[]) => readonly Group[];
  readonly windows: readonly WindowRecord[];
  readonly read: readonly DayRange[];
}

/** Every row is read once, for all questions that need its day. Days are divided at the ends of questions. */
export async function readOnce(options: ReadingOptions): Promise<Reading> {
  const { source, given, conditions, sources, report, questions, period } = options;
  const all = Object.entries(questions);
  const stretches = divide([period, ...all.flatMap(([, { ranges }]) => ranges)]);
  const { parts, ...added } = await addUp({
    ...{ source, given, conditions, sources, report, questions },
    withSums: true,
    needsDate: true,
    parts: stretches.map((range) => ({
      range,
      asked: all.flatMap(([name, { ranges }]) =>
        ranges.some((one) => isWithin(range, one)) ? [name] : [],
      ),
    })),
  });
  const sizes = parts.flatMap(({ tallies }) => [...tallies.values()].map((tally) => tally.size()));
  options.onGroups?.(sizes.reduce((sum, size) => sum + size, 0));
  const groups = new Map<Tally, readonly Group[]>();
  // A tally forgets its sums when its groups are taken.
  const takeOnce = (tally: Tally) => within(groups, tally, () => tally.take());
  return {
    ...added,
    answer: (name, days = stretches) =>
      parts.flatMap(({ range, tallies }) => {
        const tally = tallies.get(name);
        const isWanted = [days].flat().some((one) => isWithin(range, one));
        return tally !== undefined && isWanted ? takeOnce(tally) : [];
      }),
    windows: parts.filter(({ range }) => isWithin(range, period)).flatMap(({ windows }) => windows),
    read: stretches,
  };
}

/** The days of all ranges, divided wherever one of them begins or ends. */
export function divide(ranges: readonly DayRange[]): DayRange[] {
  const whole = ranges.filter(({ from, to }) => from <= to);
  const starts = [...new Set(whole.flatMap(({ from, to }) => [from, addDays(to, 1)]))].sort();
  return starts.flatMap((from, place) => {
    const next = starts[place + 1];
    if (next === undefined) return [];
    const range = { from, to: addDays(next, -1) };
    return whole.some((one) => isWithin(range, one)) ? [range] : [];
  });
}

export function isWithin({ from, to }: DayRange, whole: DayRange): boolean {
  return from >= whole.from && to <= whole.to;
}
