import type { DayRange } from '../days.ts';
import type { ColumnWatch } from './column-watch.ts';
import {
  type FoundColumns,
  type GivenColumns,
  type Role,
  rankName,
  roles,
} from './detect-columns.ts';
import type { Checkpoint } from './export-journal.ts';
import { missingColumn } from './missing-columns.ts';
import { planRows, type RowStep, readRows } from './read.ts';
import { conflictError } from './require-columns.ts';
import { createFaults } from './row-faults.ts';
import { type KnownNames, lookAtFirst, type RowSource } from './row-source.ts';
import { createSourceCount, findSourceColumn, type SourceCount } from './source-count.ts';
import { joinCounts, type SourceFacts } from './source-facts.ts';
import type { Tally } from './tally.ts';
import { createFilter, requireColumnsMet } from './where.ts';
import type { Condition } from './where-language.ts';
import { createWindowSums } from './window-sums.ts';
import { type Plan, refuseOverFull } from './windows.ts';

/** What adds up rows and keeps none of them. One is created for each range. */
type Fold = Pick<Tally, 'add' | 'commit' | 'rollback'> & Pick<RowStep, 'addColumns'>;

/** Where a scan reports how far it is. */
export interface ScanReport {
  readonly count: (range: DayRange) => void;
  /** Reading of this many rows begins. */
  readonly begin: (total: number) => void;
  readonly add: (rows: number) => void;
  readonly stop: () => void;
  readonly onFound: (found: FoundColumns) => void;
}

export interface ScanOptions {
  readonly source: RowSource;
  /** One range, or two that are compared: the columns are chosen once for both. */
  readonly ranges: readonly DayRange[];
  readonly given: GivenColumns;
  /** The columns that matter to the fold; by default all of them. */
  readonly roles?: readonly Role[] | undefined;
  readonly conditions: readonly Condition[];
  /** Columns that the fold looks at, besides those that are chosen; undefined for all. */
  readonly columns?: readonly string[] | undefined;
  /** Also add up each window by day and currency, for a receipt. */
  readonly withSums: boolean;
  /** Also count the rows of each source and day; `given` is the column that names sources. */
  readonly sources?: { readonly given: string | undefined } | undefined;
  readonly report: ScanReport;
  /** Called once for each range, when the columns have been chosen. */
  readonly fold: (
    found: FoundColumns,
    watch: ColumnWatch,
    range: DayRange,
    sourceColumn: string | undefined,
  ) => Fold;
}

export type WindowRecord = Pick<Checkpoint, 'window' | 'found' | 'fault'>;

export interface RangeScan {
  readonly range: DayRange;
  readonly windows: readonly WindowRecord[];
  readonly rows: number;
  readonly names: KnownNames;
  /** The condition that no row of any range meets, if there is one. */
  readonly unmet: () => string | undefined;
  /** The counts of all ranges together; undefined if rows have no day or were not counted. */
  readonly sources: SourceFacts | undefined;
}

/** All or nothing, for every analysis. Conditions come after the choice of columns, which all rows decide. */
export async function scanCosts(options: ScanOptions): Promise<RangeScan[]> {
  const { source, report, given, conditions, ranges } = options;
  const filter = createFilter(conditions);
  const faults = createFaults();
  const plans: Plan[] = [];
  for (const range of ranges) {
    report.count(range);
    const plan = await planRows(source, range);
    refuseOverFull(plan);
    plans.push(plan);
  }
  const filled = plans.filter(({ total }) => total > 0);
  const { watch, names, columns } = await lookAtFirst(source, filled, {
    given,
    ranges,
    roles: options.roles,
  });
  // Without conditions, no row is left out that could have other columns.
  const ofAll: KnownNames = conditions.length === 0 ? () => names() : names;
  watch.commit();
  report.begin(plans.reduce((sum, { total }) => sum + total, 0));
  let found: FoundColumns | undefined;
  const counts: { readonly range: DayRange; readonly count: SourceCount }[] = [];
  const sourceColumn = options.sources?.given ?? findSourceColumn(columns);

  function decide(): FoundColumns | undefined {
    if (found !== undefined) return found;
    found = watch.decide();
    if (found !== undefined) report.onFound(found);
    return found;
  }

  /** Counts the rows of a range; undefined if they have no day or need not be counted. */
  function countSources(range: DayRange, { date, amount, currency }: FoundColumns) {
    if (options.sources === undefined) return undefined;
    if (date.column === undefined || amount.column === undefined) return undefined;
    const columns = { date: date.column, amount: amount.column, currency: currency.column };
    const count = createSourceCount(columns, sourceColumn, conditions.length > 0);
    counts.push({ range, count });
    return count;
  }

  /** If none was found, or by its values alone, any column may change the choice: all are looked at. */
  function neededColumns(): readonly string[] | undefined {
    const chosen = decide();
    if (options.columns === undefined || chosen === undefined) return undefined;
    const isByValues = roles.some((role) => {
      const { how, column } = chosen[role];
      if (how === 'none') return given[role] !== 'none';
      return how === 'found' && column !== undefined && rankName(role, column) === undefined;
    });
    if (isByValues) return undefined;
    const own = roles.flatMap((role) => chosen[role].column ?? chosen[role].candidates);
    const others = conditions.map(({ column }) => column);
    const named = options.sources === undefined || sourceColumn === undefined ? [] : [sourceColumn];
    return [...options.columns, ...own, ...others, ...named];
  }

  async function scan(plan: Plan): Promise<Omit<RangeScan, 'sources'>> {
    const { range } = plan;
    const windows: WindowRecord[] = [];
    const sums = createWindowSums({
      given: options.withSums ? given : undefined,
      range,
      chosen: decide,
    });
    let fold: Fold | undefined;
    let sources: SourceCount | undefined;
    const begin = (chosen: FoundColumns): Fold => {
      sources = countSources(range, chosen);
      return options.fold(chosen, watch, range, sourceColumn);
    };
    const sourceStep: RowStep = {
      look: (page) => sources?.look?.(page),
      add: (rows, page) => sources?.add(rows, page),
      addColumns: (batch, selected) =>
        sources === undefined ? () => undefined : sources.addColumns?.(batch, selected),
      commit: () => sources?.commit(),
      rollback: () => sources?.rollback(),
    };
    const foldStep: RowStep = {
      look: (page) => {
        watch.look(page);
        const chosen = decide();
        const conflict = watch.conflict();
        if (conflict !== undefined) throw conflictError(conflict);
        if (chosen !== undefined) fold ??= begin(chosen);
      },
      add: (rows, page) => {
        const days = plan.windows[windows.length] ?? range;
        fold?.add(rows, (row, reason) => faults.add({ days, rows, page, row, reason }));
        faults.pass(page.count);
      },
      addColumns: (batch, selected) => {
        const chosen = decide();
        if (chosen === undefined) return undefined;
        fold ??= begin(chosen);
        const add = fold.addColumns?.(batch, selected);
        if (add === undefined) return undefined;
        return () => {
          watch.lookAtColumns(batch);
          const conflict = watch.conflict();
          if (conflict !== undefined) throw conflictError(conflict);
          add();
          faults.pass(batch.count);
        };
      },
      commit: () => {
        watch.commit();
        fold?.commit();
        faults.commit();
      },
      rollback: () => {
        watch.rollback();
        fold?.rollback();
        faults.rollback();
      },
    };
    await readRows({
      source,
      windows: plan.windows,
      filter,
      columns: neededColumns(),
      onRows: report.add,
      // The columns are chosen by the first step.
      steps: [foldStep, sums, sourceStep],
      onWindow: (window) => {
        windows.push({ window: { ...window, ...sums.take() }, ...sums.found() });
      },
    });
    const done = windows.map(({ window }) => window);
    await source.confirm(plan, done);
    const rows = done.reduce((sum, one) => sum + one.rows, 0);
    return { range, windows, rows, names: ofAll, unmet: filter.unmet };
  }

  const scans: Omit<RangeScan, 'sources'>[] = [];
  for (const plan of plans) scans.push(await scan(plan));
  report.stop();
  if (scans.some(({ windows }) => windows.some(({ window }) => window.read > 0))) {
    await requireColumnsMet(filter, names);
  }
  faults.refuse();
  const sources = counts.length === 0 ? undefined : joinCounts(sourceColumn, counts);
  if (sources?.hasSource() === false && options.sources?.given !== undefined) {
    throw missingColumn('--source-column', options.sources.given, await names());
  }
  return scans.map((one) => ({ ...one, sources }));
}

/** Rows that were read, and those of them that meet the conditions. */
export function countScans(scans: readonly RangeScan[]): { read: number; rows: number } {
  const windows = scans.flatMap((scan) => scan.windows);
  return {
    read: windows.reduce((sum, { window }) => sum + window.read, 0),
    rows: scans.reduce((sum, { rows }) => sum + rows, 0),
  };
}
