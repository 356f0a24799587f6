import { usageError } from '../errors.ts';
import type { BatchColumn, CellText, ColumnBatch, SelectedRows } from '../formats/column-batch.ts';
import { openPages } from '../formats/parquet/page-memory.ts';
import { CellReader } from '../json/bulk/cell-reader.ts';
import { RowGroups } from '../json/bulk/row-groups.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import { plain } from '../phrase.ts';
import { groupRows, keepGroups, keepValues } from './batch-groups.ts';
import { selectRows } from './cost-page.ts';
import { describeMissing } from './require-columns.ts';
import type { KnownNames } from './row-source.ts';
import { explainUnmet, mostSeen } from './seen-values.ts';
import type { Condition } from './where-language.ts';

type TestedColumn = Pick<
  BatchColumn,
  'rows' | 'isFull' | 'valueCount' | 'limits' | 'absent' | 'textOf'
>;

/** What conditions look at in rows that come column by column. */
interface TestedBatch extends Pick<ColumnBatch, 'count'> {
  readonly column: (name: string) => TestedColumn | undefined;
}

/** Selects the rows that meet every condition, and knows which columns no row has had so far. */
export type RowFilter = ReturnType<typeof createFilter>;

/** If values have this many rows on average, each is judged without a look at which rows have it. */
const rowsPerValue = 8;

/** Cells are read from the bytes of the page, and no row is made into an object. */
export function createFilter(conditions: readonly Condition[]) {
  const tests = conditions.map((condition) => ({
    ...condition,
    ...watchMatches(condition),
    cells: new CellReader(condition.column),
  }));
  let missing = new Set(conditions.map((condition) => condition.column));
  let committed: readonly string[] = [...missing];
  /** Whether rows are wanted. */
  const groups = new RowGroups<boolean>([...missing]);

  /** Every column is looked for in every row: a condition that fails does not hide the next. */
  function findColumns(page: RowPage, row: number): void {
    for (const { cells, column } of tests) {
      if (missing.has(column) && cells.read(page, row) !== undefined) missing.delete(column);
    }
  }

  function isWanted(page: RowPage, row: number): boolean {
    if (missing.size > 0) findColumns(page, row);
    return tests.every(({ cells, matches }) => matches(cells.read(page, row)));
  }

  /** Like `select`; `unknown` if columns do not show it. Judges values once; what limits rule out is not read. */
  function selectColumns(batch: TestedBatch): SelectedRows | 'unknown' {
    // Every batch comes here first.
    openPages().begin();
    if (tests.length === 0) return undefined;
    const known: [(typeof tests)[number], TestedColumn][] = [];
    for (const test of tests) {
      const own = batch.column(test.column);
      if (own === undefined) return 'unknown';
      known.push([test, own]);
    }
    const rulesOut = ([{ excludes }, { limits }]: (typeof known)[number]) =>
      limits !== undefined && excludes?.(limits) === true;
    const isNone = known.some(rulesOut);
    let selected: SelectedRows;
    for (const pair of known) {
      const [test, own] = pair;
      const { column, matches } = test;
      const { absent } = own;
      let hasColumn = batch.count > 0 && (absent !== undefined || own.isFull);
      const isRuledOut = rulesOut(pair);
      const hasNoRows = selected?.length === 0;
      if (isNone && (hasColumn || !missing.has(column))) {
        missing.delete(column);
        if (isRuledOut && !hasNoRows) test.seeOf(own);
        if (isRuledOut) selected = new Int32Array(0);
        // The column is looked at only to know whether any row meets the condition.
        if (isRuledOut || hasNoRows || test.isMet()) continue;
      }
      hasColumn ||= own.rows.subarray(0, batch.count).some((value) => value >= 0);
      const isAbsentMet = test.judge(absent);
      if (selected === undefined && own.valueCount * rowsPerValue <= batch.count) {
        const chosen = Uint8Array.from({ length: own.valueCount + 1 }, (_, value) =>
          Number(value === 0 ? isAbsentMet : test.judge(own.textOf(value - 1))),
        );
        const kept = keepValues(own.rows.subarray(0, batch.count), chosen);
        // If no row is kept, the values that rows have instead matter too.
        if (kept.length > 0) {
          if (kept.length < batch.count) selected = kept;
          test.meet();
          if (hasColumn) missing.delete(column);
          continue;
        }
      }
      const groups = groupRows([own], batch.count, selected);
      const isMet = Uint8Array.from(groups.firstRow, (row) => {
        const value = own.rows[row] ?? -1;
        if (value >= 0) return Number(matches(own.textOf(value)));
        if (isAbsentMet) test.meet();
        return Number(isAbsentMet);
      });
      if (isMet.includes(0)) selected = keepGroups(groups, isMet, selected);
      if (hasColumn) missing.delete(column);
    }
    return isNone ? new Int32Array(0) : selected;
  }

  return {
    selectColumns,
    select: (page: RowPage) => {
      if (tests.length === 0) return page;
      groups.open(page);
      return selectRows(page, (row) => groups.find(row) ?? groups.keep(row, isWanted(page, row)));
    },
    /** What was seen since the last commit counts. */
    commit: () => {
      committed = [...missing];
    },
    /** What was seen since the last commit does not count. */
    rollback: () => {
      missing = new Set(committed);
      groups.forget();
    },
    /** Columns of conditions that no row has had so far. */
    missing: () => [...missing],
    conditions,
    /** The condition that no row has met so far, and what may have been meant. */
    unmet: () => {
      const at = tests.findIndex(({ isMet }) => !isMet());
      const test = tests[at];
      return test === undefined ? undefined : plain(explainUnmet(test, test.seen, at > 0));
    },
    /** Continues after an earlier run. */
    restore: (columns: readonly string[]) => {
      committed = columns;
      missing = new Set(columns);
      groups.forget();
    },
  };
}

/** A column that no row has is a mistake in its condition. */
export async function requireColumnsMet(filter: RowFilter, known: KnownNames, noRow?: string) {
  const [column] = filter.missing();
  if (column === undefined) return;
  const { origin = '--where' } = filter.conditions.find((one) => one.column === column) ?? {};
  const isProfile = origin.startsWith('profile ');
  const more = isProfile ? "; --no-where leaves out the profile's conditions" : '';
  throw usageError(
    `${origin}: ${describeMissing(column, await known(), noRow)}`,
    `costctl costs columns shows the columns${more}`,
  );
}

/** Judges cells, and remembers the values that do not match until one does. */
function watchMatches({ matches: judge, values }: Condition) {
  const seen = new Set<string>();
  let [isMet, isFirst] = [false, true];
  let last: CellText;
  let result = false;
  const see = (cell: CellText) => {
    if (values !== undefined && typeof cell === 'string' && seen.size < mostSeen) seen.add(cell);
  };
  return {
    judge,
    seen,
    isMet: () => isMet,
    meet: () => {
      isMet = true;
    },
    /** Neighbouring rows often have the same text. */
    matches: (cell: CellText) => {
      if (cell === last && !isFirst) return result;
      [last, isFirst] = [cell, false];
      result = judge(cell);
      if (result) isMet = true;
      else if (!isMet) see(cell);
      return result;
    },
    /** If the limits of a column rule its rows out, its values are read only for this: one batch is enough. */
    seeOf: (column: TestedColumn) => {
      if (isMet || seen.size > 0 || values === undefined) return;
      try {
        const count = Math.min(column.valueCount, mostSeen);
        for (let value = 0; value < count; value += 1) see(column.textOf(value));
      } catch {
        // The answer does not depend on it, so damage there is no error.
      }
    },
  };
}
