import { isUtf8 } from 'node:buffer';
import type { JsonObject, JsonValue } from '../number.ts';
import { parseJson } from '../parse.ts';
import { ValueScanner } from '../value-scanner.ts';
import { isLoose } from './bits.ts';
import { closeBrace, closeBracket, comma, openBrace, openBracket, quote } from './bytes.ts';
import { grow } from './growing-bytes.ts';
import type { Shape } from './shapes.ts';
import {
  createRowMemory,
  isRarelySure,
  type RowMemory,
  type RowPlaces,
} from './simd/row-memory.ts';

/** Valid until the scanner that made it scans again. */
export interface RowPage extends RowPlaces {
  readonly body: Buffer;
  readonly view: DataView;
  readonly count: number;
  /** The body's other members, such as `links` and `meta`. */
  readonly members: JsonObject;
  /** The memory in which the rows were found, if any: lines of csv can be written there too. */
  readonly memory?: RowMemory | undefined;
  /** If some rows were selected: which of the whole page they are. */
  readonly picked?: Int32Array | undefined;
  /** Each shape that a row of this page has, once, in order of appearance. */
  readonly shapes: readonly Shape[];
  readonly shapeOf: readonly Shape[];
  /** Keys that rows of this or an earlier page, or objects in them, have more than once: the last value counts. */
  readonly repeated?: ReadonlySet<string>;
}

export const cellWidth = 3;
export const rowWidth = 2;

export function rowText(page: RowPage, row: number): string {
  return page.body.toString('utf8', page.rows[row * rowWidth], page.rows[row * rowWidth + 1]);
}

/** A row as a value, for what bytes alone cannot do. */
export function readRow(page: RowPage, row: number): JsonValue {
  return parseJson(rowText(page, row));
}

/**
 * Finds the rows of `{"data":[{…},…],…}` without making objects, in memory that is used again. Anything but
 * strict JSON of that form throws SyntaxError and never yields a wrong row.
 */
export class RowScanner {
  readonly #values = new ValueScanner();
  #body: Buffer = Buffer.alloc(0);
  #page = 0;
  #count = 0;
  #cell = 0;
  #shapes: Shape[] = [];
  #shapeOf: Shape[] = [];
  #own: RowPlaces = {
    rows: new Int32Array(1024),
    loose: new Int32Array(512),
    firstCell: new Int32Array(512),
    cells: new Int32Array(16_384),
  };
  #places = this.#own;
  readonly #leastForMemory: number;
  #memory: RowMemory | 'none' | undefined;
  /** The memory, while it finds most rows of this page. */
  #finder: RowMemory | undefined;
  /** How many rows the memory was not sure of. */
  #unsure = 0;

  /** Bodies of at least this many bytes are copied into memory in which their rows are found faster. */
  constructor(leastForMemory = 1 << 16) {
    this.#leastForMemory = leastForMemory;
  }

  scan(body: Buffer): RowPage {
    if (!isUtf8(body)) throw new SyntaxError('the JSON is not valid UTF-8');
    this.#open(body);
    const members = this.#scanBody();
    return {
      body,
      view: new DataView(body.buffer, body.byteOffset, body.byteLength),
      members,
      count: this.#count,
      shapes: this.#shapes,
      shapeOf: this.#shapeOf,
      repeated: this.#values.repeated,
      ...this.#places,
      memory: this.#finder,
    };
  }

  #open(body: Buffer): void {
    this.#body = body;
    this.#page += 1;
    this.#count = 0;
    this.#cell = 0;
    this.#shapes = [];
    this.#shapeOf = [];
    this.#values.open(body);
    this.#openMemory(body);
  }

  #openMemory(body: Buffer): void {
    this.#unsure = 0;
    this.#finder = undefined;
    this.#places = this.#own;
    if (body.length < this.#leastForMemory || this.#memory === 'none') return;
    if (this.#memory === undefined || body.length > this.#memory.body.length) {
      this.#memory = createRowMemory(body.length) ?? 'none';
    }
    if (this.#memory === 'none') return;
    this.#finder = this.#memory;
    this.#places = this.#memory.open(body, this.#values.rowRoot);
  }

  #scanBody(): JsonObject {
    const values = this.#values;
    const body = this.#body;
    const members: [string, JsonValue][] = [];
    let sawData = false;
    let at = values.passSpace(0);
    if (body[at] !== openBrace) throw values.unexpected(at);
    at = values.passSpace(at + 1);
    let isLast = body[at] === closeBrace;
    while (!isLast) {
      if (body[at] !== quote) throw values.unexpected(at);
      const keyEnd = values.passString(at);
      const key: string = JSON.parse(body.toString('utf8', at, keyEnd));
      const start = values.passColon(keyEnd);
      if (key === 'data') {
        if (sawData) throw new SyntaxError('the member "data" appears twice');
        sawData = true;
        at = this.#scanRows(start);
      } else {
        at = values.passValue(start, 1);
        members.push([key, parseJson(body.toString('utf8', start, at))]);
      }
      at = values.passSpace(at);
      isLast = body[at] === closeBrace;
      if (!isLast) at = this.#passComma(at);
    }
    at = values.passSpace(at + 1);
    if (at < body.length) throw values.unexpected(at);
    if (!sawData) throw new SyntaxError('the member "data" is missing');
    return Object.fromEntries(members);
  }

  #passComma(at: number): number {
    if (this.#body[at] !== comma) throw this.#values.unexpected(at);
    return this.#values.passSpace(at + 1);
  }

  #scanRows(from: number): number {
    const values = this.#values;
    const body = this.#body;
    if (body[from] !== openBracket) throw new SyntaxError('the member "data" is not an array');
    let at = values.passSpace(from + 1);
    if (body[at] === closeBracket) return at + 1;
    for (;;) {
      if (body[at] !== openBrace) {
        throw new SyntaxError(`row ${this.#count + 1} is not an object, at byte ${at}`);
      }
      if (this.#finder !== undefined) at = this.#passSure(this.#finder, at);
      at = values.passSpace(this.#scanRow(at));
      if (body[at] === closeBracket) return at + 1;
      at = this.#passComma(at);
    }
  }

  #passSure(memory: RowMemory, from: number): number {
    const at = memory.pass(from, this.#count, this.#cell);
    const { rowCount } = memory;
    for (let row = this.#count; row < rowCount; row += 1) this.#addShape(memory.shapeOf(row));
    this.#count = rowCount;
    this.#cell = memory.cellCount;
    return at;
  }

  #scanRow(from: number): number {
    const values = this.#values;
    const body = this.#body;
    const firstCell = this.#cell;
    let shape = values.rowRoot;
    let bits = 0;
    values.sawSpace = false;
    let { cells } = this.#places;
    let place = firstCell * cellWidth;
    let at = from;
    for (;;) {
      at = values.passSpace(at + 1);
      if (shape.size === 0 && body[at] === closeBrace) break;
      shape = values.takeKey(shape, at);
      const start = values.afterKey;
      at = body[start] === quote ? values.passString(start) : values.passValue(start, rowDepth);
      const { found } = values;
      bits |= found;
      if (place + cellWidth > cells.length) cells = this.#growCells();
      cells[place] = start;
      cells[place + 1] = at;
      cells[place + 2] = found;
      place += cellWidth;
      if (body[at] === comma) continue;
      at = values.passSpace(at);
      if (body[at] === closeBrace) break;
      if (body[at] !== comma) throw values.unexpected(at);
    }
    this.#cell = place / cellWidth;
    const isAsWritten = shape.isCanonical && !values.sawSpace && (bits & isLoose) === 0;
    this.#addRow(shape, from, at + 1, firstCell, isAsWritten ? 0 : 1);
    return at + 1;
  }

  #growCells(): Int32Array {
    const cells = grow(this.#places.cells);
    this.#useOwn({ ...this.#places, cells });
    return cells;
  }

  #useOwn(places: RowPlaces): void {
    this.#own = places;
    this.#places = places;
    this.#finder = undefined;
  }

  #addRow(shape: Shape, start: number, end: number, firstCell: number, isLoose: number): void {
    const row = this.#count;
    if (row >= this.#places.firstCell.length) {
      const { rows, loose, firstCell, cells } = this.#places;
      const [more, moreLoose, moreFirst] = [grow(rows), grow(loose), grow(firstCell)];
      this.#useOwn({ rows: more, loose: moreLoose, firstCell: moreFirst, cells });
    }
    const { rows, loose, firstCell: firstCells } = this.#places;
    rows[row * rowWidth] = start;
    rows[row * rowWidth + 1] = end;
    firstCells[row] = firstCell;
    loose[row] = isLoose;
    this.#addShape(shape);
    this.#count += 1;
    this.#unsure += 1;
    if (isRarelySure(this.#unsure, this.#count)) this.#finder = undefined;
    this.#finder?.learn(row, shape);
  }

  #addShape(shape: Shape | undefined): void {
    if (shape === undefined) return;
    this.#shapeOf.push(shape);
    if (shape.seenIn !== this.#page) {
      shape.seenIn = this.#page;
      this.#shapes.push(shape);
    }
  }
}

/** The body, its array of rows, the row. */
const rowDepth = 3;

/** A row of a selection is found in its page by where it begins. */
export function rowIn(page: RowPage, rows: RowPage, row: number): number {
  const start = rows.rows[row * rowWidth];
  let at = 0;
  while (at < page.count && page.rows[at * rowWidth] !== start) at += 1;
  return at;
}
