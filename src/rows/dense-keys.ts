import type { BatchColumn, CellText } from '../formats/column-batch.ts';
import type { PageMemory } from '../formats/parquet/page-memory.ts';

/** Numbers the cells of the columns that rows are grouped by. */
export class DenseKeys {
  readonly #accepts: (cell: CellText, column: number) => boolean;
  /** The cells of each column so far, numbered as they appear. */
  #keys: readonly { readonly numbers: Map<CellText, number>; readonly cells: CellText[] }[] = [];

  constructor(accepts: (cell: CellText, column: number) => boolean) {
    this.#accepts = accepts;
  }

  /** By column, the cell number of a missing value, then of each value. Undefined if a cell is not accepted. */
  number(columns: readonly BatchColumn[]): readonly Int32Array[] | undefined {
    if (this.#keys.length === 0) {
      this.#keys = columns.map(() => ({ numbers: new Map(), cells: [] }));
    }
    const all: Int32Array[] = [];
    for (const [place, column] of columns.entries()) {
      const own = this.#numberColumn(column, place);
      if (own === undefined) return undefined;
      all.push(own);
    }
    return all;
  }

  /** How many cells of each column a table should have room for. */
  widths(): readonly number[] {
    return this.#keys.map(({ cells }) => roundUp(cells.length));
  }

  /** The cells of a group in a table that has room for so many cells of each column. */
  cellsOf(group: number, widths: readonly number[]): CellText[] {
    let rest = group;
    return this.#keys.map(({ cells }, column) => {
      const width = widths[column] ?? 1;
      const number = rest % width;
      rest = (rest - number) / width;
      return cells[number];
    });
  }

  clear(): void {
    this.#keys = [];
  }

  #numberColumn(column: BatchColumn, place: number): Int32Array | undefined {
    const key = this.#keys[place];
    if (key === undefined) return undefined;
    const { numbers, cells } = key;
    const classes = new Int32Array(column.valueCount + 1);
    for (let value = column.isFull ? 0 : -1; value < column.valueCount; value += 1) {
      const cell = value < 0 ? column.absent : column.textOf(value);
      let number = numbers.get(cell);
      if (number === undefined) {
        if (!this.#accepts(cell, place)) return undefined;
        number = cells.push(cell) - 1;
        numbers.set(cell, number);
      }
      classes[value + 1] = number;
    }
    return classes;
  }
}

interface RowsToNumber {
  /** Where in memory the numbers of the rows begin, and the places of the selected rows (0: all are selected). */
  readonly keys: number;
  readonly picked: number;
  readonly length: number;
  /** A column whose equal values are in runs, if all rows are selected. */
  readonly runs: BatchColumn | undefined;
  /** How many cells of each column the table has room for. */
  readonly widths: readonly number[];
}

/** If a column has one value in all rows, or its values are in runs, no row is looked at for it. */
export function numberRows(
  { keys, length, picked, runs, widths }: RowsToNumber,
  columns: readonly BatchColumn[],
  classes: readonly Int32Array[],
  memory: PageMemory,
): void {
  let [base, stride] = [0, 1];
  const places: [rows: number, classes: number][] = [];
  let bases: Int32Array | undefined;
  for (const [at, column] of columns.entries()) {
    const own = (classes[at] ?? new Int32Array(1)).map((number) => number * stride);
    stride *= widths[at] ?? 1;
    if (column.isFull && own.length === 2) base += own[1] ?? 0;
    else if (column === runs) bases = own.subarray(1);
    else places.push([memory.placeOf(column.rows), memory.placeOf(own) + 4]);
  }
  const { setClasses, addClasses } = memory.exports;
  const ends = bases === undefined ? [length] : (runs?.ends ?? []);
  let from = 0;
  for (const [run, end] of ends.entries()) {
    const [at, count, own] = [keys + from * 4, end - from, base + (bases?.[run] ?? 0)];
    const skipped = from * 4;
    const [first, second = [0, 0], ...others] = places.map(
      ([rows, numbers]) => [rows + skipped, numbers] as const,
    );
    if (first === undefined) new Int32Array(memory.buffer, at, count).fill(own);
    else setClasses(at, count, picked, own, ...first, ...second);
    for (const other of others) addClasses(at, count, picked, ...other);
    from = end;
  }
}

/** Rounds up to a power of two, so that a few more cells need no larger table. */
function roundUp(cells: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, cells)));
}
