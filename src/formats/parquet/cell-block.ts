import { type ColumnCells, nullCell } from './column-cells.ts';
import { type Distinct, factWidth, formFact } from './distinct.ts';
import { Bytes } from './growing-bytes.ts';
import { countUsed, type SharedValues } from './shared-values.ts';

/**
 * Some rows column by column, in bytes that wait on a disk: for each column its values, unless they are
 * shared, and for each row the number of its value from 1 on, or 0 for null.
 */
export interface CellBlock {
  readonly names: readonly string[];
  readonly shared: SharedValues;
  readonly bytes: Buffer;
}

/** In the place of the number of values. */
const areShared = -1;
/** Values row by row, as most rows have one of their own. */
const areOwn = -2;

export interface NamedCells {
  readonly name: string;
  readonly cells: ColumnCells;
}

const word = 4;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Puts rows together into blocks. Memory is used again. */
export class BlockWriter {
  readonly #shared: SharedValues;
  readonly #blocks: Bytes[] = [];
  /** By the value of a column, its number in this block; counts only with the mark of the block. */
  #numbers = new Int32Array(0);
  #marks = new Int32Array(0);
  #mark = 0;
  #used = new Int32Array(0);
  #ofRows = new Int32Array(0);

  constructor(shared: SharedValues) {
    this.#shared = shared;
  }

  /** A block for each of some spans of the rows in `order`; valid until the next time. */
  write(columns: readonly NamedCells[], order: Int32Array, spans: readonly Span[]): Buffer[] {
    while (this.#blocks.length < spans.length) this.#blocks.push(new Bytes());
    const blocks = this.#blocks.slice(0, spans.length);
    for (const [place, bytes] of blocks.entries()) {
      const { from, to } = spans[place] ?? { from: 0, to: 0 };
      bytes.clear();
      bytes.int32(to - from);
    }
    // All blocks of a column in turn: it stays in the processor's cache.
    for (const { name, cells } of columns) {
      const used = countUsed(cells);
      const isConstant = used === 0 || (used === 1 && cells.nullCount === 0);
      const numbers = isConstant ? undefined : this.#shared.number(name, cells, used);
      const all = this.#shared.of(name)?.count ?? 0;
      for (const [place, bytes] of blocks.entries()) {
        const { from, to } = spans[place] ?? { from: 0, to: 0 };
        const isOwn = numbers === undefined && used * 2 > cells.rowCount;
        if (isOwn) writeOwn(bytes, cells, order.subarray(from, to));
        else if (numbers === undefined) this.#writeColumn(bytes, cells, order, from, to);
        else this.#writeShared(bytes, cells, numbers, all, order.subarray(from, to));
      }
    }
    return blocks.map((bytes) => bytes.written());
  }

  #writeShared(
    bytes: Bytes,
    { rows }: ColumnCells,
    numbers: Int32Array,
    all: number,
    order: Int32Array,
  ): void {
    const ofRows = this.#roomFor(order.length);
    for (let at = 0; at < order.length; at += 1) {
      const value = rows[order[at] ?? 0] ?? -1;
      ofRows[at] = value < 0 ? 0 : (numbers[value] ?? 0) + 1;
    }
    const width = widthFor(all);
    bytes.int32(areShared);
    bytes.int32(width);
    writeNumbers(bytes, ofRows, order.length, width);
    align(bytes);
  }

  #roomFor(rows: number): Int32Array {
    if (this.#ofRows.length < rows) this.#ofRows = new Int32Array(rows * 2);
    return this.#ofRows;
  }

  #writeColumn(
    bytes: Bytes,
    { rows, values }: ColumnCells,
    order: Int32Array,
    from: number,
    to: number,
  ): void {
    if (this.#numbers.length < values.count) {
      this.#numbers = new Int32Array(values.count * 2);
      this.#marks = new Int32Array(values.count * 2);
      this.#used = new Int32Array(values.count * 2);
    }
    this.#mark += 1;
    const [numbers, marks, used, mark] = [this.#numbers, this.#marks, this.#used, this.#mark];
    const ofRows = this.#roomFor(to - from);
    let count = 0;
    let hasNull = false;
    for (let at = from; at < to; at += 1) {
      const value = rows[order[at] ?? 0] ?? -1;
      let number = 0;
      if (value < 0) hasNull = true;
      else if (marks[value] === mark) number = numbers[value] ?? 0;
      else {
        marks[value] = mark;
        used[count] = value;
        count += 1;
        number = count;
        numbers[value] = count;
      }
      ofRows[at - from] = number;
    }
    const width = count === 0 || (count === 1 && !hasNull) ? 0 : widthFor(count);
    bytes.int32(count);
    bytes.int32(width);
    bytes.reserve(count * word);
    const { facts } = values;
    for (let at = 0; at < count; at += 1) {
      const form = facts[(used[at] ?? 0) * factWidth + formFact] ?? 0;
      bytes.view.setInt32(bytes.length, form, true);
      bytes.length += word;
    }
    const { view } = values.bytes;
    for (let at = 0; at < count; at += 1) {
      const value = used[at] ?? 0;
      bytes.copy(view, values.startOf(value), values.endOf(value));
    }
    align(bytes);
    writeNumbers(bytes, ofRows, to - from, width);
    align(bytes);
  }
}

function writeOwn(bytes: Bytes, { rows, values }: ColumnCells, order: Int32Array): void {
  bytes.int32(areOwn);
  bytes.reserve(order.length * word);
  const { facts } = values;
  for (let at = 0; at < order.length; at += 1) {
    const value = rows[order[at] ?? 0] ?? -1;
    const form = value < 0 ? -1 : (facts[value * factWidth + formFact] ?? 0);
    bytes.view.setInt32(bytes.length, form, true);
    bytes.length += word;
  }
  const { view } = values.bytes;
  for (let at = 0; at < order.length; at += 1) {
    const value = rows[order[at] ?? 0] ?? -1;
    if (value >= 0) bytes.copy(view, values.startOf(value), values.endOf(value));
  }
  align(bytes);
}

function writeNumbers(bytes: Bytes, numbers: Int32Array, count: number, width: number): void {
  bytes.reserve(count * width + word);
  const { buffer, length } = bytes;
  const at = buffer.byteOffset + length;
  const own = numbers.subarray(0, count);
  if (width === 1) new Uint8Array(buffer.buffer, at, count).set(own);
  else if (width === 2) new Uint16Array(buffer.buffer, at, count).set(own);
  else if (width === word) new Int32Array(buffer.buffer, at, count).set(own);
  bytes.length += count * width;
}

/** Reads the columns of a block one after the other. */
export class BlockReader {
  readonly count: number;
  readonly #bytes: Buffer;
  readonly #view: DataView;
  #at = word;

  constructor({ bytes }: CellBlock) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.count = this.#view.getInt32(0, true);
  }

  /** Adds its rows to those of the next column. */
  addColumn(cells: ColumnCells, shared: Distinct | undefined): void {
    const view = this.#view;
    const count = view.getInt32(this.#at, true);
    if (count === areOwn) {
      this.#addOwn(cells);
      return;
    }
    const width = view.getInt32(this.#at + word, true);
    if (count === areShared && shared !== undefined) {
      cells.addShared(shared, this.#numbersAt(this.#at + 2 * word, width));
      return;
    }
    let form = this.#at + 2 * word;
    let start = form + count * word;
    const values = new Int32Array(count);
    for (let value = 0; value < count; value += 1) {
      const own = view.getInt32(form, true);
      const end = start + (own >>> 2);
      values[value] = cells.values.find(view, start, end, own & 3);
      form += word;
      start = end;
    }
    const numbers = this.#numbersAt(aligned(start), width);
    if (width === 0 && count > 0) numbers.fill(1);
    cells.addNumbered(values, numbers, this.count);
  }

  /** Rows with the same value are rare, so that none is looked for. */
  #addOwn(cells: ColumnCells): void {
    const view = this.#view;
    let form = this.#at + word;
    let start = form + this.count * word;
    for (let row = 0; row < this.count; row += 1) {
      const own = view.getInt32(form, true);
      form += word;
      if (own < 0) cells.addAbsent(nullCell);
      else {
        const end = start + (own >>> 2);
        cells.addValue(cells.values.push(view, start, end, own & 3));
        start = end;
      }
    }
    this.#at = aligned(start);
  }

  /** The numbers of all rows; the next column follows them. */
  #numbersAt(start: number, width: number): Uint8Array | Uint16Array | Int32Array {
    this.#at = aligned(start + this.count * width);
    const { buffer, byteOffset } = this.#bytes;
    const at = byteOffset + start;
    if (width === 0) return new Uint8Array(this.count);
    if (width === 1) return new Uint8Array(buffer, at, this.count);
    return width === 2
      ? new Uint16Array(buffer, at, this.count)
      : new Int32Array(buffer, at, this.count);
  }
}

function widthFor(count: number): number {
  if (count < 0x100) return 1;
  return count < 0x10000 ? 2 : word;
}

function align(bytes: Bytes): void {
  while (bytes.length % word > 0) bytes.byte(0);
}

function aligned(at: number): number {
  return Math.ceil(at / word) * word;
}
