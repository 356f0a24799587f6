import { snappyCompress } from 'hyparquet-writer/src/snappy.js';
import { type ColumnCells, kinds } from './column-cells.ts';
import { type Chunk, encodings, type ParquetColumn } from './footer.ts';
import { Bytes } from './growing-bytes.ts';
import { bitsFor, type Spelling, writeHybrid, writeSpelling } from './levels.ts';
import { ThriftWriter } from './thrift.ts';
import type { ParquetType } from './types.ts';
import type { Written } from './weigh.ts';
import { widthOf, writeEntry } from './write-entry.ts';

/** Readers load a whole page into memory. */
const pageRows = 32_768;
/** Longer texts do not serve to skip a group. */
const longestStatistic = 64;

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

/** Snappy, by its number in the format: the one that every reader knows. */
export const codec = 1;

/** The cells of one column in a group of rows. */
export interface ColumnPart {
  readonly cells: ColumnCells;
  /** How its numbers are written, if that is to be known again. */
  readonly written: Written | undefined;
}

interface Encoded {
  readonly chunk: Chunk;
  readonly spelling: Spelling | undefined;
}

/** Turns the cells of a group of rows into the bytes of a column. Memory is used again. */
export class ChunkEncoder {
  readonly #entries = new Bytes(1 << 16);
  readonly #page = new Bytes(1 << 16);
  #ends = new Int32Array(256);
  #defined = new Uint8Array(pageRows);
  #numbers = new Int32Array(pageRows);

  /** Appends the pages of the column to `output`, of which the first byte is at `start` of the file. */
  encode(
    { name, type }: ParquetColumn,
    { cells, written }: ColumnPart,
    output: Bytes,
    start: number,
  ): Encoded {
    const at = start + output.length;
    const before = output.length;
    this.#writeEntries(name, type, cells);
    const nulls = cells.rowCount - cells.filled;
    const isBits = type.kind === 'boolean';
    const hasDictionary = !isBits && this.#isSmaller(type, cells, cells.rowCount - nulls);
    let plainSize = 0;
    if (hasDictionary) {
      plainSize += writePage(output, this.#entries.written(), { dictionary: cells.entryCount });
    }
    const dataAt = start + output.length;
    const width = hasDictionary ? Math.max(1, bitsFor(cells.entryCount - 1)) : undefined;
    for (let from = 0; from < cells.rowCount; from += pageRows) {
      const to = Math.min(cells.rowCount, from + pageRows);
      this.#page.clear();
      const filled = this.#writeLevels(cells, from, to);
      if (isBits) this.#writeBits(cells, filled);
      else if (width === undefined) this.#writePlain(filled);
      else {
        this.#page.byte(width);
        writeHybrid(this.#page, this.#numbers, filled, width);
      }
      const encoding = hasDictionary ? encodings.rleDictionary : encodings.plain;
      plainSize += writePage(output, this.#page.written(), { rows: to - from, encoding });
    }
    const [least, greatest] = this.#findLimits(type, cells);
    const chunk = {
      dictionaryAt: hasDictionary ? at : undefined,
      dataAt,
      values: cells.rowCount,
      nulls,
      plainSize,
      size: output.length - before,
      least,
      greatest,
    };
    if (written === undefined) return { chunk, spelling: undefined };
    const order = hasDictionary ? { entries: undefined, count: cells.entryCount } : orderOf(cells);
    return { chunk, spelling: writeSpelling(written, cells, order, output, start) };
  }

  #writeEntries(name: string, type: ParquetType, cells: ColumnCells): void {
    this.#entries.clear();
    if (this.#ends.length < cells.entryCount) this.#ends = new Int32Array(cells.entryCount * 2);
    for (let entry = 0; entry < cells.entryCount; entry += 1) {
      if (!writeEntry(this.#entries, type, cells, entry)) {
        const start = cells.starts[entry];
        throw new Misfit(name, cells.bytes.buffer.toString('utf8', start, cells.endOf(entry)));
      }
      this.#ends[entry] = this.#entries.length;
    }
  }

  /** Whether each value once, and numbers in its place, take less than the values of all rows. */
  #isSmaller(type: ParquetType, cells: ColumnCells, filled: number): boolean {
    const { entryCount } = cells;
    if (entryCount === 0) return false;
    const numbers = (filled * bitsFor(entryCount - 1)) / 8;
    const width = widthOf(type);
    if (width !== undefined) return entryCount * width + numbers < filled * width;
    let plain = 0;
    for (let row = 0; row < cells.rowCount; row += 1) {
      const entry = cells.rows[row] ?? -1;
      if (entry >= 0) plain += (this.#ends[entry] ?? 0) - this.#startOf(entry);
    }
    return this.#entries.length + numbers < plain;
  }

  #startOf(entry: number): number {
    return entry === 0 ? 0 : (this.#ends[entry - 1] ?? 0);
  }

  /** Which rows have a value, with their length before them; and the numbers of these values. */
  #writeLevels(cells: ColumnCells, from: number, to: number): number {
    let filled = 0;
    for (let row = from; row < to; row += 1) {
      const entry = cells.rows[row] ?? -1;
      this.#defined[row - from] = entry < 0 ? 0 : 1;
      if (entry >= 0) {
        this.#numbers[filled] = entry;
        filled += 1;
      }
    }
    const page = this.#page;
    page.int32(0);
    writeHybrid(page, this.#defined, to - from, 1);
    page.view.setInt32(0, page.length - 4, true);
    return filled;
  }

  #writePlain(filled: number): void {
    const { buffer } = this.#entries;
    for (let at = 0; at < filled; at += 1) {
      const entry = this.#numbers[at] ?? 0;
      this.#page.append(buffer, this.#startOf(entry), this.#ends[entry] ?? 0);
    }
  }

  #writeBits(cells: ColumnCells, filled: number): void {
    for (let at = 0; at < filled; at += 8) {
      let bits = 0;
      for (let bit = 0; bit < 8 && at + bit < filled; bit += 1) {
        if (isTrue(cells, this.#numbers[at + bit] ?? 0)) bits |= 1 << bit;
      }
      this.#page.byte(bits);
    }
  }

  #findLimits(type: ParquetType, cells: ColumnCells): [Buffer | undefined, Buffer | undefined] {
    const compare = comparerOf(type);
    if (compare === undefined || cells.entryCount === 0) return [undefined, undefined];
    const head = type.kind === 'text' ? 4 : 0;
    const bytes = this.#entries.written();
    let [least, greatest] = [0, 0];
    for (let entry = 0; entry < cells.entryCount; entry += 1) {
      const [start, end] = [this.#startOf(entry) + head, this.#ends[entry] ?? 0];
      if (end - start > longestStatistic) return [undefined, undefined];
      if (compare(bytes, start, end, this.#startOf(least) + head, this.#ends[least] ?? 0) < 0) {
        least = entry;
      }
      if (compare(bytes, start, end, this.#startOf(greatest) + head, this.#ends[greatest] ?? 0) > 0)
        greatest = entry;
    }
    const take = (entry: number) =>
      Buffer.from(bytes.subarray(this.#startOf(entry) + head, this.#ends[entry]));
    return [take(least), take(greatest)];
  }
}

/** The entries of the rows that have one, which are stored row by row. */
function orderOf(cells: ColumnCells): { entries: Int32Array; count: number } {
  const entries = cells.rows.subarray(0, cells.rowCount).filter((entry) => entry >= 0);
  return { entries, count: entries.length };
}

type Compare = (bytes: Buffer, start: number, end: number, from: number, to: number) => number;

/** Undefined: no statistics of such values. */
function comparerOf(type: ParquetType): Compare | undefined {
  switch (type.kind) {
    case 'text':
      return (bytes, start, end, from, to) => bytes.compare(bytes, from, to, start, end);
    case 'day':
      return (bytes, start, _end, from) => bytes.readInt32LE(start) - bytes.readInt32LE(from);
    case 'moment':
    case 'integer':
    case 'decimal':
      if (widthOf(type) !== 8) return undefined;
      return (bytes, start, _end, from) =>
        bytes.readInt32LE(start + 4) - bytes.readInt32LE(from + 4) ||
        bytes.readUInt32LE(start) - bytes.readUInt32LE(from);
    default:
      return undefined;
  }
}

function isTrue(cells: ColumnCells, entry: number): boolean {
  // `true` or `false`, by its first letter.
  return (
    cells.kindOf[entry] === kinds.boolean && cells.bytes.buffer[cells.starts[entry] ?? 0] === 0x74
  );
}

type PageHead =
  | { readonly dictionary: number }
  | { readonly rows: number; readonly encoding: number };

const dataPage = 0;
const dictionaryPage = 2;

/** Answers how long the page would be without compression. */
function writePage(output: Bytes, content: Buffer, head: PageHead): number {
  const packed = snappyCompress(content);
  const writer = new ThriftWriter();
  writer.listStruct(() => {
    writer.int(1, 'rows' in head ? dataPage : dictionaryPage);
    writer.int(2, content.length);
    writer.int(3, packed.length);
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
  output.append(packed);
  return header.length + content.length;
}
