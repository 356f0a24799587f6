import { fstatSync, readFileSync, readlinkSync, statSync, writeSync } from 'node:fs';

/** Stdout for a text that is whole, without the stream, which a tenth of a start goes to open. */
export interface Screen {
  /** Of the window; undefined where it is none. */
  readonly columns?: number | undefined;
  /** False where nothing could be written: the stream is to tell why. */
  readonly print: (text: string) => boolean;
}

type Stream = NodeJS.WritableStream & { readonly columns?: number };

export function createScreen(open: () => Stream): Screen {
  return {
    get columns() {
      return mayBeWindow() ? open().columns : undefined;
    },
    print(text) {
      const bytes = Buffer.from(text);
      let written = 0;
      try {
        while (written < bytes.length) written += writeSync(stdout, bytes, written);
      } catch {
        // A pipe that is full for the moment, and was told not to wait.
        if (written === 0) return false;
        open().write(bytes.subarray(written));
      }
      return true;
    },
  };
}

const stdout = 1;

/**
 * Whether the program was started without a stdout (`>&-`). Node then opens /dev/null in its place,
 * for reading too; a shell opens it only for writing. Only Linux shows that.
 */
export function isStdoutClosed(): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync('/proc/self/fdinfo/1', 'utf8'))?.[1];
    const isReadToo = (Number.parseInt(flags ?? '0', 8) & 3) === 2;
    return isReadToo && readlinkSync('/proc/self/fd/1') === '/dev/null';
  } catch {
    return false;
  }
}

/** A terminal is a character device; so is the one that swallows everything. */
function mayBeWindow(): boolean {
  try {
    const output = fstatSync(stdout);
    return output.isCharacterDevice() && output.rdev !== statSync('/dev/null').rdev;
  } catch {
    return true;
  }
}
