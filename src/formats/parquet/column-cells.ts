import {
  hasEscape,
  isLoose,
  isNested,
  isNull,
  isNumber,
  isText,
  isWord,
} from '../../json/bulk/bits.ts';
import { grow, isSame } from '../../json/bulk/growing-bytes.ts';
import { cellWidth, type RowPage } from '../../json/bulk/rows.ts';
import { parseJson } from '../../json/parse.ts';
import { stringifyJson } from '../../json/stringify.ts';
import { Distinct, factWidth, formFact, formOf, nextFact } from './distinct.ts';

/** What a value is in JSON. */
export const kinds = { text: 0, number: 1, boolean: 2, nested: 3 } as const;

/** A value of this kind without bytes is unused: no row has it. */
export const unused = kinds.nested;

/** Used instead of a cell's number if the rows of a shape do not have the cell. */
export const noCell = -1;

/** Used instead of a value's number if the row has null in the column, or lacks the column. */
export const nullCell = -1;
export const missingCell = -2;

interface NumberedRows {
  readonly count: number;
  readonly first?: 0 | 1;
  readonly absent?: typeof nullCell | typeof missingCell;
}

/** Of one group of rows. A value that comes again is stored once: each row has the number of its value. */
export class ColumnCells {
  /** The number of each row's value, or `nullCell`, or `missingCell`. */
  rows: Int32Array = new Int32Array(1024);
  rowCount = 0;
  nullCount = 0;
  missingCount = 0;
  /** Bytes of the values of all rows, each counted as often as it occurs. */
  size = 0;
  /** The bytes of each value: a text decoded, a number as it came, an object as its JSON text. */
  readonly values = new Distinct();
  #last = 0;
  /** By the number of a shared value, its number here; `nullCell`: not here yet. */
  #ofShared = new Int32Array(0);
  /** Values as they came, if those are not the bytes to store; and the numbers of what is stored. */
  #raw: Distinct | undefined;
  #decoded: number[] = [];

  get filled(): number {
    return this.rowCount - this.nullCount - this.missingCount;
  }

  addAbsent(cell: typeof nullCell | typeof missingCell): void {
    if (cell === nullCell) this.nullCount += 1;
    else this.missingCount += 1;
    this.#addRow(cell);
  }

  addValue(value: number): void {
    this.size += this.values.lengthOf(value);
    this.#addRow(value);
  }

  /**
   * Adds rows by the numbers of their values, which begin at `first`: `values` has the number that each value has
   * here. Rows with a smaller number, or whose value has none here, are `absent`.
   */
  addNumbered(
    values: Int32Array,
    numbers: ArrayLike<number>,
    { count, first = 1, absent = nullCell }: NumberedRows,
  ): void {
    while (this.rowCount + count > this.rows.length) this.rows = grow(this.rows);
    const { rows } = this;
    const { facts } = this.values;
    let { rowCount, size } = this;
    let left = 0;
    for (let row = 0; row < count; row += 1) {
      const number = (numbers[row] ?? 0) - first;
      const value = number < 0 ? absent : (values[number] ?? absent);
      rows[rowCount] = value;
      rowCount += 1;
      if (value < 0) left += 1;
      else size += (facts[value * factWidth + formFact] ?? 0) >>> 2;
    }
    this.rowCount = rowCount;
    this.size = size;
    if (absent === nullCell) this.nullCount += left;
    else this.missingCount += left;
  }

  /** Adds rows by the numbers of their values among shared values, from 1 on; 0 is null. */
  addShared(shared: Distinct, numbers: ArrayLike<number>): void {
    const count = numbers.length;
    if (this.#ofShared.length < shared.count) {
      const larger = new Int32Array(shared.count).fill(nullCell);
      larger.set(this.#ofShared);
      this.#ofShared = larger;
    }
    const known = this.#ofShared;
    for (let row = 0; row < count; row += 1) {
      const number = (numbers[row] ?? 0) - 1;
      if (number < 0 || (known[number] ?? nullCell) >= 0) continue;
      const [start, end] = [shared.startOf(number), shared.endOf(number)];
      known[number] = this.values.find(shared.bytes.view, start, end, shared.kindOf(number));
    }
    this.addNumbered(known, numbers, { count });
  }

  addText(text: string, kind: number): void {
    this.addValue(this.values.findText(text, kind));
  }

  /** Adds the value that a page has from `start` to `end`, for which the scanner found `bits`. */
  addCell(page: RowPage, start: number, end: number, bits: number): void {
    if ((bits & isNull) !== 0) this.addAbsent(nullCell);
    else this.addValue(this.#find(page, start, end, bits));
  }

  /**
   * `cellOf` has the place of the cell in the rows of each shape. Values often follow each other in the same
   * order again: what followed a value last time is compared first.
   */
  addRows(page: RowPage, from: number, to: number, shapes: Int32Array, cellOf: Int32Array): void {
    const { cells, firstCell, view: source } = page;
    const { values } = this;
    while (this.rowCount + to - from > this.rows.length) this.rows = grow(this.rows);
    const { rows } = this;
    let { count, facts } = values;
    let { view } = values.bytes;
    let { rowCount, size } = this;
    let last = this.#last;
    for (let row = from; row < to; row += 1) {
      const cell = cellOf[shapes[row] ?? 0] ?? noCell;
      if (cell < 0) {
        rows[rowCount] = missingCell;
        rowCount += 1;
        this.missingCount += 1;
        continue;
      }
      const at = ((firstCell[row] ?? 0) + cell) * cellWidth;
      const bits = cells[at + 2] ?? 0;
      if ((bits & isNull) !== 0) {
        rows[rowCount] = nullCell;
        rowCount += 1;
        this.nullCount += 1;
        continue;
      }
      const kind = plainKinds[bits] ?? -1;
      const quotes = kind === kinds.text ? 1 : 0;
      const start = (cells[at] ?? 0) + quotes;
      const end = (cells[at + 1] ?? 0) - quotes;
      let value = facts[last * factWidth + nextFact] ?? 0;
      const known = value * factWidth;
      const isKnown =
        value < count &&
        facts[known + formFact] === formOf(end - start, kind) &&
        isSame(view, facts[known] ?? 0, source, start, end);
      if (!isKnown) {
        value =
          kind < 0 ? this.#decode(page, start, end, bits) : values.find(source, start, end, kind);
        ({ count, facts } = values);
        view = values.bytes.view;
        facts[last * factWidth + nextFact] = value;
      }
      last = value;
      rows[rowCount] = value;
      rowCount += 1;
      size += (facts[value * factWidth + formFact] ?? 0) >>> 2;
    }
    this.#last = last;
    this.rowCount = rowCount;
    this.size = size;
  }

  clear(): void {
    this.rowCount = 0;
    this.nullCount = 0;
    this.missingCount = 0;
    this.size = 0;
    this.values.clear();
    this.#raw?.clear();
    this.#ofShared.fill(nullCell);
    this.#decoded = [];
    this.#last = 0;
  }

  #addRow(cell: number): void {
    if (this.rowCount === this.rows.length) this.rows = grow(this.rows);
    this.rows[this.rowCount] = cell;
    this.rowCount += 1;
  }

  #find(page: RowPage, start: number, end: number, bits: number): number {
    const kind = plainKinds[bits] ?? -1;
    if (kind < 0) return this.#decode(page, start, end, bits);
    const quotes = kind === kinds.text ? 1 : 0;
    return this.values.find(page.view, start + quotes, end - quotes, kind);
  }

  /** A text with escapes, or JSON that would be written in another way: each is decoded once. */
  #decode(page: RowPage, start: number, end: number, bits: number): number {
    this.#raw ??= new Distinct();
    const raw = this.#raw.find(page.view, start, end, 0);
    const known = this.#decoded[raw];
    if (known !== undefined) return known;
    const text = page.body.toString('utf8', start, end);
    const value =
      (bits & isText) === 0
        ? this.values.findText(stringifyJson(parseJson(text)), kinds.nested)
        : this.values.findText(JSON.parse(text), kinds.text);
    this.#decoded.push(value);
    return value;
  }
}

/** By the bits of a value: its kind if its bytes are stored as they came, otherwise -1. */
const plainKinds = Int8Array.from({ length: 256 }, (_, bits) => {
  if ((bits & isText) !== 0) return (bits & hasEscape) === 0 ? kinds.text : -1;
  if ((bits & isNumber) !== 0) return kinds.number;
  if ((bits & isWord) !== 0) return kinds.boolean;
  return (bits & isNested) !== 0 && (bits & isLoose) === 0 ? kinds.nested : -1;
});
