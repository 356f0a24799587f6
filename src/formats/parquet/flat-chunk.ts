import type { SchemaElement } from 'hyparquet';
import { within } from '../../grouping.ts';
import { Bytes, grow } from '../../json/bulk/growing-bytes.ts';
import { type StoredPart, unpackPage } from './check-chunk.ts';
import { checkPage } from './check-page.ts';
import type { RowRange } from './decode-chunk.ts';
import { levelsEndOf, readHybrid, readLevels, spread } from './levels.ts';
import { readPageHeader } from './page-header.ts';

/** The values of a part of a column as they are stored, one after the other. */
export class StoredValues {
  readonly bytes = new Bytes(1 << 12);
  /** Bytes of each value; undefined if values differ in length. */
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
    if (all > this.#ends.length) this.#ends = grow(this.#ends, all);
    let next = at;
    for (; this.count < all; this.count += 1) {
      const length = view.getUint32(next, true);
      this.bytes.copy(view, next + 4, next + 4 + length);
      this.#ends[this.count] = this.bytes.length;
      next += 4 + length;
    }
  }
}

/** Memory that is used again for each part of a column. */
export class FlatMemory {
  readonly #widths = new Map<number | undefined, StoredValues>();

  values(width: number | undefined): StoredValues {
    const values = within(this.#widths, width, () => new StoredValues(width));
    values.bytes.clear();
    values.count = 0;
    return values;
  }
}

export interface FlatRows {
  /** The number of each row's value in the range, or -1. */
  readonly rows: Int32Array<ArrayBuffer>;
  readonly values: StoredValues;
}

const plain = 0;
/** The two names of one encoding: numbers of a dictionary. */
const hasNumbers = new Set([2, 8]);
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

/** As numbers of values: each value of a dictionary is looked at once. Undefined if a page is encoded otherwise. */
export function decodeFlat(
  bytes: Buffer,
  { column, values: all, unpack }: StoredPart,
  { from, to }: RowRange,
  memory: FlatMemory,
): FlatRows | undefined {
  const { type = '', typeLength, definition } = column;
  const values = memory.values(type === 'FIXED_LEN_BYTE_ARRAY' ? typeLength : widths.get(type));
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
    const page = unpackPage(header, bytes.subarray(end, at), unpack);
    checkPage(header, page, column);
    if (isDictionary) {
      values.add(page, 0, header.values);
      continue;
    }
    let start = header.definitionBytes + header.repetitionBytes;
    let filled = header.values;
    const isInside = done >= from && done + header.values <= to;
    const own = isInside
      ? rows.subarray(done - from, done - from + header.values)
      : new Int32Array(header.values);
    if (definition > 0) {
      const isV2 = header.kind === 'dataV2';
      if (!isV2) start = levelsEndOf(page);
      filled = readLevels(page, isV2 ? header.repetitionBytes : 4, start, own);
    }
    const numbers = filled === own.length ? own : new Int32Array(filled);
    if (header.encoding === plain) {
      for (let place = 0; place < filled; place += 1) numbers[place] = values.count + place;
      values.add(page, start, filled);
    } else if (hasNumbers.has(header.encoding)) {
      const width = page[start] ?? 0;
      if (width > 24) return undefined;
      if (width === 0) numbers.fill(0);
      const largest = width === 0 ? 0 : readHybrid(page, start + 1, filled, width, numbers).largest;
      if (filled > 0 && largest >= values.count) throw new Error('its dictionary lacks a value');
    } else return undefined;
    if (numbers !== own) spread(own, numbers);
    if (!isInside) {
      rows.set(own.subarray(Math.max(0, from - done), to - done), Math.max(0, done - from));
    }
    done += header.values;
  }
  if (done < Math.min(to, all)) throw new Error('its pages lack values');
  return { rows, values };
}
