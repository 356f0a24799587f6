import { addDays, type DayRange, eachDay } from '../days.ts';
import { compareTexts, within } from '../grouping.ts';
import { addDecimals, compareDecimals, type Decimal, zero } from '../json/decimal.ts';
import { percentOf } from '../json/percent.ts';
import { isDayOff } from './days-off.ts';
import type { SourceDay } from './source-facts.ts';

/** Whether the rows of a source are there. Each verdict is worse than the one after it. */
export type Verdict = 'stalled' | 'gap' | 'partial' | 'late' | 'ok';

export interface PresenceFacts {
  /** Days that were read. */
  readonly read: readonly DayRange[];
  /** Those of the days read that the answer is about. */
  readonly judged: readonly DayRange[];
  readonly days: readonly SourceDay[];
  /** Whether rows name their sources. */
  readonly hasColumn: boolean;
  /** The UTC day of the run. */
  readonly today: string;
  /** How many days back from yesterday rows may be missing. */
  readonly lag: Lag;
}

export interface Lag {
  readonly usual: number;
  readonly bySource: ReadonlyMap<string, number>;
}

/** The name of a source. Without a column of sources every row comes from `(all)`. */
export function labelOf(source: string | null, hasColumn: boolean): string {
  return hasColumn ? (source ?? '(none)') : '(all)';
}

interface Judgement {
  readonly verdict: Verdict;
  /** The days that the verdict is about. */
  readonly days: readonly string[];
}

/** One source: null if rows name none. */
export interface SourcePresence extends Judgement {
  readonly source: string | null;
  /** The verdict if the days that no source has rows on are no fault of this one. */
  readonly otherwise: Judgement;
  readonly firstDay: string;
  readonly lastDay: string;
  /** Expected days without rows. */
  readonly missingDays: number;
  /** The median of the days that have rows. */
  readonly usualRows: number;
  /** The source's part of the positive cost in each currency, before the first day at fault of any source. */
  readonly shares: readonly Share[];
}

interface Share {
  readonly currency: string | null;
  readonly percent: string;
}

export interface Presence {
  /** Days older than the usual lag without any row of any source. */
  readonly missing: readonly string[];
  readonly sources: readonly SourcePresence[];
}

/** Judges every source by the rows that were read, and finds the days that have none. */
export function judgePresence(facts: PresenceFacts): Presence {
  const read = new Set(daysOf(facts.read));
  const judged = [...new Set(daysOf(facts.judged))].filter((day) => read.has(day)).sort();
  const bySource = new Map<string | null, SourceDays>();
  for (const day of facts.days) {
    const own = within(bySource, day.source, () => new Map<string, DayFacts>());
    const known = within(own, day.day, () => ({ rows: 0, costs: new Map() }));
    known.rows += day.rows;
    known.costs.set(day.currency, addDecimals(known.costs.get(day.currency) ?? zero, day.cost));
  }
  const all = new Set(facts.days.map(({ day }) => day));
  const settled = lastSettled(facts, facts.lag.usual);
  const missing = judged.filter(
    (day) => day <= settled && !all.has(day) && !isDayOff(day, all, read),
  );
  const calendar = { read, judged, before: weeksBefore(facts.judged, read) };
  const found = [...bySource]
    .sort(([one], [other]) => compareTexts(one, other))
    .map(([source, days]) => {
      const lag = facts.lag.bySource.get(labelOf(source, facts.hasColumn)) ?? facts.lag.usual;
      const own = { ...calendar, settled: lastSettled(facts, lag) };
      const verdict = judgeSource(days, own);
      const otherwise = missing.length === 0 ? verdict : judgeSource(days, own, new Set(missing));
      const sorted = [...days.keys()].sort();
      return { source, sorted, counts: [...days.values()], ...verdict, otherwise };
    });
  const faults = found.flatMap(({ days }) => days).sort();
  const sharesOf = createShares(faults[0] ?? '9999', facts.days);
  return {
    missing,
    sources: found.map(({ sorted, counts, ...own }) => ({
      ...own,
      firstDay: sorted[0] ?? '',
      lastDay: sorted.at(-1) ?? '',
      usualRows: middle(counts.map(({ rows }) => rows)),
      shares: sharesOf(own.source),
    })),
  };
}

/** The last days on which a source is late or partly there, as is usual, and today. `met`: sources that matter. */
export function findAwaited(
  facts: Omit<PresenceFacts, 'judged'>,
  met: ReadonlySet<string | null>,
): ReadonlySet<string> {
  const { today, lag } = facts;
  const longest = Math.max(lag.usual, ...lag.bySource.values());
  const judged = [{ from: addDays(today, -longest), to: addDays(today, -1) }];
  const late = judgePresence({ ...facts, judged }).sources.filter(
    ({ source, verdict }) => verdict === 'late' && met.has(source),
  );
  return new Set([today, ...late.flatMap(({ days }) => days)]);
}

interface DayFacts {
  rows: number;
  /** By currency. */
  readonly costs: Map<string | null, Decimal>;
}

type SourceDays = Map<string, DayFacts>;

interface Calendar {
  readonly read: ReadonlySet<string>;
  readonly judged: readonly string[];
  /** Days just before those judged: a source that has ended there has no rows later either. */
  readonly before: readonly string[];
  /** The last day that is older than the usual lag. */
  readonly settled: string;
}

function judgeSource(
  days: SourceDays,
  { read, judged, before, settled }: Calendar,
  excused: ReadonlySet<string> = new Set(),
): Judgement & Pick<SourcePresence, 'missingDays'> {
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
function weeksBefore(judged: readonly DayRange[], read: ReadonlySet<string>): string[] {
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

/** The last day that is older than the usual lag, which is counted back from yesterday. */
function lastSettled({ today }: PresenceFacts, lag: number): string {
  return addDays(today, -1 - lag);
}

/** The shares of a source in the positive cost of the days before one, by currency. */
function createShares(
  before: string,
  days: readonly SourceDay[],
): (source: string | null) => Share[] {
  const sums = new Map<
    string | null,
    { all: Decimal; readonly own: Map<string | null, Decimal> }
  >();
  for (const { day, source, currency, cost } of days) {
    if (day >= before || cost.units <= 0n) continue;
    const known = within(sums, currency, () => ({ all: zero, own: new Map() }));
    known.all = addDecimals(known.all, cost);
    known.own.set(source, addDecimals(known.own.get(source) ?? zero, cost));
  }
  const sorted = [...sums].sort(([one], [other]) => compareTexts(one, other));
  return (source) =>
    sorted.map(([currency, { all, own }]) => ({
      currency,
      percent: percentOf(own.get(source) ?? zero, all) ?? '',
    }));
}

/** The share of a source if all amounts have one currency. */
export function onlyShare([first, ...others]: readonly Share[]): string | null {
  return first === undefined || others.length > 0 ? null : first.percent;
}

function middle(counts: readonly number[]): number {
  const sorted = [...counts].sort((one, other) => one - other);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
}

function weeks(count: number): number[] {
  return Array.from({ length: count }, (_, place) => place + 1);
}

function daysOf(ranges: readonly DayRange[]): string[] {
  return ranges.flatMap((range) => [...eachDay(range)]);
}
