import { type DayRange, rangeName } from '../days.ts';
import { CellReader } from '../json/bulk/cell-reader.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import { leaves, rowObject } from '../rows/cost-page.ts';
import { roles } from '../rows/detect-columns.ts';
import { refuseMissingColumns } from '../rows/missing-columns.ts';
import { type CostColumns, requireColumns } from '../rows/require-columns.ts';
import type { KnownNames, RowSource } from '../rows/row-source.ts';
import {
  countScans,
  type ScanOptions,
  type ScanReport,
  scanCosts,
  type WindowRecord,
} from '../rows/scan-costs.ts';
import type { SourceFacts } from '../rows/source-facts.ts';
import { createTally, type Group, type Tally } from '../rows/tally.ts';
import { createTuple } from '../rows/tally-tree.ts';
import type { Marker } from './marker.ts';

/** What is to be added up. */
export interface Question
  extends Pick<ScanOptions, 'ranges' | 'given' | 'conditions' | 'withSums' | 'sources'> {
  /** Days that are read only to know what is usual. */
  readonly history?: readonly DayRange[] | undefined;
  readonly by: readonly string[];
  /** Further ranges. They are grouped by day, by the marker and by these columns. */
  readonly past?:
    | { readonly ranges: readonly DayRange[]; readonly by: readonly string[] }
    | undefined;
  /** A column that is added up as well. */
  readonly quantity?: string | undefined;
  /** Keep days apart. */
  readonly byDay: boolean;
  /** With `byDay`: the day under which a day is added up. */
  readonly dayAs?: ((day: string) => string) | undefined;
  /** Groups rows by something that is not in a single column; it comes first among the values. */
  readonly marker?: Marker | undefined;
  /** Also receives the rows. */
  readonly observe?: ((rows: RowPage) => void) | undefined;
  /** Whether the day of each row matters, even if days are not kept apart. */
  readonly needsDate?: boolean | undefined;
  /** Group also by the column of sources, if there is one; it comes last among the values. */
  readonly bySource?: boolean | undefined;
}

export interface PeriodAnswer {
  readonly range: DayRange;
  readonly groups: readonly Group[];
  readonly windows: readonly WindowRecord[];
}

export interface Answer {
  readonly periods: readonly PeriodAnswer[];
  /** Undefined if there was no row to look at. */
  readonly columns: CostColumns | undefined;
  readonly names: KnownNames;
  /** The condition that no row meets, if there is one. */
  readonly unmet: string | undefined;
  readonly sources: SourceFacts | undefined;
  /** How many rows were read, and how many of them meet the conditions; the history counts too. */
  readonly count: { readonly read: number; readonly rows: number };
}

/** Reads every row of the periods and adds it to its group. */
export async function analyze(
  source: RowSource,
  question: Question,
  report: ScanReport,
): Promise<Answer> {
  const { ranges, history = [], given, conditions, by, byDay, withSums, marker } = question;
  const { quantity, past } = question;
  const needsDate = byDay || withSums || question.needsDate === true;
  const historic = new Set(history.map(rangeName));
  const isPast = new Set(past?.ranges.map(rangeName));
  const tallies = new Map<DayRange, Tally>();
  const tuples = createTuple();
  let columns: CostColumns | undefined;
  const scans = await scanCosts({
    source,
    ranges: [...ranges, ...(past?.ranges ?? []), ...history],
    given,
    roles: needsDate ? roles : ['amount', 'currency'],
    conditions,
    columns:
      question.observe === undefined
        ? [
            ...new Set([...by, ...(marker?.columns ?? []), ...(past?.by ?? [])]),
            ...(quantity === undefined ? [] : [quantity]),
          ]
        : undefined,
    withSums,
    sources: question.sources,
    report,
    fold: (found, watch, range, sourceColumn) => {
      if (historic.has(rangeName(range))) return idle;
      columns ??= requireColumns(found, watch, { needsDate: byDay || question.needsDate === true });
      const all = question.bySource && sourceColumn !== undefined ? [...by, sourceColumn] : by;
      const mark = marker?.create(columns);
      const tally = isPast.has(rangeName(range))
        ? createTally({ columns, by: past?.by ?? [], byDay: true, mark, tuples })
        : createTally({ columns, by: all, byDay, dayAs: question.dayAs, quantity, mark, tuples });
      tallies.set(range, tally);
      const { observe } = question;
      if (observe === undefined) return tally;
      const add: Tally['add'] = (rows, onFault) => {
        observe(rows);
        tally.add(rows, onFault);
      };
      return { ...tally, add, addColumns: () => undefined };
    },
  });
  const missing = scans.flatMap(({ range, rows }) => {
    const tally = tallies.get(range);
    return rows > 0 && tally !== undefined && !isPast.has(rangeName(range))
      ? [tally.missing()]
      : [];
  });
  const names = scans[0]?.names ?? (async () => []);
  await refuseMissingColumns(missing, { by, currency: given.currency }, names);
  return {
    columns,
    names,
    unmet: scans[0]?.unmet(),
    sources: scans[0]?.sources,
    count: countScans(scans),
    periods: scans.slice(0, ranges.length + isPast.size).map(({ range, windows }) => ({
      range,
      windows,
      groups: tallies.get(range)?.take() ?? [],
    })),
  };
}

/** For rows that only other steps look at. */
const idle: Pick<Tally, 'add' | 'addColumns' | 'commit' | 'rollback'> = {
  add: () => undefined,
  addColumns: () => () => undefined,
  commit: () => undefined,
  rollback: () => undefined,
};

const mostIds = 20;
const form = /^wsp_[\w-]+$/;

/** Collects the workspaces that rows name. The first rows of a page show which columns name them. */
export function createWorkspaceWatch(rowsLookedAt = 500) {
  let readers: readonly { readonly cells: CellReader; readonly ids: Set<string> }[] = [];
  return {
    add: (rows: RowPage) => {
      // The rows of the first pages may name no workspace.
      if (readers.length === 0) {
        readers = findColumns(rows, rowsLookedAt).map((column) => ({
          cells: new CellReader(column),
          ids: new Set<string>(),
        }));
      }
      for (const { cells, ids } of readers) {
        for (let row = 0; row < rows.count && ids.size < mostIds; row += 1) {
          const id = cells.read(rows, row);
          if (typeof id === 'string' && !ids.has(id) && form.test(id)) ids.add(id);
        }
      }
    },
    /** The columns of workspace ids, each with the first ids that rows have there. */
    found: () => readers.map(({ cells, ids }) => ({ column: cells.column, ids: [...ids] })),
  };
}

function findColumns(rows: RowPage, most: number): string[] {
  const columns = new Set<string>();
  for (let row = 0; row < Math.min(rows.count, most); row += 1) {
    for (const [column, value] of leaves(rowObject(rows, row))) {
      if (typeof value === 'string' && form.test(value)) columns.add(column);
    }
  }
  return [...columns];
}
