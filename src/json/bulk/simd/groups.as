// AssemblyScript: rows numbered by the bytes of some of their cells.
import { hasEscape, isText } from '../bits';
import { minus, quote } from '../bytes';
import { lastBytes } from './hash';
import { body, Cell, cells, firstCell, Key, lastKey } from './rows';
import { byteAt } from './values';

/**
 * The head of a table. After it come, by the number of a key, the places of the columns in its rows; then the
 * slots, each with a hash and a group; then the groups, each with its number, what each column has, and the
 * bytes of each column.
 */
@unmanaged
class Table {
  columns: usize;
  groups: i32;
  /** Where the next group goes, and where none can start any more. */
  free: usize;
  end: usize;
}

/** Where the rows of a key have a column. */
@unmanaged
class Column {
  /** Negative if they have none. */
  cell: i32;
  /** Cells are alike only if their kinds are equal. */
  kind: i32;
}

const mostKeys: usize = 1024;
const mostSlots: usize = 32768;
const mostTries: usize = 16;
const slots: usize = offsetof<Table>() + mostKeys * 4;
const groups: usize = slots + mostSlots * 8;
/** Longer cells are rarely alike. */
const longest: i32 = 1024;
/** A kind: what matters is whether the number is below zero. */
const sign: i32 = -1;
/** A column that is nowhere, and one with a sign. */
const absent: i32 = 0;
const signed: i32 = 1 << 30;

export function clearGroups(at: usize, end: usize, columns: i32): void {
  memory.fill(at, 0, groups);
  const table = changetype<Table>(at);
  table.columns = columns;
  table.free = at + groups;
  table.end = end - (16 + <usize>columns * (4 + <usize>longest));
}

/** Stores where the rows that end with a key have the columns; 1: their groups are not known. */
export function setColumns(at: usize, key: usize, columns: usize): void {
  store<u32>(placeOf(at, changetype<Key>(key)), <u32>columns);
}

@inline
function placeOf(at: usize, key: Key): usize {
  return at + offsetof<Table>() + (<usize>key.number << 2);
}

/**
 * Writes the number of each row from a given one on; -1 if it is not known. Returns the first row that ends
 * with a key without columns so far.
 */
export function numberRows(at: usize, from: i32, count: i32, numbers: usize): i32 {
  for (let row = from; row < count; row += 1) {
    const slot = <usize>row << 2;
    const key = load<u32>(lastKey + slot);
    let number = -1;
    if (key != 0 && changetype<Key>(key).number < <i32>mostKeys) {
      const columns = load<u32>(placeOf(at, changetype<Key>(key)));
      if (columns == 0) return row;
      const first = cells + <usize>load<i32>(firstCell + slot) * offsetof<Cell>();
      if (columns != 1) number = numberOf(changetype<Table>(at), columns, first);
    }
    store<i32>(numbers + slot, number);
  }
  return count;
}

function numberOf(table: Table, columns: usize, first: usize): i32 {
  const end = columns + table.columns * offsetof<Column>();
  let hash: u64 = 0;
  for (let at = columns; at < end; at += offsetof<Column>()) {
    const column = changetype<Column>(at);
    const cell = changetype<Cell>(first + <usize>column.cell * offsetof<Cell>());
    const what = whatIn(column, cell);
    if (what < 0) return -1;
    hash = mix(hash ^ <u64>what);
    if (what == absent || what >= signed) continue;
    const stop = body + cell.end;
    for (let from = body + cell.start; from < stop; from += 16) {
      const bytes = lastBytes(from, min(from + 16, stop));
      hash = mix(mix(hash ^ i64x2.extract_lane(bytes, 0)) ^ i64x2.extract_lane(bytes, 1));
    }
  }
  const short = <u32>(hash >> 32) | 1;
  let place = <usize>(hash & 0xffffffff);
  for (let tries: usize = 0; tries < mostTries; tries += 1) {
    const slot = changetype<usize>(table) + slots + (place & (mostSlots - 1)) * 8;
    const group = load<u32>(slot, 4);
    if (group == 0) return addGroup(table, columns, first, slot, short);
    if (load<u32>(slot) == short && isIn(group, columns, end, first)) return load<i32>(group);
    place += 1;
  }
  return -1;
}

/** The length and the kind of a cell, or its sign. Negative if the bytes do not show it. */
@inline
function whatIn(column: Column, cell: Cell): i32 {
  if (column.cell < 0) return absent;
  if (column.kind != sign) {
    const length = cell.end - cell.start;
    return length > longest ? -1 : length | (column.kind << 11);
  }
  if ((cell.bits & hasEscape) != 0) return -1;
  const start = body + cell.start;
  return byteAt((cell.bits & isText) != 0 ? start + 1 : start) == minus ? signed + 1 : signed;
}

function isIn(group: usize, columns: usize, end: usize, first: usize): bool {
  let known = group + 4;
  for (let at = columns; at < end; at += offsetof<Column>()) {
    const column = changetype<Column>(at);
    const cell = changetype<Cell>(first + <usize>column.cell * offsetof<Cell>());
    const what = whatIn(column, cell);
    if (load<i32>(known) != what) return false;
    known += 4;
    if (what == absent || what >= signed) continue;
    const stop = body + cell.end;
    for (let from = body + cell.start; from < stop; from += 16) {
      const bytes = lastBytes(from, min(from + 16, stop));
      if (v128.any_true(v128.xor(bytes, v128.load(known)))) return false;
      known += 16;
    }
  }
  return true;
}

function addGroup(table: Table, columns: usize, first: usize, slot: usize, short: u32): i32 {
  const group = table.free;
  if (group > table.end) return -1;
  store<u32>(slot, short);
  store<u32>(slot, <u32>group, 4);
  store<i32>(group, table.groups);
  let to = group + 4;
  for (let place: usize = 0; place < table.columns; place += 1) {
    const column = changetype<Column>(columns + place * offsetof<Column>());
    const cell = changetype<Cell>(first + <usize>column.cell * offsetof<Cell>());
    const what = whatIn(column, cell);
    store<i32>(to, what);
    to += 4;
    if (what == absent || what >= signed) continue;
    const stop = body + cell.end;
    for (let from = body + cell.start; from < stop; from += 16) {
      v128.store(to, lastBytes(from, min(from + 16, stop)));
      to += 16;
    }
  }
  table.free = to;
  table.groups += 1;
  return table.groups - 1;
}

@inline
function mix(hash: u64): u64 {
  const mixed = hash * 0x9e3779b97f4a7c15;
  return mixed ^ (mixed >> 32);
}
