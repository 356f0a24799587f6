import { newLine } from '../json/bulk/bytes.ts';
import { createSpool } from '../storage/spool.ts';

/** Lines that may be too many for memory. */
export interface LineSpool {
  /** Stores whole lines, and returns the offset of the first. */
  readonly append: (lines: string | Uint8Array) => number;
  /** The line this many lines after the one at the offset. */
  readonly read: (offset: number, after: number) => string;
  /** All lines, oldest first. */
  readonly lines: () => Generator<string, void, undefined>;
  readonly size: () => number;
  readonly close: () => void;
}

const chunkLength = 1 << 18;
/** Enough for a dozen typical lines. */
const firstLook = 2048;

/** `folder` is where a file is created, if one is needed. */
export function createLineSpool(folder: string): LineSpool {
  const spool = createSpool({ folder });
  const bytesAt = (offset: number, length: number) =>
    spool.read(offset, Math.min(offset + length, spool.size()));

  return {
    append: spool.append,
    read(offset, after) {
      for (let length = firstLook; ; length *= 4) {
        const bytes = bytesAt(offset, length);
        const start = skipLines(bytes, after);
        const end = start < 0 ? -1 : bytes.indexOf(newLine, start);
        if (end >= 0) return bytes.toString('utf8', start, end);
      }
    },
    *lines() {
      let length = chunkLength;
      for (let offset = 0; offset < spool.size(); ) {
        const bytes = bytesAt(offset, length);
        const end = bytes.lastIndexOf(newLine);
        if (end < 0) {
          length *= 2;
          continue;
        }
        yield* bytes.toString('utf8', 0, end).split('\n');
        offset += end + 1;
        length = chunkLength;
      }
    },
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
