// AssemblyScript: the lines of csv of rows that were passed, RFC 4180.
import { hasComma, hasEscape, isLoose, isNested, isNull, isText } from '../bits';
import {
  backslash,
  carriageReturn,
  comma,
  lowerB,
  lowerF,
  lowerN,
  lowerR,
  lowerT,
  newLine,
  quote,
  tab,
} from '../bytes';
import { body, Cell, cells, firstCell, Key, lastKey } from './rows';
import { byteAt } from './values';

/** A copy may write this many bytes past its end. */
export const slack: usize = 32;

/** The end of what was written. */
export let written: usize = 0;

/**
 * Writes the lines of rows from a given one on, and returns the first row that it is not sure of. Rows that end
 * with a key whose `places` are not known are not written.
 */
export function writeCsv(
  from: i32,
  count: i32,
  columns: usize,
  output: usize,
  outputEnd: usize,
): i32 {
  const end = outputEnd - slack;
  let to = output;
  for (let row = from; row < count; row += 1) {
    written = to;
    const slot = <usize>row << 2;
    const key = load<u32>(lastKey + slot);
    if (key == 0) return row;
    const places = changetype<Key>(key).places;
    if (places == 0) return row;
    const first = cells + <usize>load<i32>(firstCell + slot) * offsetof<Cell>();
    for (let column: usize = 0; column < columns; column += 1) {
      if (column != 0) {
        store<u8>(to, comma);
        to += 1;
      }
      if (to > end) return row;
      const place = load<i32>(places + (column << 2));
      if (place < 0) continue;
      const cell = changetype<Cell>(first + <usize>place * offsetof<Cell>());
      const start = body + cell.start;
      const stop = body + cell.end;
      if (to + (stop - start) * 2 > end) return row;
      const bits = cell.bits;
      if ((bits & isText) != 0) {
        if ((bits & (hasComma | hasEscape)) == 0) to = copy(to, start + 1, stop - 1);
        else if ((bits & isLoose) != 0) return row;
        else if ((bits & hasEscape) == 0) {
          store<u8>(to, quote);
          to = copy(to + 1, start + 1, stop - 1);
          store<u8>(to, quote);
          to += 1;
        } else to = writeEscaped(to, start + 1, stop - 1);
      } else if ((bits & isNested) != 0) {
        if ((bits & isLoose) != 0) return row;
        to = writeNested(to, start, stop);
      } else if ((bits & isNull) == 0) to = copy(to, start, stop);
    }
    // An empty line is written in another way.
    if (to == written) return row;
    store<u8>(to, newLine);
    to += 1;
  }
  written = to;
  return count;
}

@inline
export function copy(to: usize, start: usize, end: usize): usize {
  const length = end - start;
  for (let at: usize = 0; at < length; at += 16) v128.store(to + at, v128.load(start + at));
  return to + length;
}

/** How many of the sixteen bytes come before the first one of this value; 32 if it does not occur. */
@inline
function before(bytes: v128, byte: i32): usize {
  return <usize>ctz(i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(<i8>byte))));
}

/** Text with escapes, of which none is a code: in quotes if it needs them. */
function writeEscaped(from: usize, start: usize, end: usize): usize {
  let isSpecial = false;
  let to = from + 1;
  let at = start;
  store<u8>(from, quote);
  while (at < end) {
    const bytes = v128.load(at);
    v128.store(to, bytes);
    const plain = min(min(before(bytes, backslash), 16), end - at);
    isSpecial = isSpecial || before(bytes, comma) < plain;
    to += plain;
    at += plain;
    if (plain == 16 || at == end) continue;
    const character = characterOf(byteAt(at + 1));
    at += 2;
    store<u8>(to, character);
    to += 1;
    if (character == quote) {
      store<u8>(to, quote);
      to += 1;
    }
    isSpecial = isSpecial || character == quote || character == newLine || character == carriageReturn;
  }
  if (isSpecial) {
    store<u8>(to, quote);
    return to + 1;
  }
  memory.copy(from, from + 1, to - from - 1);
  return to - 1;
}

@inline
function characterOf(letter: i32): i32 {
  if (letter == lowerN) return newLine;
  if (letter == lowerR) return carriageReturn;
  if (letter == lowerT) return tab;
  if (letter == lowerB) return 0x08;
  return letter == lowerF ? 0x0c : letter;
}

/** JSON text: it contains a quote or a comma, or is short like `[1]` and needs no quotes. */
function writeNested(from: usize, start: usize, end: usize): usize {
  let isSpecial = false;
  let to = from + 1;
  let at = start;
  store<u8>(from, quote);
  while (at < end) {
    const bytes = v128.load(at);
    v128.store(to, bytes);
    const plain = min(min(before(bytes, quote), 16), end - at);
    isSpecial = isSpecial || before(bytes, comma) < plain;
    to += plain;
    at += plain;
    if (plain == 16 || at == end) continue;
    store<u16>(to, 0x2222);
    to += 2;
    at += 1;
    isSpecial = true;
  }
  if (isSpecial) {
    store<u8>(to, quote);
    return to + 1;
  }
  memory.copy(from, from + 1, to - from - 1);
  return to - 1;
}
