import { open } from 'node:fs/promises';
import { isNested, isNull, isNumber, isText } from '../json/bulk/bits.ts';
import { comma, newLine } from '../json/bulk/bytes.ts';
import { CellReader } from '../json/bulk/cell-reader.ts';
import { type Place, placeOf, readInside } from '../json/bulk/paths.ts';
import { cellWidth, type RowPage, RowScanner } from '../json/bulk/rows.ts';
import type { Shape } from '../json/bulk/shapes.ts';
import { ExactNumber } from '../json/number.ts';
import type { CellKind } from './parquet-types.ts';

const chunkSize = 4 * 1024 * 1024;
const head = Buffer.from('{"data":[');
const tail = Buffer.from(']}');

/** The rows of an ndjson file, a few megabytes at a time. Each page is valid until the next. */
export async function* readLines(path: string): AsyncGenerator<RowPage, void> {
  const scanner = new RowScanner();
  const file = await open(path, 'r');
  try {
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of file.createReadStream({
      highWaterMark: chunkSize,
      autoClose: false,
    })) {
      const bytes: Buffer = Buffer.concat([rest, chunk]);
      const end = bytes.lastIndexOf(newLine);
      rest = bytes.subarray(end + 1);
      if (end >= 0) yield scanner.scan(joinLines(bytes.subarray(0, end)));
    }
  } finally {
    await file.close();
  }
}

/** In ndjson a line end is nowhere but behind a row: there a comma makes an array of the lines. */
function joinLines(lines: Buffer): Buffer {
  const body = Buffer.concat([head, lines, tail]);
  for (let at = body.indexOf(newLine); at >= 0; at = body.indexOf(newLine, at + 1))
    body[at] = comma;
  return body;
}

/** Reads one column's cells with what they are in JSON. */
export class KindReader {
  readonly #cells: CellReader;
  readonly #column: string;
  readonly #places = new WeakMap<Shape, Place>();

  constructor(column: string) {
    this.#column = column;
    this.#cells = new CellReader(column);
  }

  /** Null where the row has the column and nothing in it. */
  read(page: RowPage, row: number): string | null | undefined {
    return this.#cells.read(page, row);
  }

  kind(page: RowPage, row: number): CellKind {
    const shape = page.shapeOf[row];
    if (shape === undefined) return 'text';
    const place = this.#places.get(shape) ?? placeOf(shape, this.#column);
    this.#places.set(shape, place);
    if (place.cell < 0) return kindOfValue(readInside(page, row, place));
    return kindOfBits(
      page.cells[((page.firstCell[row] ?? 0) + place.cell) * cellWidth + 2] ?? isNull,
    );
  }
}

function kindOfBits(bits: number): CellKind {
  if (bits & isText) return 'text';
  if (bits & isNumber) return 'number';
  return bits & isNested ? 'nested' : 'boolean';
}

function kindOfValue(value: unknown): CellKind {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number' || value instanceof ExactNumber) return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'nested';
}
