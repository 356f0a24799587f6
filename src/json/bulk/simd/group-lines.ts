/** What lines.as exports. */
export interface LineExports {
  readonly writeLines: (
    row: number,
    count: number,
    columns: number,
    pieces: number,
    numbers: number,
    output: number,
    outputEnd: number,
  ) => number;
  readonly linesEnd: { readonly value: number };
}

/** Text that stands before a copied cell, or after the last. */
export interface LinePiece {
  readonly text: string;
  /** The cell after it is not written. */
  readonly skips?: boolean;
}

/** As in groups.as. */
const mostGroups = 32_768;
export const groupLinesLength = 1 << 21;
/** As in lines.as. */
const skips = 0x80000000;
/** In bytes: longer pieces would leave no room for others. */
const longest = 1 << 16;

/** The pieces that lines are made of, by the group that the rows are in. */
export class GroupLines {
  readonly #exports: LineExports;
  readonly #bytes: Buffer;
  readonly #at: number;
  readonly #numbersAt: number;
  readonly #output: Buffer;
  #free = 0;

  constructor(
    exports: LineExports,
    { at, numbers }: { readonly at: number; readonly numbers: number },
    output: Buffer,
  ) {
    this.#exports = exports;
    this.#bytes = Buffer.from(output.buffer, at, groupLinesLength);
    this.#at = at;
    this.#numbersAt = numbers;
    this.#output = output;
  }

  clear(): void {
    this.#free = 4 * mostGroups;
    this.#bytes.fill(0, 0, this.#free);
  }

  hasRoom(): boolean {
    return this.#free + longest <= groupLinesLength;
  }

  has(group: number): boolean {
    return this.#bytes.readUInt32LE(4 * group) !== 0;
  }

  keep(group: number, pieces: readonly LinePiece[]): void {
    const length = pieces.reduce((sum, { text }) => sum + 4 + Buffer.byteLength(text), 0);
    if (length > longest || !this.hasRoom()) return;
    this.#bytes.writeUInt32LE(this.#at + this.#free, 4 * group);
    for (const { text, skips: isSkipped = false } of pieces) {
      const written = this.#bytes.write(text, this.#free + 4);
      this.#bytes.writeUInt32LE(isSkipped ? skips + written : written, this.#free);
      this.#free += 4 + written;
    }
  }

  /** Writes lines from a row on, and returns the first row that it is not sure of. */
  write(row: number, count: number, columns: number): number {
    const { byteOffset, length } = this.#output;
    const [at, end] = [byteOffset, byteOffset + length];
    return this.#exports.writeLines(row, count, columns, this.#at, this.#numbersAt, at, end);
  }

  /** The lines that were written last; valid until others are written. */
  get written(): Buffer {
    return this.#output.subarray(0, this.#exports.linesEnd.value - this.#output.byteOffset);
  }
}
