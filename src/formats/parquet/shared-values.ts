import { type ColumnCells, unused } from './column-cells.ts';
import { Distinct } from './distinct.ts';

/** The most values of a column, and of all columns: more of them repeat too little, or take too much memory. */
const mostOfColumn = 65_536;
const mostOfAll = 1_000_000;

/** The values of columns, by the columns' names. Blocks of cells need not repeat these values. */
export class SharedValues {
  readonly #columns = new Map<string, Distinct>();
  #numbers = new Int32Array(0);
  #count = 0;
  /** Columns with too many values. */
  readonly #closed = new Set<string>();

  of(name: string): Distinct | undefined {
    return this.#columns.get(name);
  }

  /** The number that each value of some cells has here; undefined if they are too many. Valid until the next call. */
  number(name: string, { values }: ColumnCells, used: number): Int32Array | undefined {
    const shared = this.#columns.get(name) ?? new Distinct();
    const before = shared.count;
    if (before + used > mostOfColumn || this.#count + used > mostOfAll) this.#closed.add(name);
    if (this.#closed.has(name)) return undefined;
    this.#columns.set(name, shared);
    if (this.#numbers.length < values.count) this.#numbers = new Int32Array(values.count * 2);
    const { view } = values.bytes;
    for (let value = 0; value < values.count; value += 1) {
      if (isUnused(values, value)) continue;
      const [start, end] = [values.startOf(value), values.endOf(value)];
      this.#numbers[value] = shared.find(view, start, end, values.kindOf(value));
    }
    this.#count += shared.count - before;
    return this.#numbers;
  }
}

export function countUsed({ values }: ColumnCells): number {
  let used = 0;
  for (let value = 0; value < values.count; value += 1) if (!isUnused(values, value)) used += 1;
  return used;
}

function isUnused(values: Distinct, value: number): boolean {
  return values.lengthOf(value) === 0 && values.kindOf(value) === unused;
}
