import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileError } from '../errors.ts';
import { newLine } from '../json/bulk/bytes.ts';

/** Where lines wait that may be too many for memory: the newest in memory, the others in a file. */
export interface Spool {
  /** Keeps a line, given without its line end, and answers where it stands. */
  readonly append: (line: string) => number;
  /** The line that stands so many lines after the one at the offset. */
  readonly read: (offset: number, after: number) => string;
  /** All lines, oldest first. */
  readonly lines: () => Generator<string, void, undefined>;
  readonly close: () => void;
}

const tailCapacity = 1 << 20;
const chunkLength = 1 << 18;
/** Enough for a dozen lines of the usual length. */
const firstLook = 2048;

/** The file, where there is need of one, stands in `folder`. */
export function createSpool(folder: string): Spool {
  const tail = Buffer.allocUnsafe(tailCapacity);
  let tailLength = 0;
  let written = 0;
  let file: SpoolFile | undefined;

  function flush(): void {
    write(tail.subarray(0, tailLength));
    tailLength = 0;
  }

  function write(bytes: Buffer): void {
    file ??= openSpoolFile(folder);
    file.write(bytes, written);
    written += bytes.length;
  }

  /** The bytes of a stretch; what lies in the tail alone is a view of it. */
  function bytesAt(from: number, to: number): Buffer {
    if (from >= written) return tail.subarray(from - written, to - written);
    const inFile = Buffer.allocUnsafe(Math.min(to, written) - from);
    file?.read(inFile, from);
    return to <= written ? inFile : Buffer.concat([inFile, tail.subarray(0, to - written)]);
  }

  const size = () => written + tailLength;

  return {
    append(line) {
      const offset = size();
      // One UTF-16 unit takes at most three bytes.
      if (line.length * 3 + 1 > tailCapacity - tailLength && tailLength > 0) flush();
      if (line.length * 3 + 1 > tailCapacity) {
        write(Buffer.from(`${line}\n`));
        return offset;
      }
      tailLength += tail.write(line, tailLength, 'utf8');
      tail[tailLength] = newLine;
      tailLength += 1;
      return offset;
    },
    read(offset, after) {
      for (let length = firstLook; ; length *= 4) {
        const bytes = bytesAt(offset, Math.min(offset + length, size()));
        const start = skipLines(bytes, after);
        const end = start < 0 ? -1 : bytes.indexOf(newLine, start);
        if (end >= 0) return bytes.toString('utf8', start, end);
      }
    },
    *lines() {
      let length = chunkLength;
      for (let offset = 0; offset < size(); ) {
        const bytes = bytesAt(offset, Math.min(offset + length, size()));
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
    close() {
      file?.close();
      file = undefined;
    },
  };
}

/** Where the line after so many others begins; -1 where the bytes end before. */
function skipLines(bytes: Buffer, count: number): number {
  let start = 0;
  for (let line = 0; line < count; line += 1) {
    start = bytes.indexOf(newLine, start) + 1;
    if (start === 0) return -1;
  }
  return start;
}

interface SpoolFile {
  readonly write: (bytes: Buffer, position: number) => void;
  readonly read: (into: Buffer, position: number) => void;
  readonly close: () => void;
}

function openSpoolFile(parent: string): SpoolFile {
  const doing = `cannot keep rows in ${parent}`;
  const hint = 'set TMPDIR to a folder with space';
  const { folder, descriptor } = attempt(doing, hint, () => openNameless(parent));
  return {
    write: (bytes, position) => {
      attempt(doing, hint, () => {
        let done = 0;
        while (done < bytes.length) {
          done += writeSync(descriptor, bytes, done, bytes.length - done, position + done);
        }
      });
    },
    read: (into, position) => {
      attempt(doing, hint, () => {
        let done = 0;
        while (done < into.length) {
          const got = readSync(descriptor, into, done, into.length - done, position + done);
          if (got === 0) throw new Error('it was cut short');
          done += got;
        }
      });
    },
    close: () => {
      closeSync(descriptor);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Without a name the file is gone with the process, however that ends. */
function openNameless(parent: string): { folder: string; descriptor: number } {
  const folder = mkdtempSync(join(parent, 'costctl-'));
  const descriptor = openSync(join(folder, 'rows'), 'wx+', 0o600);
  try {
    rmSync(folder, { recursive: true });
  } catch {
    // Some file systems keep the name of a file that is open; it goes when it is closed.
  }
  return { folder, descriptor };
}

function attempt<Result>(doing: string, hint: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    throw fileError(doing, cause, hint);
  }
}
