import type { JsonValue } from '../number.ts';
import { parseJson } from '../parse.ts';
import { jsonText, stringifyJson } from '../stringify.ts';
import { hasEscape, isLoose, isNested, isNull, isText } from './bits.ts';
import { placeOf, readInside } from './paths.ts';
import { cellWidth, type RowPage } from './rows.ts';
import type { Place, Shape } from './shapes.ts';

/** Longer texts repeat too rarely to be cached. */
const longestRemembered = 32;
const longestObject = 1024;
const remembered = 1024;

/** Reads the cell of one column in row after row as text, without creating the row. */
export class CellReader {
  readonly column: string;
  readonly #places = new WeakMap<Shape, Place>();
  readonly #texts: (string | undefined)[] = new Array(remembered);
  /** By the bytes of the object, one character each. */
  readonly #insides = new Map<string, { readonly text: string | null | undefined }>();
  #insidePath: string | undefined;
  #shape: Shape | undefined;
  #place: Place = { cell: -1, inside: [] };

  constructor(column: string) {
    this.column = column;
  }

  /** Decoded text, a number's own digits, JSON text of nested values, or null; undefined without the column. */
  read(page: RowPage, row: number): string | null | undefined {
    const { cell, inside } = this.#placeIn(page.shapeOf[row]);
    if (cell < 0) return inside.length === 0 ? undefined : this.#readInside(page, row);
    const at = ((page.firstCell[row] ?? 0) + cell) * cellWidth;
    const start = page.cells[at] ?? 0;
    const end = page.cells[at + 1] ?? 0;
    const bits = page.cells[at + 2] ?? 0;
    if ((bits & isNull) !== 0) return null;
    if ((bits & isNested) !== 0) {
      const text = page.body.toString('utf8', start, end);
      return (bits & isLoose) === 0 ? text : stringifyJson(parseJson(text));
    }
    if ((bits & hasEscape) !== 0) return JSON.parse(page.body.toString('utf8', start, end));
    return (bits & isText) === 0
      ? this.#recall(page.body, start, end)
      : this.#recall(page.body, start + 1, end - 1);
  }

  /** The index of the row's cell in `page.cells`; -1 if the row lacks it or the value is nested. */
  locate(page: RowPage, row: number): number {
    const { cell } = this.#placeIn(page.shapeOf[row]);
    return cell < 0 ? -1 : ((page.firstCell[row] ?? 0) + cell) * cellWidth;
  }

  #placeIn(shape: Shape | undefined): Place {
    if (shape === undefined || shape === this.#shape) return this.#place;
    this.#shape = shape;
    this.#place = this.#places.get(shape) ?? placeOf(shape, this.column);
    this.#places.set(shape, this.#place);
    return this.#place;
  }

  /** Objects repeat as texts do, so a parsed one is cached by its text. */
  #readInside(page: RowPage, row: number): string | null | undefined {
    const [outer, ...others] = this.#place.inside;
    if (outer === undefined || others.length > 0) return textOf(readInside(page, row, this.#place));
    const at = ((page.firstCell[row] ?? 0) + outer.cell) * cellWidth;
    const [start = 0, end = 0] = [page.cells[at], page.cells[at + 1]];
    if (end - start > longestObject) return textOf(readInside(page, row, this.#place));
    if (outer.path !== this.#insidePath || this.#insides.size >= remembered) this.#insides.clear();
    this.#insidePath = outer.path;
    const written = page.body.toString('latin1', start, end);
    let known = this.#insides.get(written);
    if (known === undefined) {
      known = { text: textOf(readInside(page, row, this.#place)) };
      this.#insides.set(written, known);
    }
    return known.text;
  }

  /** A column usually has few different texts, and comparing bytes is cheaper than creating a string. */
  #recall(body: Buffer, start: number, end: number): string {
    const length = end - start;
    if (length > longestRemembered) return body.toString('utf8', start, end);
    let hash = length;
    for (let at = start; at < end; at += 1) hash = (Math.imul(hash, 31) + (body[at] ?? 0)) | 0;
    const slot = (hash >>> 0) % remembered;
    const known = this.#texts[slot];
    if (known !== undefined && isSame(known, body, start, length)) return known;
    const text = body.toString('utf8', start, end);
    this.#texts[slot] = text;
    return text;
  }
}

/** Compares with ASCII text; other text never matches. */
function isSame(text: string, body: Buffer, start: number, length: number): boolean {
  if (text.length !== length) return false;
  for (let at = 0; at < length; at += 1) {
    const byte = body[start + at] ?? 0;
    if (byte !== text.charCodeAt(at) || byte >= 0x80) return false;
  }
  return true;
}

function textOf(value: JsonValue | undefined): string | null | undefined {
  return value === null || value === undefined ? value : jsonText(value);
}
