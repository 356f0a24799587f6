/** Up to here a loop is faster than a call into the runtime. */
const shortRun = 64;

/** Bytes written one after the other into memory that is used again. */
export class ByteOutput {
  bytes: Buffer = Buffer.allocUnsafe(1 << 16);
  length = 0;

  /** Makes room for `count` more bytes; the writing methods do not look. */
  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + count));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  push(byte: number): void {
    this.bytes[this.length] = byte;
    this.length += 1;
  }

  copy(source: Buffer, start: number, end: number): void {
    let to = this.length;
    this.length = to + end - start;
    if (end - start > shortRun) {
      source.copy(this.bytes, to, start, end);
      return;
    }
    const bytes = this.bytes;
    for (let from = start; from < end; from += 1) {
      bytes[to] = source[from] ?? 0;
      to += 1;
    }
  }

  /** Writes a text and makes the room for it. */
  text(text: string): void {
    this.reserve(text.length * 3);
    this.length += this.bytes.write(text, this.length);
  }

  /** What was written since the last take. The next write overwrites it. */
  take(): Buffer {
    const taken = this.bytes.subarray(0, this.length);
    this.length = 0;
    return taken;
  }
}
