import { fstatSync, statSync, writeSync } from 'node:fs';

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
        // The pipe is full at the moment, and in non-blocking mode.
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
