import { Bytes } from '../../json/bulk/growing-bytes.ts';
import { areOwn, areShared, type NamedCells, word } from './cell-block.ts';
import type { ColumnCells } from './column-cells.ts';
import { factWidth, formFact } from './distinct.ts';
import { countUsed, type SharedValues } from './shared-values.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Puts rows together into blocks, in memory that it reuses. */
export class BlockWriter {
  readonly #shared: SharedValues;
  readonly #blocks: Bytes[] = [];
  /** The number that each value of a column has in this block; valid only with the mark of the block. */
  #numbers = new Int32Array(0);
  #marks = new Int32Array(0);
  #mark = 0;
  #used = new Int32Array(0);
  #ofRows = new Int32Array(0);

  constructor(shared: SharedValues) {
    this.#shared = shared;
  }

  /** A block for each span of the rows in `order`; valid until the next call. */
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

function widthFor(count: number): number {
  if (count < 0x100) return 1;
  return count < 0x10000 ? 2 : word;
}

function align(bytes: Bytes): void {
  while (bytes.length % word > 0) bytes.byte(0);
}
