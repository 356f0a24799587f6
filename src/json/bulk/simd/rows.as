// AssemblyScript: the rows of a page whose keys are known, and where their cells are.
import { isLoose } from '../bits';
import { closeBrace, comma, openBrace, quote, space } from '../bytes';
import { byteAt, forgetSpace, found, passOther, passSpace, passText, sawSpace } from './values';

/** What follows the keys before it: the last key of a shape, and below it all keys that were seen next. */
@unmanaged
export class Key {
  /** The length of its bytes up to the colon. They follow this head, sixteen at a time, each time with a mask. */
  length: i32;
  isCanonical: i32;
  /** How many keys were added before it. */
  number: i32;
  likely: Key | null;
  firstChild: Key | null;
  sibling: Key | null;
  /** The cells of a table's columns, in rows that end with this key; 0 if they are not known. */
  places: usize;
  /** What it takes to hash rows that end with this key; 0 if that is not known. */
  fields: usize;
}

@unmanaged
export class Cell {
  start: i32;
  end: i32;
  bits: i32;
}

export let body: usize = 0;
export let cells: usize = 0;
export let firstCell: usize = 0;
export let lastKey: usize = 0;
let rows: usize = 0;
let loose: usize = 0;
let keys: usize = 0;
let mostRows: i32 = 0;
let cellsEnd: usize = 0;
let freeKey: usize = 0;
let keyCount: i32 = 0;
let keysEnd: usize = 0;
/** How many rows and cells the page has so far. */
export let rowCount: i32 = 0;
export let cellCount: i32 = 0;

/** Where things are in the memory, in this order, and how many rows and cells there is room for. */
export function place(
  newRows: usize,
  newLoose: usize,
  newFirstCell: usize,
  newLastKey: usize,
  newCells: usize,
  newBody: usize,
  newMost: i32,
): void {
  rows = newRows;
  loose = newLoose;
  firstCell = newFirstCell;
  lastKey = newLastKey;
  cells = newCells;
  body = newBody;
  mostRows = newMost;
  cellsEnd = newBody - offsetof<Cell>();
}

/** Forgets all keys. There is room for others up to `end`. */
export function clearKeys(end: usize): void {
  keys = __heap_base;
  freeKey = keys + offsetof<Key>();
  keysEnd = end;
  keyCount = 0;
  memory.fill(keys, 0, offsetof<Key>());
}

/** Adds a key after another; its bytes are at `lead`. Returns 0 if there is no room. */
export function addKey(parent: usize, lead: usize, length: i32, isCanonical: i32): usize {
  const at = freeKey;
  const end = at + offsetof<Key>() + ((<usize>length + 15) & ~15) * 2;
  if (end > keysEnd) return 0;
  freeKey = end;
  memory.fill(at, 0, end - at);
  const key = changetype<Key>(at);
  key.length = length;
  key.isCanonical = isCanonical;
  key.number = keyCount;
  keyCount += 1;
  for (let place: usize = 0; place < <usize>length; place += 1) {
    const to = at + offsetof<Key>() + (place >> 4) * 32 + (place & 15);
    store<u8>(to, load<u8>(lead + place));
    store<u8>(to, 0xff, 16);
  }
  const before = changetype<Key>(parent == 0 ? keys : parent);
  key.sibling = before.firstChild;
  before.firstChild = key;
  return at;
}

export function setPlaces(key: usize, places: usize): void {
  changetype<Key>(key).places = places;
}

export function setFields(key: usize, fields: usize): void {
  changetype<Key>(key).fields = fields;
}

/**
 * Passes the row at `from` and those after it, as long as each consists of known keys and is followed
 * by another one. Returns the start of the first other row. Counts from the start of the body.
 */
export function passRows(from: usize, row: i32, cell: i32): usize {
  let at = body + from;
  let start = at;
  let place = cells + <usize>cell * offsetof<Cell>();
  let first = cell;
  const root = changetype<Key>(keys);
  while (row < mostRows) {
    let key = root;
    let bits = 0;
    forgetSpace();
    for (;;) {
      at += 1;
      if (byteAt(at) <= space) at = passSpace(at);
      const likely = key.likely;
      if (likely && isAt(likely, at)) key = likely;
      else {
        const child = findChild(key, at);
        if (!child) return stop(start, row, first);
        key = child;
      }
      at += key.length;
      let byte = byteAt(at);
      if (byte <= space) {
        at = passSpace(at);
        byte = byteAt(at);
      }
      const value = at;
      at = byte == quote ? passText(at) : passOther(at);
      if (at == 0 || place > cellsEnd) return stop(start, row, first);
      bits |= found;
      const known = changetype<Cell>(place);
      known.start = <i32>(value - body);
      known.end = <i32>(at - body);
      known.bits = found;
      place += offsetof<Cell>();
      byte = byteAt(at);
      if (byte <= space) {
        at = passSpace(at);
        byte = byteAt(at);
      }
      if (byte == comma) continue;
      if (byte == closeBrace) break;
      return stop(start, row, first);
    }
    const end = at + 1;
    const isAsWritten = key.isCanonical != 0 && !sawSpace && (bits & isLoose) == 0;
    at = passSpace(end);
    if (byteAt(at) != comma) return stop(start, row, first);
    at = passSpace(at + 1);
    if (byteAt(at) != openBrace) return stop(start, row, first);
    const slot = <usize>row << 2;
    store<u32>(rows + slot * 2, <u32>(start - body));
    store<u32>(rows + slot * 2, <u32>(end - body), 4);
    store<i32>(loose + slot, isAsWritten ? 0 : 1);
    store<i32>(firstCell + slot, first);
    store<u32>(lastKey + slot, <u32>changetype<usize>(key));
    row += 1;
    first = <i32>((place - cells) / offsetof<Cell>());
    start = at;
  }
  return stop(start, row, first);
}

function stop(at: usize, row: i32, cell: i32): usize {
  rowCount = row;
  cellCount = cell;
  return at - body;
}

@inline
function isAt(key: Key, at: usize): bool {
  const lead = changetype<usize>(key) + offsetof<Key>();
  const length = <usize>key.length;
  for (let place: usize = 0; place < length; place += 16) {
    const bytes = v128.and(v128.load(at + place), v128.load(lead + place * 2, 16));
    if (v128.any_true(v128.xor(bytes, v128.load(lead + place * 2)))) return false;
  }
  return true;
}

function findChild(key: Key, at: usize): Key | null {
  let child = key.firstChild;
  while (child && !isAt(child, at)) child = child.sibling;
  if (child) key.likely = child;
  return child;
}
