import { minus, point, zero } from '../../json/bulk/bytes.ts';
import type { Bytes } from './bytes.ts';

/** Bytes of a decimal of up to 38 digits: a big-endian two's complement of 128 bits. */
export const wideWidth = 16;

/**
 * Digits are taken six at a time: a group times a word of 32 bits is a number that a double holds
 * exactly. As bigints such decimals take ten times as long.
 */
const groupDigits = 6;
const groupSize = 10 ** groupDigits;
const wordSize = 2 ** 32;
const words = new Float64Array(4);
const powers = Array.from({ length: groupDigits + 1 }, (_, exponent) => 10 ** exponent);

/** Writes the digits at `start` to `end`, a point among them, and `lack` zeros. All of it must fit. */
export function writeWide(
  bytes: Bytes,
  text: Buffer,
  start: number,
  end: number,
  lack: number,
): void {
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

/**
 * Reads the number at `at`: its digits from the last one on go to `digits`, at least `least` of
 * them. Answers how many there are, less than zero if the number is negative.
 */
export function readWide(view: DataView, at: number, digits: Uint8Array, least: number): number {
  for (let word = 0; word < 4; word += 1) {
    words[3 - word] = view.getUint32(at + word * 4, false);
  }
  const isNegative = (words[3] ?? 0) >= wordSize / 2;
  if (isNegative) negate();
  let top = 3;
  let count = 0;
  while (top > 0 && words[top] === 0) top -= 1;
  while (top > 0 || (words[0] ?? 0) > 0) {
    let group = divide(top);
    while (top > 0 && words[top] === 0) top -= 1;
    for (let digit = 0; digit < groupDigits; digit += 1) {
      digits[count] = zero + (group % 10);
      group = (group / 10) | 0;
      count += 1;
    }
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

/** Divides by the size of a group, and answers with the remainder. */
function divide(top: number): number {
  let rest = 0;
  for (let word = top; word >= 0; word -= 1) {
    const value = rest * wordSize + (words[word] ?? 0);
    const quotient = Math.floor(value / groupSize);
    words[word] = quotient;
    rest = value - quotient * groupSize;
  }
  return rest;
}

function negate(): void {
  let carry = 1;
  for (let word = 0; word < 4; word += 1) {
    const value = wordSize - 1 - (words[word] ?? 0) + carry;
    carry = value === wordSize ? 1 : 0;
    words[word] = carry === 1 ? 0 : value;
  }
}
