import { isObject, type JsonValue } from '../number.ts';
import { parseJson } from '../parse.ts';
import { isNested } from './bits.ts';
import { cellWidth, type RowPage } from './rows.ts';
import { keysOf, type Place, type Shape } from './shapes.ts';

/** A key that contains dots takes precedence over a path. If a key is repeated, the last one counts. */
export function placeOf(shape: Shape, column: string): Place {
  return findPlace(cellsOf(shape), column);
}

export function placesOf(shape: Shape, columns: readonly string[]): Place[] {
  const cells = cellsOf(shape);
  return columns.map((column) => findPlace(cells, column));
}

/** The last shape: the readers of all columns ask for its cells, and to list them each time takes quadratic time. */
let known: { readonly shape: Shape; readonly cells: ReadonlyMap<string, number> } | undefined;

function cellsOf(shape: Shape): ReadonlyMap<string, number> {
  if (known?.shape !== shape) {
    known = { shape, cells: new Map(keysOf(shape).map((key, cell) => [key, cell])) };
  }
  return known.cells;
}

function findPlace(cells: ReadonlyMap<string, number>, column: string): Place {
  const cell = cells.get(column) ?? -1;
  const inside: { cell: number; path: string }[] = [];
  if (cell >= 0) return { cell, inside };
  for (let dot = column.indexOf('.'); dot !== -1; dot = column.indexOf('.', dot + 1)) {
    const outer = cells.get(column.slice(0, dot));
    if (outer !== undefined) inside.push({ cell: outer, path: column.slice(dot + 1) });
  }
  return { cell, inside };
}

/** The value of a column that is a path into objects; undefined if the row has none. */
export function readInside(page: RowPage, row: number, place: Place): JsonValue | undefined {
  for (const { cell, path } of place.inside) {
    const at = ((page.firstCell[row] ?? 0) + cell) * cellWidth;
    if (((page.cells[at + 2] ?? 0) & isNested) === 0) continue;
    const value = findPath(
      parseJson(page.body.toString('utf8', page.cells[at], page.cells[at + 1])),
      path,
    );
    if (value !== undefined) return value;
  }
  return undefined;
}

export function findPath(value: JsonValue, path: string): JsonValue | undefined {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const key = path.slice(0, dot);
    const inner = Object.hasOwn(value, key) ? value[key] : undefined;
    const found = inner === undefined ? undefined : findPath(inner, path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}
