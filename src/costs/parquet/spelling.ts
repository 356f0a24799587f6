import type { Bytes } from './bytes.ts';
import type { ColumnCells } from './cells.ts';
import { bitsFor, readHybrid, writeHybrid } from './levels.ts';
import { placesOf, type Written } from './weigh.ts';

/**
 * With how many places the numbers of a part of a column are written: as few as they need, all with
 * the same, or as a place in the file tells. No reader but ours looks there.
 */
export type Spelling =
  | 'shortest'
  | number
  | { readonly at: number; readonly bytes: number; readonly count: number };

/** `order` has the entries whose numbers are stored, one after the other. */
export function writeSpelling(
  written: Written,
  cells: ColumnCells,
  order: { readonly entries: Int32Array | undefined; readonly count: number },
  output: Bytes,
  start: number,
): Spelling {
  if (written.isShortest) return 'shortest';
  if (written.places !== undefined) return written.places;
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
  return { at, bytes: output.length - before, count: order.count };
}

export function readSpelling(bytes: Buffer, count: number): Int32Array {
  const places = new Int32Array(count);
  readHybrid(bytes, 1, count, bytes[0] ?? 0, places);
  return places;
}
