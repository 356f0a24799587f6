import type { ColumnCells } from './column-cells.ts';
import { factWidth, formFact } from './distinct.ts';
import { Bytes } from './growing-bytes.ts';

/**
 * Some rows column by column, in bytes that wait on a disk: for each column its values, and for each row the
 * number of its value from 1 on, or 0 for null.
 */
export interface CellBlock {
  readonly names: readonly string[];
  readonly bytes: Buffer;
}

const word = 4;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Puts rows together into blocks. Memory is used again. */
export class BlockWriter {
  readonly #blocks: Bytes[] = [];
  /** By the value of a column, its number in this block; counts only with the mark of the block. */
  #numbers = new Int32Array(0);
  #marks = new Int32Array(0);
  #mark = 0;
  #used = new Int32Array(0);
  #ofRows = new Int32Array(0);

  /** A block for each of some spans of the rows in `order`; valid until the next time. */
  write(columns: readonly ColumnCells[], order: Int32Array, spans: readonly Span[]): Buffer[] {
    while (this.#blocks.length < spans.length) this.#blocks.push(new Bytes());
    const blocks = this.#blocks.slice(0, spans.length);
    for (const [place, bytes] of blocks.entries()) {
      const { from, to } = spans[place] ?? { from: 0, to: 0 };
      bytes.clear();
      bytes.int32(to - from);
    }
    // All blocks of a column in turn: it stays in the processor's cache.
    for (const cells of columns) {
      for (const [place, bytes] of blocks.entries()) {
        const { from, to } = spans[place] ?? { from: 0, to: 0 };
        this.#writeColumn(bytes, cells, order, from, to);
      }
    }
    return blocks.map((bytes) => bytes.written());
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
    if (this.#ofRows.length < to - from) this.#ofRows = new Int32Array((to - from) * 2);
    const ofRows = this.#ofRows;
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
  addColumn(cells: ColumnCells): void {
    const view = this.#view;
    const count = view.getInt32(this.#at, true);
    const width = view.getInt32(this.#at + word, true);
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
    const at = this.#bytes.byteOffset + aligned(start);
    this.#at = aligned(aligned(start) + this.count * width);
    const { buffer } = this.#bytes;
    const only = count === 0 ? 0 : 1;
    if (width === 0) cells.addNumbered(values, new Uint8Array(this.count).fill(only), this.count);
    else if (width === 1) cells.addNumbered(values, new Uint8Array(buffer, at), this.count);
    else if (width === 2)
      cells.addNumbered(values, new Uint16Array(buffer, at, this.count), this.count);
    else cells.addNumbered(values, new Int32Array(buffer, at, this.count), this.count);
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
