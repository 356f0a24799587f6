import { hasEscape, isLoose, isNested, isNull, isNumber, isText } from '../../json/bulk/bits.ts';
import { cellWidth, type RowPage } from '../../json/bulk/rows.ts';
import { parseJson } from '../../json/parse.ts';
import { stringifyJson } from '../../json/stringify.ts';
import { Bytes } from './growing-bytes.ts';

/** What a value is in JSON. */
export const kinds = { text: 0, number: 1, boolean: 2, nested: 3 } as const;

/** In the place of a cell's: the rows of a shape have none. */
export const noCell = -1;

/** In the place of an entry's number: the row has the column with null in it, or lacks it. */
export const nullCell = -1;
export const missingCell = -2;

/**
 * The cells of one column in one group of rows. A value that comes again is stored once: each row
 * has the number of its value.
 */
export class ColumnCells {
  /** Of each row, the number of its value, or `nullCell`, or `missingCell`. */
  rows = new Int32Array(1024);
  rowCount = 0;
  /** The bytes of each value: a text decoded, a number as it came, an object as its JSON text. */
  readonly bytes = new Bytes();
  starts = new Int32Array(256);
  kindOf = new Uint8Array(256);
  entryCount = 0;
  #table = new Int32Array(1024).fill(-1);
  #hashes = new Int32Array(256);
  /** Of each entry, the one that came after it last. */
  #nextOf = new Int32Array(256);
  #last = missingCell;

  get filled(): number {
    let count = 0;
    for (let row = 0; row < this.rowCount; row += 1) if ((this.rows[row] ?? 0) >= 0) count += 1;
    return count;
  }

  /** Where the bytes of an entry end. */
  endOf(entry: number): number {
    return this.starts[entry + 1] ?? 0;
  }

  addAbsent(cell: typeof nullCell | typeof missingCell): void {
    this.#addRow(cell);
  }

  /**
   * Adds one cell of each of some rows of a page; `cellOf` has its place in the rows of each shape. Rows come
   * in an order of their own: what followed a value the last time is compared first.
   */
  addRows(page: RowPage, from: number, to: number, shapes: Int32Array, cellOf: Int32Array): void {
    const { cells, firstCell, view: source } = page;
    this.#reserve(to - from);
    let { starts, kindOf } = this;
    let { view } = this.bytes;
    for (let row = from; row < to; row += 1) {
      const cell = cellOf[shapes[row] ?? 0] ?? noCell;
      if (cell < 0) {
        this.#addRow(missingCell);
        continue;
      }
      const at = ((firstCell[row] ?? 0) + cell) * cellWidth;
      const bits = cells[at + 2] ?? 0;
      const isPlainText = (bits & (isText | hasEscape)) === isText;
      if (!isPlainText && (bits & isNumber) === 0) {
        this.addCell(page, cells[at] ?? 0, cells[at + 1] ?? 0, bits);
        ({ starts, kindOf } = this);
        view = this.bytes.view;
        continue;
      }
      const kind = isPlainText ? kinds.text : kinds.number;
      const start = (cells[at] ?? 0) + (isPlainText ? 1 : 0);
      const end = (cells[at + 1] ?? 0) - (isPlainText ? 1 : 0);
      const last = this.#last;
      let entry = last < 0 ? -1 : (this.#nextOf[last] ?? -1);
      const known = starts[entry] ?? 0;
      const isKnown =
        entry >= 0 &&
        (starts[entry + 1] ?? 0) - known === end - start &&
        kindOf[entry] === kind &&
        isSame(view, known, source, start, end);
      if (!isKnown) {
        entry = this.#find(source, start, end, kind);
        if (last >= 0) this.#nextOf[last] = entry;
        ({ starts, kindOf } = this);
        view = this.bytes.view;
      }
      this.#last = entry;
      this.rows[this.rowCount] = entry;
      this.rowCount += 1;
    }
  }

  /** Adds the value that a page has from `start` to `end`, of which the scanner found `bits`. */
  addCell(page: RowPage, start: number, end: number, bits: number): void {
    if ((bits & (isText | hasEscape)) === isText) {
      this.#add(page.view, start + 1, end - 1, kinds.text);
    } else if ((bits & isNull) !== 0) this.#addRow(nullCell);
    else if ((bits & isText) !== 0) {
      this.addText(JSON.parse(page.body.toString('utf8', start, end)), kinds.text);
    } else if ((bits & isNested) !== 0) {
      if ((bits & isLoose) === 0) this.#add(page.view, start, end, kinds.nested);
      else {
        const text = page.body.toString('utf8', start, end);
        this.addText(stringifyJson(parseJson(text)), kinds.nested);
      }
    } else this.#add(page.view, start, end, (bits & isNumber) === 0 ? kinds.boolean : kinds.number);
  }

  addText(text: string, kind: number): void {
    const bytes = Buffer.from(text);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#add(view, 0, bytes.length, kind);
  }

  clear(): void {
    this.rowCount = 0;
    this.entryCount = 0;
    this.bytes.clear();
    this.#table.fill(-1);
    this.#last = missingCell;
  }

  #reserve(count: number): void {
    while (this.rowCount + count > this.rows.length) this.rows = grow(this.rows);
  }

  #addRow(cell: number): void {
    if (this.rowCount === this.rows.length) this.rows = grow(this.rows);
    this.rows[this.rowCount] = cell;
    this.rowCount += 1;
  }

  #add(source: DataView, start: number, end: number, kind: number): void {
    const entry = this.#find(source, start, end, kind);
    if (this.#last >= 0) this.#nextOf[this.#last] = entry;
    this.#last = entry;
    this.#addRow(entry);
  }

  #find(source: DataView, start: number, end: number, kind: number): number {
    const hash = hashOf(source, start, end, kind);
    const mask = this.#table.length - 1;
    let slot = hash & mask;
    for (;;) {
      const entry = this.#table[slot] ?? -1;
      if (entry < 0) break;
      if (this.#hashes[entry] === hash && this.#isEntry(entry, source, start, end, kind)) {
        return entry;
      }
      slot = (slot + 1) & mask;
    }
    return this.#addEntry(source, start, end, kind, hash, slot);
  }

  #isEntry(entry: number, source: DataView, start: number, end: number, kind: number): boolean {
    const from = this.starts[entry] ?? 0;
    const isAlike =
      (this.starts[entry + 1] ?? 0) - from === end - start && this.kindOf[entry] === kind;
    return isAlike && isSame(this.bytes.view, from, source, start, end);
  }

  #addEntry(
    source: DataView,
    start: number,
    end: number,
    kind: number,
    hash: number,
    slot: number,
  ): number {
    const entry = this.entryCount;
    if (entry + 2 > this.starts.length) {
      this.starts = grow(this.starts);
      this.#hashes = grow(this.#hashes);
      this.#nextOf = grow(this.#nextOf);
      const larger = new Uint8Array(this.kindOf.length * 2);
      larger.set(this.kindOf);
      this.kindOf = larger;
    }
    this.starts[entry] = this.bytes.length;
    this.bytes.copy(source, start, end);
    this.starts[entry + 1] = this.bytes.length;
    this.kindOf[entry] = kind;
    this.#hashes[entry] = hash;
    this.#nextOf[entry] = -1;
    this.entryCount += 1;
    if (this.entryCount * 2 <= this.#table.length) this.#table[slot] = entry;
    else this.#rehash();
    return entry;
  }

  #rehash(): void {
    this.#table = new Int32Array(this.#table.length * 4).fill(-1);
    const mask = this.#table.length - 1;
    for (let entry = 0; entry < this.entryCount; entry += 1) {
      let slot = (this.#hashes[entry] ?? 0) & mask;
      while ((this.#table[slot] ?? -1) >= 0) slot = (slot + 1) & mask;
      this.#table[slot] = entry;
    }
  }
}

/** Four bytes at a time, the last four first: texts of a column differ at their end sooner. */
function isSame(
  view: DataView,
  from: number,
  source: DataView,
  start: number,
  end: number,
): boolean {
  const length = end - start;
  if (length < 4) {
    for (let at = 0; at < length; at += 1) {
      if (view.getUint8(from + at) !== source.getUint8(start + at)) return false;
    }
    return true;
  }
  if (view.getInt32(from + length - 4, true) !== source.getInt32(end - 4, true)) return false;
  for (let at = 0; at < length - 4; at += 4) {
    if (view.getInt32(from + at, true) !== source.getInt32(start + at, true)) return false;
  }
  return true;
}

/** Four bytes at a time; the last four may overlap those before. */
function hashOf(source: DataView, start: number, end: number, kind: number): number {
  let hash = (end - start) * 4 + kind;
  if (end - start < 4) {
    for (let at = start; at < end; at += 1) hash = Math.imul(hash, 31) + source.getUint8(at);
  } else {
    for (let at = start; at < end - 4; at += 4) {
      hash = Math.imul(hash ^ source.getInt32(at, true), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    hash = Math.imul(hash ^ source.getInt32(end - 4, true), 0x9e3779b1);
  }
  hash ^= hash >>> 16;
  return Math.imul(hash, 0x85ebca6b) ^ (hash >>> 13);
}

function grow(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}
