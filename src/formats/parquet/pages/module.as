// AssemblyScript: bytes of Parquet pages. `npm run simd` compiles it into code.ts. What it is given ends
// before free room: it may read and write up to fifteen bytes past an end.

/** The largest and the sum of the numbers that were read last. */
export let largest: i32 = 0;
export let total: i32 = 0;

/** Unpacks the raw format of Snappy, without the length before it; false if it is damaged. */
export function unpack(from: usize, fromEnd: usize, to: usize, toEnd: usize): bool {
  const start = to;
  while (from < fromEnd) {
    const tag = <usize>load<u8>(from);
    const kind = tag & 3;
    from += 1;
    if (kind == 0) {
      let length = (tag >> 2) + 1;
      if (length > 60) {
        const size = length - 60;
        length = (<usize>load<u32>(from) & (<usize>0xffffffff >> ((4 - size) << 3))) + 1;
        from += size;
      }
      if (from > fromEnd || length - 1 >= fromEnd - from || length - 1 >= toEnd - to) return false;
      if (length > 64) memory.copy(to, from, length);
      else copyWords(to, from, length);
      from += length;
      to += length;
      continue;
    }
    let length = (tag >> 2) + 1;
    let offset: usize = 0;
    if (kind == 1) {
      length = ((tag >> 2) & 7) + 4;
      offset = <usize>load<u8>(from) + ((tag >> 5) << 8);
      from += 1;
    } else if (kind == 2) {
      offset = <usize>load<u16>(from);
      from += 2;
    } else {
      offset = <usize>load<u32>(from);
      from += 4;
    }
    if (from > fromEnd || offset == 0 || offset > to - start || length > toEnd - to) return false;
    repeat(to, offset, length);
    to += length;
  }
  return to == toEnd;
}

/** Unpacks a block of LZ4; false if it is damaged. */
export function unpackBlock(from: usize, fromEnd: usize, to: usize, toEnd: usize): bool {
  const start = to;
  while (from < fromEnd) {
    const token = <usize>load<u8>(from);
    from += 1;
    let length = token >> 4;
    if (length == 15) {
      let byte: usize = 255;
      for (; byte == 255; from += 1, length += byte) {
        if (from >= fromEnd) return false;
        byte = <usize>load<u8>(from);
      }
    }
    if (length > fromEnd - from || length > toEnd - to) return false;
    if (length > 64) memory.copy(to, from, length);
    else copyWords(to, from, length);
    from += length;
    to += length;
    if (from == fromEnd) break;
    const offset = <usize>load<u16>(from);
    from += 2;
    length = token & 15;
    if (length == 15) {
      let byte: usize = 255;
      for (; byte == 255; from += 1, length += byte) {
        if (from >= fromEnd) return false;
        byte = <usize>load<u8>(from);
      }
    }
    length += 4;
    if (from > fromEnd || offset == 0 || offset > to - start || length > toEnd - to) return false;
    repeat(to, offset, length);
    to += length;
  }
  return to == toEnd;
}

/** What is further back is not looked for: two bytes hold the distance. */
const farthest: usize = 0xffff;
const longestCopy: usize = 64;

/**
 * Packs bytes in the raw format of Snappy, and returns the end. `places` is room for 64 KB: by the hash of four bytes,
 * where they were seen last. After 32 misses each step passes two bytes, then three: what does not repeat itself is
 * soon passed.
 */
export function pack(from: usize, fromEnd: usize, to: usize, places: usize): usize {
  memory.fill(places, 0, 1 << 16);
  to = storeVarint(to, <u32>(fromEnd - from));
  let at = from;
  let misses: usize = 0;
  while (at + 4 <= fromEnd) {
    const word = load<u32>(at);
    const slot = places + slotOf(word);
    const before = <usize>load<u32>(slot);
    store<u32>(slot, <u32>at);
    if (before == 0 || at - before > farthest || load<u32>(before) != word) {
      at += 1 + (misses >> 5);
      misses += 1;
      continue;
    }
    const offset = at - before;
    let end = at + 4;
    let differs = load<u64>(end) ^ load<u64>(end - offset);
    for (; differs == 0 && end < fromEnd; differs = load<u64>(end) ^ load<u64>(end - offset)) end += 8;
    if (differs != 0) end += <usize>ctz(differs) >> 3;
    end = min(end, fromEnd);
    to = storeCopies(storeLiteral(to, from, at), offset, end - at);
    if (end + 3 <= fromEnd) store<u32>(places + slotOf(load<u32>(end - 1)), <u32>(end - 1));
    at = end;
    from = end;
    misses = 0;
  }
  return storeLiteral(to, from, fromEnd);
}

@inline
function slotOf(word: u32): usize {
  return <usize>((word * 0x1e35a7bd) >> 18) << 2;
}

function storeLiteral(to: usize, from: usize, end: usize): usize {
  const length = end - from;
  if (length == 0) return to;
  const last = <u32>length - 1;
  if (last < 60) {
    store<u8>(to, last << 2);
    to += 1;
  } else {
    const size = (39 - clz(last)) >> 3;
    store<u8>(to, (59 + size) << 2);
    store<u32>(to, last, 1);
    to += 1 + size;
  }
  if (length > 64) memory.copy(to, from, length);
  else copyWords(to, from, length);
  return to + length;
}

/** The last copy has four bytes or more. */
function storeCopies(to: usize, offset: usize, length: usize): usize {
  for (; length >= longestCopy + 4; length -= longestCopy) to = storeCopy(to, offset, longestCopy);
  if (length > longestCopy) {
    to = storeCopy(to, offset, longestCopy - 4);
    length -= longestCopy - 4;
  }
  return storeCopy(to, offset, length);
}

function storeCopy(to: usize, offset: usize, length: usize): usize {
  if (length < 12 && offset < 2048) {
    store<u16>(to, <u16>(1 | ((length - 4) << 2) | ((offset >> 8) << 5) | ((offset & 0xff) << 8)));
    return to + 2;
  }
  store<u8>(to, <u8>(2 | ((length - 1) << 2)));
  store<u16>(to, <u16>offset, 1);
  return to + 3;
}

function storeVarint(to: usize, value: u32): usize {
  for (; value >= 0x80; to += 1, value >>= 7) store<u8>(to, value | 0x80);
  store<u8>(to, value);
  return to + 1;
}

/** The bytes may repeat themselves. */
@inline
function repeat(to: usize, offset: usize, length: usize): void {
  if (offset >= 8) copyWords(to, to - offset, length);
  else for (let at: usize = 0; at < length; at += 1) store<u8>(to + at, load<u8>(to + at - offset));
}

@inline
function copyWords(to: usize, from: usize, length: usize): void {
  for (let at: usize = 0; at < length; at += 8) store<u64>(to + at, load<u64>(from + at));
}

/** How many groups of eight numbers a writer may add. */
const padding: u32 = 64;

/**
 * Reads numbers in the hybrid of runs and packed bits; returns their end, 0 if there are too few bytes, or 1 if
 * there are more numbers.
 */
export function readNumbers(from: usize, fromEnd: usize, count: i32, width: i32, to: usize): usize {
  const start = to;
  const mask: u64 = (1 << <u64>width) - 1;
  const runBytes = (<usize>width + 7) >> 3;
  let done = 0;
  while (done < count) {
    let head: u32 = 0;
    for (let shift = 0; ; shift += 7) {
      if (from >= fromEnd || shift > 28) return 0;
      const byte = <u32>load<u8>(from);
      from += 1;
      head |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    const length = head >> 1;
    const left = <u32>(count - done);
    if ((head & 1) == 0) {
      if (length > left) return 1;
      if (from + runBytes > fromEnd) return 0;
      const value = load<u32>(from) & <u32>((<u64>1 << (runBytes << 3)) - 1);
      from += runBytes;
      for (let at: u32 = 0; at < length; at += 1) store<u32>(to + (<usize>at << 2), value);
      to += <usize>length << 2;
      done += <i32>length;
      continue;
    }
    const groups = (left + 7) >> 3;
    if (length > groups + padding) return 1;
    const own = length >= groups ? left : length << 3;
    if (from + ((<usize>own * width + 7) >> 3) > fromEnd) return 0;
    unpackNumbers(from, own, width, mask, to);
    to += <usize>own << 2;
    from += <usize>length * width;
    done += <i32>own;
  }
  measure(start, count);
  return from;
}

/** Eight numbers are as many bytes as each has bits. */
@inline
function unpackNumbers(from: usize, count: u32, width: i32, mask: u64, to: usize): void {
  let at: u32 = 0;
  if (width <= 16) {
    const half = <usize>width >> 1;
    const odd = <u64>(width & 1) << 2;
    for (; at + 8 <= count; at += 8) {
      unpackFour(load<u64>(from), width, mask, to);
      unpackFour(load<u64>(from + half) >> odd, width, mask, to + 16);
      from += width;
      to += 32;
    }
  }
  for (let bit: usize = 0; at < count; at += 1) {
    store<u32>(to, <u32>((load<u64>(from + (bit >> 3)) >> <u64>(bit & 7)) & mask));
    to += 4;
    bit += width;
  }
}

/** A run pays off from this length on: shorter ones are packed with their neighbours, eight at a time. */
const shortestRun = 8;

/** Writes numbers in the hybrid of runs and packed bits, and returns the end. */
export function writeNumbers(from: usize, count: i32, width: i32, to: usize): usize {
  const last = from + (<usize>count << 2);
  let packedFrom = from;
  while (from < last) {
    const value = load<u32>(from);
    let end = from + 4;
    while (end < last && load<u32>(end) == value) end += 4;
    // A packed group before a run must be full: the run gives it what it lacks.
    const start = packedFrom + ((from - packedFrom + 31) & ~31);
    if (end >= start + (shortestRun << 2)) {
      to = storeVarint(packNumbers(packedFrom, start, width, to), <u32>(end - start) >> 1);
      store<u32>(to, value);
      to += (<usize>width + 7) >> 3;
      packedFrom = end;
    }
    from = end;
  }
  return packNumbers(packedFrom, last, width, to);
}

function packNumbers(from: usize, fromEnd: usize, width: i32, to: usize): usize {
  if (from == fromEnd) return to;
  const groups = (fromEnd - from + 31) >> 5;
  to = storeVarint(to, (<u32>groups << 1) + 1);
  const end = to + groups * width;
  memory.fill(end - width, 0, width);
  let bits: u64 = 0;
  let filled = 0;
  for (; from < fromEnd; from += 4) {
    bits |= <u64>load<u32>(from) << filled;
    filled += width;
    if (filled < 32) continue;
    store<u32>(to, <u32>bits);
    to += 4;
    bits >>= 32;
    filled -= 32;
  }
  store<u32>(to, <u32>bits);
  return end;
}

@inline
function unpackFour(word: u64, width: i32, mask: u64, to: usize): void {
  const bits = <u64>width;
  store<u32>(to, <u32>(word & mask));
  store<u32>(to, <u32>((word >> bits) & mask), 4);
  store<u32>(to, <u32>((word >> (bits * 2)) & mask), 8);
  store<u32>(to, <u32>((word >> (bits * 3)) & mask), 12);
}

@inline
function measure(numbers: usize, count: i32): void {
  let most = i32x4.splat(0);
  let sum = i32x4.splat(0);
  let at = 0;
  for (; at + 4 <= count; at += 4) {
    const four = v128.load(numbers + (<usize>at << 2));
    most = i32x4.max_u(most, four);
    sum = i32x4.add(sum, four);
  }
  let largestOne = max(
    max(<u32>i32x4.extract_lane(most, 0), <u32>i32x4.extract_lane(most, 1)),
    max(<u32>i32x4.extract_lane(most, 2), <u32>i32x4.extract_lane(most, 3)),
  );
  let all = i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1);
  all += i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3);
  for (; at < count; at += 1) {
    const one = load<u32>(numbers + (<usize>at << 2));
    largestOne = max(largestOne, one);
    all += <i32>one;
  }
  largest = <i32>largestOne;
  total = all;
}

/**
 * Gives rows that have a value its number, and the others -1: `levels`, 1 or 0 for each row, are replaced. Without
 * `numbers`, values are numbered one after the other, from `first` on.
 */
export function spread(levels: usize, count: i32, numbers: usize, first: i32): void {
  let value = 0;
  for (let row = 0; row < count; row += 1) {
    const slot = levels + (<usize>row << 2);
    const isFilled = load<i32>(slot);
    const own = numbers == 0 ? first + value : load<i32>(numbers + (<usize>value << 2));
    store<i32>(slot, isFilled == 0 ? -1 : own);
    value += isFilled;
  }
}

/** Keeps the rows whose group is chosen, and returns how many they are. */
export function keepRows(groups: usize, count: i32, selected: usize, chosen: usize, to: usize): i32 {
  let kept = 0;
  for (let place = 0; place < count; place += 1) {
    const slot = <usize>place << 2;
    store<i32>(to + (<usize>kept << 2), selected == 0 ? place : load<i32>(selected + slot));
    kept += load<u8>(chosen + <usize>load<i32>(groups + slot));
  }
  return kept;
}

/**
 * Divides rows by one more column: the key of each becomes that of the column too. Rows without `rows` have
 * values one after the other, from `first` on. Without a value, they have the last of `width` keys.
 */
export function divide(
  keys: usize,
  count: i32,
  selected: usize,
  rows: usize,
  first: i32,
  classes: usize,
  width: i32,
): void {
  let place = 0;
  if (selected == 0 && rows != 0 && classes == 0) {
    const widths = i32x4.splat(width);
    const last = i32x4.splat(width - 1);
    const none = i32x4.splat(0);
    for (; place + 4 <= count; place += 4) {
      const slot = <usize>place << 2;
      const values = v128.load(rows + slot);
      const known = v128.bitselect(last, values, i32x4.lt_s(values, none));
      v128.store(keys + slot, i32x4.add(i32x4.mul(v128.load(keys + slot), widths), known));
    }
  }
  for (; place < count; place += 1) {
    const slot = <usize>place << 2;
    const row = selected == 0 ? place : load<i32>(selected + slot);
    let value = rows == 0 ? first + row : load<i32>(rows + (<usize>row << 2));
    if (value < 0) value = width - 1;
    else if (classes != 0) value = load<i32>(classes + (<usize>value << 2));
    store<i32>(keys + slot, load<i32>(keys + slot) * width + value);
  }
}

/** Makes the keys numbers of groups, in the order in which they appear, and returns how many there are. */
export function numberGroups(
  keys: usize,
  count: i32,
  selected: usize,
  table: usize,
  firstRows: usize,
): i32 {
  let groups = 0;
  for (let place = 0; place < count; place += 1) {
    const slot = <usize>place << 2;
    const entry = table + (<usize>load<u32>(keys + slot) << 2);
    let group = load<i32>(entry);
    if (group == 0) {
      const row = selected == 0 ? place : load<i32>(selected + slot);
      store<i32>(firstRows + (<usize>groups << 2), row);
      groups += 1;
      group = groups;
      store<i32>(entry, group);
    }
    store<i32>(keys + slot, group - 1);
  }
  return groups;
}

/**
 * Adds up little-endian numbers of 8 bytes, or big-endian ones of 16, by words; and counts rows, those without a
 * number too. If `arePositive`, others are only counted.
 */
export function addUp(
  groups: usize,
  count: i32,
  selected: usize,
  rows: usize,
  first: i32,
  units: usize,
  isWide: bool,
  arePositive: bool,
  sums: usize,
  counts: usize,
): void {
  if (isWide) addUpWide(groups, count, selected, rows, first, units, arePositive, sums, counts);
  else addUpLong(groups, count, selected, rows, first, units, arePositive, sums, counts);
}

function addUpLong(
  groups: usize,
  count: i32,
  selected: usize,
  rows: usize,
  first: i32,
  units: usize,
  arePositive: bool,
  sums: usize,
  counts: usize,
): void {
  const mask: i64 = arePositive ? -1 : 0;
  if (selected == 0 && rows == 0) {
    addUpAll(groups, count, units + (<usize>first << 3), mask, sums, counts);
    return;
  }
  for (let place = 0; place < count; place += 1) {
    const slot = <usize>place << 2;
    const row = selected == 0 ? place : load<i32>(selected + slot);
    const number = rows == 0 ? first + row : load<i32>(rows + (<usize>row << 2));
    const group = <usize>load<i32>(groups + slot);
    const counted = counts + (group << 2);
    store<i32>(counted, load<i32>(counted) + 1);
    if (number < 0) continue;
    let unit = load<i64>(units + (<usize>number << 3));
    unit &= ~((unit >> 63) & mask);
    const sum = sums + (group << 4);
    store<i64>(sum, load<i64>(sum) + (unit >> 32));
    store<i64>(sum, load<i64>(sum, 8) + (unit & 0xffffffff), 8);
  }
}

/** Every row has a number, in the order of the rows: a loop that asks nothing takes half the time. */
function addUpAll(
  groups: usize,
  count: i32,
  units: usize,
  mask: i64,
  sums: usize,
  counts: usize,
): void {
  const end = groups + (<usize>count << 2);
  for (; groups < end; groups += 4, units += 8) {
    const group = <usize>load<u32>(groups);
    let unit = load<i64>(units);
    unit &= ~((unit >> 63) & mask);
    const sum = sums + (group << 4);
    const words = i64x2.replace_lane(i64x2.splat(unit >> 32), 1, unit & 0xffffffff);
    v128.store(sum, i64x2.add(v128.load(sum), words));
    const counted = counts + (group << 2);
    store<i32>(counted, load<i32>(counted) + 1);
  }
}

function addUpWide(
  groups: usize,
  count: i32,
  selected: usize,
  rows: usize,
  first: i32,
  units: usize,
  arePositive: bool,
  sums: usize,
  counts: usize,
): void {
  for (let place = 0; place < count; place += 1) {
    const slot = <usize>place << 2;
    const row = selected == 0 ? place : load<i32>(selected + slot);
    const number = rows == 0 ? first + row : load<i32>(rows + (<usize>row << 2));
    const group = <usize>load<i32>(groups + slot);
    const counted = counts + (group << 2);
    store<i32>(counted, load<i32>(counted) + 1);
    if (number < 0) continue;
    const unit = units + (<usize>number << 4);
    const high = bswap<i64>(load<i64>(unit));
    if (arePositive && high < 0) continue;
    const low = bswap<i64>(load<i64>(unit, 8));
    const sum = sums + (group << 5);
    store<i64>(sum, load<i64>(sum) + (high >> 32));
    store<i64>(sum, load<i64>(sum, 8) + (high & 0xffffffff), 8);
    store<i64>(sum, load<i64>(sum, 16) + (low >>> 32), 16);
    store<i64>(sum, load<i64>(sum, 24) + (low & 0xffffffff), 24);
  }
}

/** Numbers each row by the classes of its values in one column or two; the class of a missing value is before the others. */
export function setClasses(
  keys: usize,
  count: i32,
  selected: usize,
  base: i32,
  rows: usize,
  classes: usize,
  otherRows: usize,
  otherClasses: usize,
): void {
  const end = keys + (<usize>count << 2);
  if (selected != 0) {
    for (; keys < end; keys += 4, selected += 4) {
      const row = load<u32>(selected) << 2;
      const other = otherRows == 0 ? 0 : classAt(otherClasses, otherRows + row);
      store<i32>(keys, base + classAt(classes, rows + row) + other);
    }
  } else if (otherRows == 0) {
    for (; keys < end; keys += 4, rows += 4) store<i32>(keys, base + classAt(classes, rows));
  } else {
    for (; keys < end; keys += 4, rows += 4, otherRows += 4) {
      store<i32>(keys, base + classAt(classes, rows) + classAt(otherClasses, otherRows));
    }
  }
}

/** Adds the classes of one more column. */
export function addClasses(
  keys: usize,
  count: i32,
  selected: usize,
  rows: usize,
  classes: usize,
): void {
  const end = keys + (<usize>count << 2);
  for (; keys < end; keys += 4) {
    let row = rows;
    if (selected == 0) rows += 4;
    else {
      row += load<u32>(selected) << 2;
      selected += 4;
    }
    store<i32>(keys, load<i32>(keys) + classAt(classes, row));
  }
}

@inline
function classAt(classes: usize, row: usize): i32 {
  return load<i32>(classes + (load<u32>(row) << 2));
}

const powers = memory.data<i64>([
  1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000,
  100000000000, 1000000000000, 10000000000000, 100000000000000, 1000000000000000,
  10000000000000000, 100000000000000000, 1000000000000000000,
]);

/**
 * Lowers, for each group, with how many zeros all its numbers of 8 bytes end: as many as they have if `written` is -1,
 * otherwise `written`, or `scale` less the `places` of each number.
 */
export function lowerZeros(
  groups: usize,
  count: i32,
  selected: usize,
  rows: usize,
  first: i32,
  units: usize,
  zeros: usize,
  written: i32,
  places: usize,
  scale: i32,
): void {
  for (let place = 0; place < count; place += 1) {
    const slot = <usize>place << 2;
    const known = <i32>load<u8>(zeros + <usize>load<u32>(groups + slot));
    if (known == 0) continue;
    const row = selected == 0 ? place : load<i32>(selected + slot);
    const number = rows == 0 ? first + row : load<i32>(rows + (<usize>row << 2));
    if (number < 0) continue;
    let left = written;
    if (places != 0) left = scale - load<i32>(places + (<usize>number << 2));
    else if (written < 0) left = zerosOf(load<i64>(units + (<usize>number << 3)), known);
    if (left < known) store<u8>(zeros + <usize>load<u32>(groups + slot), <u8>max(left, 0));
  }
}

/** With how many zeros a number ends, up to `most`. One of two to a power is easy to rule out. */
@inline
function zerosOf(unit: i64, most: i32): i32 {
  if (unit == 0) return most;
  let zeros = min(most, <i32>ctz(unit));
  while (zeros > 0 && unit % load<i64>(powers + (<usize>zeros << 3)) != 0) zeros -= 1;
  return zeros;
}

/** Where groups begin in a footer, the next byte of them, and its end. */
let begin: usize = 0;
let place: usize = 0;
let limit: usize = 0;
let isDamaged = false;

/** Structures of a footer nest less deeply. */
const deepest = 16;
/** Numbers of each part of a column, and what they begin with until they are known. */
const chunkSlots = 11;

/**
 * Reads `count` groups of rows from a footer in Thrift's compact form. For each it stores, as doubles, its rows, and of
 * each column: codec, values, plain size, size, place, place of its dictionary, nulls, place (from here) and length of
 * the least and of the greatest value. What a group lacks is NaN. Returns the end, or 0 if it cannot be read.
 */
export function readGroups(from: usize, fromEnd: usize, count: i32, columns: i32, to: usize): usize {
  begin = from;
  place = from;
  limit = fromEnd;
  isDamaged = false;
  const size = <usize>(1 + columns * chunkSlots) << 3;
  for (let group = 0; group < count && !isDamaged; group += 1) {
    for (let slot: usize = 0; slot < size; slot += 8) store<f64>(to + slot, NaN);
    let id: i64 = 0;
    for (let head = nextByte(); head != 0; head = nextByte()) {
      id = nextId(head, id);
      if (id == 1) {
        const list = nextByte();
        if ((head & 15) != 9 || (list & 15) != 12 || lengthOf(list) != columns) isDamaged = true;
        for (let column = 0; column < columns && !isDamaged; column += 1) {
          readFields(to + 8 + <usize>(column * chunkSlots << 3), 1);
        }
      } else if (id == 3) store<f64>(to, nextInteger(head & 15));
      else skip(head & 15, 1);
    }
    to += size;
  }
  return isDamaged ? 0 : place;
}

/** Of a part of a column, its description (level 1), what that has of its pages (2), and their statistics (3). */
function readFields(to: usize, level: i32): void {
  let id: i64 = 0;
  for (let head = nextByte(); head != 0; head = nextByte()) {
    id = nextId(head, id);
    const type = head & 15;
    if (level == 1) {
      if (id == 3 && type == 12) readFields(to, 2);
      else skip(type, level);
    } else if (level == 2) {
      if (id == 12 && type == 12) readFields(to, 3);
      else if (id >= 4 && id <= 7) store<f64>(to + (<usize>(id - 4) << 3), nextInteger(type));
      else if (id == 9) store<f64>(to, nextInteger(type), 32);
      else if (id == 11) store<f64>(to, nextInteger(type), 40);
      else skip(type, level);
    } else if (id == 3) store<f64>(to, nextInteger(type), 48);
    else if ((id == 5 || id == 6) && type == 8) {
      const slot = to + (id == 6 ? 56 : 72);
      const length = nextVarint();
      store<f64>(slot, <f64>(place - begin));
      store<f64>(slot, <f64>length, 8);
      pass(length);
    } else skip(type, level);
  }
}

function nextByte(): u32 {
  if (place >= limit) {
    isDamaged = true;
    return 0;
  }
  place += 1;
  return <u32>load<u8>(place - 1);
}

function nextVarint(): i64 {
  let value: i64 = 0;
  for (let shift: i64 = 0; shift < 64; shift += 7) {
    const byte = <i64>nextByte();
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
  isDamaged = true;
  return 0;
}

function nextId(head: u32, id: i64): i64 {
  return head >> 4 == 0 ? unzigzag(nextVarint()) : id + (head >> 4);
}

function nextInteger(type: u32): f64 {
  if (type != 5 && type != 6) isDamaged = true;
  return <f64>unzigzag(nextVarint());
}

function unzigzag(value: i64): i64 {
  return (value >>> 1) ^ -(value & 1);
}

function lengthOf(list: u32): i64 {
  return list >> 4 == 15 ? nextVarint() : <i64>(list >> 4);
}

function pass(bytes: i64): void {
  if (bytes < 0 || bytes > <i64>(limit - place)) isDamaged = true;
  else place += <usize>bytes;
}

/** Passes a value: its type is a number of Thrift's. */
function skip(type: u32, depth: i32): void {
  if (depth > deepest) isDamaged = true;
  if (isDamaged || type == 1 || type == 2) return;
  if (type == 3) pass(1);
  else if (type >= 4 && type <= 6) nextVarint();
  else if (type == 7) pass(8);
  else if (type == 8) pass(nextVarint());
  else if (type == 9) {
    const list = nextByte();
    const isTruth = (list & 15) == 1 || (list & 15) == 2;
    const length = lengthOf(list);
    for (let item: i64 = 0; item < length && !isDamaged; item += 1) {
      skip(isTruth ? 3 : list & 15, depth + 1);
    }
  } else if (type == 12) {
    for (let head = nextByte(); head != 0; head = nextByte()) {
      nextId(head, 0);
      skip(head & 15, depth + 1);
    }
  } else isDamaged = true;
}
