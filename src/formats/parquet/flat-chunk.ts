import type { SchemaElement } from 'hyparquet';
import type { StoredPart } from './check-chunk.ts';
import { checkPage } from './check-page.ts';
import { Bytes } from './growing-bytes.ts';
import { readHybrid } from './levels.ts';
import { readPageHeader } from './page-header.ts';

/** The values of a part of a column as they are stored, one after the other. */
export class StoredValues {
  readonly bytes = new Bytes(1 << 12);
  /** Bytes of each; undefined if they differ. */
  readonly width: number | undefined;
  count = 0;
  #ends = new Int32Array(1024);

  constructor(width: number | undefined) {
    this.width = width;
  }

  startOf(value: number): number {
    if (this.width !== undefined) return value * this.width;
    return value === 0 ? 0 : (this.#ends[value - 1] ?? 0);
  }

  endOf(value: number): number {
    return this.width === undefined ? (this.#ends[value] ?? 0) : (value + 1) * this.width;
  }

  /** Adds values of a page that was checked. */
  add(page: Buffer, at: number, count: number): void {
    if (this.width !== undefined) {
      this.bytes.append(page, at, at + count * this.width);
      this.count += count;
      return;
    }
    const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
    const all = this.count + count;
    if (all > this.#ends.length) {
      const larger = new Int32Array(Math.max(all, this.#ends.length * 2));
      larger.set(this.#ends);
      this.#ends = larger;
    }
    let next = at;
    for (; this.count < all; this.count += 1) {
      const length = view.getUint32(next, true);
      this.bytes.copy(view, next + 4, next + 4 + length);
      this.#ends[this.count] = this.bytes.length;
      next += 4 + length;
    }
  }
}

/** Numbers of rows, the last one excluded. */
interface Range {
  readonly from: number;
  readonly to: number;
}

export interface FlatRows {
  /** Of each row of the range, the number of its value, or -1. */
  readonly rows: Int32Array;
  readonly values: StoredValues;
}

const encodings = { plain: 0, plainDictionary: 2, dictionary: 8 } as const;
const widths = new Map([
  ['INT32', 4],
  ['INT64', 8],
  ['DOUBLE', 8],
  ['BYTE_ARRAY', undefined],
]);

/** Whether values of the column are bytes that can be compared as they are stored. */
export function isFlatType({ type, type_length: length }: SchemaElement): boolean {
  return type === 'FIXED_LEN_BYTE_ARRAY' ? (length ?? 0) > 0 : widths.has(type ?? '');
}

/**
 * Decodes rows of a part of a column as numbers of its values, so that each value of a dictionary is looked
 * at once. Undefined if a page is encoded in another way.
 */
export function decodeFlat(
  bytes: Buffer,
  { column, values: all, unpack }: StoredPart,
  { from, to }: Range,
): FlatRows | undefined {
  const { type = '', typeLength, definition } = column;
  const values = new StoredValues(type === 'FIXED_LEN_BYTE_ARRAY' ? typeLength : widths.get(type));
  const rows = new Int32Array(to - from);
  let done = 0;
  for (let at = 0; done < Math.min(to, all); ) {
    const { header, end } = readPageHeader(bytes, at);
    at = end + header.stored;
    const isDictionary = header.kind === 'dictionary';
    if (!isDictionary && done + header.values <= from) {
      done += header.values;
      continue;
    }
    if (!isDictionary && header.values > all - done) {
      throw new Error('a page has other values than its column');
    }
    const levels = header.definitionBytes + header.repetitionBytes;
    const stored = bytes.subarray(end, at);
    const unpacked = header.isPacked
      ? unpack(stored.subarray(levels), header.size - levels)
      : stored.subarray(levels);
    const body = Buffer.from(unpacked.buffer, unpacked.byteOffset, unpacked.byteLength);
    const page = levels > 0 ? Buffer.concat([stored.subarray(0, levels), body]) : body;
    checkPage(header, page, column);
    if (isDictionary) {
      values.add(page, 0, header.values);
      continue;
    }
    const numbers = new Int32Array(header.values);
    let start = levels;
    let filled = header.values;
    if (definition > 0) {
      const isV2 = header.kind === 'dataV2';
      readHybrid(page, isV2 ? header.repetitionBytes : 4, header.values, 1, numbers);
      if (!isV2) start = 4 + page.readUInt32LE(0);
      filled = 0;
      for (const level of numbers) filled += level;
    }
    const own = filled === header.values ? numbers : new Int32Array(filled);
    const isPlain = header.encoding === encodings.plain;
    if (isPlain) {
      for (let place = 0; place < filled; place += 1) own[place] = values.count + place;
      values.add(page, start, filled);
    } else if (
      header.encoding === encodings.dictionary ||
      header.encoding === encodings.plainDictionary
    ) {
      const width = page[start] ?? 0;
      if (width > 24) return undefined;
      if (width === 0) own.fill(0);
      else readHybrid(page, start + 1, filled, width, own);
      for (const value of own) {
        if (value >= values.count) throw new Error('its dictionary lacks a value');
      }
    } else return undefined;
    let place = 0;
    for (let row = 0; row < header.values; row += 1) {
      const isFilled = own === numbers || numbers[row] === 1;
      const target = done + row - from;
      if (target >= 0 && target < rows.length) rows[target] = isFilled ? (own[place] ?? -1) : -1;
      if (isFilled) place += 1;
    }
    done += header.values;
  }
  if (done < Math.min(to, all)) throw new Error('its pages lack values');
  return { rows, values };
}
