import { isNull } from '../../json/bulk/bits.ts';
import { cellWidth, type RowPage, rowWidth } from '../../json/bulk/rows.ts';
import { createRootShape, growShape, type Shape } from '../../json/bulk/shapes.ts';
import type { Entries } from './entries.ts';
import type { LoadedColumn } from './group-loader.ts';

/** As many as the service has on a page. */
export const pageRows = 5000;

/** A part of a column as read: of each row, the number of its entry, or -1. */
export interface ReadColumn {
  readonly rows: Int32Array;
  readonly entries: Entries;
}

export function readColumn({ chunk }: LoadedColumn): ReadColumn {
  const entries = chunk.entries();
  return { entries, rows: chunk.rows() };
}

/** Pages without the texts of rows: their cells are places in the values of a whole group. */
export class CellBuilder {
  readonly #columns: readonly KeyedColumn[];
  readonly #root = createRootShape();
  readonly #rows = new Int32Array(pageRows * rowWidth);
  readonly #firstCell = new Int32Array(pageRows);
  readonly #loose = new Int32Array(pageRows);
  #cells = new Int32Array(0);
  #chunks: readonly ReadColumn[] = [];
  #body: Buffer = Buffer.alloc(0);
  #bases: readonly number[] = [];

  constructor(columns: readonly LoadedColumn[]) {
    this.#columns = withKeys(columns);
    // Only to distinguish them.
    for (let row = 0; row < pageRows; row += 1) this.#rows.fill(row, row * 2, row * 2 + 2);
  }

  build(chunks: readonly ReadColumn[], from: number, to: number): RowPage {
    if (chunks !== this.#chunks) this.#open(chunks);
    const columns = this.#columns;
    const most = (to - from) * columns.length * cellWidth;
    if (this.#cells.length < most) this.#cells = new Int32Array(most);
    const cells = this.#cells;
    const shapes = new Set<Shape>();
    const shapeOf: Shape[] = new Array(to - from);
    let place = 0;
    for (let row = from; row < to; row += 1) {
      this.#firstCell[row - from] = place / cellWidth;
      let shape = this.#root;
      for (let column = 0; column < columns.length; column += 1) {
        const own = columns[column];
        const chunk = chunks[column];
        if (own === undefined || chunk === undefined) continue;
        const entry = chunk.rows[row] ?? -1;
        if (entry < 0 && own.isOmitted) continue;
        const { ends, bits } = chunk.entries;
        const base = this.#bases[column] ?? 0;
        cells[place] = entry <= 0 ? base : base + (ends[entry - 1] ?? 0);
        cells[place + 1] = entry < 0 ? base : base + (ends[entry] ?? 0);
        cells[place + 2] = entry < 0 ? isNull : (bits[entry] ?? 0);
        place += cellWidth;
        shape = shape.likely?.raw === own.raw ? shape.likely : childOf(shape, own.raw);
      }
      if (shapeOf[row - from - 1] !== shape) shapes.add(shape);
      shapeOf[row - from] = shape;
    }
    const body = this.#body;
    return {
      body,
      view: new DataView(body.buffer, body.byteOffset, body.byteLength),
      members: {},
      count: to - from,
      shapes: [...shapes],
      shapeOf,
      rows: this.#rows,
      loose: this.#loose,
      firstCell: this.#firstCell,
      cells,
    };
  }

  #open(chunks: readonly ReadColumn[]): void {
    let length = 0;
    this.#bases = chunks.map(({ entries }) => {
      const base = length;
      length += entries.bytes.length;
      return base;
    });
    this.#body = Buffer.concat(chunks.map(({ entries }) => entries.bytes.written()));
    this.#chunks = chunks;
  }
}

export interface KeyedColumn extends LoadedColumn {
  readonly key: DataView;
  readonly raw: string;
}

export function withKeys(columns: readonly LoadedColumn[]): KeyedColumn[] {
  return columns.map((column) => {
    const key = Buffer.from(`${JSON.stringify(column.name)}:`);
    const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
    return { ...column, key: view, raw: key.toString('latin1', 0, key.length - 1) };
  });
}

export function childOf(shape: Shape, raw: string): Shape {
  const { likely } = shape;
  if (likely?.raw === raw) return likely;
  const known = shape.firstChildren.find((child) => child.raw === raw) ?? shape.children?.get(raw);
  const child = known ?? growShape(shape, raw);
  shape.likely = child;
  return child;
}
