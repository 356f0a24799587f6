import { Bytes, grow, isSame } from '../../json/bulk/growing-bytes.ts';

/** Of each value four numbers: */
export const factWidth = 4;
/** where its bytes start, */
const startFact = 0;
/** how many there are and its kind (`formOf`), */
export const formFact = 1;
/** its hash, */
const hashFact = 2;
/** and the value that followed it last, which `ColumnCells` keeps here. */
export const nextFact = 3;

export function formOf(length: number, kind: number): number {
  return length * 4 + kind;
}

/** Each value stored once as its kind and its bytes, and numbered in the order in which they first came. */
export class Distinct {
  readonly bytes = new Bytes();
  facts = new Int32Array(64 * factWidth);
  count = 0;
  /** By hash, one more than the number of a value; 0: free. */
  #table = new Int32Array(256);

  startOf(value: number): number {
    return this.facts[value * factWidth] ?? 0;
  }

  endOf(value: number): number {
    return this.startOf(value) + this.lengthOf(value);
  }

  lengthOf(value: number): number {
    return (this.facts[value * factWidth + formFact] ?? 0) >>> 2;
  }

  kindOf(value: number): number {
    return (this.facts[value * factWidth + formFact] ?? 0) & 3;
  }

  textOf(value: number): string {
    return this.bytes.buffer.toString('utf8', this.startOf(value), this.endOf(value));
  }

  /** The number of a value, which is added if it is new. */
  find(source: DataView, start: number, end: number, kind: number): number {
    const hash = hashOf(source, start, end, kind);
    const form = formOf(end - start, kind);
    const mask = this.#table.length - 1;
    const { facts } = this;
    const { view } = this.bytes;
    let slot = hash & mask;
    for (;;) {
      const value = (this.#table[slot] ?? 0) - 1;
      if (value < 0) break;
      const at = value * factWidth;
      const isFound =
        facts[at + hashFact] === hash &&
        facts[at + formFact] === form &&
        isSame(view, facts[at] ?? 0, source, start, end);
      if (isFound) return value;
      slot = (slot + 1) & mask;
    }
    this.#table[slot] = this.count + 1;
    const value = this.#add(source, start, end, form, hash);
    if (this.count * 2 > this.#table.length) this.#rehash();
    return value;
  }

  /** Adds a value that is not looked up: no other may be the same, or it does not matter. */
  push(source: DataView, start: number, end: number, kind: number): number {
    return this.#add(source, start, end, formOf(end - start, kind), 0);
  }

  findText(text: string, kind: number): number {
    const bytes = Buffer.from(text);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return this.find(view, 0, bytes.length, kind);
  }

  clear(): void {
    this.count = 0;
    this.bytes.clear();
    this.#table.fill(0);
  }

  #add(source: DataView, start: number, end: number, form: number, hash: number): number {
    const value = this.count;
    const at = value * factWidth;
    if (at === this.facts.length) this.facts = grow(this.facts);
    this.facts[at + startFact] = this.bytes.length;
    this.facts[at + formFact] = form;
    this.facts[at + hashFact] = hash;
    this.facts[at + nextFact] = 0;
    this.bytes.copy(source, start, end);
    this.count += 1;
    return value;
  }

  #rehash(): void {
    this.#table = new Int32Array(this.#table.length * 4);
    const mask = this.#table.length - 1;
    for (let value = 0; value < this.count; value += 1) {
      const hash = this.facts[value * factWidth + hashFact] ?? 0;
      // The value was added without being looked up.
      if (hash === 0) continue;
      let slot = hash & mask;
      while ((this.#table[slot] ?? 0) > 0) slot = (slot + 1) & mask;
      this.#table[slot] = value + 1;
    }
  }
}

/** Hashes four bytes at a time; the last four may overlap those before. */
function hashOf(source: DataView, start: number, end: number, kind: number): number {
  let hash = (end - start) * 4 + kind;
  if (end - start < 4) {
    for (let at = start; at < end; at += 1) hash = Math.imul(hash, 31) + source.getUint8(at);
  } else {
    for (let at = start; at < end - 4; at += 4) {
      hash = Math.imul(hash ^ source.getInt32(at, true), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    hash = Math.imul(hash ^ source.getInt32(end - 4, true), 0x9e3779b1);
  }
  hash ^= hash >>> 16;
  return Math.imul(hash, 0x85ebca6b) ^ (hash >>> 13);
}
