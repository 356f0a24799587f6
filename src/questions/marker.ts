import { type BatchColumn, type CellText, cellOf } from '../formats/column-batch.ts';
import { addTo, groupBy, within } from '../grouping.ts';
import { CellReader } from '../json/bulk/cell-reader.ts';
import type { RowPage } from '../json/bulk/rows.ts';
import type { MarkColumn } from '../rows/batch-groups.ts';
import { hasNone } from '../rows/cell-conditions.ts';
import type { CostColumns } from '../rows/require-columns.ts';
import type { RowMarks } from '../rows/row-marks.ts';
import type { Group } from '../rows/tally.ts';
import { signColumn } from '../rows/unit-sums.ts';
import { type Condition, parseCondition } from '../rows/where-language.ts';

/** Groups rows by something that is not in a single column. */
export interface Marker {
  /** The columns that the marker looks at, besides those of the analysis. */
  readonly columns: readonly string[];
  readonly create: (columns: CostColumns) => RowMarks;
  /** The columns of the marker that no row has had. */
  readonly missing: () => readonly string[];
}

/** Marks each row with the parts whose conditions it meets, as their numbers joined by commas. */
export function markAll(parts: readonly (readonly Condition[])[]): Marker {
  return markParts(parts, Number.POSITIVE_INFINITY);
}

/** Marks each row with the number of the first part whose conditions it meets. */
export function markFirst(parts: readonly (readonly Condition[])[]): Marker {
  return markParts(parts, 1);
}

function markParts(given: readonly (readonly Condition[])[], most: number): Marker {
  const columns = new Set(given.flat().map(({ column }) => column));
  return createMarker([...columns], ({ currency }) => {
    // Currencies are compared as they are added up, whatever their column is called.
    const inCurrency = (one: Condition) =>
      one.column === currency ? parseCondition(one.text, one.origin, currency) : one;
    const parts = given.map((own) => own.map(inCurrency));
    const conditions = groupBy(parts.flat(), ({ column }) => column);
    return {
      classOf: (column, cell) => {
        const own = conditions.get(column) ?? [];
        return own.map(({ matches }) => matches(cell)).join();
      },
      markOf: (cells) => {
        const met: number[] = [];
        for (const [number, own] of parts.entries()) {
          if (!own.every(({ column, matches }) => matches(cells(column)))) continue;
          met.push(number);
          if (met.length === most) break;
        }
        return met.join(',');
      },
    };
  });
}

export function partsIn(mark: string | null | undefined): number[] {
  return mark ? mark.split(',').map(Number) : [];
}

/** The groups of each part, in their order. A mark is split once: many groups share it. */
export function byPart<Own extends Group>(groups: readonly Own[]): ReadonlyMap<number, Own[]> {
  const [own, parts] = [new Map<number, Own[]>(), new Map<string | null | undefined, number[]>()];
  for (const group of groups) {
    const [mark] = group.values;
    for (const part of within(parts, mark, () => partsIn(mark))) addTo(own, part, group);
  }
  return own;
}

/** Marks each row by the sign of its amount and by which of some columns have an allowed value. */
export function markCovered(
  required: readonly string[],
  isAllowed: (column: string, value: string) => boolean,
): Marker {
  const isCovered = (column: string, cell: CellText) =>
    typeof cell === 'string' && !hasNone(cell) && isAllowed(column, cell);
  return createMarker(required, ({ amount }) => ({
    amount,
    classOf: (column, cell) => String(isCovered(column, cell)),
    markOf: (cells, isCredit) => {
      // Every column is looked at: what is not allowed is reported.
      const covered = required.map((column) => isCovered(column, cells(column)));
      return `${isCredit ? 'credit' : 'cost'} ${covered.every(Boolean) ? 'covered' : 'uncovered'}`;
    },
  }));
}

/** Marks each row as a cost or, if its amount is negative, as a credit. */
export function markCredits(): Marker {
  return createMarker([], ({ amount }) => ({
    amount,
    classOf: () => '',
    markOf: (_cells, isCredit) => (isCredit ? 'credit' : 'cost'),
  }));
}

interface Marking {
  /** Cells of a column for which this is the same give the same marks. */
  readonly classOf: (column: string, cell: CellText) => string;
  readonly markOf: (cells: (column: string) => CellText, isCredit: boolean) => string;
  /** The column whose sign matters. */
  readonly amount?: string;
}

function createMarker(
  columns: readonly string[],
  create: (columns: CostColumns) => Marking,
): Marker {
  const missing = new Set(columns);
  return {
    columns,
    missing: () => [...missing],
    create: (found) => {
      const { amount, classOf, markOf } = create(found);
      const readers = new Map(columns.map((column) => [column, new CellReader(column)]));
      const amounts = amount === undefined ? undefined : new CellReader(amount);
      const see = (column: string, cell: CellText): CellText => {
        if (cell !== undefined && missing.size > 0) missing.delete(column);
        return cell;
      };

      let [page, row]: [RowPage | undefined, number] = [undefined, 0];
      const cellHere = (column: string): CellText =>
        page === undefined ? undefined : readers.get(column)?.read(page, row);

      return {
        columns,
        sign: amount,
        read: (...place) => {
          [page, row] = place;
          if (missing.size > 0) for (const column of missing) see(column, cellHere(column));
          return markOf(cellHere, amounts?.read(page, row)?.startsWith('-') === true);
        },
        readColumns: (batch) => {
          const own = new Map<string, BatchColumn>();
          const marked: MarkColumn[] = [];
          for (const name of columns) {
            const column = batch.column(name);
            if (column === undefined) return undefined;
            own.set(name, column);
            marked.push({ column, nameOf: (cell) => classOf(name, cell) });
          }
          const signed = amount === undefined ? undefined : batch.column(amount);
          const signs = signed === undefined ? undefined : signColumn(signed);
          if (amount !== undefined && signs === undefined) return undefined;
          return {
            columns: marked,
            signs,
            of: (row) => {
              if (missing.size > 0) {
                for (const [name, column] of own) see(name, cellOf(column, row));
              }
              const cells = (name: string) => {
                const column = own.get(name);
                return column === undefined ? undefined : cellOf(column, row);
              };
              return markOf(cells, signs?.rows[row] === 1);
            },
          };
        },
      };
    },
  };
}
