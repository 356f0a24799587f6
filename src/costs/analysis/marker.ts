import { CellReader } from '../../json/bulk/cell-reader.ts';
import type { RowPage } from '../../json/bulk/rows.ts';
import type { CostColumns } from '../require-columns.ts';
import type { Condition } from '../where-language.ts';
import type { ReadMark } from './tally.ts';

/** Groups rows by something that is not in a single column. */
export interface Marker {
  /** The columns that it looks at, besides those of the analysis. */
  readonly columns: readonly string[];
  readonly create: (columns: CostColumns) => ReadMark;
  /** Its columns that no row has had. */
  readonly missing: () => readonly string[];
}

/**
 * Marks each row with the parts whose conditions it meets, as their numbers joined by commas: all of
 * them, or only the first.
 */
export function markParts(
  parts: readonly (readonly Condition[])[],
  which: 'all' | 'first',
): Marker {
  const columns = [...new Set(parts.flat().map(({ column }) => column))];
  const missing = new Set(columns);
  return {
    columns,
    missing: () => [...missing],
    create: () => {
      const readers = new Map(columns.map((column) => [column, new CellReader(column)]));
      const meets = (page: RowPage, row: number, conditions: readonly Condition[]) =>
        conditions.every(({ column, matches }) => matches(readers.get(column)?.read(page, row)));
      return (page, row) => {
        for (const column of missing) {
          if (readers.get(column)?.read(page, row) !== undefined) missing.delete(column);
        }
        const met: number[] = [];
        for (const [number, conditions] of parts.entries()) {
          if (!meets(page, row, conditions)) continue;
          met.push(number);
          if (which === 'first') break;
        }
        return met.join(',');
      };
    },
  };
}

/** The numbers of the parts in a mark. */
export function partsIn(mark: string | null | undefined): number[] {
  return mark ? mark.split(',').map(Number) : [];
}

/** Marks each row by the sign of its amount and by which of some columns have an allowed value. */
export function markCovered(
  required: readonly string[],
  isAllowed: (column: string, value: string) => boolean,
): Marker {
  const missing = new Set(required);
  return {
    columns: required,
    missing: () => [...missing],
    create: (columns) => {
      const amount = new CellReader(columns.amount);
      const readers = required.map((column) => new CellReader(column));
      return (page, row) => {
        const isCovered = readers.map((reader, place) => {
          const column = required[place] ?? '';
          const text = reader.read(page, row);
          if (text !== undefined) missing.delete(column);
          return typeof text === 'string' && text.trim() !== '' && isAllowed(column, text);
        });
        const isCredit = amount.read(page, row)?.startsWith('-') === true;
        return `${isCredit ? 'credit' : 'cost'} ${isCovered.every(Boolean) ? 'covered' : 'uncovered'}`;
      };
    },
  };
}
