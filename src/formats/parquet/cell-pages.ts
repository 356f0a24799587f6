import { isNull } from '../../json/bulk/bits.ts';
import { ByteOutput } from '../../json/bulk/byte-output.ts';
import { closeBrace, comma, openBrace } from '../../json/bulk/bytes.ts';
import { cellWidth, type RowPage, rowWidth } from '../../json/bulk/rows.ts';
import { createRootShape, growShape, type Shape } from '../../json/bulk/shapes.ts';
import type { RowPlaces } from '../../json/bulk/simd/row-memory.ts';
import type { RowRange } from './decode-chunk.ts';
import type { Entries } from './entries.ts';
import type { LoadedColumn, LoadGroups, WantedColumn } from './group-loader.ts';

export type PageReader = ReturnType<typeof createPageReader>;

/** Makes pages from the rows of a file. Each page is valid until the next. */
export function createPageReader(load: LoadGroups) {
  let loaded: readonly LoadedColumn[] = [];
  let read: readonly ReadColumn[] = [];
  return function* (wanted: readonly WantedColumn[], range: RowRange): Generator<RowPage, void> {
    let builder: PageBuilder | undefined;
    for (const { columns, from, to } of load(wanted, range)) {
      if (columns !== loaded) read = columns.map(readColumn);
      loaded = columns;
      builder ??= new PageBuilder(columns, true);
      for (let row = from; row < to; row += pageRows) {
        yield builder.build(read, row, Math.min(to, row + pageRows));
      }
    }
  };
}

const head = Buffer.from('{"data":[');
const tail = Buffer.from(']}');
const nothing = Buffer.from('null');

/**
 * Builds pages as if the rows had just been read. Without the texts of rows, cells are places in the values of a
 * whole group.
 */
export class PageBuilder {
  readonly #columns: readonly KeyedColumn[];
  readonly #output: ByteOutput | undefined;
  readonly #root = createRootShape();
  readonly #rows = new Int32Array(pageRows * rowWidth);
  readonly #firstCell = new Int32Array(pageRows);
  readonly #loose = new Int32Array(pageRows);
  #cells = new Int32Array(0);
  #chunks: readonly ReadColumn[] = [];
  #values: Buffer = Buffer.alloc(0);
  /** Where the values of each column begin in all values. */
  #bases: readonly number[] = [];

  constructor(columns: readonly LoadedColumn[], hasTexts: boolean) {
    this.#columns = columns.map((column) => {
      const key = Buffer.from(`${JSON.stringify(column.name)}:`);
      const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
      return { ...column, key: view, raw: key.toString('latin1', 0, key.length - 1) };
    });
    this.#output = hasTexts ? new ByteOutput() : undefined;
    // Without texts, these places only distinguish the rows.
    for (let row = 0; row < pageRows; row += 1) this.#rows.fill(row, row * 2, row * 2 + 2);
  }

  build(chunks: readonly ReadColumn[], from: number, to: number): RowPage {
    if (chunks !== this.#chunks) this.#open(chunks);
    const columns = this.#columns;
    const output = this.#output;
    const sources = chunks.map(({ entries }) => entries.bytes.view);
    const most = (to - from) * columns.length * cellWidth;
    if (this.#cells.length < most) this.#cells = new Int32Array(most);
    const cells = this.#cells;
    const shapes = new Set<Shape>();
    const shapeOf: Shape[] = new Array(to - from);
    let place = 0;
    if (output !== undefined) write(output, head);
    for (let row = from; row < to; row += 1) {
      const at = row - from;
      this.#firstCell[at] = place / cellWidth;
      if (output !== undefined) this.#rows[at * rowWidth] = openRow(output, at);
      let shape = this.#root;
      for (let column = 0; column < columns.length; column += 1) {
        const own = columns[column];
        const chunk = chunks[column];
        const source = sources[column];
        if (own === undefined || chunk === undefined || source === undefined) continue;
        const entry = chunk.rows[row] ?? -1;
        if (entry < 0 && own.isOmitted) continue;
        const { ends, bits } = chunk.entries;
        const start = entry <= 0 ? 0 : (ends[entry - 1] ?? 0);
        const end = entry < 0 ? 0 : (ends[entry] ?? 0);
        if (output === undefined) {
          const base = this.#bases[column] ?? 0;
          cells[place] = base + start;
          cells[place + 1] = base + end;
        } else {
          output.reserve(own.key.byteLength + Math.max(end - start, nothing.length) + 2);
          if (shape !== this.#root) output.push(comma);
          output.copy(own.key, 0, own.key.byteLength);
          cells[place] = output.length;
          if (entry < 0) write(output, nothing);
          else output.copy(source, start, end);
          cells[place + 1] = output.length;
        }
        cells[place + 2] = entry < 0 ? isNull : (bits[entry] ?? 0);
        place += cellWidth;
        shape = shape.likely?.raw === own.raw ? shape.likely : childOf(shape, own.raw);
      }
      if (output !== undefined) {
        output.reserve(1);
        output.push(closeBrace);
        this.#rows[at * rowWidth + 1] = output.length;
        this.#loose[at] = shape.isCanonical ? 0 : 1;
      }
      if (shapeOf[at - 1] !== shape) shapes.add(shape);
      shapeOf[at] = shape;
    }
    if (output !== undefined) write(output, tail);
    const body = output?.take() ?? this.#values;
    const places = { rows: this.#rows, loose: this.#loose, firstCell: this.#firstCell, cells };
    return pageOf(body, places, shapes, shapeOf);
  }

  #open(chunks: readonly ReadColumn[]): void {
    this.#chunks = chunks;
    if (this.#output !== undefined) return;
    let length = 0;
    this.#bases = chunks.map(({ entries }) => {
      const base = length;
      length += entries.bytes.length;
      return base;
    });
    this.#values = Buffer.concat(chunks.map(({ entries }) => entries.bytes.written()));
  }
}

/** Returns where the row begins. */
function openRow(output: ByteOutput, at: number): number {
  output.reserve(2);
  if (at > 0) output.push(comma);
  const { length } = output;
  output.push(openBrace);
  return length;
}

function write(output: ByteOutput, bytes: Buffer): void {
  output.reserve(bytes.length);
  for (const byte of bytes) output.push(byte);
}

/** As many rows as the service puts on a page. */
export const pageRows = 5000;

/** A part of a column as read; `rows` has the number of each row's entry, or -1. */
interface ReadColumn {
  readonly rows: Int32Array;
  readonly entries: Entries;
}

export function readColumn(column: LoadedColumn): ReadColumn {
  const chunk = column.chunk();
  const entries = chunk.entries();
  return { entries, rows: chunk.rows() };
}

interface KeyedColumn extends LoadedColumn {
  readonly key: DataView;
  readonly raw: string;
}

function childOf(shape: Shape, raw: string): Shape {
  const { likely } = shape;
  if (likely?.raw === raw) return likely;
  const child = shape.children.get(raw) ?? growShape(shape, raw);
  shape.likely = child;
  return child;
}

function pageOf(
  body: Buffer,
  places: RowPlaces,
  shapes: ReadonlySet<Shape>,
  shapeOf: readonly Shape[],
): RowPage {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  return {
    body,
    view,
    members: {},
    count: shapeOf.length,
    shapes: [...shapes],
    shapeOf,
    ...places,
  };
}
