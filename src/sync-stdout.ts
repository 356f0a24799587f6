import { fstatSync, statSync, writeSync } from 'node:fs';

/** Stdout for a complete text, without the stream: opening that takes a tenth of a start. */
export interface Screen {
  /** Of the window; undefined if stdout is no window. */
  readonly columns?: number | undefined;
  /** False if nothing could be written: the stream then reports why. */
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
        // A pipe that is full for the moment and does not wait.
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
