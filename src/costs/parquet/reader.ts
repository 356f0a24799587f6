import { type FileHandle, open } from 'node:fs/promises';
import { fileError } from '../../errors.ts';
import type { StoredUnits } from '../column-batch.ts';
import { Entries, type EntryForm } from './entries.ts';
import { type Chunk, encodings, type Footer, type ParquetColumn, readFooter } from './footer.ts';
import { readHybrid } from './levels.ts';
import { unpackSnappy } from './snappy.ts';
import { readSpelling } from './spelling.ts';
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
  /** Of each row, the number of its entry, or -1. */
  readonly rows: () => Int32Array;
  readonly valueCount: () => number;
  readonly entries: () => Entries;
  /** Undefined if the values are not numbers in whole units. */
  readonly units: () => StoredUnits | undefined;
}

/** A Parquet file that this program wrote. */
export interface ParquetReader {
  readonly footer: Footer;
  /** Loads a part of a column, of which at least the rows of `range` are wanted. */
  readonly loadChunk: (
    group: number,
    column: number,
    form: EntryForm,
    range: RowRange,
  ) => Promise<StoredChunk>;
  readonly close: () => Promise<void>;
}

const mark = Buffer.from('PAR1');
const tailSize = 8;

export async function openParquet(path: string): Promise<ParquetReader> {
  const attempt = <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((cause: unknown) => {
      throw fileError(`cannot read ${path}`, cause);
    });
  const handle = await attempt(open(path, 'r'));
  try {
    const footer = await attempt(loadFooter(handle));
    return {
      footer,
      loadChunk: (group, column, form, range) =>
        attempt(loadChunk(handle, footer, { group, column, form, range }, path)),
      close: () => handle.close().catch(() => undefined),
    };
  } catch (error) {
    await handle.close().catch(() => undefined);
    throw error;
  }
}

async function loadFooter(handle: FileHandle): Promise<Footer> {
  const { size } = await handle.stat();
  if (size < tailSize + mark.length) throw new Error('it is not a Parquet file');
  const tail = await readBytes(handle, size - tailSize, tailSize);
  if (!tail.subarray(4).equals(mark)) throw new Error('it is not a Parquet file');
  const length = tail.readUInt32LE(0);
  if (length > size - tailSize) throw new Error('it is damaged: its footer is too long');
  return readFooter(await readBytes(handle, size - tailSize - length, length));
}

async function readBytes(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await handle.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) throw new Error('it is cut short');
    done += bytesRead;
  }
  return bytes;
}

interface Asked {
  readonly group: number;
  readonly column: number;
  readonly form: EntryForm;
  readonly range: RowRange;
}

async function loadChunk(
  handle: FileHandle,
  footer: Footer,
  asked: Asked,
  path: string,
): Promise<StoredChunk> {
  const { bytes, column, chunk, places } = await readStored(handle, footer, asked);
  let decoded: { readonly rows: Int32Array; readonly count: number } | undefined;
  let entries: Entries | undefined;
  let units: StoredUnits | undefined;

  function decode<Store extends ValueStore>(values: Store): Store {
    try {
      const rows = decodeChunk(bytes, column, chunk, values, asked.range);
      decoded = { rows, count: values.count };
      return values;
    } catch (cause) {
      throw fileError(`cannot read ${path}`, cause);
    }
  }

  function decodeEntries(): Entries {
    entries ??= decode(new Entries(asked.form, places));
    return entries;
  }

  function decodeUnits(): StoredUnits | undefined {
    const form = unitFormOf(column.type);
    if (units !== undefined || form === undefined) return units;
    const { spelling } = asked.form;
    units = decode(
      new UnitStore(form, chunk.dictionaryAt === undefined ? chunk.values - chunk.nulls : 0),
    ).stored(places ?? (typeof spelling === 'number' ? spelling : 'shortest'));
    return units;
  }

  /** Numbers are decoded in units: their texts are seldom needed. */
  function decodeRows(): { readonly rows: Int32Array; readonly count: number } {
    if (decoded === undefined && decodeUnits() === undefined) decodeEntries();
    return decoded ?? { rows: new Int32Array(0), count: 0 };
  }

  return {
    rows: () => decodeRows().rows,
    valueCount: () => decodeRows().count,
    entries: decodeEntries,
    units: decodeUnits,
  };
}

async function readStored(handle: FileHandle, { columns, groups }: Footer, asked: Asked) {
  const column = columns[asked.column];
  const chunk = groups[asked.group]?.chunks[asked.column];
  if (column === undefined || chunk === undefined) throw new Error('it lacks a column');
  const start = chunk.dictionaryAt ?? chunk.dataAt;
  const bytes = await readBytes(handle, start, chunk.size);
  const { spelling } = asked.form;
  const places =
    typeof spelling === 'object'
      ? readSpelling(await readBytes(handle, spelling.at, spelling.bytes), spelling.count)
      : undefined;
  return { bytes, column, chunk, places };
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

/** Returns the number of the value of each row, or -1; rows that are not wanted may lack theirs. */
function decodeChunk(
  bytes: Buffer,
  { type }: ParquetColumn,
  chunk: Chunk,
  values: ValueStore,
  { from, to }: RowRange,
): Int32Array {
  const rows = new Int32Array(chunk.values);
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
    const filled = chunk.nulls === 0 ? own.fill(1).length : readLevels(page, count, own);
    if (number(head, 2) === encodings.rleDictionary) {
      const numbers = filled === count ? own : new Int32Array(filled);
      readHybrid(page, levelsEnd + 1, filled, page[levelsEnd] ?? 0, numbers);
      checkNumbers(numbers, held?.count ?? values.count);
      if (filled < count) spread(own, (place) => numbers[place] ?? -1);
    } else {
      if (held !== undefined) throw new Error('it is damaged: a page has no numbers');
      const first = values.count;
      if (type.kind === 'boolean') addBits(values, page, levelsEnd, filled);
      else
        values.addStored(page, levelsEnd, filled, isFew ? usedFrom(from - done, own) : undefined);
      if (filled < count) spread(own, (place) => first + place);
      else for (let row = 0; row < count; row += 1) own[row] = first + row;
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
function usedFrom(first: number, levels: Int32Array): Uint8Array {
  const used = new Uint8Array(levels.length);
  let place = 0;
  for (let row = 0; row < levels.length; row += 1) {
    if (levels[row] === 0) continue;
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
function spread(levels: Int32Array, numberOf: (place: number) => number): void {
  let place = 0;
  for (let row = 0; row < levels.length; row += 1) {
    if (levels[row] === 0) levels[row] = -1;
    else {
      levels[row] = numberOf(place);
      place += 1;
    }
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
