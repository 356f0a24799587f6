import { type RowPage, readRow, rowWidth } from '../../json/bulk/rows.ts';
import { stringifyJson } from '../../json/stringify.ts';

/**
 * A hash of many rows in any order: the sum of the hashes of each. Two rows in the place of each
 * other change nothing, any other difference does.
 */
export class Fingerprint {
  #first = 0;
  #second = 0;

  add(page: RowPage, row: number): void {
    if (page.loose[row] === 0) {
      const [start, end] = [page.rows[row * rowWidth] ?? 0, page.rows[row * rowWidth + 1] ?? 0];
      this.#add(page.view, start, end);
      return;
    }
    const bytes = Buffer.from(stringifyJson(readRow(page, row)));
    this.#add(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0, bytes.length);
  }

  text(): string {
    return [this.#first, this.#second].map((half) => half.toString(16).padStart(8, '0')).join('');
  }

  #add(view: DataView, start: number, end: number): void {
    let first = end - start;
    let second = 0x9e3779b9 ^ (end - start);
    let at = start;
    for (; at + 4 <= end; at += 4) {
      const word = view.getInt32(at, true);
      first = Math.imul(first ^ word, 0x85ebca6b);
      first ^= first >>> 13;
      second = Math.imul(((second << 5) | (second >>> 27)) ^ word, 0xc2b2ae35);
    }
    for (; at < end; at += 1) {
      const byte = view.getUint8(at);
      first = Math.imul(first ^ byte, 0x85ebca6b);
      second = Math.imul(((second << 5) | (second >>> 27)) ^ byte, 0xc2b2ae35);
    }
    this.#first = (this.#first + mix(first)) >>> 0;
    this.#second = (this.#second + mix(second)) >>> 0;
  }
}

function mix(half: number): number {
  let mixed = half ^ (half >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
