import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { CostctlError, fileError } from '../../errors.ts';
import { inOrder, type StoredUnits } from '../column-batch.ts';
import { dayOf } from '../days.ts';
import type { CellLimits } from '../where-language.ts';
import { Entries, type EntryForm } from './entries.ts';
import { type Chunk, encodings, type Footer, type ParquetColumn, readFooter } from './footer.ts';
import { Bytes } from './growing-bytes.ts';
import { readHybrid, readSpelling, type Spelled, type StoredSpelling } from './levels.ts';
import { unpackSnappy } from './snappy.ts';
import { readStruct, type ThriftStruct } from './thrift.ts';
import { UnitStore, unitFormOf } from './units.ts';

/** Rows by their number, the last one excluded. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** Less than one of so many rows of a group are few: what only other rows need is left out. */
export const fewOf = 4;

/** A part of a column as stored, to be decoded if it is needed, and as it is needed. */
export interface StoredChunk {
  /** Every row has a value. */
  readonly isFull: boolean;
  /** Every value is a number of JSON. */
  readonly areNumbers: boolean;
  readonly limits: CellLimits | undefined;
  /** Of each row, the number of its entry, or -1. */
  readonly rows: () => Int32Array;
  readonly valueCount: () => number;
  readonly entries: () => Entries;
  /** Undefined if the values are not numbers in whole units. */
  readonly units: () => StoredUnits | undefined;
}

/** What parts of a column are put into, one after the other: fresh memory would cost more than they do. */
export class ColumnMemory {
  readonly units = new Bytes(0);
  #stored = Buffer.alloc(0);
  #rows = new Int32Array(0);

  stored(size: number): Buffer {
    if (this.#stored.length < size) this.#stored = Buffer.allocUnsafeSlow(size);
    return this.#stored.subarray(0, size);
  }

  rows(count: number): Int32Array {
    if (this.#rows.length < count) this.#rows = new Int32Array(count);
    return this.#rows.subarray(0, count);
  }
}

/** A Parquet file that this program wrote. Any of it may be read after it was closed: it is opened again. */
export interface ParquetReader {
  readonly footer: Footer;
  /**
   * A part of a column, of which at least the rows of `range` are wanted. It is read when it is first
   * used, and valid until another is opened with the same memory.
   */
  readonly openChunk: (
    place: { readonly group: number; readonly column: number },
    form: EntryForm,
    range: RowRange,
    memory: ColumnMemory,
  ) => StoredChunk;
  readonly close: () => void;
}

const mark = Buffer.from('PAR1');
const tailSize = 8;

/** Reads without the event loop: a part of a column is some hundred kilobytes of a local file. */
export function openParquet(path: string): ParquetReader {
  let descriptor: number | undefined;

  function close(): void {
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = undefined;
  }

  function attempt<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (cause) {
      close();
      throw cause instanceof CostctlError ? cause : fileError(`cannot read ${path}`, cause);
    }
  }

  function read(position: number, length: number, into?: Buffer): Buffer {
    const bytes = into ?? Buffer.allocUnsafe(length);
    descriptor ??= openSync(path, 'r');
    for (let done = 0; done < length; ) {
      const count = readSync(descriptor, bytes, done, length - done, position + done);
      if (count === 0) throw new Error('it is cut short');
      done += count;
    }
    return bytes;
  }

  const footer = attempt(() => {
    descriptor = openSync(path, 'r');
    return loadFooter(read, fstatSync(descriptor).size);
  });
  return {
    footer,
    openChunk: (place, form, range, memory) => {
      const column = footer.columns[place.column];
      const chunk = footer.groups[place.group]?.chunks[place.column];
      if (column === undefined || chunk === undefined) {
        throw fileError(`cannot read ${path}`, 'it lacks a column');
      }
      return openChunk(read, attempt, { column, chunk, form, range, memory });
    },
    close,
  };
}

type Read = (position: number, length: number, into?: Buffer) => Buffer;

function loadFooter(read: Read, size: number): Footer {
  if (size < tailSize + mark.length) throw new Error('it is not a Parquet file');
  const tail = read(size - tailSize, tailSize);
  if (!tail.subarray(4).equals(mark)) throw new Error('it is not a Parquet file');
  const length = tail.readUInt32LE(0);
  if (length > size - tailSize) throw new Error('it is damaged: its footer is too long');
  return readFooter(read(size - tailSize - length, length));
}

interface Asked {
  readonly column: ParquetColumn;
  readonly chunk: Chunk;
  readonly form: EntryForm;
  readonly range: RowRange;
  readonly memory: ColumnMemory;
}

function openChunk(
  read: Read,
  attempt: <Result>(work: () => Result) => Result,
  { column, chunk, form, range, memory }: Asked,
): StoredChunk {
  const { spelling } = form;
  let bytes: Buffer | undefined;
  let spelled: Spelled | undefined;
  let decoded: { readonly rows: Int32Array; readonly count: number } | undefined;
  let entries: Entries | undefined;
  let units: StoredUnits | undefined;

  function spelledAs(stored: StoredSpelling): Spelled {
    spelled ??= attempt(() => readSpelling(read(stored.at, stored.bytes), stored));
    return spelled;
  }

  function decode<Store extends ValueStore>(values: Store): Store {
    return attempt(() => {
      bytes ??= read(chunk.dictionaryAt ?? chunk.dataAt, chunk.size, memory.stored(chunk.size));
      const rows = decodeChunk(bytes, column, values, { chunk, range, memory });
      decoded = { rows, count: values.count };
      return values;
    });
  }

  function decodeEntries(): Entries {
    const own = typeof spelling === 'object' ? spelledAs(spelling) : undefined;
    entries ??= decode(new Entries(form, own));
    return entries;
  }

  function decodeUnits(): StoredUnits | undefined {
    const own = unitFormOf(column.type);
    if (units !== undefined || own === undefined) return units;
    const capacity = chunk.dictionaryAt === undefined ? chunk.values - chunk.nulls : 0;
    const store = decode(new UnitStore(own, memory.units, capacity));
    units =
      typeof spelling === 'object'
        ? store.stored(() => spelledAs(spelling).places, spelling.odd !== undefined)
        : store.stored(spelling, false);
    return units;
  }

  /** Numbers are decoded in units: their texts are seldom needed. */
  function decodeRows(): { readonly rows: Int32Array; readonly count: number } {
    if (decoded === undefined && decodeUnits() === undefined) decodeEntries();
    return decoded ?? { rows: new Int32Array(0), count: 0 };
  }

  return {
    isFull: chunk.nulls === 0,
    areNumbers: form.json === 'number',
    limits: limitsOf(column, chunk),
    rows: () => decodeRows().rows,
    valueCount: () => decodeRows().count,
    entries: decodeEntries,
    units: decodeUnits,
  };
}

function limitsOf({ type: { kind } }: ParquetColumn, chunk: Chunk): CellLimits | undefined {
  const [least, greatest] = [chunk.least, chunk.greatest];
  if (least === undefined || greatest === undefined) return undefined;
  if (kind === 'text') {
    return { least: least.toString('utf8'), greatest: greatest.toString('utf8'), areDays: false };
  }
  if (kind !== 'day' || least.length !== 4 || greatest.length !== 4) return undefined;
  const dayAt = (bytes: Buffer) => dayOf(bytes.readInt32LE(0) * 86_400_000);
  return { least: dayAt(least), greatest: dayAt(greatest), areDays: true };
}

/** Takes the values of a part of a column, in the order in which they are stored. */
interface ValueStore {
  readonly count: number;
  /**
   * Adds `count` values that are stored one after the other from `at` on; returns their end. Those
   * that are not used may stay empty.
   */
  readonly addStored: (page: Buffer, at: number, count: number, used?: Uint8Array) => number;
  readonly addBoolean: (value: boolean) => void;
}

interface Decoding {
  readonly chunk: Chunk;
  readonly range: RowRange;
  readonly memory: ColumnMemory;
}

/** Returns the number of the value of each row, or -1; rows that are not wanted may lack theirs. */
function decodeChunk(
  bytes: Buffer,
  { type }: ParquetColumn,
  values: ValueStore,
  { chunk, range: { from, to }, memory }: Decoding,
): Int32Array {
  const isInOrder = chunk.nulls === 0 && chunk.dictionaryAt === undefined;
  const rows = isInOrder ? inOrder(chunk.values) : memory.rows(chunk.values);
  // Of a dictionary for many rows, few need only those values that they have.
  const isFew = (to - from) * fewOf < chunk.values;
  let held: { readonly page: Buffer; readonly count: number } | undefined;
  let done = 0;
  for (let at = 0; done < Math.min(to, chunk.values); ) {
    const { value: header, end } = readStruct(bytes, at);
    const size = number(header, 3);
    const page = unpack(bytes.subarray(end, end + size), number(header, 2));
    at = end + size;
    const dictionary = header.get(7);
    if (dictionary instanceof Map) {
      const count = number(dictionary, 1);
      if (isFew) held = { page: Buffer.from(page), count };
      else values.addStored(page, 0, count);
      continue;
    }
    const head = header.get(5);
    if (!(head instanceof Map)) throw new Error('it is damaged: a page has no header');
    const inPage = number(head, 1);
    const count = Math.min(inPage, to - done);
    const own = rows.subarray(done, done + count);
    const levelsEnd = 4 + page.readUInt32LE(0);
    const filled = chunk.nulls === 0 ? count : readLevels(page, count, own);
    const hasNumbers = number(head, 2) === encodings.rleDictionary;
    if (hasNumbers !== (chunk.dictionaryAt !== undefined)) {
      throw new Error('it is damaged: a page has other values than its column');
    }
    if (hasNumbers) {
      const numbers = filled === count ? own : new Int32Array(filled);
      readHybrid(page, levelsEnd + 1, filled, page[levelsEnd] ?? 0, numbers);
      checkNumbers(numbers, held?.count ?? values.count);
      if (filled < count) spread(own, numbers);
    } else {
      const first = values.count;
      const used = isFew ? usedFrom(from - done, count, isInOrder ? undefined : own) : undefined;
      if (type.kind === 'boolean') addBits(values, page, levelsEnd, filled);
      else values.addStored(page, levelsEnd, filled, used);
      if (!isInOrder) spread(own, inOrder(first + filled).subarray(first));
    }
    done += inPage;
  }
  if (held !== undefined) {
    const used = new Uint8Array(held.count);
    for (let row = from; row < Math.min(to, rows.length); row += 1) used[rows[row] ?? -1] = 1;
    values.addStored(held.page, 0, held.count, used);
  }
  return rows;
}

/** Of the values of a page, those of the rows from `first` on; `levels` tell which rows have one. */
function usedFrom(first: number, count: number, levels: Int32Array | undefined): Uint8Array {
  const used = new Uint8Array(count);
  let place = 0;
  for (let row = 0; row < count; row += 1) {
    if (levels?.[row] === 0) continue;
    used[place] = row >= first ? 1 : 0;
    place += 1;
  }
  return used;
}

/** 1 for each row that has a value, 0 for the others; returns how many have one. */
function readLevels(page: Buffer, count: number, levels: Int32Array): number {
  readHybrid(page, 4, count, 1, levels);
  let filled = 0;
  for (let row = 0; row < count; row += 1) filled += levels[row] ?? 0;
  return filled;
}

/** Gives the rows that have a value its number; `levels` are replaced. */
function spread(levels: Int32Array, numbers: Int32Array): void {
  let place = 0;
  for (let row = 0; row < levels.length; row += 1) {
    const isFilled = levels[row] ?? 0;
    levels[row] = isFilled === 0 ? -1 : (numbers[place] ?? -1);
    place += isFilled;
  }
}

function checkNumbers(numbers: Int32Array, count: number): void {
  for (let place = 0; place < numbers.length; place += 1) {
    if ((numbers[place] ?? 0) >= count) throw new Error('it is damaged: a value is missing');
  }
}

function addBits(values: ValueStore, page: Buffer, start: number, count: number): void {
  for (let at = 0; at < count; at += 1) {
    values.addBoolean((((page[start + (at >> 3)] ?? 0) >> (at & 7)) & 1) === 1);
  }
}

let scratch = Buffer.alloc(0);

/** A page without compression, valid until the next: its values are copied out of it. */
function unpack(packed: Buffer, size: number): Buffer {
  if (scratch.length < size) scratch = Buffer.allocUnsafeSlow(size * 2);
  const page = scratch.subarray(0, size);
  unpackSnappy(packed, page);
  return page;
}

function number(struct: ThriftStruct, id: number): number {
  const value = struct.get(id);
  if (typeof value === 'number') return value;
  throw new Error('it is damaged: a page has no size');
}
