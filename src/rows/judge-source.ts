import { addDays, type DayRange } from '../days.ts';
import { addDecimals, compareDecimals, type Decimal, zero } from '../json/decimal.ts';

/** Whether the rows of a source are there. Each verdict is worse than the one after it. */
export type Verdict = 'stalled' | 'gap' | 'partial' | 'late' | 'ok';

export interface Judgement {
  readonly verdict: Verdict;
  /** The days that the verdict is about. */
  readonly days: readonly string[];
}

export interface SourceJudgement extends Judgement {
  /** Expected days without rows. */
  readonly missingDays: number;
}

interface DayFacts {
  rows: number;
  /** By currency. */
  readonly costs: Map<string | null, Decimal>;
}

export type SourceDays = Map<string, DayFacts>;

interface Calendar {
  readonly read: ReadonlySet<string>;
  readonly judged: readonly string[];
  /** Days just before those judged: a source that has ended there has no rows later either. */
  readonly before: readonly string[];
  /** The last day that is older than the usual lag. */
  readonly settled: string;
}

/** Judges a source by its own days; those that no source has rows on may be excused. */
export function judgeSource(
  days: SourceDays,
  { read, judged, before, settled }: Calendar,
  excused: ReadonlySet<string> = new Set(),
): SourceJudgement {
  const isLacking = (day: string) => !days.has(day) && !excused.has(day) && isExpected(day, days);
  const lacking = judged.filter(isLacking);
  const older = lacking.filter((day) => day <= settled);
  const result = (verdict: Verdict, own: readonly string[]) => {
    return { verdict, days: own, missingDays: lacking.length };
  };
  const hasEnded = (day: string) => day <= settled && !hasRowsAfter(day, days, read);
  const calendar = [...new Set([...before, ...judged])].sort();
  if (calendar.some((day) => isLacking(day) && hasEnded(day))) {
    const all = followWeeks(calendar, days);
    const missingDays = judged.filter((day) => all.has(day)).length;
    return { verdict: 'stalled', days: [...all].filter(hasEnded), missingDays };
  }
  if (older.length > 0) return result('gap', older);
  const reduced = judged.filter((day) => isPartial(day, days));
  const partial = reduced.filter((day) => day <= settled);
  if (partial.length > 0) return result('partial', partial);
  const late = [...lacking, ...reduced].sort();
  return late.length > 0 ? result('late', late) : result('ok', []);
}

/** The week before each range that is judged, as far as it was read. */
export function weeksBefore(judged: readonly DayRange[], read: ReadonlySet<string>): string[] {
  const week = judged.flatMap(({ from }) => weeks(7).map((back) => addDays(from, -back)));
  return [...new Set(week)].filter((day) => read.has(day));
}

/** Whether the source had rows on that weekday in each of the two weeks before. */
function isExpected(day: string, days: SourceDays): boolean {
  return days.has(addDays(day, -7)) && days.has(addDays(day, -14));
}

/** The days that a source lacks if its weeks go on as they were, however long ago its rows ended. */
function followWeeks(calendar: readonly string[], days: SourceDays): ReadonlySet<string> {
  const expected = new Set<string>();
  const isThere = (day: string) => days.has(day) || expected.has(day);
  for (const day of calendar) {
    if (!days.has(day) && isThere(addDays(day, -7)) && isThere(addDays(day, -14)))
      expected.add(day);
  }
  return expected;
}

/** Whether the source has rows on a later day, up to the next day that was not read. */
function hasRowsAfter(day: string, days: SourceDays, read: ReadonlySet<string>): boolean {
  for (let next = addDays(day, 1); read.has(next); next = addDays(next, 1)) {
    if (days.has(next)) return true;
  }
  return false;
}

const mostWeeks = 8;

/** Whether rows and cost are both under a quarter of their medians on the same weekdays before. */
function isPartial(day: string, days: SourceDays): boolean {
  const own = days.get(day);
  if (own === undefined) return false;
  const before = weeks(mostWeeks).flatMap((week) => days.get(addDays(day, -7 * week)) ?? []);
  if (before.length < 2) return false;
  const rows = (count: number): Decimal => ({ units: BigInt(count), scale: 0 });
  if (
    !isUnderQuarter(
      rows(own.rows),
      before.map((one) => rows(one.rows)),
    )
  )
    return false;
  const currencies = new Set(before.flatMap(({ costs }) => [...costs.keys()]));
  const compared = [...currencies].map((currency) => ({
    cost: own.costs.get(currency) ?? zero,
    others: before.map(({ costs }) => costs.get(currency) ?? zero),
  }));
  const usual = compared.filter(({ others }) => isUnderQuarter(zero, others));
  return usual.length > 0 && usual.every(({ cost, others }) => isUnderQuarter(cost, others));
}

/** Exact: the median of an even number of values is the mean of the two in the middle. */
function isUnderQuarter(value: Decimal, others: readonly Decimal[]): boolean {
  const sorted = [...others].sort(compareDecimals);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? zero;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? zero;
  const eightfold = { units: value.units * 8n, scale: value.scale };
  return compareDecimals(eightfold, addDecimals(lower, upper)) < 0;
}

function weeks(count: number): number[] {
  return Array.from({ length: count }, (_, place) => place + 1);
}
