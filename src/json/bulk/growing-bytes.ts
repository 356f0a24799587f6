/** Memory that grows while a part of a file is put together, and is used again for the next. */
export class Bytes {
  buffer: Buffer;
  view: DataView;
  length = 0;

  /** Begins with this many bytes, or in this memory. */
  constructor(begin: number | Buffer = 1 << 12) {
    this.buffer = typeof begin === 'number' ? Buffer.allocUnsafeSlow(begin) : begin;
    this.view = viewOf(this.buffer);
  }

  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.buffer.length * 2, needed));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
    this.view = viewOf(larger);
  }

  byte(value: number): void {
    this.reserve(1);
    this.buffer[this.length] = value;
    this.length += 1;
  }

  int32(value: number): void {
    this.reserve(4);
    this.view.setInt32(this.length, value, true);
    this.length += 4;
  }

  double(value: number): void {
    this.reserve(8);
    this.view.setFloat64(this.length, value, true);
    this.length += 8;
  }

  /** Seven bits a byte, the lowest first. */
  varint(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  append(source: Uint8Array, start = 0, end = source.length): void {
    const count = end - start;
    this.reserve(count);
    if (count <= shortRun) {
      const { buffer, length } = this;
      for (let at = 0; at < count; at += 1) buffer[length + at] = source[start + at] ?? 0;
    } else {
      this.buffer.set(
        start === 0 && end === source.length ? source : source.subarray(start, end),
        this.length,
      );
    }
    this.length += count;
  }

  /** Copies four bytes at a time, and so may write a little past the end, into free room. */
  copy(source: DataView, start: number, end: number): void {
    const to = this.length;
    this.reserve(end - start + 4);
    this.length = to + end - start;
    if (end - start > longRun || end + 4 > source.byteLength) {
      this.buffer.set(new Uint8Array(source.buffer, source.byteOffset + start, end - start), to);
      return;
    }
    const { view } = this;
    const shift = to - start;
    for (let at = start; at < end; at += 4) {
      view.setInt32(at + shift, source.getInt32(at, true), true);
    }
  }

  /** What was written so far; valid until the next write. */
  written(): Buffer {
    return this.buffer.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }
}

/** Up to here a loop is faster than a call into the runtime: of bytes, or of words. */
const shortRun = 24;
const longRun = 96;

function viewOf(buffer: Buffer): DataView {
  return new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}

/**
 * Compares eight bytes at a time as a double. Eight bytes of UTF-8 without controls are neither a NaN, which equals
 * nothing, nor one of the two zeros, which equal each other: equal doubles are equal bytes. The last eight come
 * first: texts of a column differ more often at their ends.
 */
export function isSame(view: DataView, from: number, source: DataView, start: number, end: number) {
  const shift = from - start;
  if (end - start >= 8) {
    const last = end - 8;
    if (view.getFloat64(last + shift, true) !== source.getFloat64(last, true)) return false;
    for (let at = start; at < last; at += 8) {
      if (view.getFloat64(at + shift, true) !== source.getFloat64(at, true)) return false;
    }
    return true;
  }
  if (end - start >= 4) {
    const last = end - 4;
    if (view.getInt32(last + shift, true) !== source.getInt32(last, true)) return false;
    return view.getInt32(from, true) === source.getInt32(start, true);
  }
  for (let at = start; at < end; at += 1) {
    if (view.getUint8(at + shift) !== source.getUint8(at)) return false;
  }
  return true;
}

/** The same numbers in twice the room, or in what is needed. */
export function grow(numbers: Int32Array, needed = 0): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(numbers.length * 2, needed));
  larger.set(numbers);
  return larger;
}
