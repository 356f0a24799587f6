import { usageError } from '../errors.ts';
import { CellReader } from '../json/bulk/cell-reader.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import { keepRows } from './page.ts';

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

/** Keeps the rows that meet every condition, and knows which columns it never met. */
export interface RowFilter {
  readonly keep: (page: RowPage) => RowPage;
  /** Columns of conditions that no row so far had. */
  readonly missing: () => readonly string[];
  /** The columns met by the pages of an earlier run. */
  readonly restore: (missing: readonly string[]) => void;
}

/**
 * A cell compares as the text that csv has for it; a row without the column, or with null there,
 * has the empty text.
 */
export function createFilter(conditions: readonly Condition[]): RowFilter {
  const tests = conditions.map((condition) => ({
    ...condition,
    cells: new CellReader(condition.column),
  }));
  let missing = new Set(conditions.map((condition) => condition.column));
  const find = (cells: CellReader, column: string, page: RowPage, row: number): string => {
    const text = cells.read(page, row);
    if (text !== undefined) missing.delete(column);
    return text ?? '';
  };
  const isWanted = (page: RowPage, row: number): boolean =>
    tests.every(({ cells, column, value, equal }) => {
      return (find(cells, column, page, row) === value) === equal;
    });
  return {
    keep: (page) => (tests.length === 0 ? page : keepRows(page, isWanted)),
    missing: () => [...missing],
    restore: (columns) => {
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
