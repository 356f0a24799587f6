import type { JsonValue } from '../json/number.ts';
import { ExactNumber } from '../json/number.ts';
import { parseJson } from '../json/parse.ts';
import { cellWidth, type RowPage } from '../json/rows.ts';
import { keysOf, type Shape } from '../json/shapes.ts';
import { stringifyJson } from '../json/stringify.ts';
import { hasEscape, isNested, isNull, isText } from '../json/values.ts';
import { isObject } from './page.ts';

/** The value of one column in a row, as the text of a csv cell; undefined where it is not there. */
export type CellReader = (page: RowPage, row: number) => string | undefined;

/**
 * Reads a column by its property path. A key that itself holds dots is found before a path of its
 * parts. Where a key stands twice the last one counts, as JSON.parse has it.
 */
export function createCellReader(path: string): CellReader {
  const [places, nested] = [createPlaces(path), createNestedReader(path)];
  return (page, row) => {
    const place = places(page.shapeOf[row]);
    if (place < 0) return nested?.(page, row);
    return textAt(page, (page.firstCell[row] ?? 0) + place);
  };
}

function createNestedReader(path: string): CellReader | undefined {
  const readers: CellReader[] = [];
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const places = createPlaces(path.slice(0, dot));
    const rest = path.slice(dot + 1);
    readers.push((page, row) => {
      const place = places(page.shapeOf[row]);
      if (place < 0) return undefined;
      const text = rawAt(page, (page.firstCell[row] ?? 0) + place);
      return text.startsWith('{') ? valueText(findPath(parseJson(text), rest)) : undefined;
    });
  }
  if (readers.length === 0) return undefined;
  return (page, row) => {
    for (const reader of readers) {
      const text = reader(page, row);
      if (text !== undefined) return text;
    }
    return undefined;
  };
}

/** The value at a path of keys joined by dots, the longest first key that is there winning. */
export function findPath(value: JsonValue | undefined, path: string): JsonValue | undefined {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const key = path.slice(0, dot);
    const found = Object.hasOwn(value, key) ? findPath(value[key], path.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Which cell of a row of this shape holds the key, or -1. */
function createPlaces(key: string): (shape: Shape | undefined) => number {
  const places = new WeakMap<Shape, number>();
  return (shape) => {
    if (shape === undefined) return -1;
    let place = places.get(shape);
    if (place === undefined) {
      place = keysOf(shape).lastIndexOf(key);
      places.set(shape, place);
    }
    return place;
  };
}

function textAt(page: RowPage, cell: number): string | undefined {
  const bits = page.cells[cell * cellWidth + 2] ?? 0;
  if (bits & isNull) return undefined;
  if (bits & isText) {
    if (bits & hasEscape) return JSON.parse(rawAt(page, cell));
    const from = page.cells[cell * cellWidth] ?? 0;
    return page.body.toString('utf8', from + 1, (page.cells[cell * cellWidth + 1] ?? 0) - 1);
  }
  const raw = rawAt(page, cell);
  return bits & isNested ? stringifyJson(parseJson(raw)) : raw;
}

function rawAt(page: RowPage, cell: number): string {
  return page.body.toString('utf8', page.cells[cell * cellWidth], page.cells[cell * cellWidth + 1]);
}

/** A value as the text of a csv cell; undefined for null and for what is not there. */
export function valueText(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  return value instanceof ExactNumber ? value.text : stringifyJson(value);
}
