// AssemblyScript: lines of csv of cells that are copied, between pieces that all rows of a group have.
import { hasComma, hasEscape, isNull, isNumber, isText, isWord } from '../bits';
import { quote, space } from '../bytes';
import { copy, slack } from './csv';
import { lastBytes } from './hash';
import { body, Cell, cells, firstCell, Key, lastKey } from './rows';
import { byteAt } from './values';

/** What the values of a column are: the two low bits of its place. */
const isDecimal: i32 = 1;
const isNullable: i32 = 2;
/** The least byte that begins a character beyond ASCII, of which some are blank. */
const firstBeyondAscii: i32 = 0xc2;
/** Of the bytes of a number only E and e have this bit. */
const exponentBit: i8 = 0x40;
/** In the length of a piece: the cell after it is not written. */
const skips: u32 = 0x80000000;

/** The end of what was written. */
export let linesEnd: usize = 0;

/**
 * Writes the lines of rows from a given one on, and returns the first row that it is not sure of. `pieces` has,
 * by the number of a group, where the pieces of its rows are: one before each column, and one after the last.
 */
export function writeLines(
  from: i32,
  count: i32,
  columns: usize,
  pieces: usize,
  numbers: usize,
  output: usize,
  outputEnd: usize,
): i32 {
  const end = outputEnd - slack;
  let to = output;
  for (let row = from; row < count; row += 1) {
    linesEnd = to;
    const slot = <usize>row << 2;
    const key = load<u32>(lastKey + slot);
    const number = load<i32>(numbers + slot);
    if (key == 0 || number < 0) return row;
    const places = changetype<Key>(key).places;
    let piece: usize = load<u32>(pieces + (<usize>number << 2));
    if (places == 0 || piece == 0) return row;
    const first = cells + <usize>load<i32>(firstCell + slot) * offsetof<Cell>();
    for (let column: usize = 0; ; column += 1) {
      const length = load<u32>(piece);
      const bytes = <usize>(length & ~skips);
      const start = piece + 4;
      if (to + bytes > end) return row;
      to = copy(to, start, start + bytes);
      piece = start + bytes;
      if (column == columns) break;
      if ((length & skips) != 0) continue;
      const place = load<i32>(places + (column << 2));
      if (place < 0) {
        if ((place & isNullable) == 0) return row;
        continue;
      }
      to = writeValue(to, end, changetype<Cell>(first + <usize>(place >> 2) * offsetof<Cell>()), place);
      if (to == 0) return row;
    }
  }
  linesEnd = to;
  return count;
}

/** Writes the value of a cell. Returns the end of what was written, or 0 if it may need another form. */
@inline
function writeValue(to: usize, end: usize, cell: Cell, place: i32): usize {
  const start = body + cell.start;
  const stop = body + cell.end;
  const bits = cell.bits;
  if (to + (stop - start) > end) return 0;
  const empty = (place & isNullable) == 0 ? 0 : to;
  if ((bits & isNull) != 0) return empty;
  if ((place & isDecimal) != 0) {
    return (bits & isNumber) == 0 || hasExponent(start, stop) ? 0 : copy(to, start, stop);
  }
  if ((bits & isText) == 0) return (bits & (isNumber | isWord)) == 0 ? 0 : copy(to, start, stop);
  if (stop - start == 2) return empty;
  const byte = byteAt(start + 1);
  if ((bits & hasEscape) != 0 || byte <= space || byte >= firstBeyondAscii) return 0;
  if ((bits & hasComma) == 0) return copy(to, start + 1, stop - 1);
  store<u8>(to, quote);
  const last = copy(to + 1, start + 1, stop - 1);
  store<u8>(last, quote);
  return last + 1;
}

@inline
function hasExponent(start: usize, end: usize): bool {
  for (let at = start; at < end; at += 16) {
    const bytes = lastBytes(at, min(at + 16, end));
    if (v128.any_true(v128.and(bytes, i8x16.splat(exponentBit)))) return true;
  }
  return false;
}
