import { isLoose, isNested, isNull, isNumber } from '../json/bulk/bits.ts';
import { point } from '../json/bulk/bytes.ts';
import { cellWidth, type RowPage } from '../json/bulk/rows.ts';
import { keysOf, type Shape } from '../json/bulk/shapes.ts';
import { formatDecimal, parseDecimal } from '../json/decimal.ts';
import { ExactNumber, type JsonValue } from '../json/number.ts';
import { parseJson } from '../json/parse.ts';
import { rowObject } from './cost-page.ts';

/**
 * A fingerprint of many rows: the sum of the hashes of each, in four parts of 32 bits. Neither the order of
 * the rows nor that of their fields matters, nor how a value is written: `1.50` is `1.5`, and null is a
 * field that is missing. It finds what changed by accident; it is no signature.
 */
export class Fingerprint {
  readonly #sum = new Int32Array(parts);
  rows = 0;

  /** Adds a row that was hashed. */
  add(hash: Int32Array): void {
    this.rows += 1;
    for (let part = 0; part < parts; part += 1) {
      this.#sum[part] = ((this.#sum[part] ?? 0) + (hash[part] ?? 0)) | 0;
    }
  }

  text(): string {
    return [...this.#sum].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
  }
}

const parts = 4;

/** The fingerprint of the rows of both. */
export function addFingerprints(one: string, other: string): string {
  return Array.from({ length: one.length / 8 }, (_, part) => {
    const [left, right] = [one, other].map((text) =>
      Number.parseInt(text.slice(8 * part, 8 * part + 8), 16),
    );
    return (((left ?? 0) + (right ?? 0)) >>> 0).toString(16).padStart(8, '0');
  }).join('');
}

/** Hashes rows one by one. The hash is valid until the next one. */
export interface RowHasher {
  readonly hash: (page: RowPage, row: number) => Int32Array;
}

const mostRewritten = 10_000;

export function createRowHasher(): RowHasher {
  const fields = new WeakMap<Shape, readonly Field[]>();
  /** How values are written in one way only, by how they came. */
  let rewritten = new Map<string, DataView>();
  const cell = new Int32Array(parts);
  const sum = new Int32Array(parts);

  function fieldsOf(shape: Shape): readonly Field[] {
    const known = fields.get(shape);
    if (known !== undefined) return known;
    const made = keysOf(shape).map((key) => fieldOf(key));
    fields.set(shape, made);
    return made;
  }

  function rewrite(text: string): DataView {
    const known = rewritten.get(text);
    if (known !== undefined) return known;
    if (rewritten.size >= mostRewritten) rewritten = new Map();
    const made = viewOf(canonical(parseJson(text)));
    rewritten.set(text, made);
    return made;
  }

  function addText(field: Field, view: DataView, from: number, to: number): void {
    cell[0] = field.seed[0] ?? 0;
    cell[1] = field.seed[1] ?? 0;
    hashBytes(cell, view, from, to);
    finish(cell, sum);
  }

  function addCell(field: Field, page: RowPage, at: number): void {
    const bits = page.cells[at + 2] ?? 0;
    if ((bits & isNull) !== 0) return;
    const from = page.cells[at] ?? 0;
    const to = page.cells[at + 1] ?? 0;
    const isPlain = (bits & (isNested | isLoose)) === 0;
    const end = isPlain && (bits & isNumber) !== 0 ? endOfNumber(page.body, from, to) : to;
    if (isPlain && end !== undefined) addText(field, page.view, from, end);
    else {
      const view = rewrite(page.body.toString('utf8', from, to));
      addText(field, view, 0, view.byteLength);
    }
  }

  return {
    hash: (page, row) => {
      sum.fill(0x51ed270b);
      const shape = page.shapeOf[row];
      if (shape?.keepsOrder === true) {
        const all = fieldsOf(shape);
        const first = (page.firstCell[row] ?? 0) * cellWidth;
        for (let place = 0; place < all.length; place += 1) {
          const field = all[place];
          if (field !== undefined) addCell(field, page, first + place * cellWidth);
        }
      } else {
        // A repeated field counts once, with its last value.
        for (const [key, value] of Object.entries(rowObject(page, row))) {
          if (value === null) continue;
          const view = viewOf(canonical(value));
          addText(fieldOf(key), view, 0, view.byteLength);
        }
      }
      return mixRow(sum);
    },
  };
}

interface Field {
  readonly seed: Int32Array;
}

function fieldOf(key: string): Field {
  const seed = Int32Array.of(0x2545f491, 0x7f4a7c15);
  const view = viewOf(key);
  hashBytes(seed, view, 0, view.byteLength);
  return { seed };
}

/** Where a number without exponent ends, without zeros at its end; undefined if it is written in another way. */
function endOfNumber(body: Buffer, from: number, to: number): number | undefined {
  let hasPoint = false;
  for (let at = from; at < to; at += 1) {
    const byte = body[at] ?? 0;
    if (byte === point) hasPoint = true;
    else if (byte > 0x39) return undefined;
  }
  let end = to;
  if (hasPoint) {
    while (body[end - 1] === 0x30) end -= 1;
    if (body[end - 1] === point) end -= 1;
  }
  // Zero has no sign.
  return body[from] === 0x2d && end - from === 2 && body[from + 1] === 0x30 ? undefined : end;
}

/** Fields in the order of their names, without those that are null; numbers without zeros at their end. */
function canonical(value: JsonValue): string {
  if (value instanceof ExactNumber || typeof value === 'number') return plainNumber(String(value));
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const members = Object.entries(value)
    .filter(([, inner]) => inner !== null)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`);
  return `{${members.join()}}`;
}

function plainNumber(text: string): string {
  const decimal = parseDecimal(text);
  if (decimal === undefined) return text;
  const plain = formatDecimal(decimal);
  return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain;
}

function viewOf(text: string): DataView {
  const bytes = Buffer.from(text);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Two parts, a word of four bytes after the other. */
function hashBytes(hash: Int32Array, view: DataView, from: number, to: number): void {
  let one = hash[0] ?? 0;
  let two = (hash[1] ?? 0) ^ (to - from);
  let at = from;
  for (; at + 4 <= to; at += 4) {
    const word = view.getInt32(at, true);
    one = Math.imul(one ^ word, 0x9e3779b1);
    one ^= one >>> 15;
    two = Math.imul((two << 13) | (two >>> 19), 0x85ebca6b) ^ Math.imul(word, 0xc2b2ae35);
  }
  let last = 0;
  for (; at < to; at += 1) last = (last << 8) | view.getUint8(at);
  hash[0] = Math.imul(one ^ last, 0x9e3779b1);
  hash[1] = Math.imul((two << 13) | (two >>> 19), 0x85ebca6b) ^ Math.imul(last, 0xc2b2ae35);
}

/** Adds a field to its row: both parts in four, which are mixed so that sums of fields do not cancel out. */
function finish(cell: Int32Array, sum: Int32Array): void {
  const [one, two] = [mix(cell[0] ?? 0), mix((cell[1] ?? 0) ^ 0x27d4eb2f)];
  sum[0] = ((sum[0] ?? 0) + one) | 0;
  sum[1] = ((sum[1] ?? 0) + two) | 0;
  sum[2] = ((sum[2] ?? 0) + Math.imul(one ^ (two >>> 7), 0x165667b1)) | 0;
  sum[3] = ((sum[3] ?? 0) + Math.imul(two ^ (one >>> 11), 0x2c1b3c6d)) | 0;
}

/** Otherwise two rows that exchange a field would have the same sum. */
function mixRow(sum: Int32Array): Int32Array {
  const [one = 0, two = 0, three = 0, four = 0] = sum;
  sum[0] = mix(one ^ Math.imul(two, 0x9e3779b1));
  sum[1] = mix(two ^ Math.imul(three, 0x85ebca6b));
  sum[2] = mix(three ^ Math.imul(four, 0xc2b2ae35));
  sum[3] = mix(four ^ Math.imul(one, 0x27d4eb2f));
  return sum;
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
