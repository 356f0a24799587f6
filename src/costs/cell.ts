import { hasEscape, isNested, isNull, isText } from '../json/bits.ts';
import type { JsonValue } from '../json/number.ts';
import { ExactNumber } from '../json/number.ts';
import { parseJson } from '../json/parse.ts';
import { type Place, placeOf, readInside } from '../json/paths.ts';
import { cellWidth, type RowPage } from '../json/rows.ts';
import type { Shape } from '../json/shapes.ts';
import { stringifyJson } from '../json/stringify.ts';

/** The value of one column in a row, as the text of a csv cell; undefined where there is none. */
export type CellReader = (page: RowPage, row: number) => string | undefined;

/** Reads a column by its property path. */
export function createCellReader(column: string): CellReader {
  const places = new WeakMap<Shape, Place>();
  return (page, row) => {
    const shape = page.shapeOf[row];
    if (shape === undefined) return undefined;
    let place = places.get(shape);
    if (place === undefined) {
      place = placeOf(shape, column);
      places.set(shape, place);
    }
    if (place.cell < 0) return valueText(readInside(page, row, place));
    return textAt(page, ((page.firstCell[row] ?? 0) + place.cell) * cellWidth);
  };
}

function textAt({ body, cells }: RowPage, at: number): string | undefined {
  const from = cells[at] ?? 0;
  const to = cells[at + 1] ?? 0;
  const bits = cells[at + 2] ?? 0;
  if (bits & isNull) return undefined;
  if (bits & isText) {
    if (bits & hasEscape) return JSON.parse(body.toString('utf8', from, to));
    return body.toString('utf8', from + 1, to - 1);
  }
  const raw = body.toString('utf8', from, to);
  return bits & isNested ? stringifyJson(parseJson(raw)) : raw;
}

/** A value as the text of a csv cell; undefined for null and for what is not there. */
function valueText(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  return value instanceof ExactNumber ? value.text : stringifyJson(value);
}
