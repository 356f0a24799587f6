import { CostctlError } from '../../errors.ts';
import { ExactNumber } from '../number.ts';
import { jsonText } from '../stringify.ts';
import { ByteOutput } from './byte-output.ts';
import { newLine } from './bytes.ts';
import type { CellForm } from './cell-text.ts';
import { type CellWriters, createCellWriters, isUsual } from './cells.ts';
import { placesOf, readInside } from './paths.ts';
import { cellWidth, type RowPage } from './rows.ts';
import { keysOf, type Place, type Shape } from './shapes.ts';
import { isRarelySure, type RowMemory } from './simd/row-memory.ts';

export interface TableOptions extends CellForm {
  /** The columns to write, including paths into objects; by default all columns of the rows. */
  readonly columns?: readonly string[] | undefined;
}

/** Each row has a cell for each column: with more columns, the file would be mostly separators. */
const mostColumns = 10_000;

/** A limit, so that shapes that never repeat do not accumulate. */
const mostPlaces = 20_000;

/** Writes rows as a table of text, cell by cell, from the bytes of their body. */
export class TableWriter {
  readonly #own = new ByteOutput();
  #output = this.#own;
  readonly #isChosen: boolean;
  readonly #columns: string[];
  readonly #known: Set<string>;
  readonly #seen = new Set<string>();
  readonly #separator: number;
  readonly #writers: CellWriters;
  readonly #isCsv: boolean;
  /** Whether the lines of rows in memory can be written there. */
  readonly #isPlain: boolean;
  #places = new Map<Shape, readonly Place[]>();

  constructor({ columns, ...form }: TableOptions) {
    this.#isCsv = form.format === 'csv';
    this.#isPlain = this.#isCsv && isUsual(form);
    this.#isChosen = columns !== undefined;
    this.#columns = [...(columns ?? [])];
    this.#known = new Set(this.#columns);
    this.#writers = createCellWriters(form);
    this.#separator = this.#writers.separator.charCodeAt(0);
  }

  get columns(): readonly string[] {
    return this.#columns;
  }

  /** The chosen columns that no written row has had so far. */
  get unseen(): readonly string[] {
    return this.#columns.filter((column) => !this.#seen.has(column));
  }

  /** Returns new columns. After the first page with rows one comes too late: earlier rows lack its cell. */
  learn(page: RowPage): readonly string[] {
    if (this.#isChosen) return [];
    const late: string[] = [];
    for (const shape of page.shapes) {
      if (this.#places.has(shape)) continue;
      for (const key of keysOf(shape)) {
        if (this.#known.has(key)) continue;
        this.#known.add(key);
        late.push(key);
      }
      if (this.#known.size > mostColumns) throw tooManyColumns();
    }
    if (late.length > 0) {
      this.#columns.push(...late);
      this.#places = new Map();
    }
    return late;
  }

  header(): Buffer {
    for (const [place, column] of this.#columns.entries()) {
      if (place > 0) this.#separate();
      this.#writers.writeText(this.#output, column);
    }
    this.#endLine(0);
    return this.#output.take();
  }

  /** The lines of a page's rows. The next call, also of another writer for this page, overwrites the bytes. */
  write(page: RowPage): Buffer {
    if (this.#places.size > mostPlaces) this.#places = new Map();
    const memory = this.#isPlain && page.picked === undefined ? page.memory : undefined;
    this.#output = memory === undefined ? this.#own : new ByteOutput(memory.output);
    let shape: Shape | undefined;
    let places: readonly Place[] = [];
    for (let row = memory ? this.#writeSure(page, memory) : 0; row < page.count; row += 1) {
      const shapeOfRow = page.shapeOf[row];
      if (shapeOfRow !== shape && shapeOfRow !== undefined) {
        shape = shapeOfRow;
        places = this.#placesOf(shape);
      }
      this.#writeRow(page, row, places);
    }
    const lines = this.#output.take();
    this.#output = this.#own;
    return lines;
  }

  /** The first row of a shape teaches the memory its columns. Returns the row at which this stops paying off. */
  #writeSure(page: RowPage, memory: RowMemory): number {
    memory.useColumns(this.#places);
    const output = this.#output;
    let row = 0;
    for (let unsure = 0; output.buffer === memory.output; unsure += 1) {
      row = memory.writeCsv(row, page.count, this.#columns.length, output.length);
      output.length = memory.written;
      const shape = page.shapeOf[row];
      if (row === page.count || shape === undefined || isRarelySure(unsure, row)) break;
      const places = this.#placesOf(shape);
      this.#writeRow(page, row, places);
      // Columns inside objects are not learned.
      if (places.every(({ inside }) => inside.length === 0)) {
        memory.placeColumns(
          row,
          places.map(({ cell }) => cell),
        );
      }
      row += 1;
    }
    return row;
  }

  #writeRow(page: RowPage, row: number, places: readonly Place[]): void {
    const { cells } = page;
    const { writeCell } = this.#writers;
    const output = this.#output;
    const first = page.firstCell[row] ?? 0;
    const lineStart = output.length;
    for (let column = 0; column < places.length; column += 1) {
      if (column > 0) this.#separate();
      const place = places[column];
      if (place === undefined) continue;
      if (place.cell >= 0) {
        const at = (first + place.cell) * cellWidth;
        writeCell(output, page, cells[at] ?? 0, cells[at + 1] ?? 0, cells[at + 2] ?? 0);
      } else if (place.inside.length > 0) this.#writeInside(page, row, place, column);
    }
    this.#endLine(lineStart);
  }

  #writeInside(page: RowPage, row: number, place: Place, column: number): void {
    const value = readInside(page, row, place);
    if (value === undefined) return;
    this.#seen.add(this.#columns[column] ?? '');
    const { writeText, writeNumber } = this.#writers;
    const isNumber = typeof value === 'number' || value instanceof ExactNumber;
    (isNumber ? writeNumber : writeText)(this.#output, value === null ? '' : jsonText(value));
  }

  #separate(): void {
    this.#output.reserve(1);
    this.#output.push(this.#separator);
  }

  #endLine(lineStart: number): void {
    const output = this.#output;
    // An empty line would be read as no record at all.
    if (this.#isCsv && this.#columns.length === 1 && output.length === lineStart) output.text('""');
    output.reserve(1);
    output.push(newLine);
  }

  #placesOf(shape: Shape): readonly Place[] {
    const known = this.#places.get(shape);
    if (known !== undefined) return known;
    if (!this.#isChosen && keysOf(shape).some((key) => !this.#known.has(key))) {
      throw new Error('a page was written before its columns were learned');
    }
    const places = placesOf(shape, this.#columns);
    for (const [column, { cell }] of places.entries()) {
      if (cell >= 0) this.#seen.add(this.#columns[column] ?? '');
    }
    this.#places.set(shape, places);
    return places;
  }
}

function tooManyColumns(): CostctlError {
  return new CostctlError('unexpected_response', `the rows have more than ${mostColumns} columns`, {
    hint: 'choose some with --columns, or use --output ndjson',
  });
}
