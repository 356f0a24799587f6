import { addDays, type DayRange, rangeName } from '../days.ts';
import type { Question as PeriodQuestion } from '../questions/analyze.ts';
import type { DayFingerprints } from '../rows/day-fingerprints.ts';
import { refuseMissingColumns } from '../rows/missing-columns.ts';
import type { AddPrepared } from '../rows/read.ts';
import { type CostColumns, requireColumns } from '../rows/require-columns.ts';
import type { KnownNames } from '../rows/row-source.ts';
import { countScans, type ScanOptions, scanCosts, type WindowRecord } from '../rows/scan-costs.ts';
import type { SourceFacts } from '../rows/source-facts.ts';
import { createTally, type Group, type Tally } from '../rows/tally.ts';
import { createTuple } from '../rows/tally-tree.ts';

/** One way to add up the rows of some days. */
export interface Question
  extends Pick<PeriodQuestion, 'by' | 'byDay' | 'bySource' | 'dayAs' | 'marker' | 'quantity'> {
  /** The days that the question needs; nothing else is added up for it. */
  readonly ranges: readonly DayRange[];
}

export interface ReadingOptions<Name extends string>
  extends Pick<ScanOptions, 'source' | 'given' | 'conditions' | 'report' | 'sources'> {
  readonly questions: Readonly<Record<Name, Question>>;
  /** The days whose windows are recorded for the receipt. */
  readonly period: DayRange;
  /** Called with the number of groups of all questions, before any is looked at. */
  readonly onGroups?: ((count: number) => void) | undefined;
  /** Also takes the rows of the period. */
  readonly observe?: Pick<DayFingerprints, 'add' | 'commit' | 'rollback'> | undefined;
}

/** The groups of a question, for each stretch of days that was read in one go. */
interface Stretch {
  readonly range: DayRange;
  readonly groups: readonly Group[];
}

export interface Reading<Name extends string> {
  /** By default for all days. */
  readonly answer: (name: Name, within?: DayRange) => readonly Stretch[];
  /** The windows of the period. */
  readonly windows: readonly WindowRecord[];
  /** Undefined if there was no row to look at. */
  readonly columns: CostColumns | undefined;
  readonly names: KnownNames;
  /** The condition that no row meets, if there is one. */
  readonly unmet: string | undefined;
  readonly sources: SourceFacts | undefined;
  /** All days that were read. */
  readonly read: readonly DayRange[];
  /** Rows that were read, and those of them that meet the conditions. */
  readonly count: { readonly read: number; readonly rows: number };
}

/**
 * Reads every row once, and adds it up for all questions that need its day. The days are divided
 * where a question begins or ends.
 */
export async function readOnce<Name extends string>(
  options: ReadingOptions<Name>,
): Promise<Reading<Name>> {
  const { source, given, conditions, period, report, observe } = options;
  const questions = Object.entries<Question>(options.questions);
  const stretches = divide([period, ...questions.flatMap(([, { ranges }]) => ranges)]);
  const tallies = new Map<string, ReadonlyMap<string, Tally>>();
  const tuples = createTuple();
  const columnsOf = ({ by, marker, quantity }: Question) => [
    ...by,
    ...(marker?.columns ?? []),
    ...(quantity === undefined ? [] : [quantity]),
  ];
  let columns: CostColumns | undefined;
  const scans = await scanCosts({
    source,
    ranges: stretches,
    given,
    conditions,
    columns:
      observe === undefined
        ? [...new Set(questions.flatMap(([, question]) => columnsOf(question)))]
        : undefined,
    withSums: true,
    sources: options.sources,
    report,
    fold: (found, watch, range, sourceColumn) => {
      columns ??= requireColumns(found, watch, { needsDate: true });
      const needed = columns;
      const observed = isWithin(range, period) ? observe : undefined;
      const own = new Map(
        questions
          .filter(([, { ranges }]) => ranges.some((one) => isWithin(range, one)))
          .map(([name, { by, bySource, marker, ...question }]) => {
            const all = bySource && sourceColumn !== undefined ? [...by, sourceColumn] : by;
            const mark = marker?.create(needed);
            return [name, createTally({ ...question, columns: needed, by: all, mark, tuples })];
          }),
      );
      // A row that cannot be added up is the same for every question: the first one reports it.
      const [first, ...others] = own.values();
      tallies.set(rangeName(range), own);
      return {
        add: (rows, onFault) => {
          observed?.add(rows);
          first?.add(rows, onFault);
          for (const tally of others) tally.add(rows);
        },
        addColumns: (batch, selected) => {
          if (observed !== undefined) return undefined;
          const prepared: AddPrepared[] = [];
          for (const tally of own.values()) {
            const add = tally.addColumns(batch, selected);
            if (add === undefined) return undefined;
            prepared.push(add);
          }
          return () => {
            for (const add of prepared) add();
          };
        },
        commit: () => {
          observed?.commit();
          for (const tally of own.values()) tally.commit();
        },
        rollback: () => {
          observed?.rollback();
          for (const tally of own.values()) tally.rollback();
        },
      };
    },
  });
  const sizes = [...tallies.values()].flatMap((own) =>
    [...own.values()].map((tally) => tally.size()),
  );
  options.onGroups?.(sizes.reduce((sum, size) => sum + size, 0));
  const names = scans[0]?.names ?? (async () => []);
  for (const [name, { by }] of questions) {
    const missing = [...tallies.values()].flatMap((own) => {
      const tally = own.get(name);
      return tally === undefined || tally.isEmpty() ? [] : [tally.missing()];
    });
    await refuseMissingColumns(missing, { by, currency: given.currency }, names);
  }
  const groups = new Map<Tally, readonly Group[]>();
  // Whatever has its groups forgets the sums behind them.
  function taken(tally: Tally | undefined): readonly Group[] {
    if (tally === undefined) return [];
    const own = groups.get(tally) ?? tally.take();
    groups.set(tally, own);
    return own;
  }
  return {
    answer: (name, within) => {
      const { ranges } = options.questions[name];
      return stretches
        .filter((range) => within === undefined || isWithin(range, within))
        .filter((range) => ranges.some((one) => isWithin(range, one)))
        .map((range) => ({ range, groups: taken(tallies.get(rangeName(range))?.get(name)) }));
    },
    windows: scans.filter(({ range }) => isWithin(range, period)).flatMap(({ windows }) => windows),
    columns,
    names,
    unmet: scans[0]?.unmet(),
    sources: scans[0]?.sources,
    read: stretches,
    count: countScans(scans),
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
