import { minus, point, zero } from '../../json/bulk/bytes.ts';
import type { Bytes } from '../../json/bulk/growing-bytes.ts';

/** Bytes of a decimal of up to 38 digits: a big-endian two's complement of 128 bits. */
export const wideWidth = 16;

/** Digits are taken six at a time: times a word of 32 bits, a double is exact. Bigints take ten times as long. */
const groupDigits = 6;
const groupSize = 10 ** groupDigits;
const wordSize = 2 ** 32;
const words = new Float64Array(4);
const powers = Array.from({ length: groupDigits + 1 }, (_, exponent) => 10 ** exponent);

/** Writes the digits at `start` to `end`, a point among them, and `lack` zeros. All of it must fit. */
export function writeWide(bytes: Bytes, text: Buffer, start: number, end: number, lack: number) {
  words.fill(0);
  const isNegative = text[start] === minus;
  let group = 0;
  let count = 0;
  for (let at = isNegative ? start + 1 : start; at < end; at += 1) {
    const byte = text[at] ?? 0;
    if (byte === point) continue;
    group = group * 10 + (byte - zero);
    count += 1;
    if (count < groupDigits) continue;
    multiplyAdd(groupSize, group);
    group = 0;
    count = 0;
  }
  if (count > 0) multiplyAdd(powers[count] ?? 1, group);
  for (let rest = lack; rest > 0; rest -= groupDigits) {
    multiplyAdd(powers[Math.min(rest, groupDigits)] ?? 1, 0);
  }
  if (isNegative) negate();
  bytes.reserve(wideWidth);
  for (let word = 0; word < 4; word += 1) {
    bytes.view.setUint32(bytes.length + word * 4, words[3 - word] ?? 0, false);
  }
  bytes.length += wideWidth;
}

/** The digits of the numbers up to 999, the last one first. */
const digitsOf = Uint8Array.from({ length: 3000 }, (_, at) => {
  const number = Math.floor(at / 3);
  return zero + (Math.floor(number / 10 ** (at % 3)) % 10);
});

/**
 * Reads the number at `at`: its digits from the last one on go to `digits`, at least `least` of them.
 * Returns how many there are, as a negative number if the number is negative. The words are four variables:
 * as an array they take five times as long.
 */
export function readWide(view: DataView, at: number, digits: Uint8Array, least: number): number {
  let third = view.getUint32(at, false);
  let second = view.getUint32(at + 4, false);
  let first = view.getUint32(at + 8, false);
  let word = view.getUint32(at + 12, false);
  const isNegative = third >= wordSize / 2;
  if (isNegative) {
    third = ~third >>> 0;
    second = ~second >>> 0;
    first = ~first >>> 0;
    word = ~word >>> 0;
    word += 1;
    if (word === wordSize) {
      word = 0;
      first += 1;
    }
    if (first === wordSize) {
      first = 0;
      second += 1;
    }
    if (second === wordSize) {
      second = 0;
      third += 1;
    }
  }
  let count = 0;
  while (word > 0 || first > 0 || second > 0 || third > 0) {
    let rest = 0;
    // Most numbers leave the upper words empty.
    if (third > 0) {
      const quotient = Math.floor(third / groupSize);
      rest = third - quotient * groupSize;
      third = quotient;
    }
    if (second > 0 || rest > 0) {
      const value = rest * wordSize + second;
      second = Math.floor(value / groupSize);
      rest = value - second * groupSize;
    }
    if (first > 0 || rest > 0) {
      const value = rest * wordSize + first;
      first = Math.floor(value / groupSize);
      rest = value - first * groupSize;
    }
    const value = rest * wordSize + word;
    word = Math.floor(value / groupSize);
    const group = value - word * groupSize;
    const upper = (group / 1000) | 0;
    const lower = (group - upper * 1000) * 3;
    digits[count] = digitsOf[lower] ?? zero;
    digits[count + 1] = digitsOf[lower + 1] ?? zero;
    digits[count + 2] = digitsOf[lower + 2] ?? zero;
    digits[count + 3] = digitsOf[upper * 3] ?? zero;
    digits[count + 4] = digitsOf[upper * 3 + 1] ?? zero;
    digits[count + 5] = digitsOf[upper * 3 + 2] ?? zero;
    count += groupDigits;
  }
  while (count > least && digits[count - 1] === zero) count -= 1;
  while (count < least) {
    digits[count] = zero;
    count += 1;
  }
  return isNegative ? -count : count;
}

function multiplyAdd(factor: number, summand: number): void {
  let carry = summand;
  for (let word = 0; word < 4; word += 1) {
    const product = (words[word] ?? 0) * factor + carry;
    carry = Math.floor(product / wordSize);
    words[word] = product - carry * wordSize;
  }
}

function negate(): void {
  let carry = 1;
  for (let word = 0; word < 4; word += 1) {
    const value = wordSize - 1 - (words[word] ?? 0) + carry;
    carry = value === wordSize ? 1 : 0;
    words[word] = carry === 1 ? 0 : value;
  }
}
