import { inOrder } from '../column-batch.ts';
import { encodings } from './footer.ts';
import { readHybrid, readLevels, spread } from './levels.ts';
import { openPages } from './page-memory.ts';
import { toPlain } from './plain-page.ts';
import { levelsOf, readPages, type StoredPart } from './stored-pages.ts';

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
  /** `count` values, one after the other from `at` on. Unused ones may stay empty. */
  readonly addStored: (page: Buffer, at: number, count: number, used?: Uint8Array) => void;
}

/** A part of a column whose rows have one value at most. */
export interface FlatPart extends StoredPart {
  /** Whether every row has a value. */
  readonly isFull: boolean;
  /** Whether every row has a value of its own, so that values are in the order of the rows. */
  readonly isInOrder: boolean;
  /** Whether more is known of a value by how many come before it: those are taken too. */
  readonly hasPlaces: boolean;
}

/** Returns the number of the value of each row of the range, or -1. */
export function decodeChunk(
  bytes: Buffer,
  part: FlatPart,
  values: ValueStore,
  { from, to }: RowRange,
  memory: Pick<ColumnMemory, 'rows'>,
): Int32Array {
  const { isFull, isInOrder, hasPlaces } = part;
  const rows = isInOrder ? inOrder(part.values).subarray(from, to) : memory.rows(to - from);
  // A few rows need only those values of a large dictionary that they have.
  const isFew = rows.length * fewOf < part.values;
  const dictionary: { count: number; held: Buffer | undefined } = { count: 0, held: undefined };
  let end = 0;
  readPages(bytes, part, ({ header, open }) => {
    if (header.kind === 'dictionary') {
      dictionary.count = header.values;
      if (isFew) dictionary.held = Buffer.from(open());
      else values.addStored(open(), 0, header.values);
      return true;
    }
    const begin = end;
    end += header.values;
    const isSkipped = !isInOrder && (!hasPlaces || isNumbered(header.encoding));
    if (end <= from && isSkipped) return true;
    const page = open();
    const { definitions, start } = levelsOf(header, page, part);
    const isInside = begin >= from && end <= to;
    const own = isInside ? rows.subarray(begin - from, end - from) : new Int32Array(end - begin);
    const filled = isFull ? own.length : readLevels(definitions, 1, own);
    if (header.kind === 'dataV2' && filled !== header.values - header.nulls) {
      throw new Error('a page does not have as many values as it states');
    }
    if (!isNumbered(header.encoding)) {
      const { page: plain, at } = toPlain(page, start, filled, header.encoding, part.type);
      const levels = isFull ? undefined : own;
      const used = isFew ? usedIn(from - begin, to - begin, end - begin, levels) : undefined;
      // The values of a dictionary have the first numbers.
      if (dictionary.held !== undefined) values.addStored(dictionary.held, 0, dictionary.count);
      dictionary.held = undefined;
      const first = values.count;
      values.addStored(plain, at, filled, used);
      if (isInOrder) return end < to;
      if (isFull) own.fill(1);
      spread(own, first);
    } else if (isInOrder) {
      throw new Error('a page has other values than its column');
    } else {
      const numbers =
        filled === own.length ? own : openPages({ numbers: filled * 4 }).numbers(filled);
      readNumbers(page, start, numbers, dictionary.count);
      if (filled < own.length) spread(own, numbers);
    }
    if (!isInside) {
      rows.set(own.subarray(Math.max(0, from - begin), to - begin), Math.max(0, begin - from));
    }
    return end < to;
  });
  const { held, count } = dictionary;
  if (held !== undefined) {
    const used = new Uint8Array(count);
    for (const value of rows) used[value] = 1;
    values.addStored(held, 0, count, used);
  }
  return rows;
}

/** Whether a page has numbers of values in a dictionary. The encoding has two names. */
export function isNumbered(encoding: number): boolean {
  return encoding === encodings.rleDictionary || encoding === encodings.plainDictionary;
}

/** Reads numbers of values in a dictionary; their width in bits comes first. */
export function readNumbers(page: Buffer, at: number, numbers: Int32Array, values: number): void {
  if (numbers.length === 0) return;
  const { largest } = readHybrid(page, at + 1, numbers.length, page[at] ?? 0, numbers);
  if (values === 0) throw new Error('its dictionary is missing');
  if (largest >= values) throw new Error('its dictionary lacks a value');
}

/** Marks the values of a page that belong to some of its rows; `levels` show which rows have one. */
function usedIn(from: number, to: number, count: number, levels: Int32Array | undefined) {
  const used = new Uint8Array(count);
  let place = 0;
  for (let row = 0; row < count; row += 1) {
    if (levels?.[row] === 0) continue;
    used[place] = row >= from && row < to ? 1 : 0;
    place += 1;
  }
  return used;
}
