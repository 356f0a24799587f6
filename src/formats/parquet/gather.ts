import { grow } from '../../json/bulk/growing-bytes.ts';
import { findPath, placeOf, readInside } from '../../json/bulk/paths.ts';
import { cellWidth, type RowPage } from '../../json/bulk/rows.ts';
import { keysOf, type Place, type Shape } from '../../json/bulk/shapes.ts';
import { ExactNumber, isObject, type JsonObject, type JsonValue } from '../../json/number.ts';
import { parseJson } from '../../json/parse.ts';
import { jsonText, stringifyJson } from '../../json/stringify.ts';
import { BlockReader } from './block-reader.ts';
import type { CellBlock } from './cell-block.ts';
import { ColumnCells, kinds, missingCell, noCell, nullCell } from './column-cells.ts';

/** A column of the rows that are being gathered. */
export interface GatheredColumn {
  readonly name: string;
  readonly cells: ColumnCells;
  /** Whether any row so far had it. */
  isSeen: boolean;
}

/** Gathers rows column by column. */
export interface Gatherer {
  readonly columns: readonly GatheredColumn[];
  readonly add: (page: RowPage) => void;
  /** Like `add`, for rows that are column by column already. */
  readonly addBlock: (block: CellBlock) => void;
  readonly rows: () => number;
  /** The size of the values, in bytes. */
  readonly size: () => number;
  /** Forgets the rows, and keeps the columns. */
  readonly clear: () => void;
}

/** `chosen` names the columns, paths into objects among them; otherwise they are those of the rows. */
export function createGatherer(
  known: readonly string[],
  chosen: readonly string[] | undefined,
): Gatherer {
  const columns: GatheredColumn[] = [];
  const places: ColumnPlaces[] = [];
  const names = new Set<string>();
  const shapes = new ShapeNumbers();
  let rows = 0;

  function addColumn(name: string): void {
    if (names.has(name)) return;
    names.add(name);
    const column = { name, cells: new ColumnCells(), isSeen: false };
    for (let row = 0; row < rows; row += 1) column.cells.addAbsent(missingCell);
    columns.push(column);
    places.push(new ColumnPlaces(name, chosen !== undefined));
  }

  for (const name of chosen ?? known) addColumn(name);
  return {
    columns,
    add: (page) => {
      const numbers = shapes.number(page, (shape) => {
        if (chosen === undefined) for (const name of keysOf(shape)) addColumn(name);
      });
      for (const [at, column] of columns.entries()) {
        const own = places[at];
        if (own === undefined) continue;
        own.learn(shapes.all);
        column.isSeen ||= own.isSeen;
      }
      for (let from = 0; from < page.count; from += blockRows) {
        const to = Math.min(page.count, from + blockRows);
        for (const [at, { cells }] of columns.entries()) {
          const own = places[at];
          if (own?.hasInside === false) cells.addRows(page, from, to, numbers, own.cellOf);
        }
      }
      for (const [at, column] of columns.entries()) {
        const own = places[at];
        if (own?.hasInside === true) addInside(column, page, numbers, own);
      }
      rows += page.count;
    },
    addBlock: (block) => {
      for (const name of block.names) addColumn(name);
      const reader = new BlockReader(block);
      const added = new Set(block.names);
      for (const name of block.names) {
        const column = columns.find((own) => own.name === name);
        if (column === undefined) continue;
        reader.addColumn(column.cells, block.shared.of(name));
        column.isSeen = true;
      }
      for (const { name, cells } of columns) {
        if (added.has(name)) continue;
        for (let row = 0; row < reader.count; row += 1) cells.addAbsent(missingCell);
      }
      rows += reader.count;
    },
    rows: () => rows,
    size: () => columns.reduce((sum, { cells }) => sum + cells.values.bytes.length, 0),
    clear: () => {
      for (const { cells } of columns) cells.clear();
      rows = 0;
    },
  };
}

/** So few rows that they stay in the processor's cache from column to column. */
const blockRows = 256;

/** Numbered shapes beyond this limit are dropped, because endless rows may all differ in their keys. */
const mostShapes = 20_000;

/** Numbers the shapes of rows, so that what is known of one is found by its number. */
class ShapeNumbers {
  all: Shape[] = [];
  #numbers = new Map<Shape, number>();
  #ofRows = new Int32Array(0);

  number(page: RowPage, onNew: (shape: Shape) => void): Int32Array {
    if (this.all.length > mostShapes) {
      this.all = [];
      this.#numbers = new Map();
    }
    for (const shape of page.shapes) {
      if (this.#numbers.has(shape)) continue;
      this.#numbers.set(shape, this.all.length);
      this.all.push(shape);
      onNew(shape);
    }
    if (this.#ofRows.length < page.count) this.#ofRows = new Int32Array(page.count);
    let last: Shape | undefined;
    let number = 0;
    for (let row = 0; row < page.count; row += 1) {
      const shape = page.shapeOf[row];
      if (shape !== last && shape !== undefined) {
        last = shape;
        number = this.#numbers.get(shape) ?? 0;
      }
      this.#ofRows[row] = number;
    }
    return this.#ofRows;
  }
}

/** Where the rows of each shape have one column. */
class ColumnPlaces {
  cellOf = new Int32Array(8);
  insides: (Place | undefined)[] = [];
  isSeen = false;
  hasInside = false;
  readonly #name: string;
  /** Whether the name may be a path into objects. */
  readonly #isPath: boolean;
  #known: readonly Shape[] = [];
  #count = 0;

  constructor(name: string, isPath: boolean) {
    this.#name = name;
    this.#isPath = isPath;
  }

  learn(shapes: readonly Shape[]): void {
    if (shapes !== this.#known) {
      this.#known = shapes;
      this.#count = 0;
      this.insides = [];
    }
    for (; this.#count < shapes.length; this.#count += 1) {
      const shape = shapes[this.#count];
      if (shape === undefined) continue;
      if (this.#count === this.cellOf.length) this.cellOf = grow(this.cellOf);
      const place = placeOf(shape, this.#name);
      this.cellOf[this.#count] = place.cell;
      if (place.cell >= 0) this.isSeen = true;
      if (this.#isPath && place.cell < 0 && place.inside.length > 0) {
        this.insides[this.#count] = place;
        this.hasInside = true;
      }
    }
  }
}

/** Row by row, since what is inside an object has to be parsed. */
function addInside(
  column: GatheredColumn,
  page: RowPage,
  shapes: Int32Array,
  places: ColumnPlaces,
): void {
  const { cells } = column;
  for (let row = 0; row < page.count; row += 1) {
    const shape = shapes[row] ?? 0;
    const cell = places.cellOf[shape] ?? noCell;
    const inside = places.insides[shape];
    if (cell >= 0) {
      const at = ((page.firstCell[row] ?? 0) + cell) * cellWidth;
      cells.addCell(page, page.cells[at] ?? 0, page.cells[at + 1] ?? 0, page.cells[at + 2] ?? 0);
    } else addValue(column, inside === undefined ? undefined : readInside(page, row, inside));
  }
}

function addValue(column: GatheredColumn, value: JsonValue | undefined): void {
  const { cells } = column;
  if (value === undefined) {
    cells.addAbsent(missingCell);
    return;
  }
  column.isSeen = true;
  if (value === null) cells.addAbsent(nullCell);
  else if (typeof value === 'string') cells.addText(value, kinds.text);
  else cells.addText(stringifyJson(value), kindOf(value));
}

function kindOf(value: JsonValue): number {
  if (typeof value === 'number' || value instanceof ExactNumber) return kinds.number;
  return typeof value === 'boolean' ? kinds.boolean : kinds.nested;
}

/** If there are more properties, their names are really values, such as ids. */
export const mostInner = 1000;

/**
 * The properties of the objects in a column, as text columns of their own named `tags.team`. Each object is
 * taken apart once, however many rows have it. There is room for `room` new ones; the known ones are
 * complete in every group of rows.
 */
export function innerColumns(
  { name, cells }: GatheredColumn,
  isKnown: (path: string) => boolean,
  room: number,
): ReadonlyMap<string, ColumnCells> {
  const columns = new Map<string, Inner>();
  const { values } = cells;
  let left = room;
  for (let value = 0; value < values.count; value += 1) {
    if (values.kindOf(value) !== kinds.nested) continue;
    const object = parseJson(values.textOf(value));
    if (!isObject(object)) continue;
    for (const inner of pathsIn(object)) {
      // A property with dots in its name takes precedence over a path of that name.
      const property = findPath(object, inner) ?? null;
      if (property === null) continue;
      const path = `${name}.${inner}`;
      let column = columns.get(path);
      if (column === undefined) {
        const isNew = !isKnown(path);
        if (isNew && left === 0) continue;
        if (isNew) left -= 1;
        column = createInner(values.count);
        columns.set(path, column);
      }
      column.innerOf[value] = column.cells.values.findText(jsonText(property), kinds.text);
    }
  }
  return new Map([...columns].map(([path, column]) => [path, spread(column, cells)]));
}

/** A column inside another, and which of its texts each object has. */
interface Inner {
  readonly cells: ColumnCells;
  readonly innerOf: Int32Array;
}

function createInner(objects: number): Inner {
  return { cells: new ColumnCells(), innerOf: new Int32Array(objects).fill(missingCell) };
}

function spread({ cells, innerOf }: Inner, { rows, rowCount }: ColumnCells): ColumnCells {
  cells.addMapped(innerOf, rows, rowCount);
  return cells;
}

function* pathsIn(value: JsonObject, prefix = ''): Generator<string, void> {
  for (const [key, inner] of Object.entries(value)) {
    yield `${prefix}${key}`;
    if (isObject(inner)) yield* pathsIn(inner, `${prefix}${key}.`);
  }
}
