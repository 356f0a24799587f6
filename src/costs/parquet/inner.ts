import { isObject } from '../../json/bulk/merge.ts';
import type { JsonObject } from '../../json/number.ts';
import { parseJson } from '../../json/parse.ts';
import { stringifyJson } from '../../json/stringify.ts';
import { ColumnCells, kinds, missingCell } from './cells.ts';
import type { GatheredColumn } from './gather.ts';

/** More properties than these are values, such as ids, in the place of names. */
export const mostInner = 1000;

/**
 * The properties of the objects in a column, as text columns of their own named `tags.team`. Each
 * object is taken apart once, however many rows have it. There is room for so many besides the known ones,
 * which are complete in every group of rows.
 */
export function innerColumns(
  { name, cells }: GatheredColumn,
  isKnown: (path: string) => boolean,
  room: number,
): ReadonlyMap<string, ColumnCells> {
  const columns = new Map<string, Inner>();
  let left = room;
  for (let entry = 0; entry < cells.entryCount; entry += 1) {
    if (cells.kindOf[entry] !== kinds.nested) continue;
    const value = parseJson(
      cells.bytes.buffer.toString('utf8', cells.starts[entry], cells.endOf(entry)),
    );
    if (!isObject(value)) continue;
    for (const [path, text] of properties(value, name)) {
      let column = columns.get(path);
      if (column === undefined) {
        const isNew = !isKnown(path);
        if (isNew && left === 0) continue;
        if (isNew) left -= 1;
        column = createInner(cells.entryCount);
        columns.set(path, column);
      }
      // Each text is added as a row, whose number of the text is then known.
      column.cells.addText(text, kinds.text);
      column.entryOf[entry] = column.cells.rows[column.cells.rowCount - 1] ?? missingCell;
    }
  }
  return new Map([...columns].map(([path, column]) => [path, spread(column, cells)]));
}

/** A column inside another, and which of its texts each object of that one has. */
interface Inner {
  readonly cells: ColumnCells;
  readonly entryOf: Int32Array;
}

function createInner(entries: number): Inner {
  return { cells: new ColumnCells(), entryOf: new Int32Array(entries).fill(missingCell) };
}

function spread({ cells, entryOf }: Inner, outer: ColumnCells): ColumnCells {
  const rows = new Int32Array(Math.max(1, outer.rowCount));
  for (let row = 0; row < outer.rowCount; row += 1) {
    const entry = outer.rows[row] ?? missingCell;
    rows[row] = entry < 0 ? missingCell : (entryOf[entry] ?? missingCell);
  }
  cells.rows = rows;
  cells.rowCount = outer.rowCount;
  return cells;
}

function* properties(value: JsonObject, prefix: string): Generator<[string, string], void> {
  for (const [key, inner] of Object.entries(value)) {
    if (inner === null) continue;
    yield [`${prefix}.${key}`, typeof inner === 'string' ? inner : stringifyJson(inner)];
    if (isObject(inner)) yield* properties(inner, `${prefix}.${key}`);
  }
}
