import { crc32 } from 'node:zlib';
import { Bytes } from '../../json/bulk/growing-bytes.ts';
import { type ColumnCells, kinds } from './column-cells.ts';
import type { Distinct } from './distinct.ts';
import { findLimits } from './find-limits.ts';
import { type Chunk, encodings, type ParquetColumn } from './footer.ts';
import { bitsFor, type Spelling, writeHybrid, writeRun, writeSpelling } from './levels.ts';
import type { Written } from './measure-values.ts';
import { packSnappy } from './pack-snappy.ts';
import { ThriftWriter } from './thrift.ts';
import type { ParquetType } from './types.ts';
import { lengthWidth, widthOf, writeEntry } from './write-entry.ts';

/** Rows of a page at most: readers load a whole page into memory. */
const pageRows = 32_768;

/** A value that its column's type cannot represent. */
export class Misfit extends Error {
  readonly column: string;
  readonly text: string;

  constructor(column: string, text: string) {
    super(`${text} does not fit`);
    this.column = column;
    this.text = text;
  }
}

/** Pages of which this part or more is left are stored as they are: unpacking them takes longer than reading them. */
const mostLeft = 7 / 8;

/** The cells of one column in a group of rows. */
export interface ColumnPart {
  readonly cells: ColumnCells;
  /** How its numbers are written, if a reader has to restore that. */
  readonly written: Written | undefined;
}

/** Turns the cells of a group of rows into the bytes of a column, in memory that it reuses. */
export class ChunkEncoder {
  readonly #entries = new Bytes(1 << 16);
  readonly #page = new Bytes(1 << 16);
  #ends = new Int32Array(256);
  readonly #defined = new Int32Array(pageRows);
  readonly #numbers = new Int32Array(pageRows);

  /** Appends the pages of the column to `output`, whose first byte is at `start` in the file. */
  encode(
    column: ParquetColumn,
    part: ColumnPart,
    output: Bytes,
    start: number,
    isPacked = true,
  ): { readonly chunk: Chunk; readonly spelling: Spelling | undefined } {
    const { name, type } = column;
    const { cells, written } = part;
    const { values, rowCount, filled } = cells;
    const at = start + output.length;
    const before = output.length;
    if (isPacked) this.#writeEntries(name, type, values);
    const isBits = type.kind === 'boolean';
    const hasDictionary = !isBits && this.#isSmaller(type, cells);
    let plainSize = 0;
    if (hasDictionary) {
      const head = { dictionary: values.count, isPacked };
      plainSize += this.#writePage(output, this.#entries.written(), head);
    }
    const dataAt = start + output.length;
    const width = hasDictionary ? Math.max(1, bitsFor(values.count - 1)) : undefined;
    const encoding = hasDictionary ? encodings.rleDictionary : encodings.plain;
    for (let from = 0; from < rowCount; from += pageRows) {
      const rows = cells.rows.subarray(from, Math.min(rowCount, from + pageRows));
      this.#page.clear();
      const numbers = this.#writeLevels(rows, filled === rowCount);
      if (isBits) this.#writeBits(values, numbers);
      else if (width === undefined) this.#writePlain(numbers);
      else {
        this.#page.byte(width);
        writeHybrid(this.#page, numbers, numbers.length, width);
      }
      const head = { rows: rows.length, encoding, isPacked };
      plainSize += this.#writePage(output, this.#page.written(), head);
      if (isPacked && from === 0 && output.length - before >= plainSize * mostLeft) {
        output.length = before;
        return this.encode(column, part, output, start, false);
      }
    }
    const [least, greatest] = this.#limitsOf(type, values.count);
    const chunk = {
      isPacked,
      dictionaryAt: hasDictionary ? at : undefined,
      dataAt,
      values: rowCount,
      nulls: rowCount - filled,
      plainSize,
      size: output.length - before,
      least,
      greatest,
    };
    if (written === undefined) return { chunk, spelling: undefined };
    const order = hasDictionary ? { entries: undefined, count: values.count } : orderOf(cells);
    return { chunk, spelling: writeSpelling(written, values, order, output, start) };
  }

  #writeEntries(name: string, type: ParquetType, values: Distinct): void {
    this.#entries.clear();
    if (this.#ends.length < values.count) this.#ends = new Int32Array(values.count * 2);
    for (let value = 0; value < values.count; value += 1) {
      if (!writeEntry(this.#entries, type, values, value)) {
        throw new Misfit(name, values.textOf(value));
      }
      this.#ends[value] = this.#entries.length;
    }
  }

  /** Whether a dictionary and the numbers of its values take less room than the values of all rows. */
  #isSmaller(type: ParquetType, { values, filled, size }: ColumnCells): boolean {
    if (values.count === 0) return false;
    const numbers = (filled * bitsFor(values.count - 1)) / 8;
    const width = widthOf(type);
    const plain = width === undefined ? filled * lengthWidth + size : filled * width;
    return this.#entries.length + numbers < plain;
  }

  #startOf(entry: number): number {
    return entry === 0 ? 0 : (this.#ends[entry - 1] ?? 0);
  }

  /** Writes which rows have a value, and before that how many bytes this takes. Returns the numbers of the values. */
  #writeLevels(rows: Int32Array, areFull: boolean): Int32Array {
    const page = this.#page;
    let numbers = rows;
    page.int32(0);
    if (areFull) writeRun(page, rows.length, 1, 1);
    else {
      let filled = 0;
      for (let row = 0; row < rows.length; row += 1) {
        const entry = rows[row] ?? -1;
        this.#defined[row] = entry < 0 ? 0 : 1;
        this.#numbers[filled] = entry;
        if (entry >= 0) filled += 1;
      }
      numbers = this.#numbers.subarray(0, filled);
      writeHybrid(page, this.#defined, rows.length, 1);
    }
    page.view.setInt32(0, page.length - 4, true);
    return numbers;
  }

  #writePlain(numbers: Int32Array): void {
    const { view } = this.#entries;
    for (const entry of numbers) {
      this.#page.copy(view, this.#startOf(entry), this.#ends[entry] ?? 0);
    }
  }

  #writeBits(values: Distinct, numbers: Int32Array): void {
    for (let at = 0; at < numbers.length; at += 8) {
      let bits = 0;
      for (let bit = 0; bit < 8 && at + bit < numbers.length; bit += 1) {
        if (isTrue(values, numbers[at + bit] ?? 0)) bits |= 1 << bit;
      }
      this.#page.byte(bits);
    }
  }

  #limitsOf(type: ParquetType, count: number): (Buffer | undefined)[] {
    const { buffer, view } = this.#entries;
    const head = type.kind === 'text' ? lengthWidth : 0;
    const limits = findLimits(type, { view, ends: this.#ends, count }) ?? [];
    return limits.map((entry) =>
      Buffer.from(buffer.subarray(this.#startOf(entry) + head, this.#ends[entry])),
    );
  }

  /** Returns how long the page would be without compression. */
  #writePage(output: Bytes, content: Buffer, head: PageHead): number {
    const body = head.isPacked ? packSnappy(content) : content;
    const writer = new ThriftWriter();
    writer.listStruct(() => {
      writer.int(1, 'rows' in head ? dataPage : dictionaryPage);
      writer.int(2, content.length);
      writer.int(3, body.length);
      writer.int(4, crc32(body) | 0);
      if ('rows' in head) {
        writer.struct(5, () => {
          writer.int(1, head.rows);
          writer.int(2, head.encoding);
          writer.int(3, encodings.rle);
          writer.int(4, encodings.rle);
        });
      } else {
        writer.struct(7, () => {
          writer.int(1, head.dictionary);
          writer.int(2, encodings.plain);
        });
      }
    });
    const header = writer.bytes.written();
    output.append(header);
    output.append(body);
    return header.length + content.length;
  }
}

/** The entries of the rows that have one, which are stored row by row. */
function orderOf(cells: ColumnCells): { entries: Int32Array; count: number } {
  const entries = cells.rows.subarray(0, cells.rowCount).filter((entry) => entry >= 0);
  return { entries, count: entries.length };
}

function isTrue(values: Distinct, value: number): boolean {
  // `true` or `false`, by its first letter.
  return (
    values.kindOf(value) === kinds.boolean && values.bytes.buffer[values.startOf(value)] === 0x74
  );
}

type PageHead = { readonly isPacked: boolean } & (
  | { readonly dictionary: number }
  | { readonly rows: number; readonly encoding: number }
);

const dataPage = 0;
const dictionaryPage = 2;
