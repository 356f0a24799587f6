import { type ColumnCells, kinds, unused } from '../formats/parquet/column-cells.ts';
import type { Distinct } from '../formats/parquet/distinct.ts';
import { backslash, quote, space } from '../json/bulk/bytes.ts';
import { Bytes } from '../json/bulk/growing-bytes.ts';
import { parseJson } from '../json/parse.ts';
import { finishHash, hashBytes, hashValue, hashParts as parts } from './cell-hash.ts';
import { endOfNumber, rowSeed } from './fingerprint.ts';

export interface HashedColumn {
  readonly cells: ColumnCells;
  readonly seed: Int32Array;
}

/** Hashes rows column by column: each value once, however many rows have it. */
export class CellHasher {
  #rows = new Int32Array(0);
  #values = new Int32Array(0);
  readonly #cell = new Int32Array(parts);
  readonly #text = new Bytes();

  /** The hashes of the rows, four numbers each; valid until the next call. */
  hash(columns: readonly HashedColumn[], count: number): Int32Array {
    if (this.#rows.length < count * parts) this.#rows = new Int32Array(count * parts);
    const rows = this.#rows;
    rows.fill(rowSeed, 0, count * parts);
    for (const { cells, seed } of columns) {
      if (cells.values.count > 0)
        this.#addColumn(rows, cells, this.#hashValues(cells.values, seed));
    }
    for (let row = 0; row < count; row += 1) finishHash(rows, row * parts);
    return rows;
  }

  #addColumn(sums: Int32Array, { rows, rowCount }: ColumnCells, hashes: Int32Array): void {
    for (let row = 0; row < rowCount; row += 1) {
      const value = rows[row] ?? -1;
      if (value < 0) continue;
      const [from, to] = [value * parts, row * parts];
      sums[to] = (sums[to] ?? 0) + (hashes[from] ?? 0);
      sums[to + 1] = (sums[to + 1] ?? 0) + (hashes[from + 1] ?? 0);
      sums[to + 2] = (sums[to + 2] ?? 0) + (hashes[from + 2] ?? 0);
      sums[to + 3] = (sums[to + 3] ?? 0) + (hashes[from + 3] ?? 0);
    }
  }

  #hashValues(values: Distinct, seed: Int32Array): Int32Array {
    if (this.#values.length < values.count * parts) {
      this.#values = new Int32Array(values.count * parts * 2);
    }
    const cell = this.#cell;
    for (let value = 0; value < values.count; value += 1) {
      if (values.lengthOf(value) === 0 && values.kindOf(value) === unused) continue;
      this.#hashValue(values, value, seed);
      for (let part = 0; part < parts; part += 1) {
        this.#values[value * parts + part] = cell[part] ?? 0;
      }
    }
    return this.#values;
  }

  #hashValue(values: Distinct, value: number, seed: Int32Array): void {
    const { buffer, view } = values.bytes;
    const [start, end] = [values.startOf(value), values.endOf(value)];
    const kind = values.kindOf(value);
    const plainEnd = kind === kinds.number ? endOfNumber(buffer, start, end) : end;
    if (kind === kinds.text && !isPlain(buffer, start, end)) {
      hashValue(this.#cell, seed, values.textOf(value));
    } else if (kind === kinds.text) {
      const text = this.#text;
      text.clear();
      text.byte(quote);
      text.copy(view, start, end);
      text.byte(quote);
      hashBytes(this.#cell, seed, text.view, 0, text.length);
    } else if (kind === kinds.nested || plainEnd === undefined) {
      hashValue(this.#cell, seed, parseJson(values.textOf(value)));
    } else hashBytes(this.#cell, seed, view, start, plainEnd);
  }
}

/** Whether JSON has the text as it is, between quotes. */
function isPlain(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < space || byte === quote || byte === backslash) return false;
  }
  return true;
}
