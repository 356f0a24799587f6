import type { Bytes } from '../../json/bulk/growing-bytes.ts';

/** By the hash of four bytes: one more than the place where they were seen last; 0: nowhere. */
const places = new Int32Array(1 << 14);
/** What is further back is not looked for: two bytes hold the distance. */
const farthest = 0xffff;
/** After this many misses each step passes two bytes, then three: what does not repeat itself is soon passed. */
const patience = 32;
const longestCopy = 64;
const shortLiteral = 60;

/** Packs bytes in the raw format of Snappy, and appends them. */
export function packSnappy(content: Buffer, output: Bytes): void {
  const source = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const { length } = content;
  output.varint(length);
  // The worst case: nothing repeats itself, but for a few bytes here and there.
  output.reserve(length + Math.ceil(length / 6) + 32);
  places.fill(0);
  let [at, written, misses] = [0, 0, 0];
  while (at <= length - 4) {
    const word = source.getInt32(at, true);
    const slot = slotOf(word);
    const before = (places[slot] ?? 0) - 1;
    places[slot] = at + 1;
    if (before < 0 || at - before > farthest || source.getInt32(before, true) !== word) {
      at += 1 + Math.floor(misses / patience);
      misses += 1;
      continue;
    }
    const end = endOfMatch(source, before + 4, at + 4);
    writeLiteral(output, source, written, at);
    writeCopies(output, at - before, end - at);
    if (end <= length - 3) places[slotOf(source.getInt32(end - 1, true))] = end;
    at = end;
    written = end;
    misses = 0;
  }
  writeLiteral(output, source, written, length);
}

function slotOf(word: number): number {
  return Math.imul(word, 0x1e35a7bd) >>> 18;
}

/** The end of the bytes at `at` that are the same as those at `from`. */
function endOfMatch(source: DataView, from: number, at: number): number {
  const { byteLength } = source;
  const shift = from - at;
  let end = at;
  while (
    end <= byteLength - 4 &&
    source.getInt32(end, true) === source.getInt32(end + shift, true)
  ) {
    end += 4;
  }
  while (end < byteLength && source.getUint8(end) === source.getUint8(end + shift)) end += 1;
  return end;
}

/** Room was reserved before, so nothing here asks for it: that keeps the compiled code small. */
function writeLiteral(output: Bytes, source: DataView, start: number, end: number): void {
  if (start === end) return;
  const { view } = output;
  const last = end - start - 1;
  if (last < shortLiteral) {
    view.setUint8(output.length, last << 2);
    output.length += 1;
  } else {
    const size = last < 0x100 ? 1 : last < 0x10000 ? 2 : last < 0x1000000 ? 3 : 4;
    view.setUint8(output.length, (shortLiteral - 1 + size) << 2);
    view.setUint32(output.length + 1, last, true);
    output.length += 1 + size;
  }
  output.copy(source, start, end);
}

function writeCopies(output: Bytes, offset: number, length: number): void {
  let left = length;
  // The last part has four bytes or more.
  for (; left >= longestCopy + 4; left -= longestCopy) writeCopy(output, offset, longestCopy);
  if (left > longestCopy) {
    writeCopy(output, offset, longestCopy - 4);
    left -= longestCopy - 4;
  }
  writeCopy(output, offset, left);
}

function writeCopy(output: Bytes, offset: number, length: number): void {
  const { view } = output;
  if (length < 12 && offset < 2048) {
    const head = 1 | ((length - 4) << 2) | ((offset >>> 8) << 5);
    view.setUint16(output.length, head | ((offset & 0xff) << 8), true);
    output.length += 2;
  } else {
    view.setUint8(output.length, 2 | ((length - 1) << 2));
    view.setUint16(output.length + 1, offset, true);
    output.length += 3;
  }
}
