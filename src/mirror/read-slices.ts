import { explainFault } from '../formats/any-table.ts';
import type { NamedCells } from '../formats/parquet/cell-block.ts';
import type { CellSlices } from '../formats/parquet/cell-slices.ts';
import { ColumnCells, kinds } from '../formats/parquet/column-cells.ts';
import type { SharedValues } from '../formats/parquet/shared-values.ts';
import { type RowPage, RowScanner } from '../json/bulk/rows.ts';
import type { RowFilter } from '../rows/where.ts';
import type { DayRows, RoleColumns } from './day-rows.ts';
import { createSliceCollector } from './slice-days.ts';

export interface SliceReading {
  readonly path: string;
  readonly slices: CellSlices;
  /** Columns that the file does not have, with the same value in every row. */
  readonly constants: ReadonlyMap<string, string | null>;
  readonly choose: (page: RowPage) => RoleColumns;
  readonly filter: RowFilter;
  /** Takes the values that blocks share. */
  readonly shared: SharedValues;
  /** `place` names the row. */
  readonly refuse: (place: string, role: 'date' | 'amount', text: string) => never;
  readonly signal: AbortSignal;
  readonly onRows: (rows: number) => void;
  readonly store: (date: string, block: Buffer) => Promise<void>;
}

/** How many rows the columns are chosen by: all rows of a file have the same columns. */
const rowsLookedAt = 20;

export async function readSlices(reading: SliceReading): Promise<readonly DayRows['day'][]> {
  const { path, slices, filter, signal, refuse } = reading;
  const more = [...reading.constants].filter(
    ([name]) => !slices.columns.some((column) => column.name === name),
  );
  let from = 0;
  let collector: ReturnType<typeof createSliceCollector> | undefined;
  try {
    for await (const slice of slices.read()) {
      signal.throwIfAborted();
      from = slice.from;
      const { count } = slice;
      const columns: NamedCells[] = [
        ...slices.columns.map(({ name }, place) => ({
          name,
          cells: slice.cells[place] ?? new ColumnCells(),
        })),
        ...more.map(([name, value]) => ({ name, cells: repeat(value, count) })),
      ];
      collector ??= createSliceCollector(
        reading.choose(pageOf(columns, count)),
        reading.shared,
        (role, text, row) => refuse(`row ${from + row + 1}`, role, text),
      );
      const selected = filter.selectColumns({
        count,
        column: (name) => batchColumn(columns, name),
      });
      if (selected === 'unknown') throw new Error('a condition is on a column of another file');
      for (const [date, block] of collector.add(columns, count, selected)) {
        await reading.store(date, block);
      }
      reading.onRows(count);
    }
  } catch (cause) {
    throw explainFault(path, cause);
  }
  return collector?.take() ?? [];
}

function repeat(value: string | null, count: number): ColumnCells {
  const cells = new ColumnCells();
  const values = value === null ? [] : [cells.values.findText(value, kinds.text)];
  cells.addNumbered(Int32Array.from(values), new Uint8Array(count).fill(values.length), { count });
  return cells;
}

function batchColumn(columns: readonly NamedCells[], name: string) {
  const cells = columns.find((column) => column.name === name)?.cells;
  if (cells === undefined) return undefined;
  const { rows, values, filled, rowCount } = cells;
  return {
    rows,
    isFull: filled === rowCount,
    valueCount: values.count,
    limits: undefined,
    absent: null,
    textOf: (value: number) => values.textOf(value),
  };
}

/** The first rows, as if they had been read one by one. */
function pageOf(columns: readonly NamedCells[], count: number): RowPage {
  const rows = Array.from({ length: Math.min(count, rowsLookedAt) }, (_, row) => {
    const members = columns.map(
      ({ name, cells }) => `${JSON.stringify(name)}:${jsonOf(cells, cells.rows[row] ?? -1)}`,
    );
    return `{${members.join()}}`;
  });
  return new RowScanner().scan(Buffer.from(`{"data":[${rows.join()}]}`));
}

function jsonOf({ values }: ColumnCells, value: number): string {
  if (value < 0) return 'null';
  const text = values.textOf(value);
  return values.kindOf(value) === kinds.text ? JSON.stringify(text) : text;
}
