import type { DayRange } from '../days.ts';
import { CellReader } from '../json/bulk/cell-reader.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import { leaves, rowObject } from '../rows/cost-page.ts';
import { roles } from '../rows/detect-columns.ts';
import type { RowSource } from '../rows/row-source.ts';
import type { ScanOptions, ScanReport, WindowRecord } from '../rows/scan-costs.ts';
import type { Group } from '../rows/tally.ts';
import { type Added, type Adding, addUp, type Question } from './add-up.ts';

export interface PeriodQuestion
  extends Question,
    Pick<ScanOptions, 'ranges' | 'given' | 'conditions' | 'withSums' | 'sources'>,
    Pick<Adding, 'observe'> {
  /** Days that are read only to know what is usual. */
  readonly history?: readonly DayRange[] | undefined;
  /** Further ranges. They are grouped by day, by the marker and by these columns. */
  readonly past?:
    | { readonly ranges: readonly DayRange[]; readonly by: readonly string[] }
    | undefined;
  /** Whether the day of each row matters, even if days are not kept apart. */
  readonly needsDate?: boolean | undefined;
}

export interface PeriodAnswer {
  readonly range: DayRange;
  readonly groups: readonly Group[];
  readonly windows: readonly WindowRecord[];
}

export interface Answer extends Added {
  /** Of the ranges, and then of the past. */
  readonly periods: readonly PeriodAnswer[];
}

/** Reads every row of the periods and adds it to its group. */
export async function analyze(
  source: RowSource,
  question: PeriodQuestion,
  report: ScanReport,
): Promise<Answer> {
  const { ranges, history = [], past, needsDate = false, given, conditions, ...more } = question;
  const { withSums, sources, observe, ...whole } = more;
  const isDated = whole.byDay || needsDate;
  const before = { by: past?.by ?? [], byDay: true, marker: whole.marker, mayLack: true };
  const partsOf = (some: readonly DayRange[], ...asked: string[]) =>
    some.map((range) => ({ range, asked }));
  const asked = [...partsOf(ranges, 'whole'), ...partsOf(past?.ranges ?? [], 'before')];
  const { parts, ...added } = await addUp({
    ...{ source, given, conditions, withSums, sources, report, observe },
    roles: isDated || withSums ? roles : ['amount', 'currency'],
    needsDate: isDated,
    questions: { whole, before },
    parts: [...asked, ...partsOf(history)],
  });
  const periods = parts.slice(0, asked.length).map(({ tallies, ...part }) => {
    return { ...part, groups: [...tallies.values()].flatMap((tally) => tally.take()) };
  });
  return { ...added, periods };
}

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
