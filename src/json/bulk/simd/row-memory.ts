import { ifPossible } from '../../../errors.ts';
import { compileOnce, startModule, wasmPage } from '../../web-assembly.ts';
import type { Shape } from '../shapes.ts';
import { code } from './code.ts';
import { GroupLines, groupLinesLength, type LineExports } from './group-lines.ts';
import { type GroupExports, GroupTables, groupTablesLength } from './group-tables.ts';
import { type HashExports, RowHashes } from './row-hashes.ts';

/** Where the rows of a page and their cells are. */
export interface RowPlaces {
  /** Start and end of each row: two entries per row. */
  readonly rows: Int32Array;
  /** 1 if the row differs from what `stringifyJson` would write. */
  readonly loose: Int32Array;
  /** The index of the first cell of each row. */
  readonly firstCell: Int32Array;
  /** Start, end and bits (`bits.ts`) of each value: three numbers per cell. */
  readonly cells: Int32Array;
}

/** What module.as exports. Places are bytes of the memory. */
interface Exports extends HashExports, GroupExports, LineExports {
  readonly place: (...places: number[]) => void;
  readonly clearKeys: (end: number) => void;
  readonly addKey: (parent: number, lead: number, length: number, isCanonical: number) => number;
  readonly passRows: (from: number, row: number, cell: number) => number;
  readonly setPlaces: (key: number, places: number) => void;
  readonly writeCsv: (
    row: number,
    count: number,
    columns: number,
    output: number,
    outputEnd: number,
  ) => number;
  readonly written: { readonly value: number };
  readonly rowCount: { readonly value: number };
  readonly cellCount: { readonly value: number };
}

const fieldsLength = wasmPage;
const keysEnd = 6 * wasmPage;
/** The bytes of a key are handed over here. */
const leadAt = keysEnd;
const longestLead = 1024;
const columnsAt = leadAt + longestLead;
const columnsEnd = columnsAt + wasmPage;
const fieldsEnd = columnsEnd + fieldsLength;
const tablesEnd = fieldsEnd + groupTablesLength;
const start = tablesEnd + groupLinesLength;
/** A copy may read a little past the end of the body, where there are zeros. */
const slack = 64;
/** In bytes: a larger page is read where it is. */
const largest = 32 * 2 ** 20;

const compile = compileOnce(code);

/** Slightly larger pages fit too. Undefined if too large, or Node or the processor lacks what it needs. */
export function createRowMemory(size: number): RowMemory | undefined {
  if (size > largest) return undefined;
  return ifPossible(() => new RowMemory(compile(), Math.ceil((size * 1.25) / wasmPage) * wasmPage));
}

/**
 * A page in the memory of a WebAssembly module, which passes rows by their known keys, sixteen bytes at a
 * time. What it is not sure of it leaves to the scanner, which then teaches it the keys of such a row.
 */
export class RowMemory {
  /** The copy of a page. It can be turned into lines in place, which changes only bytes between the rows. */
  readonly body: Buffer;
  readonly hashes: RowHashes;
  readonly groups: GroupTables;
  readonly lines: GroupLines;
  readonly #exports: Exports;
  readonly #places: RowPlaces;
  readonly #bytes: Uint8Array;
  readonly #lastKey: Int32Array;
  readonly #output: Buffer;
  #root: Shape | undefined;
  #isFull = false;
  readonly #keys = new Map<Shape, number>();
  /** By the place of their last key, divided by eight. */
  #shapes: Shape[] = [];
  /** The owner whose columns have places here. */
  #owner: object | undefined;
  readonly #placed = new Set<number>();
  #freeColumns = columnsAt;

  constructor(module: object, room: number) {
    const most = room / 16;
    const rows = start;
    const loose = rows + 8 * most;
    const firstCell = loose + 4 * most;
    const lastKey = firstCell + 4 * most;
    const numbers = lastKey + 4 * most;
    const cells = numbers + 4 * most;
    const body = cells + room;
    const output = body + room + slack;
    const { buffer, exports } = startModule(module, output + room);
    // The module exports what module.as says.
    this.#exports = exports as Exports;
    this.#exports.place(rows, loose, firstCell, lastKey, cells, body, most);
    this.body = Buffer.from(buffer, body, room);
    this.#bytes = new Uint8Array(buffer);
    this.#lastKey = new Int32Array(buffer, lastKey, most);
    this.#output = Buffer.from(buffer, output, room);
    const keyOf = (row: number) => {
      const key = this.#lastKey[row] ?? 0;
      return { key, shape: this.#shapes[key >> 3] };
    };
    const fields = { at: columnsEnd, end: fieldsEnd };
    this.hashes = new RowHashes(this.#exports, buffer, fields, keyOf);
    this.groups = new GroupTables(this.#exports, buffer, { at: fieldsEnd, numbers }, keyOf);
    this.lines = new GroupLines(this.#exports, { at: tablesEnd, numbers }, this.#output);
    this.#places = {
      rows: new Int32Array(buffer, rows, 2 * most),
      loose: new Int32Array(buffer, loose, most),
      firstCell: new Int32Array(buffer, firstCell, most),
      cells: new Int32Array(buffer, cells, room / 4),
    };
  }

  /** Copies a page into the memory. The places of its rows are valid until the next page. */
  open(body: Buffer, root: Shape): RowPlaces {
    if (root !== this.#root || this.#isFull) this.#forgetKeys(root);
    const end = this.body.byteOffset + body.length;
    this.body.set(body);
    this.#bytes.fill(0, end, end + slack);
    return this.#places;
  }

  /** Passes rows from this one on, and returns the start of the first that it is not sure of. */
  pass(from: number, row: number, cell: number): number {
    return this.#exports.passRows(from, row, cell);
  }

  get rowCount(): number {
    return this.#exports.rowCount.value;
  }

  get cellCount(): number {
    return this.#exports.cellCount.value;
  }

  shapeOf(row: number): Shape | undefined {
    return this.#shapes[(this.#lastKey[row] ?? 0) >> 3];
  }

  /** Learns the keys of a row that the scanner has read. */
  learn(row: number, shape: Shape): void {
    this.#lastKey[row] = this.#keys.get(shape) ?? this.#addKeys(shape);
  }

  /** Room for lines, which all writers of lines of this page share. */
  get output(): Buffer {
    return this.#output;
  }

  /** Forgets the places of columns, and pieces of lines, unless they are this owner's. */
  useColumns(owner: object): void {
    if (owner === this.#owner) return;
    this.#owner = owner;
    this.lines.clear();
    this.#freeColumns = columnsAt;
    for (const key of this.#placed) this.#exports.setPlaces(key, 0);
    this.#placed.clear();
  }

  /** Stores where this row and all others with its keys have the columns. */
  placeColumns(row: number, places: readonly number[]): void {
    const key = this.#lastKey[row] ?? 0;
    const end = this.#freeColumns + 4 * places.length;
    if (key === 0 || this.#placed.has(key) || end > columnsEnd) return;
    new Int32Array(this.#bytes.buffer, this.#freeColumns, places.length).set(places);
    this.#exports.setPlaces(key, this.#freeColumns);
    this.#placed.add(key);
    this.#freeColumns = end;
  }

  /** Writes lines of csv at a place of the output, and returns the first row that it is not sure of. */
  writeCsv(row: number, count: number, columns: number, at: number): number {
    const { byteOffset, length } = this.#output;
    return this.#exports.writeCsv(row, count, columns, byteOffset + at, byteOffset + length);
  }

  /** The end of the lines in the output. */
  get written(): number {
    return this.#exports.written.value - this.#output.byteOffset;
  }

  #addKeys(shape: Shape): number {
    const unknown: Shape[] = [];
    let known: Shape | undefined = shape;
    while (known?.parent !== undefined && !this.#keys.has(known)) {
      unknown.push(known);
      known = known.parent;
    }
    let last = (known && this.#keys.get(known)) ?? 0;
    for (const one of unknown.reverse()) {
      if (one.lead.length > longestLead) return 0;
      this.#bytes.set(one.lead, leadAt);
      last = this.#exports.addKey(last, leadAt, one.lead.length, one.isCanonical ? 1 : 0);
      this.#isFull = last === 0;
      if (this.#isFull) return 0;
      this.#keys.set(one, last);
      this.#shapes[last >> 3] = one;
    }
    return last;
  }

  #forgetKeys(root: Shape): void {
    this.#root = root;
    this.#isFull = false;
    this.#keys.clear();
    this.#shapes = [];
    this.#owner = undefined;
    this.#placed.clear();
    this.hashes.forgetKeys();
    this.groups.forgetKeys();
    this.#exports.clearKeys(keysEnd);
  }
}

/** Whether asking the memory costs more than it saves: it was unsure of too many rows. */
export function isRarelySure(unsure: number, rows: number): boolean {
  return unsure > 256 && unsure > rows / 2;
}
