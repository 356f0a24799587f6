import { isNull } from '../../json/bulk/bits.ts';
import { ByteOutput } from '../../json/bulk/byte-output.ts';
import { closeBrace, comma, openBrace } from '../../json/bulk/bytes.ts';
import { cellWidth, type RowPage, rowWidth } from '../../json/bulk/rows.ts';
import { createRootShape, type Shape } from '../../json/bulk/shapes.ts';
import {
  childOf,
  type KeyedColumn,
  pageRows,
  type ReadColumn,
  readColumn,
  withKeys,
} from './cell-pages.ts';
import type { LoadedColumn, LoadGroups, WantedColumn } from './group-loader.ts';
import type { RowRange } from './reader.ts';

/** Makes pages of the rows of a file again. */
export interface PageReader {
  /** Each page is valid until the next. */
  readonly read: (wanted: readonly WantedColumn[], range: RowRange) => Iterable<RowPage>;
}

export function createPageReader(load: LoadGroups): PageReader {
  let loaded: readonly LoadedColumn[] = [];
  let read: readonly ReadColumn[] = [];
  return {
    read: function* (wanted, range) {
      let builder: RowBuilder | undefined;
      for (const { columns, from, to } of load(wanted, range)) {
        if (columns !== loaded) read = columns.map(readColumn);
        loaded = columns;
        builder ??= new RowBuilder(columns);
        for (let row = from; row < to; row += pageRows) {
          yield builder.build(read, row, Math.min(to, row + pageRows));
        }
      }
    },
  };
}

const head = Buffer.from('{"data":[');
const tail = Buffer.from(']}');
const nothing = Buffer.from('null');

/** Pages as if the rows had just been read. */
class RowBuilder {
  readonly #output = new ByteOutput();
  readonly #columns: readonly KeyedColumn[];
  readonly #root = createRootShape();
  #cells = new Int32Array(0);
  readonly #rows = new Int32Array(pageRows * rowWidth);
  readonly #firstCell = new Int32Array(pageRows);
  readonly #loose = new Int32Array(pageRows);

  constructor(columns: readonly LoadedColumn[]) {
    this.#columns = withKeys(columns);
  }

  build(chunks: readonly ReadColumn[], from: number, to: number): RowPage {
    const columns = this.#columns;
    const output = this.#output;
    const most = (to - from) * columns.length * cellWidth;
    if (this.#cells.length < most) this.#cells = new Int32Array(most);
    const sources = chunks.map(({ entries }) => entries.bytes.view);
    const shapes = new Set<Shape>();
    const shapeOf: Shape[] = [];
    let place = 0;
    write(output, head);
    for (let row = from; row < to; row += 1) {
      const at = row - from;
      output.reserve(2);
      if (at > 0) output.push(comma);
      this.#rows[at * rowWidth] = output.length;
      this.#firstCell[at] = place / cellWidth;
      output.push(openBrace);
      let shape = this.#root;
      for (let column = 0; column < columns.length; column += 1) {
        const own = columns[column];
        const chunk = chunks[column];
        const source = sources[column];
        if (own === undefined || chunk === undefined || source === undefined) continue;
        const entry = chunk.rows[row] ?? -1;
        if (entry < 0 && own.isOmitted) continue;
        const start = entry < 0 ? 0 : chunk.entries.startOf(entry);
        const length = entry < 0 ? nothing.length : (chunk.entries.ends[entry] ?? 0) - start;
        output.reserve(own.key.byteLength + length + 2);
        if (shape !== this.#root) output.push(comma);
        output.copy(own.key, 0, own.key.byteLength);
        this.#cells[place] = output.length;
        if (entry < 0) write(output, nothing);
        else output.copy(source, start, start + length);
        this.#cells[place + 1] = output.length;
        this.#cells[place + 2] = entry < 0 ? isNull : (chunk.entries.bits[entry] ?? 0);
        place += cellWidth;
        shape = childOf(shape, own.raw);
      }
      output.reserve(1);
      output.push(closeBrace);
      this.#rows[at * rowWidth + 1] = output.length;
      this.#loose[at] = shape.isCanonical ? 0 : 1;
      shapes.add(shape);
      shapeOf.push(shape);
    }
    write(output, tail);
    const body = output.take();
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
      cells: this.#cells,
    };
  }
}

function write(output: ByteOutput, bytes: Buffer): void {
  output.reserve(bytes.length);
  for (const byte of bytes) output.push(byte);
}
