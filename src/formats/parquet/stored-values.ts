import type { SchemaElement } from 'hyparquet';
import { Bytes, grow } from '../../json/bulk/growing-bytes.ts';

export interface StoredType {
  /** By its name in the format. */
  readonly type: string | undefined;
  /** Bytes of each value if the type fixes them. */
  readonly typeLength: number;
}

/** The values of a part of a column as they are stored, one after the other; of a truth value, its bit as a byte. */
export class StoredValues {
  readonly bytes = new Bytes(1 << 12);
  /** Bytes of each value; undefined if values differ in length. */
  width: number | undefined;
  count = 0;
  #areFlags = false;
  #ends = new Int32Array(1024);

  /** Forgets what it has, and takes values of the type. */
  begin(stored: StoredType): void {
    this.width = widthOf(stored);
    this.#areFlags = stored.type === 'BOOLEAN';
    this.count = 0;
    this.bytes.clear();
  }

  startOf(value: number): number {
    if (this.width !== undefined) return value * this.width;
    return value === 0 ? 0 : (this.#ends[value - 1] ?? 0);
  }

  endOf(value: number): number {
    return this.width === undefined ? (this.#ends[value] ?? 0) : (value + 1) * this.width;
  }

  bytesOf(value: number): Buffer {
    return this.bytes.buffer.subarray(this.startOf(value), this.endOf(value));
  }

  addStored(page: Buffer, at: number, count: number): void {
    if (this.#areFlags) this.#addFlags(page, at, count);
    else if (this.width === undefined) this.#addTexts(page, at, count);
    else {
      const end = at + count * this.width;
      if (end > page.length) throw tooShort();
      this.bytes.append(page, at, end);
      this.count += count;
    }
  }

  #addFlags(page: Buffer, at: number, count: number): void {
    if (at + count / 8 > page.length) throw tooShort();
    for (let place = 0; place < count; place += 1) {
      this.bytes.byte(((page[at + (place >> 3)] ?? 0) >> (place & 7)) & 1);
    }
    this.count += count;
  }

  #addTexts(page: Buffer, at: number, count: number): void {
    const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
    const all = this.count + count;
    // Each has at least its length.
    if (at + count * 4 > page.length) throw tooShort();
    if (all > this.#ends.length) this.#ends = grow(this.#ends, all);
    let next = at;
    for (; this.count < all; this.count += 1) {
      if (next + 4 > page.length) throw tooShort();
      const start = next + 4;
      next = start + view.getUint32(next, true);
      if (next > page.length) throw tooShort();
      this.bytes.copy(view, start, next);
      this.#ends[this.count] = this.bytes.length;
    }
  }
}

export function tooShort(): Error {
  return new Error('a page has fewer bytes than values');
}

const widths = new Map([
  ['BOOLEAN', 1],
  ['INT32', 4],
  ['INT64', 8],
  ['INT96', 12],
  ['FLOAT', 4],
  ['DOUBLE', 8],
  ['BYTE_ARRAY', undefined],
]);

export function widthOf({ type = '', typeLength }: StoredType): number | undefined {
  if (type === 'FIXED_LEN_BYTE_ARRAY' && typeLength > 0) return typeLength;
  if (!widths.has(type)) throw new Error('its type is not supported');
  return widths.get(type);
}

/** Reads a value as JavaScript has it: a number, a bigint, a truth value, or its bytes. */
export type ReadValue = (values: StoredValues, value: number) => unknown;

export function readerOf({ type, converted_type, logical_type }: SchemaElement): ReadValue {
  const isUnsigned =
    converted_type?.startsWith('UINT_') === true ||
    (logical_type?.type === 'INTEGER' && !logical_type.isSigned);
  switch (type) {
    case 'BOOLEAN':
      return ({ bytes }, value) => bytes.buffer[value] === 1;
    case 'INT32':
      return isUnsigned
        ? ({ bytes }, value) => bytes.view.getUint32(value * 4, true)
        : ({ bytes }, value) => bytes.view.getInt32(value * 4, true);
    case 'INT64':
      return isUnsigned
        ? ({ bytes }, value) => bytes.view.getBigUint64(value * 8, true)
        : ({ bytes }, value) => bytes.view.getBigInt64(value * 8, true);
    case 'INT96':
      return ({ bytes: { view } }, value) => {
        const days = view.getInt32(value * 12 + 8, true) - unixDay;
        return BigInt(days) * nanosecondsOfDay + view.getBigUint64(value * 12, true);
      };
    case 'FLOAT':
      return ({ bytes }, value) => bytes.view.getFloat32(value * 4, true);
    case 'DOUBLE':
      return ({ bytes }, value) => bytes.view.getFloat64(value * 8, true);
    default:
      return (values, value) => values.bytesOf(value);
  }
}

/** The number of 1970-01-01 among the days of a moment of 96 bits. */
const unixDay = 2_440_588;
const nanosecondsOfDay = 86_400_000_000_000n;
