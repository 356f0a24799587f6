import { findPath } from '../../json/bulk/paths.ts';
import { isObject, type JsonObject } from '../../json/number.ts';
import { parseJson } from '../../json/parse.ts';
import { jsonText } from '../../json/stringify.ts';
import { ColumnCells, kinds, missingCell } from './column-cells.ts';
import type { GatheredColumn } from './gather.ts';

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
  /** Each column inside, and which of its texts each object has. */
  const columns = new Map<string, { readonly cells: ColumnCells; readonly innerOf: Int32Array }>();
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
        const innerOf = new Int32Array(values.count).fill(missingCell);
        column = { cells: new ColumnCells(), innerOf };
        columns.set(path, column);
      }
      column.innerOf[value] = column.cells.values.findText(jsonText(property), kinds.text);
    }
  }
  for (const inner of columns.values()) {
    const all = { count: cells.rowCount, first: 0, absent: missingCell } as const;
    inner.cells.addNumbered(inner.innerOf, cells.rows, all);
  }
  return new Map([...columns].map(([path, inner]) => [path, inner.cells]));
}

function* pathsIn(value: JsonObject, prefix = ''): Generator<string, void> {
  for (const [key, inner] of Object.entries(value)) {
    yield `${prefix}${key}`;
    if (isObject(inner)) yield* pathsIn(inner, `${prefix}${key}.`);
  }
}
