import { placeOf } from './paths.ts';
import type { RowPage } from './rows.ts';
import type { Shape } from './shapes.ts';
import { sign } from './simd/group-tables.ts';
import { isRarelySure } from './simd/row-memory.ts';

/**
 * What is known of all rows that are alike in some columns, by the bytes of their cells, without reading one.
 * Rows of small pages, long cells and more than some ten thousand groups are never known.
 */
export class RowGroups<Known> {
  readonly #columns: readonly string[];
  readonly #signed: string | undefined;
  #known: (Known | undefined)[] = [];
  #numbers = new Int32Array(0);
  #memory: RowPage['memory'];
  #isUseless = false;

  /** Of the column `signed`, it only matters whether its number is below zero. */
  constructor(columns: readonly string[], signed?: string) {
    this.#columns = columns;
    this.#signed = signed;
  }

  get width(): number {
    return this.#columns.length + (this.#signed === undefined ? 0 : 1);
  }

  /** Where rows of this shape have the columns; undefined if their bytes do not show whether rows are alike. */
  placesOf(shape: Shape): number[] | undefined {
    const places: number[] = [];
    for (const column of this.#columns) {
      const { cell, inside } = placeOf(shape, column);
      const [outer, ...others] = inside;
      if (others.length > 0 || column.length > longestName) return undefined;
      // An object with the same bytes may have a longer or shorter name, and so another path into it.
      if (outer !== undefined) places.push(outer.cell, column.length - outer.path.length);
      else places.push(cell, 0);
    }
    if (this.#signed === undefined) return places;
    const { cell, inside } = placeOf(shape, this.#signed);
    return inside.length > 0 ? undefined : [...places, cell, sign];
  }

  /** From now on, `find` and `keep` are about the rows of this page. */
  open({ memory, count, picked }: RowPage): void {
    this.#numbers = noNumbers;
    if (memory === undefined || this.#isUseless) return;
    const whole = picked === undefined ? count : (picked.at(-1) ?? -1) + 1;
    const { numbers, beginAgain } = memory.groups.number(this, whole);
    if (beginAgain || memory !== this.#memory) this.forget();
    this.#memory = memory;
    this.#numbers = picked?.map((row) => numbers[row] ?? -1) ?? numbers.slice();
    const unsure = this.#numbers.reduce((rows, number) => (number < 0 ? rows + 1 : rows), 0);
    this.#isUseless = isRarelySure(unsure, count);
  }

  find(row: number): Known | undefined {
    return this.#known[this.#numbers[row] ?? -1];
  }

  /** Keeps what is known of a row: it is true of all others like it. */
  keep(row: number, known: Known): Known {
    const number = this.#numbers[row] ?? -1;
    if (number >= 0) this.#known[number] = known;
    return known;
  }

  forget(): void {
    this.#known = [];
  }
}

const longestName = 1 << 18;
const noNumbers = new Int32Array(0);
