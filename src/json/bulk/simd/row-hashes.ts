import type { Shape } from '../shapes.ts';

/** What hash.as exports. */
export interface HashExports {
  readonly setFields: (key: number, fields: number) => void;
  readonly rewrittenAt: () => number;
  readonly usedAt: () => number;
  readonly usedDays: { readonly value: number };
  readonly clearDays: () => void;
  readonly hashRows: (row: number, count: number) => number;
}

/** What the rows of a shape are hashed with. */
export interface HashFields {
  /** The cell that the day is in; -1 if there is none. */
  readonly day: number;
  readonly seeds: readonly Int32Array[];
}

export interface KeyOfRow {
  readonly key: number;
  readonly shape: Shape | undefined;
}

/** In bytes. */
const hashLength = 16;
/** As in hash.as. */
const mostRewritten = 2048;

/** Hashes the rows of a page in the memory of the module, and adds them up by the day in a column. */
export class RowHashes {
  readonly #exports: HashExports;
  readonly #buffer: ArrayBuffer;
  readonly #room: { readonly at: number; readonly end: number };
  readonly #keyOf: (row: number) => KeyOfRow;
  #dayColumn: string | undefined;
  readonly #known = new Set<number>();
  #free = 0;

  constructor(
    exports: HashExports,
    buffer: ArrayBuffer,
    room: { readonly at: number; readonly end: number },
    keyOf: (row: number) => KeyOfRow,
  ) {
    this.#exports = exports;
    this.#buffer = buffer;
    this.#room = room;
    this.#keyOf = keyOf;
  }

  /** Adds rows from a given one on to their days, and returns the first that it is not sure of. */
  add(row: number, count: number, dayColumn: string): number {
    return dayColumn === this.#dayColumn ? this.#exports.hashRows(row, count) : row;
  }

  /** From now on, it can be sure of rows with the keys of this one. */
  learn(row: number, dayColumn: string, fieldsOf: (shape: Shape) => HashFields | undefined): void {
    if (dayColumn !== this.#dayColumn) {
      for (const key of this.#known) this.#exports.setFields(key, 0);
      this.forgetKeys();
      this.#dayColumn = dayColumn;
    }
    const { key, shape } = this.#keyOf(row);
    if (key === 0 || shape?.keepsOrder !== true || this.#known.has(key)) return;
    const found = fieldsOf(shape);
    const at = this.#free;
    const end = at + hashLength * (1 + shape.size);
    if (found === undefined || end > this.#room.end) return;
    const fields = new Int32Array(this.#buffer, at, (end - at) / 4);
    fields.set([shape.size, found.day]);
    for (const [place, seed] of found.seeds.entries()) fields.set(seed, 4 * (1 + place));
    this.#exports.setFields(key, at);
    this.#known.add(key);
    this.#free = end;
  }

  /** Takes the sum of each day, with the number of its rows and the first of them. */
  take(take: (sum: Int32Array, rows: number, first: number) => void): void {
    const days = new Int32Array(this.#buffer, this.#exports.usedAt(), this.#exports.usedDays.value);
    for (const day of days) {
      const [rows = 0, first = 0] = new Int32Array(this.#buffer, day + 2 * hashLength, 2);
      take(new Int32Array(this.#buffer, day + hashLength, hashLength / 4), rows, first);
    }
    this.#exports.clearDays();
  }

  /** From now on, a cell whose bytes have the first hash counts with the other. */
  rewrite(hash: Int32Array, other: Int32Array): void {
    const entry = (hash[0] ?? 0) & (mostRewritten - 1);
    const at = this.#exports.rewrittenAt() + 2 * hashLength * entry;
    const both = new Int32Array(this.#buffer, at, (2 * hashLength) / 4);
    both.set(hash);
    both.set(other, hashLength / 4);
  }

  /** Called when the module forgets its keys. */
  forgetKeys(): void {
    this.#dayColumn = undefined;
    this.#known.clear();
    this.#free = this.#room.at;
  }
}
