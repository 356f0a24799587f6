import { areOwn, areShared, type CellBlock, word } from './cell-block.ts';
import { type ColumnCells, nullCell } from './column-cells.ts';
import type { Distinct } from './distinct.ts';

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

  /** Adds the rows of the next column of the block to `cells`. */
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
    cells.addNumbered(values, numbers, { count: this.count });
  }

  /** Rows with the same value are rare, so equal values are not looked for. */
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

function aligned(at: number): number {
  return Math.ceil(at / word) * word;
}
