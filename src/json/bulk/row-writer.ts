import { parseJson } from '../parse.ts';
import { stringifyJson } from '../stringify.ts';
import { isLoose } from './bits.ts';
import { ByteOutput } from './byte-output.ts';
import { closeBrace, comma, newLine, openBrace } from './bytes.ts';
import { cellWidth, type RowPage, readRow, rowWidth } from './rows.ts';
import { ShapeKeys } from './shape-keys.ts';
import type { Shape } from './shapes.ts';

/** Writes rows as ndjson or as items of a json array: the same bytes as `stringifyJson`. */
export class RowWriter {
  readonly #output = new ByteOutput();
  /** Each key as written before its value: with its colon, and the comma before it. */
  readonly #keys = new ShapeKeys(
    (key, place) => `${place === 0 ? '' : ','}${JSON.stringify(key)}:`,
  );
  readonly #isArray: boolean;

  constructor(format: 'ndjson' | 'json') {
    this.#isArray = format === 'json';
  }

  /** The rows of a page; in json, a comma precedes the first one if it `isLater`. The next call overwrites the bytes. */
  write(page: RowPage, isLater = false): Buffer {
    const output = this.#output;
    const joined = joinInPlace(page, this.#isArray ? comma : newLine);
    if (joined !== undefined) {
      return this.#isArray ? joined.subarray(isLater ? 0 : 1, -1) : joined.subarray(1);
    }
    for (let row = 0; row < page.count; row += 1) {
      output.reserve(1);
      if (this.#isArray && (isLater || row > 0)) output.push(comma);
      this.#writeRow(page, row);
      output.reserve(1);
      if (!this.#isArray) output.push(newLine);
    }
    return output.take();
  }

  #writeRow(page: RowPage, row: number): void {
    const { rows, shapeOf } = page;
    const shape = shapeOf[row];
    if (page.loose[row] === 0) {
      const [start = 0, end = 0] = [rows[row * rowWidth], rows[row * rowWidth + 1]];
      this.#output.reserve(end - start);
      this.#output.copy(page.view, start, end);
    } else if (shape?.keepsOrder === true) this.#writeMembers(page, row, shape);
    else this.#output.text(stringifyJson(readRow(page, row)));
  }

  #writeMembers(page: RowPage, row: number, shape: Shape): void {
    const { body, cells } = page;
    const output = this.#output;
    const first = page.firstCell[row] ?? 0;
    output.reserve(2);
    output.push(openBrace);
    for (const [cell, key] of this.#keys.of(shape).entries()) {
      const at = (first + cell) * cellWidth;
      const start = cells[at] ?? 0;
      const end = cells[at + 1] ?? 0;
      output.reserve(key.byteLength + end - start + 1);
      output.copy(key, 0, key.byteLength);
      if (((cells[at + 2] ?? 0) & isLoose) === 0) output.copy(page.view, start, end);
      else output.text(stringifyJson(parseJson(body.toString('utf8', start, end))));
    }
    output.reserve(1);
    output.push(closeBrace);
  }
}

/**
 * Joins the rows of a page in place, which saves a copy of them: a separator replaces the byte before each
 * row and after the last. Undefined if the page is not in the memory, if a row must be written in another
 * way, or if more than a comma is between two rows.
 */
function joinInPlace(page: RowPage, separator: number): Buffer | undefined {
  const { memory, picked, rows, loose, count } = page;
  if (memory === undefined || picked !== undefined || count === 0) return undefined;
  for (let row = 0; row < count; row += 1) {
    const isNext = row === 0 || rows[row * rowWidth] === (rows[row * rowWidth - 1] ?? 0) + 1;
    if (loose[row] !== 0 || !isNext) return undefined;
  }
  const { body } = memory;
  const start = (rows[0] ?? 0) - 1;
  body[start] = separator;
  for (let row = 0; row < count; row += 1) body[rows[row * rowWidth + 1] ?? 0] = separator;
  return body.subarray(start, (rows[count * rowWidth - 1] ?? 0) + 1);
}
