import type { Bytes } from '../../json/bulk/growing-bytes.ts';
import type { Distinct } from './distinct.ts';
import { isIrregularAt, markOf, placesOf, type Written } from './measure-values.ts';
import { findPages, openPages } from './page-memory.ts';
import { tooShort } from './stored-values.ts';

/** How many bits are needed for every number up to `largest`; at most 24, so that a word has room to spare. */
export function bitsFor(largest: number): number {
  return 32 - Math.clz32(largest);
}

/** The parquet format's hybrid: a run as its length and value, the rest as packed groups of eight. */
export function writeHybrid(bytes: Bytes, numbers: Int32Array, count: number, width: number): void {
  const pages = findPages({ page: count * 5 + 16, numbers: count * 4 });
  if (pages === undefined) {
    for (let at = 0, end = 0; at < count; at = end) {
      while (end < count && numbers[end] === numbers[at]) end += 1;
      writeRun(bytes, end - at, numbers[at] ?? 0, width);
    }
    return;
  }
  const { exports, buffer, packedAt, numbersAt } = pages;
  new Int32Array(buffer, numbersAt, count).set(numbers.subarray(0, count));
  const end = exports.writeNumbers(numbersAt, count, width, packedAt);
  bytes.append(pages.bytes, packedAt, end);
}

export function writeRun(bytes: Bytes, count: number, value: number, width: number): void {
  bytes.varint(count * 2);
  for (let shift = 0; shift < width; shift += 8) bytes.byte((value >>> shift) & 0xff);
}

/** Reads `count` numbers that begin at `start`. */
export function readHybrid(
  bytes: Buffer,
  start: number,
  count: number,
  width: number,
  numbers: Int32Array,
) {
  if (width > 32) throw new Error('its numbers are too wide');
  if (start > bytes.length) throw tooShort();
  const pages = openPages({ page: bytes.length - start, numbers: count * 4 });
  const { exports, buffer, packedAt, numbersAt } = pages;
  const isInside = bytes.buffer === buffer;
  if (!isInside) bytes.copy(pages.bytes, packedAt, start);
  const shift = isInside ? bytes.byteOffset : packedAt - start;
  const staysInside = numbers.buffer === buffer;
  const to = staysInside ? numbers.byteOffset : numbersAt;
  const end = exports.readNumbers(shift + start, shift + bytes.length, count, width, to);
  if (end === 0) throw tooShort();
  if (end === 1) throw new Error('a page has more values than it states');
  if (!staysInside) numbers.set(new Int32Array(buffer, numbersAt, count));
  return { end: end - shift, largest: exports.largest.value >>> 0, total: exports.total.value };
}

/** The bytes of levels or flags, which follow their length. */
export function prefixed(page: Buffer, at: number): Buffer {
  const end = at + 4 > page.length ? Number.POSITIVE_INFINITY : at + 4 + page.readUInt32LE(at);
  if (end > page.length) throw tooShort();
  return page.subarray(at + 4, end);
}

/** Reads the level of each value, at most `most`. Returns their sum: of levels up to 1, how many rows have a value. */
export function readLevels(bytes: Buffer, most: number, levels: Int32Array): number {
  const { largest, total } = readHybrid(bytes, 0, levels.length, bitsFor(most), levels);
  if (largest > most) throw new Error('a page has levels that its column cannot have');
  return total;
}

/**
 * Replaces `levels`, which are 1 for each row with a value and 0 for the others, by the number of the value,
 * or -1. `numbers` has these numbers, or the first of consecutive ones.
 */
export function spread(levels: Int32Array, numbers: Int32Array | number): void {
  const { buffer, exports } = openPages();
  const isCounted = typeof numbers === 'number';
  if (levels.buffer === buffer && (isCounted || numbers.buffer === buffer)) {
    const [at, first] = isCounted ? [0, numbers] : [numbers.byteOffset, 0];
    exports.spread(levels.byteOffset, levels.length, at, first);
    return;
  }
  let place = 0;
  for (let row = 0; row < levels.length; row += 1) {
    const isFilled = levels[row] ?? 0;
    const own = isCounted ? numbers + place : (numbers[place] ?? -1);
    levels[row] = isFilled === 0 ? -1 : own;
    place += isFilled;
  }
}

/** Decimal places: as few as needed, the same for all, or stored at a place that only our reader knows. */
export type Spelling = 'shortest' | number | StoredSpelling;

export interface StoredSpelling {
  readonly at: number;
  readonly bytes: number;
  readonly count: number;
  /** How many numbers follow as texts, because they have an exponent or are a zero with a minus. */
  readonly odd?: number;
  /** Of a column of texts, these are marks instead: 1 for each text that could be taken for an object or array. */
  readonly marksTexts?: true;
}

export interface Spelled {
  readonly places: Int32Array;
  /** By the number of the value. */
  readonly odd: ReadonlyMap<number, Buffer>;
}

/** The entries whose numbers are stored, one after the other. */
interface StoredOrder {
  readonly entries: Int32Array | undefined;
  readonly count: number;
}

export function writeSpelling(
  written: Written,
  values: Distinct,
  order: StoredOrder,
  output: Bytes,
  start: number,
): Spelling {
  const { looksNested } = written;
  if (!looksNested) {
    if (written.isShortest) return 'shortest';
    if (written.places !== undefined && !written.hasIrregular) return written.places;
  }
  const ownOf = looksNested ? markOf : placesOf;
  const at = start + output.length;
  const before = output.length;
  const places = new Int32Array(order.count);
  let most = 0;
  for (let number = 0; number < order.count; number += 1) {
    const own = ownOf(values, order.entries?.[number] ?? number);
    places[number] = own;
    most = Math.max(most, own);
  }
  const width = Math.max(1, bitsFor(most));
  output.byte(width);
  writeHybrid(output, places, order.count, width);
  const odd = written.hasIrregular && !looksNested ? writeOdd(written, values, order, output) : 0;
  const spelling = { at, bytes: output.length - before, count: order.count };
  if (looksNested) return { ...spelling, marksTexts: true };
  return odd === 0 ? spelling : { ...spelling, odd };
}

function writeOdd(
  { scale }: Written,
  values: Distinct,
  { entries, count }: StoredOrder,
  output: Bytes,
): number {
  let odd = 0;
  for (let number = 0; number < count; number += 1) {
    const entry = entries?.[number] ?? number;
    if (!isIrregularAt(values, entry, scale)) continue;
    const [start, end] = [values.startOf(entry), values.endOf(entry)];
    output.int32(number);
    output.int32(end - start);
    output.append(values.bytes.buffer, start, end);
    odd += 1;
  }
  return odd;
}

export function readSpelling(bytes: Buffer, { count, odd: texts = 0 }: StoredSpelling): Spelled {
  const places = new Int32Array(count);
  let at = readHybrid(bytes, 1, count, bytes[0] ?? 0, places).end;
  const odd = new Map<number, Buffer>();
  for (let done = 0; done < texts; done += 1) {
    const end = at + 8 + bytes.readInt32LE(at + 4);
    odd.set(bytes.readInt32LE(at), bytes.subarray(at + 8, end));
    at = end;
  }
  return { places, odd };
}
