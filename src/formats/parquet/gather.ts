import { readInside } from '../../json/bulk/paths.ts';
import { cellWidth, type RowPage } from '../../json/bulk/rows.ts';
import { keysOf } from '../../json/bulk/shapes.ts';
import { isNumber, type JsonValue } from '../../json/number.ts';
import { stringifyJson } from '../../json/stringify.ts';
import { BlockReader } from './block-reader.ts';
import type { CellBlock } from './cell-block.ts';
import { ColumnCells, kinds, missingCell, noCell, nullCell } from './column-cells.ts';
import { ColumnPlaces, ShapeNumbers } from './column-places.ts';

export interface GatheredColumn {
  readonly name: string;
  readonly cells: ColumnCells;
  readonly places: ColumnPlaces;
  /** Whether any row so far had it. */
  isSeen: boolean;
}

export type Gatherer = ReturnType<typeof createGatherer>;

/** `chosen` names the columns, paths into objects among them; otherwise they are those of the rows. */
export function createGatherer(known: readonly string[], chosen: readonly string[] | undefined) {
  const columns: GatheredColumn[] = [];
  const names = new Set<string>();
  const shapes = new ShapeNumbers();
  let rows = 0;

  function addColumn(name: string): void {
    if (names.has(name)) return;
    names.add(name);
    const places = new ColumnPlaces(name, chosen !== undefined);
    const column = { name, cells: new ColumnCells(), places, isSeen: false };
    for (let row = 0; row < rows; row += 1) column.cells.addAbsent(missingCell);
    columns.push(column);
  }

  for (const name of chosen ?? known) addColumn(name);
  return {
    columns,
    add: (page: RowPage) => {
      const numbers = shapes.number(page, (shape) => {
        if (chosen === undefined) for (const name of keysOf(shape)) addColumn(name);
      });
      for (const column of columns) {
        column.places.learn(shapes.all);
        column.isSeen ||= column.places.isSeen;
      }
      for (let from = 0; from < page.count; from += blockRows) {
        const to = Math.min(page.count, from + blockRows);
        for (const { cells, places } of columns) {
          if (!places.hasInside) cells.addRows(page, from, to, numbers, places.cellOf);
        }
      }
      for (const column of columns) {
        if (column.places.hasInside) addInside(column, page, numbers);
      }
      rows += page.count;
    },
    /** Like `add`, for rows that are column by column already. */
    addBlock: (block: CellBlock) => {
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
    /** Forgets the rows, and keeps the columns. */
    clear: () => {
      for (const { cells } of columns) cells.clear();
      rows = 0;
    },
  };
}

/** So few rows that they stay in the processor's cache from column to column. */
const blockRows = 256;

/** Row by row, since what is inside an object has to be parsed. */
function addInside(column: GatheredColumn, page: RowPage, shapes: Int32Array): void {
  const { cells, places } = column;
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
  if (isNumber(value)) return kinds.number;
  return typeof value === 'boolean' ? kinds.boolean : kinds.nested;
}
