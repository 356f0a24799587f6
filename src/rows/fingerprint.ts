import { within } from '../grouping.ts';
import { isLoose, isNested, isNull, isNumber } from '../json/bulk/bits.ts';
import { point } from '../json/bulk/bytes.ts';
import { cellWidth, type RowPage } from '../json/bulk/rows.ts';
import { keysOf, type Shape } from '../json/bulk/shapes.ts';
import { parseJson } from '../json/parse.ts';
import { rememberResults } from '../text.ts';
import {
  canonical,
  finishHash,
  hashBytes,
  hashValue,
  hashParts as parts,
  seedOf,
  viewOf,
} from './cell-hash.ts';
import { rowObject } from './cost-page.ts';

/**
 * A fingerprint of many rows: the sum of their hashes, in four parts of 32 bits. The hash of a row is the
 * mixed sum of those of its cells. Neither the order of the rows nor that of their fields matters, nor how
 * a value is written: `1.50` is `1.5`, and null is a field that is missing. It finds what changed by
 * accident; it is not a signature. `json/bulk/simd/hash.as` computes the same.
 */
export class Fingerprint {
  readonly #sum = new Int32Array(parts);
  rows = 0;

  /** Adds the hash of a row, or the sum of the hashes of several rows, which begins at `at`. */
  add(hash: Int32Array, rows = 1, at = 0): void {
    this.rows += rows;
    for (let part = 0; part < parts; part += 1) {
      this.#sum[part] = ((this.#sum[part] ?? 0) + (hash[at + part] ?? 0)) | 0;
    }
  }

  text(): string {
    return mark + [...this.#sum].map(toHex).join('');
  }
}

/** Fingerprints of earlier versions lack this mark, and were computed in other ways. */
const mark = '2:';

/** The fingerprint of no rows. */
export const emptyFingerprint = mark + '0'.repeat(8 * parts);

/** Whether it can be compared with those of this version. */
export function isComparable(fingerprint: string): boolean {
  return fingerprint.startsWith(mark);
}

/** The fingerprint of the rows of both. If one is of an earlier version, so is the result. */
export function addFingerprints(one: string, other: string): string {
  const earlier = [one, other].find((text) => !isComparable(text));
  if (earlier !== undefined) return earlier;
  const partOf = (text: string, part: number) =>
    Number.parseInt(text.slice(mark.length + 8 * part).slice(0, 8), 16);
  const sums = Array.from({ length: parts }, (_, part) => partOf(one, part) + partOf(other, part));
  return mark + sums.map(toHex).join('');
}

function toHex(part: number): string {
  return (part >>> 0).toString(16).padStart(8, '0');
}

const mostRewritten = 10_000;
/** What the hash of a row begins with: a row without cells counts too. */
export const rowSeed = 0x51ed270b;

/** Hashes rows one by one. The hash is valid until the next one. */
export function createRowHasher() {
  const seeds = new WeakMap<Shape, readonly Int32Array[]>();
  /** The canonical form of a value, by the text in which it came. */
  const rewrite = rememberResults((text) => viewOf(canonical(parseJson(text))), mostRewritten);
  const cell = new Int32Array(parts);
  const raw = new Int32Array(parts);
  const sum = new Int32Array(parts);

  function addCell(seed: Int32Array, page: RowPage, at: number): void {
    const bits = page.cells[at + 2] ?? 0;
    if ((bits & isNull) !== 0) return;
    const from = page.cells[at] ?? 0;
    const to = page.cells[at + 1] ?? 0;
    const isPlain = (bits & (isNested | isLoose)) === 0;
    const end = isPlain && (bits & isNumber) !== 0 ? endOfNumber(page.body, from, to) : to;
    if (isPlain && end !== undefined) hashBytes(cell, seed, page.view, from, end);
    else {
      const view = rewrite(page.body.toString('utf8', from, to));
      hashBytes(cell, seed, view, 0, view.byteLength);
      if (page.memory !== undefined) {
        hashBytes(
          raw,
          seed.map((part) => ~part),
          page.view,
          from,
          to,
        );
        page.memory.hashes.rewrite(raw, cell);
      }
    }
    addHash(sum, cell);
  }

  return {
    hash: (page: RowPage, row: number) => {
      sum.fill(rowSeed);
      const shape = page.shapeOf[row];
      if (shape?.keepsOrder === true) {
        const all = within(seeds, shape, () => seedsOf(shape));
        const first = (page.firstCell[row] ?? 0) * cellWidth;
        for (let place = 0; place < all.length; place += 1) {
          const seed = all[place];
          if (seed !== undefined) addCell(seed, page, first + place * cellWidth);
        }
      } else {
        // A repeated field counts once, with its last value.
        for (const [key, value] of Object.entries(rowObject(page, row))) {
          if (value !== null) addHash(sum, hashValue(cell, seedOf(key), value));
        }
      }
      finishHash(sum, 0);
      return sum;
    },
  };
}

/** What the hash of a cell begins with, for each key of a shape. */
export function seedsOf(shape: Shape): Int32Array[] {
  return keysOf(shape).map(seedOf);
}

function addHash(sum: Int32Array, hash: Int32Array): void {
  for (let part = 0; part < parts; part += 1) {
    sum[part] = ((sum[part] ?? 0) + (hash[part] ?? 0)) | 0;
  }
}

/** Where a number without an exponent ends, before its trailing zeros; undefined if it is written in another way. */
export function endOfNumber(body: Buffer, from: number, to: number): number | undefined {
  let hasPoint = false;
  for (let at = from; at < to; at += 1) {
    const byte = body[at] ?? 0;
    if (byte === point) hasPoint = true;
    else if (byte > 0x39) return undefined;
  }
  let end = to;
  if (hasPoint) {
    while (body[end - 1] === 0x30) end -= 1;
    if (body[end - 1] === point) end -= 1;
  }
  // Zero has no sign.
  return body[from] === 0x2d && end - from === 2 && body[from + 1] === 0x30 ? undefined : end;
}
