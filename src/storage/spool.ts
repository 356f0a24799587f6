import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileError, ifPossible } from '../errors.ts';

export interface SpoolOptions {
  /** Where to create the file, if one is needed. */
  readonly folder: string;
  /** How many bytes stay in memory. */
  readonly memory?: number;
}

const defaultMemory = 1 << 20;
const firstMemory = 1 << 16;
/** Collecting pieces of this size would not save a write. */
const largePiece = 1 << 18;

/** Bytes that may exceed memory: the newest are in memory, the others in a file. */
export function createSpool({ folder, memory = defaultMemory }: SpoolOptions) {
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

  /** Makes room in memory; returns false if the piece must go straight to the file. */
  function makeRoom(length: number): boolean {
    if (file !== undefined && length >= largePiece) {
      flush();
      return false;
    }
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

  /** Fills `into` with the bytes from an offset on. */
  function copyTo(into: Buffer, from: number): void {
    const inFile = Math.max(0, Math.min(into.length, written - from));
    if (inFile > 0) file?.read(into.subarray(0, inFile), from);
    if (inFile < into.length) tail.copy(into, inFile, from + inFile - written);
  }

  return {
    /** Returns the offset of the chunk. The caller may reuse the chunk. */
    append(chunk: Uint8Array | string) {
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
    /** The bytes of a range, valid until the next `append` or `truncate`. */
    read(from: number, to: number) {
      if (from >= written) return tail.subarray(from - written, to - written);
      const bytes = Buffer.allocUnsafe(to - from);
      copyTo(bytes, from);
      return bytes;
    },
    copyTo,
    size: () => written + tailLength,
    /** Forgets what was appended after this many bytes. */
    truncate(size: number) {
      tailLength = Math.max(0, size - written);
      written = Math.min(written, size);
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
  const { descriptor, removeName } = attempt(
    () => ifPossible(() => openNameless(parent)) ?? openUnlinked(parent),
  );
  return {
    write: (bytes, position) => attempt(() => writeWhole(descriptor, bytes, position)),
    read: (into, position) => attempt(() => readWhole(descriptor, into, position)),
    close: () => {
      closeSync(descriptor);
      removeName();
    },
  };
}

interface Unlinked {
  readonly descriptor: number;
  readonly removeName: () => void;
}

/** `O_TMPFILE` of Linux, which Node does not name; other systems and some file systems refuse it. */
const namelessFlags = 0o20000000 | constants.O_DIRECTORY | constants.O_RDWR;

/** A file that never has a name: not even a kill at this moment leaves one. */
function openNameless(parent: string): Unlinked {
  return { descriptor: openSync(parent, namelessFlags, 0o600), removeName: () => undefined };
}

/** A file without a name disappears with the process, however the process ends. */
function openUnlinked(parent: string): Unlinked {
  const folder = mkdtempSync(join(parent, 'costctl-'));
  const removeName = () => rmSync(folder, { recursive: true, force: true });
  try {
    return { descriptor: openSync(join(folder, 'rows'), 'wx+', 0o600), removeName };
  } finally {
    try {
      removeName();
    } catch {
      // Some file systems keep the name while the file is open; it is removed on close.
    }
  }
}

/** Synchronous: another thread takes three times the CPU time; the kernel buffers at once (test/bench/export). */
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
