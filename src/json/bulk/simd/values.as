// AssemblyScript: the tokens of strict JSON, sixteen bytes at a time. A function returns the end of what
// it has passed, or 0 if it is not sure: then `tokens.ts` decides. Zeros follow the body, and end all.
import { hasComma, hasEscape, isLoose, isNested, isNull, isNumber, isText, isWord } from '../bits';
import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  carriageReturn,
  lowerB,
  lowerE,
  lowerF,
  lowerN,
  lowerR,
  lowerT,
  lowerU,
  minus,
  newLine,
  openBrace,
  openBracket,
  plus,
  point,
  quote,
  slash,
  space,
  tab,
  upperA,
  zero,
} from '../bytes';

/** The bits of the last value. */
export let found: i32 = 0;
export let sawSpace: bool = false;

export function forgetSpace(): void {
  sawSpace = false;
}

@inline
export function byteAt(at: usize): i32 {
  return <i32>load<u8>(at);
}

export function passSpace(from: usize): usize {
  let at = from;
  let byte = byteAt(at);
  while (byte == space || byte == newLine || byte == carriageReturn || byte == tab) {
    at += 1;
    byte = byteAt(at);
  }
  if (at > from) sawSpace = true;
  return at;
}

/** Which of sixteen bytes of a string end its plain part or are a comma: one bit each. */
@inline
function specialIn(bytes: v128): i32 {
  const ends = v128.or(
    i8x16.eq(bytes, i8x16.splat(<i8>quote)),
    i8x16.eq(bytes, i8x16.splat(<i8>backslash)),
  );
  const others = v128.or(
    i8x16.eq(bytes, i8x16.splat(<i8>comma)),
    i8x16.lt_u(bytes, i8x16.splat(<i8>space)),
  );
  return i8x16.bitmask(v128.or(ends, others));
}

/** Most texts are short and plain. */
@inline
export function passText(from: usize): usize {
  const special = specialIn(v128.load(from + 1));
  const end = from + 1 + ctz(special);
  if (special == 0 || byteAt(end) != quote) return passString(from);
  found = isText;
  return end + 1;
}

export function passString(from: usize): usize {
  let at = from + 1;
  let bits = isText;
  for (;;) {
    const special = specialIn(v128.load(at));
    if (special == 0) {
      at += 16;
      continue;
    }
    at += ctz(special);
    const byte = byteAt(at);
    if (byte == quote) break;
    if (byte == comma) {
      bits |= hasComma;
      at += 1;
      continue;
    }
    if (byte != backslash) return 0;
    const letter = byteAt(at + 1);
    bits |= hasEscape;
    if (letter == slash) bits |= isLoose;
    else if (letter == lowerU) {
      bits |= isLoose;
      for (let place: usize = 2; place < 6; place += 1) if (!isHex(byteAt(at + place))) return 0;
      at += 4;
    } else if (!isPlainEscape(letter)) return 0;
    at += 2;
  }
  found = bits;
  return at + 1;
}

/** The escapes that JSON.stringify writes too. */
@inline
function isPlainEscape(letter: i32): bool {
  return (
    letter == quote ||
    letter == backslash ||
    letter == lowerN ||
    letter == lowerT ||
    letter == lowerR ||
    letter == lowerB ||
    letter == lowerF
  );
}

function isHex(letter: i32): bool {
  return isDigit(letter) || <u32>((letter & 0xdf) - upperA) < 6;
}

@inline
function isDigit(byte: i32): bool {
  return <u32>(byte - zero) < 10;
}

/** Any value but text. */
export function passOther(at: usize): usize {
  const byte = byteAt(at);
  if (byte == openBrace || byte == openBracket) {
    const outerSpace = sawSpace;
    sawSpace = false;
    const end = passNested(at, 1);
    found = isNested | (sawSpace ? isLoose : found);
    sawSpace = sawSpace || outerSpace;
    return end;
  }
  if (byte == lowerN) return passWord(at, 0x6c6c756e, isNull);
  if (byte == lowerT) return passWord(at, 0x65757274, isWord);
  if (byte == lowerF) return passWord(at + 1, 0x65736c61, isWord);
  return passNumber(at);
}

/** The four letters of null or true, or the last four of false. */
function passWord(at: usize, letters: i32, kind: i32): usize {
  found = kind;
  return load<i32>(at) == letters ? at + 4 : 0;
}

function passNumber(from: usize): usize {
  let at = byteAt(from) == minus ? from + 1 : from;
  at = byteAt(at) == zero ? at + 1 : passDigits(at);
  if (at != 0 && byteAt(at) == point) at = passDigits(at + 1);
  if (at != 0 && (byteAt(at) | 0x20) == lowerE) {
    const sign = byteAt(at + 1);
    at = passDigits(sign == plus || sign == minus ? at + 2 : at + 1);
  }
  found = isNumber;
  return at;
}

/** One digit at least. */
@inline
function passDigits(from: usize): usize {
  let at = from;
  while (isDigit(byteAt(at))) at += 1;
  return at == from ? 0 : at;
}

const deepest: i32 = 16;
const mostKeys: usize = 32;
/** The start and the length of each key of the objects around a place. */
const keys = memory.data(16 * 32 * 8);

/**
 * An object or array; `depth` counts it and those around it. `found` is `isLoose` if JSON.stringify would
 * write it in another way, so keys that it might write in another way or in another order are not passed.
 */
function passNested(from: usize, depth: i32): usize {
  if (depth > deepest) return 0;
  const isObject = byteAt(from) == openBrace;
  const close = isObject ? closeBrace : closeBracket;
  const firstKey = keys + <usize>(depth - 1) * mostKeys * 8;
  let nextKey = firstKey;
  let bits = 0;
  let at = passSpace(from + 1);
  found = 0;
  if (byteAt(at) == close) return at + 1;
  for (;;) {
    if (isObject) {
      if (byteAt(at) != quote || isDigit(byteAt(at + 1))) return 0;
      const end = passString(at);
      if (end == 0 || (found & hasEscape) != 0 || nextKey == firstKey + mostKeys * 8) return 0;
      const length = end - at;
      for (let key = firstKey; key < nextKey; key += 8) {
        if (<usize>load<u32>(key, 4) == length && isSame(load<u32>(key), at, length)) return 0;
      }
      store<u32>(nextKey, <u32>at);
      store<u32>(nextKey, <u32>length, 4);
      nextKey += 8;
      at = passSpace(end);
      if (byteAt(at) != colon) return 0;
      at = passSpace(at + 1);
    }
    const byte = byteAt(at);
    if (byte == quote) at = passString(at);
    else if (byte == openBrace || byte == openBracket) at = passNested(at, depth + 1);
    else at = passOther(at);
    if (at == 0) return 0;
    bits |= found & isLoose;
    at = passSpace(at);
    if (byteAt(at) == close) break;
    if (byteAt(at) != comma) return 0;
    at = passSpace(at + 1);
  }
  found = bits;
  return at + 1;
}

function isSame(one: usize, other: usize, length: usize): bool {
  let place: usize = 0;
  while (place < length && byteAt(one + place) == byteAt(other + place)) place += 1;
  return place == length;
}
