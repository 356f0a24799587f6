import { fstatSync, readdirSync, readFileSync, readlinkSync, statSync, writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import { CostctlError } from './errors.ts';

/**
 * Whether the program may have been started without stdout (`>&-`). Node then opens /dev/null, for reading
 * and writing, and so do programs that discard the output of others. Only Linux shows this.
 */
export function mayStdoutBeClosed(): boolean {
  try {
    if (readlinkSync('/proc/self/fd/1') !== '/dev/null') return false;
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync('/proc/self/fdinfo/1', 'utf8'))?.[1];
    return (Number.parseInt(flags ?? '0', 8) & 3) === 2;
  } catch {
    return false;
  }
}

/**
 * Whether the program was certainly started without stdout: the parent has no stdout to pass on, or is a
 * shell, which opens /dev/null only for writing, and did not pass on its own stdout.
 */
export function isStdoutClosed(parentId: number): boolean {
  if (!mayStdoutBeClosed()) return false;
  const parent = `/proc/${parentId}`;
  try {
    if (!readdirSync(`${parent}/fd`).includes('1')) return true;
    if (readlinkSync(`${parent}/fd/1`) === '/dev/null') return false;
    return shells.has(readFileSync(`${parent}/comm`, 'utf8').trim());
  } catch {
    // The parent belongs to someone else, or has ended.
    return false;
  }
}

const shells = new Set(['ash', 'bash', 'busybox', 'dash', 'fish', 'ksh', 'mksh', 'sh', 'zsh']);

/** Replaces a missing stdout: writing a result fails, but a run without a result succeeds. */
export function createClosedStdout(): Writable {
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => done(chunk.length === 0 ? null : lostResult()),
  });
}

export function lostResult(): CostctlError {
  return new CostctlError('file', 'stdout is closed: the result would be lost', {
    hint: 'redirect stdout to a file or a program, or give -O FILE',
  });
}

/** Stdout for a complete text, without opening the stream, which takes a tenth of the start time. */
export interface Screen {
  /** The width of the window; undefined if stdout is not a terminal. */
  readonly columns?: number | undefined;
  /** False if nothing could be written; the stream then reports why. */
  readonly print: (text: string) => boolean;
}

type Stream = NodeJS.WritableStream & { readonly columns?: number };

export function createScreen(open: () => Stream, isClosed: () => boolean): Screen {
  return {
    get columns() {
      return mayBeWindow() ? open().columns : undefined;
    },
    print(text) {
      if (isClosed()) return false;
      const bytes = Buffer.from(text);
      let written = 0;
      try {
        while (written < bytes.length) written += writeSync(stdout, bytes, written);
      } catch {
        // For example, the pipe is in non-blocking mode, and full at the moment.
        if (written === 0) return false;
        open().write(bytes.subarray(written));
      }
      return true;
    },
  };
}

const stdout = 1;

/** A terminal is a character device; so is /dev/null. */
function mayBeWindow(): boolean {
  try {
    const output = fstatSync(stdout);
    return output.isCharacterDevice() && output.rdev !== statSync('/dev/null').rdev;
  } catch {
    return true;
  }
}
