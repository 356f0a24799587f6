import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileError } from '../errors.ts';

/** Bytes that may exceed memory: the newest are in memory, the others in a file. */
export interface Spool {
  /** Returns the offset of the chunk. The caller may reuse the chunk. */
  readonly append: (chunk: Uint8Array | string) => number;
  /** The bytes of a range, valid until the next `append` or `clear`. */
  readonly read: (from: number, to: number) => Buffer;
  /** The same in memory of their own. */
  readonly copy: (from: number, to: number) => Buffer;
  readonly size: () => number;
  readonly clear: () => void;
  readonly close: () => void;
}

export interface SpoolOptions {
  /** Where to create the file, if one is needed. */
  readonly folder: string;
  /** How many bytes stay in memory. */
  readonly memory?: number;
}

const defaultMemory = 1 << 20;
const firstMemory = 1 << 16;

export function createSpool({ folder, memory = defaultMemory }: SpoolOptions): Spool {
  let tail = Buffer.allocUnsafe(Math.min(firstMemory, memory));
  let tailLength = 0;
  let written = 0;
  let file: SpoolFile | undefined;

  function flush(): void {
    write(tail.subarray(0, tailLength));
    tailLength = 0;
  }

  function write(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    file ??= openSpoolFile(folder);
    file.write(bytes, written);
    written += bytes.length;
  }

  /** Makes room in memory; false if there is not enough. */
  function makeRoom(length: number): boolean {
    if (tailLength + length <= tail.length) return true;
    if (tailLength + length <= memory) {
      const larger = Buffer.allocUnsafe(Math.min(memory, 2 * (tailLength + length)));
      tail.copy(larger, 0, 0, tailLength);
      tail = larger;
      return true;
    }
    flush();
    return length <= tail.length || (length <= memory && makeRoom(length));
  }

  function copy(from: number, to: number): Buffer {
    const bytes = Buffer.allocUnsafe(to - from);
    const inFile = Math.max(0, Math.min(to, written) - from);
    if (inFile > 0) file?.read(bytes.subarray(0, inFile), from);
    if (to > written) tail.copy(bytes, inFile, from + inFile - written, to - written);
    return bytes;
  }

  return {
    append(chunk) {
      const offset = written + tailLength;
      // One UTF-16 unit takes at most three bytes.
      const most = typeof chunk === 'string' ? chunk.length * 3 : chunk.length;
      if (!makeRoom(most)) write(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
      else if (typeof chunk === 'string') tailLength += tail.write(chunk, tailLength, 'utf8');
      else {
        tail.set(chunk, tailLength);
        tailLength += chunk.length;
      }
      return offset;
    },
    read: (from, to) =>
      from >= written ? tail.subarray(from - written, to - written) : copy(from, to),
    copy,
    size: () => written + tailLength,
    clear() {
      tailLength = 0;
      written = 0;
    },
    close() {
      file?.close();
      file = undefined;
    },
  };
}

interface SpoolFile {
  readonly write: (bytes: Uint8Array, position: number) => void;
  readonly read: (into: Buffer, position: number) => void;
  readonly close: () => void;
}

function openSpoolFile(parent: string): SpoolFile {
  const attempt = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (cause) {
      const hint = 'set TMPDIR to a folder with space';
      throw fileError(`cannot store rows in ${parent}`, cause, hint);
    }
  };
  const { folder, descriptor } = attempt(() => openUnlinked(parent));
  return {
    write: (bytes, position) => attempt(() => writeWhole(descriptor, bytes, position)),
    read: (into, position) => attempt(() => readWhole(descriptor, into, position)),
    close: () => {
      closeSync(descriptor);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A file without a name disappears with the process, however the process ends. */
function openUnlinked(parent: string): { folder: string; descriptor: number } {
  const folder = mkdtempSync(join(parent, 'costctl-'));
  const descriptor = openSync(join(folder, 'rows'), 'wx+', 0o600);
  try {
    rmSync(folder, { recursive: true });
  } catch {
    // Some file systems keep the name while the file is open; it is removed on close.
  }
  return { folder, descriptor };
}

/**
 * Synchronous: handing a page to another thread costs three times as much CPU time as writing it
 * (test/bench/export), and the kernel buffers it at once.
 */
export function writeWhole(descriptor: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(descriptor, bytes, done, bytes.length - done, position + done);
  }
}

function readWhole(descriptor: number, into: Buffer, position: number): void {
  for (let done = 0; done < into.length; ) {
    const count = readSync(descriptor, into, done, into.length - done, position + done);
    if (count === 0) throw new Error('it was cut short');
    done += count;
  }
}
