import { addDays, type DayRange, eachDay } from '../days.ts';
import { compareTexts, within } from '../grouping.ts';
import { addDecimals, type Decimal, zero } from '../json/decimal.ts';
import { percentOf } from '../json/percent.ts';
import { isDayOff } from './days-off.ts';
import {
  type Judgement,
  judgeSource,
  type SourceDays,
  type SourceJudgement,
  weeksBefore,
} from './judge-source.ts';
import type { SourceDay } from './source-facts.ts';

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

/** One source: null if rows name none. */
export interface SourcePresence extends SourceJudgement {
  readonly source: string | null;
  /** The verdict if the days that no source has rows on are no fault of this one. */
  readonly otherwise: Judgement;
  readonly firstDay: string;
  readonly lastDay: string;
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
    const own = within(bySource, day.source, (): SourceDays => new Map());
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

function daysOf(ranges: readonly DayRange[]): string[] {
  return ranges.flatMap((range) => [...eachDay(range)]);
}
