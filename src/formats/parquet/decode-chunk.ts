import { inOrder } from '../column-batch.ts';
import { type Chunk, encodings, type ParquetColumn } from './footer.ts';
import { levelsEndOf, readHybrid, readLevels, spread } from './levels.ts';
import { openPages } from './page-memory.ts';
import { readStruct, type ThriftStruct } from './thrift.ts';
import { unpackSnappy } from './unpack-raw.ts';

/** Rows by their number, the last one excluded. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** If fewer than one in this many rows of a group are wanted, what only other rows need is left out. */
export const fewOf = 4;

/** Memory for the parts of a column, one after the other: fresh memory would cost more than reading them. */
export class ColumnMemory {
  #stored = Buffer.alloc(0);
  #rows = new Int32Array(0);
  #units = Buffer.alloc(0);

  stored(size: number): Buffer {
    if (this.#stored.length < size) this.#stored = Buffer.allocUnsafeSlow(size);
    return this.#stored.subarray(0, size);
  }

  rows(count: number): Int32Array {
    if (this.#rows.length < count) {
      const { buffer, byteOffset } = openPages().keep(count * 4);
      this.#rows = new Int32Array(buffer, byteOffset, count);
    }
    return this.#rows.subarray(0, count);
  }

  units(size: number): Buffer<ArrayBuffer> {
    if (this.#units.length < size) this.#units = openPages().keep(size);
    return this.#units.subarray(0, size);
  }
}

/** Takes the values of a part of a column, in the order in which they are stored. */
export interface ValueStore {
  readonly count: number;
  /** `count` values, one after the other from `at` on; returns their end. Unused ones may stay empty. */
  readonly addStored: (page: Buffer, at: number, count: number, used?: Uint8Array) => number;
  readonly addBoolean: (value: boolean) => void;
}

interface Decoding {
  readonly chunk: Chunk;
  readonly range: RowRange;
  readonly memory: ColumnMemory;
}

/** Returns the number of the value of each row, or -1; rows that are not wanted may lack theirs. */
export function decodeChunk(
  bytes: Buffer,
  { type }: ParquetColumn,
  values: ValueStore,
  { chunk, range: { from, to }, memory }: Decoding,
): Int32Array {
  const isInOrder = chunk.nulls === 0 && chunk.dictionaryAt === undefined;
  const rows = isInOrder ? inOrder(chunk.values) : memory.rows(chunk.values);
  // A few rows need only those values of a large dictionary that they have.
  const isFew = (to - from) * fewOf < chunk.values;
  let held: { readonly page: Buffer; readonly count: number } | undefined;
  let done = 0;
  for (let at = 0; done < Math.min(to, chunk.values); ) {
    const { value: header, end } = readStruct(bytes, at);
    const size = number(header, 3);
    if (size < 0 || end + size > bytes.length)
      throw new Error('it is damaged: a page is cut short');
    const stored = bytes.subarray(end, end + size);
    const page = chunk.isPacked ? unpackSnappy(stored, number(header, 2)) : stored;
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
    if (inPage < 1 || inPage > chunk.values - done) {
      throw new Error('it is damaged: its pages have more values than its column');
    }
    const count = Math.min(inPage, to - done);
    const own = rows.subarray(done, done + count);
    const levelsEnd = levelsEndOf(page);
    const filled = chunk.nulls === 0 ? count : readLevels(page, 4, levelsEnd, own);
    const hasNumbers = number(head, 2) === encodings.rleDictionary;
    if (hasNumbers !== (chunk.dictionaryAt !== undefined)) {
      throw new Error('it is damaged: a page has other values than its column');
    }
    if (hasNumbers) {
      const numbers = filled === count ? own : openPages({ numbers: filled * 4 }).numbers(filled);
      const width = page[levelsEnd] ?? 0;
      const { largest } = readHybrid(page, levelsEnd + 1, filled, width, numbers);
      if (filled > 0 && largest >= (held?.count ?? values.count))
        throw new Error('it is damaged: a value is missing');
      if (filled < count) spread(own, numbers);
    } else {
      const first = values.count;
      const used = isFew ? usedFrom(from - done, count, isInOrder ? undefined : own) : undefined;
      if (type.kind === 'boolean') addBits(values, page, levelsEnd, filled);
      else values.addStored(page, levelsEnd, filled, used);
      if (!isInOrder) spread(own, first);
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

/** Marks the values of a page that belong to rows from `first` on; `levels` show which rows have one. */
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

function addBits(values: ValueStore, page: Buffer, start: number, count: number): void {
  if (start + count / 8 > page.length) throw new Error('it is damaged: a page is too short');
  for (let at = 0; at < count; at += 1) {
    values.addBoolean((((page[start + (at >> 3)] ?? 0) >> (at & 7)) & 1) === 1);
  }
}

function number(struct: ThriftStruct, id: number): number {
  const value = struct.get(id);
  if (typeof value === 'number') return value;
  throw new Error('it is damaged: a page has no size');
}
