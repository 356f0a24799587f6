import { Bytes } from './growing-bytes.ts';

/** Up to this length a loop is faster than a call into the runtime. */
const shortRun = 256;

/** How many bytes a copy may write past its end. */
const slack = 8;

/** Bytes written sequentially into reused memory. Only `text` and `reserve` make room. */
export class ByteOutput extends Bytes {
  /** What was copied from last: asking a view for its length takes longer than most copies. */
  #source: DataView | undefined;
  #sourceEnd = 0;

  constructor(buffer: Buffer = Buffer.allocUnsafe(1 << 16)) {
    super(buffer);
  }

  override reserve(count: number): void {
    super.reserve(count + slack);
  }

  push(byte: number): void {
    this.buffer[this.length] = byte;
    this.length += 1;
  }

  /** Eight bytes at a time, also past the end, into free room. As doubles they keep their bits: UTF-8 is no NaN. */
  override copy(source: DataView, start: number, end: number): void {
    if (source !== this.#source) {
      this.#source = source;
      this.#sourceEnd = source.byteLength;
    }
    if (end - start <= shortRun && end + slack <= this.#sourceEnd) {
      this.copyPadded(source, start, end);
      return;
    }
    const bytes = new Uint8Array(source.buffer, source.byteOffset + start, end - start);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** The same for a short run that eight more bytes follow. */
  copyPadded(source: DataView, start: number, end: number): void {
    const view = this.view;
    const shift = this.length - start;
    this.length += end - start;
    for (let at = start; at < end; at += 8) {
      view.setFloat64(at + shift, source.getFloat64(at, true), true);
    }
  }

  /** Writes text, making room for it. */
  text(text: string): void {
    this.reserve(text.length * 3);
    this.length += this.buffer.write(text, this.length);
  }

  /** What was written since the last take. The next write overwrites it. */
  take(): Buffer {
    const taken = this.written();
    this.clear();
    return taken;
  }
}
