import { usageError } from '../errors.ts';
import { CellReader } from '../json/bulk/cell-reader.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import { selectRows } from './page.ts';

/** One `--where`: a column's text is the value, or is not. */
export interface Condition {
  readonly column: string;
  readonly value: string;
  readonly equal: boolean;
}

export function parseCondition(text: string): Condition {
  const at = text.indexOf('=');
  const equal = text[at - 1] !== '!';
  const column = text.slice(0, equal ? at : at - 1);
  if (at < 1 || column === '') {
    throw usageError(
      `--where: '${text}' is not a condition`,
      'write COLUMN=VALUE or COLUMN!=VALUE',
    );
  }
  return { column, value: text.slice(at + 1), equal };
}

/** Selects the rows that meet every condition, and knows which columns no row has had so far. */
export interface RowFilter {
  readonly select: (page: RowPage) => RowPage;
  /** What was seen since the last time counts. */
  readonly commit: () => void;
  /** What was seen since the last time does not count. */
  readonly rollback: () => void;
  /** Columns of conditions that no row has had so far. */
  readonly missing: () => readonly string[];
  /** Continues after an earlier run. */
  readonly restore: (missing: readonly string[]) => void;
}

/**
 * A cell is compared by its text in csv. A row without the column, or with null in it, has the
 * empty text.
 */
export function createFilter(conditions: readonly Condition[]): RowFilter {
  const tests = conditions.map((condition) => ({
    ...condition,
    cells: new CellReader(condition.column),
  }));
  let missing = new Set(conditions.map((condition) => condition.column));
  let committed: readonly string[] = [...missing];

  function findColumns(page: RowPage, row: number): void {
    for (const { cells, column } of tests) {
      if (missing.has(column) && cells.read(page, row) !== undefined) missing.delete(column);
    }
  }

  function isWanted(page: RowPage, row: number): boolean {
    if (missing.size > 0) findColumns(page, row);
    return tests.every(({ cells, value, equal }) => {
      return ((cells.read(page, row) ?? '') === value) === equal;
    });
  }

  return {
    select: (page) => (tests.length === 0 ? page : selectRows(page, isWanted)),
    commit: () => {
      committed = [...missing];
    },
    rollback: () => {
      missing = new Set(committed);
    },
    missing: () => [...missing],
    restore: (columns) => {
      committed = columns;
      missing = new Set(columns);
    },
  };
}

export function requireColumnsMet(filter: RowFilter): void {
  const [column] = filter.missing();
  if (column === undefined) return;
  throw usageError(
    `--where: no row has the column '${column}'`,
    'costctl costs columns shows the columns',
  );
}
