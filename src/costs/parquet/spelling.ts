import type { Bytes } from './bytes.ts';
import type { ColumnCells } from './cells.ts';
import { bitsFor, readHybrid, writeHybrid } from './levels.ts';
import { isOddAt, placesOf, type Written } from './weigh.ts';

/**
 * With how many places the numbers of a part of a column are written: as few as they need, all with
 * the same, or as a place in the file tells. No reader but ours looks there.
 */
export type Spelling = 'shortest' | number | StoredSpelling;

export interface StoredSpelling {
  readonly at: number;
  readonly bytes: number;
  readonly count: number;
  /** So many numbers follow as texts: with an exponent, or zeros with a minus. */
  readonly odd?: number;
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
  cells: ColumnCells,
  order: StoredOrder,
  output: Bytes,
  start: number,
): Spelling {
  if (written.isShortest) return 'shortest';
  if (written.places !== undefined && !written.hasOdd) return written.places;
  const at = start + output.length;
  const before = output.length;
  const places = new Int32Array(order.count);
  let most = 0;
  for (let number = 0; number < order.count; number += 1) {
    const own = placesOf(cells, order.entries?.[number] ?? number);
    places[number] = own;
    most = Math.max(most, own);
  }
  const width = Math.max(1, bitsFor(most));
  output.byte(width);
  writeHybrid(output, places, order.count, width);
  const odd = written.hasOdd ? writeOdd(cells, order, output) : 0;
  const spelling = { at, bytes: output.length - before, count: order.count };
  return odd === 0 ? spelling : { ...spelling, odd };
}

function writeOdd(cells: ColumnCells, { entries, count }: StoredOrder, output: Bytes): number {
  let odd = 0;
  for (let number = 0; number < count; number += 1) {
    const entry = entries?.[number] ?? number;
    if (!isOddAt(cells, entry)) continue;
    const [start, end] = [cells.starts[entry] ?? 0, cells.endOf(entry)];
    output.int32(number);
    output.int32(end - start);
    output.append(cells.bytes.buffer, start, end);
    odd += 1;
  }
  return odd;
}

export function readSpelling(bytes: Buffer, { count, odd: texts = 0 }: StoredSpelling): Spelled {
  const places = new Int32Array(count);
  let at = readHybrid(bytes, 1, count, bytes[0] ?? 0, places);
  const odd = new Map<number, Buffer>();
  for (let done = 0; done < texts; done += 1) {
    const end = at + 8 + bytes.readInt32LE(at + 4);
    odd.set(bytes.readInt32LE(at), bytes.subarray(at + 8, end));
    at = end;
  }
  return { places, odd };
}
