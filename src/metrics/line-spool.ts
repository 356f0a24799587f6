import { newLine } from '../json/bulk/bytes.ts';
import { createSpool } from '../storage/spool.ts';

/** Lines that may be too many for memory. */
export type LineSpool = ReturnType<typeof createLineSpool>;

const chunkLength = 1 << 18;
/** Enough for a dozen typical lines. */
const firstLook = 2048;

/** `folder` is where a file is created, if one is needed. */
export function createLineSpool(folder: string) {
  const spool = createSpool({ folder });
  const bytesAt = (offset: number, length: number) =>
    spool.read(offset, Math.min(offset + length, spool.size()));

  /** The same as bytes of whole lines. Each piece is valid until the next one. */
  function* pieces(from = 0): Generator<Buffer, void, undefined> {
    let memory = Buffer.allocUnsafe(Math.min(chunkLength, spool.size() - from));
    for (let offset = from; offset < spool.size(); ) {
      const bytes = memory.subarray(0, spool.size() - offset);
      spool.copyTo(bytes, offset);
      const end = bytes.lastIndexOf(newLine) + 1;
      if (end === 0) memory = Buffer.allocUnsafe(memory.length * 2);
      else yield bytes.subarray(0, end);
      offset += end;
    }
  }

  return {
    /** Stores whole lines, and returns the offset of the first. */
    append: spool.append,
    /** The line this many lines after the one at the offset. */
    read(offset: number, after: number) {
      for (let length = firstLook; ; length *= 4) {
        const bytes = bytesAt(offset, length);
        const start = skipLines(bytes, after);
        const end = start < 0 ? -1 : bytes.indexOf(newLine, start);
        if (end >= 0) return bytes.toString('utf8', start, end);
      }
    },
    /** All lines from the offset on, oldest first. */
    *lines(from?: number) {
      for (const piece of pieces(from)) {
        yield* piece.toString('utf8', 0, piece.length - 1).split('\n');
      }
    },
    pieces,
    size: spool.size,
    close: spool.close,
  };
}

/** Where the line after this many others starts; -1 if the bytes end before it. */
function skipLines(bytes: Buffer, count: number): number {
  let start = 0;
  for (let line = 0; line < count; line += 1) {
    start = bytes.indexOf(newLine, start) + 1;
    if (start === 0) return -1;
  }
  return start;
}
