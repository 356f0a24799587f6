import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileError } from '../errors.ts';

/** Where lines wait that may be too many for memory: the newest in memory, the others in a file. */
export interface Spool {
  /** Keeps a line, given without its line end, and answers where it stands. */
  readonly append: (line: string) => number;
  readonly read: (offset: number) => string;
  /** All lines, oldest first. */
  readonly lines: () => Generator<string, void, undefined>;
  readonly close: () => void;
}

export interface SpoolPlace {
  readonly folder: string;
  /** A number from 0 up to 1, for the file's name. */
  readonly random: () => number;
}

const tailCapacity = 1 << 20;
const chunkLength = 1 << 18;
/** Enough for nearly every line at once. */
const firstLook = 512;
const newline = 0x0a;

export function createSpool(place: SpoolPlace): Spool {
  const tail = Buffer.allocUnsafe(tailCapacity);
  let tailLength = 0;
  let written = 0;
  let file: SpoolFile | undefined;

  function flush(): void {
    write(tail.subarray(0, tailLength));
    tailLength = 0;
  }

  function write(bytes: Buffer): void {
    file ??= openSpoolFile(place);
    file.write(bytes, written);
    written += bytes.length;
  }

  /** The bytes of a stretch; what reaches into the tail stays a view of it. */
  function bytesAt(from: number, to: number): Buffer {
    if (from >= written) return tail.subarray(from - written, to - written);
    const end = Math.min(to, written);
    const bytes = Buffer.allocUnsafe(end - from);
    file?.read(bytes, from);
    return bytes;
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
      tail[tailLength] = newline;
      tailLength += 1;
      return offset;
    },
    read(offset) {
      for (let length = firstLook; ; length *= 4) {
        const bytes = bytesAt(offset, Math.min(offset + length, size()));
        const end = bytes.indexOf(newline);
        if (end >= 0) return bytes.toString('utf8', 0, end);
      }
    },
    *lines() {
      let length = chunkLength;
      for (let offset = 0; offset < size(); ) {
        const bytes = bytesAt(offset, Math.min(offset + length, size()));
        const end = bytes.lastIndexOf(newline);
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

interface SpoolFile {
  readonly write: (bytes: Buffer, position: number) => void;
  readonly read: (into: Buffer, position: number) => void;
  readonly close: () => void;
}

function openSpoolFile({ folder, random }: SpoolPlace): SpoolFile {
  const path = join(folder, `costctl-${Math.floor(random() * 2 ** 48).toString(36)}.tmp`);
  const doing = `cannot keep rows in ${folder}`;
  const hint = 'set TMPDIR to a folder with space';
  const descriptor = attempt(doing, hint, () => openSync(path, 'wx+', 0o600));
  // Without a name it is gone with the process, however that ends.
  const isGone = removed(path);
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
      if (!isGone) removed(path);
    },
  };
}

/** Windows keeps the name of a file that is open, on some file systems. */
function removed(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}

function attempt<Result>(doing: string, hint: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    throw fileError(doing, cause, hint);
  }
}
