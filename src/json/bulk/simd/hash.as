// AssemblyScript: hashes of rows, added up by day, as `rows/fingerprint.ts` defines and also computes them.
import { isLoose, isNested, isNull, isNumber } from '../bits';
import { minus, point, zero } from '../bytes';
import { body, Cell, cells, firstCell, Key, lastKey } from './rows';
import { byteAt } from './values';

/** What the hashes of a shape need: how many cells, which of them is the day, and the seed of each. */
const seedsOffset: usize = 16;

/** For cells that can be written in more than one way: the hash of their bytes, and the hash to use instead. */
const rewritten = memory.data(2048 * 32, 16);
/** Days by the hash of their cell: each has this hash, the sum of its rows, their number, and the first row. */
const days = memory.data(1024 * 48, 16);
const dayLength: usize = 48;
/** The places of the days in use. */
const used = memory.data(1024 * 4, 16);
const masks = memory.data<u8>([
  255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
]);
/** Odd numbers. Loading them is faster than making them. */
const factors = memory.data<u32>(
  [
    0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f,
    0x165667b1, 0x2c1b3c6d, 0x297a2d39, 0x7feb352d,
    0x846ca68b, 0x9e3779b1, 0x85ebca6b, 0xc2b2ae35,
  ],
  16,
);
export let usedDays: i32 = 0;

export function usedAt(): usize {
  return used;
}

export function rewrittenAt(): usize {
  return rewritten;
}

/** Forgets the sums. */
export function clearDays(): void {
  for (let place = 0; place < usedDays; place += 1) {
    store<i32>(<usize>load<u32>(used + (<usize>place << 2)), 0, 32);
  }
  usedDays = 0;
}

/** Adds rows from a given one on to their days. Returns the first that it is not sure of or has no room for. */
export function hashRows(from: i32, count: i32): i32 {
  for (let row = from; row < count; row += 1) {
    const slot = <usize>row << 2;
    const key = load<u32>(lastKey + slot);
    if (key == 0) return row;
    const fields = changetype<Key>(key).fields;
    if (fields == 0) return row;
    const cellCount = <usize>load<i32>(fields);
    const dayPlace = <usize>load<i32>(fields, 4);
    let at = cells + <usize>load<i32>(firstCell + slot) * offsetof<Cell>();
    let seed = fields + seedsOffset;
    let sum = i32x4.splat(0x51ed270b);
    let day = i32x4.splat(0);
    for (let place: usize = 0; place < cellCount; place += 1) {
      const cell = changetype<Cell>(at);
      at += offsetof<Cell>();
      const bits = cell.bits;
      if ((bits & isNull) == 0) {
        const start = body + cell.start;
        let end = body + cell.end;
        let isSure = (bits & (isNested | isLoose)) == 0;
        if (isSure && (bits & isNumber) != 0) {
          end = endOfNumber(start, end);
          isSure = end != 0;
        }
        let hash = i32x4.splat(0);
        if (isSure) hash = hashBytes(v128.load(seed), start, end);
        else {
          const raw = hashBytes(v128.not(v128.load(seed)), start, body + cell.end);
          const known = rewritten + ((<usize>i32x4.extract_lane(raw, 0) & 2047) << 5);
          if (v128.any_true(v128.xor(raw, v128.load(known)))) return row;
          hash = v128.load(known, 16);
        }
        sum = i32x4.add(sum, hash);
        if (place == dayPlace) day = hash;
      }
      seed += 16;
    }
    const sums = sumsOf(day, row);
    if (sums == 0) return row;
    v128.store(sums, i32x4.add(v128.load(sums, 16), finish(sum)), 16);
    store<i32>(sums, load<i32>(sums, 32) + 1, 32);
  }
  return count;
}

/** Where the rows of a day are added up; 0 if there is no room. */
@inline
function sumsOf(day: v128, row: i32): usize {
  let place = <usize>i32x4.extract_lane(day, 0);
  for (let tries = 0; tries < 8; tries += 1) {
    const sums = days + (place & 1023) * dayLength;
    if (load<i32>(sums, 32) == 0) {
      v128.store(sums, day);
      v128.store(sums, i32x4.splat(0), 16);
      store<i32>(sums, row, 36);
      store<u32>(used + (<usize>usedDays << 2), <u32>sums);
      usedDays += 1;
      return sums;
    }
    if (!v128.any_true(v128.xor(day, v128.load(sums)))) return sums;
    place += 1;
  }
  return 0;
}

@inline
function mix(hash: v128): v128 {
  const mixed = i32x4.mul(hash, v128.load(factors));
  const folded = v128.xor(mixed, i32x4.shr_u(mixed, 15));
  return i32x4.add(folded, i32x4.shl(i32x4.shuffle(folded, folded, 1, 2, 3, 0), 7));
}

@inline
function finish(hash: v128): v128 {
  const mixed = i32x4.mul(mix(hash), v128.load(factors, 16));
  const folded = v128.xor(mixed, i32x4.shr_u(mixed, 13));
  const all = i32x4.add(folded, i32x4.shl(i32x4.shuffle(folded, folded, 2, 3, 0, 1), 9));
  const last = i32x4.mul(all, v128.load(factors, 32));
  return v128.xor(last, i32x4.shr_u(last, 16));
}

@inline
function hashBytes(seed: v128, start: usize, end: usize): v128 {
  let hash = i32x4.add(seed, i32x4.splat(<i32>(end - start)));
  let at = start;
  while (end - at > 16) {
    hash = mix(v128.xor(hash, v128.load(at)));
    at += 16;
  }
  return finish(v128.xor(hash, lastBytes(at, end)));
}

/** The bytes up to `end`, at most sixteen, followed by zeros. */
@inline
export function lastBytes(at: usize, end: usize): v128 {
  return v128.and(v128.load(at), v128.load(masks + 16 - (end - at)));
}

/** Where a number without exponent ends, without zeros at its end; 0 if it is written in another way. */
@inline
function endOfNumber(start: usize, end: usize): usize {
  let hasPoint = false;
  for (let at = start; at < end; at += 16) {
    const bytes = lastBytes(at, min(at + 16, end));
    if (i8x16.bitmask(i8x16.gt_s(bytes, i8x16.splat(0x39))) != 0) return 0;
    hasPoint = hasPoint || i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(<i8>point))) != 0;
  }
  let to = end;
  if (hasPoint) {
    while (byteAt(to - 1) == zero) to -= 1;
    if (byteAt(to - 1) == point) to -= 1;
  }
  // Zero has no sign.
  return byteAt(start) == minus && to - start == 2 && byteAt(start + 1) == zero ? 0 : to;
}
