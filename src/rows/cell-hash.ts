import { formatDecimal, parseDecimal } from '../json/decimal.ts';
import { isNumber, type JsonValue } from '../json/number.ts';

/** A hash is this many numbers of 32 bits. */
export const hashParts = 4;
const parts = hashParts;

export function seedOf(column: string): Int32Array {
  const seed = new Int32Array(parts);
  const view = viewOf(column);
  hashBytes(
    seed,
    Int32Array.of(0x2545f491, 0x7f4a7c15, 0x51ed270b, 0x4cf5ad43),
    view,
    0,
    view.byteLength,
  );
  return seed;
}

/** The hash of a cell that is not null. */
export function hashValue(hash: Int32Array, seed: Int32Array, value: JsonValue): Int32Array {
  const view = viewOf(canonical(value));
  hashBytes(hash, seed, view, 0, view.byteLength);
  return hash;
}

/** A value as JSON in its one form: fields sorted by name, without nulls; numbers without trailing zeros. */
export function canonical(value: JsonValue): string {
  if (isNumber(value)) return plainNumber(String(value));
  // Goes through bytes, as the text of a page does: a lone half of a UTF-16 pair becomes U+FFFD.
  if (typeof value === 'string') return JSON.stringify(Buffer.from(value).toString());
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

export function viewOf(text: string): DataView {
  const bytes = Buffer.from(text);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Hashes blocks of sixteen bytes, one after the other; the last may be shorter. */
export function hashBytes(
  hash: Int32Array,
  seed: Int32Array,
  view: DataView,
  from: number,
  to: number,
): void {
  for (let part = 0; part < parts; part += 1) hash[part] = (seed[part] ?? 0) + (to - from);
  let at = from;
  for (; to - at > 16; at += 16) {
    for (let part = 0; part < parts; part += 1) {
      hash[part] = (hash[part] ?? 0) ^ view.getInt32(at + 4 * part, true);
    }
    mix(hash, 0);
  }
  for (let place = 0; at + place < to; place += 1) {
    const part = place >> 2;
    hash[part] = (hash[part] ?? 0) ^ (view.getUint8(at + place) << (8 * (place & 3)));
  }
  finishHash(hash, 0);
}

/** Mixes each part with the next one. No two hashes give the same result. */
function mix(hash: Int32Array, at: number): void {
  let one = Math.imul(hash[at] ?? 0, 0x9e3779b1);
  let two = Math.imul(hash[at + 1] ?? 0, 0x85ebca6b);
  let three = Math.imul(hash[at + 2] ?? 0, 0xc2b2ae35);
  let four = Math.imul(hash[at + 3] ?? 0, 0x27d4eb2f);
  one ^= one >>> 15;
  two ^= two >>> 15;
  three ^= three >>> 15;
  four ^= four >>> 15;
  hash[at] = one + (two << 7);
  hash[at + 1] = two + (three << 7);
  hash[at + 2] = three + (four << 7);
  hash[at + 3] = four + (one << 7);
}

/** Makes each part depend on all others. Sums of such hashes do not cancel out. */
export function finishHash(hash: Int32Array, at: number): void {
  mix(hash, at);
  let one = Math.imul(hash[at] ?? 0, 0x165667b1);
  let two = Math.imul(hash[at + 1] ?? 0, 0x2c1b3c6d);
  let three = Math.imul(hash[at + 2] ?? 0, 0x297a2d39);
  let four = Math.imul(hash[at + 3] ?? 0, 0x7feb352d);
  one ^= one >>> 13;
  two ^= two >>> 13;
  three ^= three >>> 13;
  four ^= four >>> 13;
  const [first, second] = [
    Math.imul(one + (three << 9), 0x846ca68b),
    Math.imul(two + (four << 9), 0x9e3779b1),
  ];
  const [third, fourth] = [
    Math.imul(three + (one << 9), 0x85ebca6b),
    Math.imul(four + (two << 9), 0xc2b2ae35),
  ];
  hash[at] = first ^ (first >>> 16);
  hash[at + 1] = second ^ (second >>> 16);
  hash[at + 2] = third ^ (third >>> 16);
  hash[at + 3] = fourth ^ (fourth >>> 16);
}
