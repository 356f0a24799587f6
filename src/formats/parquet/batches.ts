import { within } from '../../grouping.ts';
import { hasEscape, isNested, isText } from '../../json/bulk/bits.ts';
import type { BatchColumn, ColumnBatch, JsonValues } from '../column-batch.ts';
import { CellBuilder, pageRows, readColumn } from './cell-pages.ts';
import type { RowRange } from './decode-chunk.ts';
import type { Entries } from './entries.ts';
import type { LoadedColumn, LoadGroups, WantedColumn } from './group-loader.ts';
import type { StoredChunk } from './reader.ts';

export type BatchReader = ReturnType<typeof createBatchReader>;

/** Reads rows of a file column by column. Each batch is valid until the next. */
export function createBatchReader(load: LoadGroups) {
  const texts = new WeakMap<StoredChunk, (value: number) => string | null>();

  /** Texts are made once for a whole group, whichever of its rows are in the batch. */
  const textsOf = (chunk: StoredChunk) => within(texts, chunk, () => createTexts(chunk));

  function openColumn({ chunk, isOmitted }: LoadedColumn, { from, to }: RowRange): BatchColumn {
    let rows: Int32Array | undefined;
    return {
      // Decoded when it is first used: a caller that has read the values does not need them in units too.
      get rows() {
        rows ??= chunk.rows().subarray(from, to);
        return rows;
      },
      isFull: chunk.isFull,
      areNumbers: chunk.areNumbers,
      limits: chunk.limits,
      get valueCount() {
        return chunk.valueCount();
      },
      absent: isOmitted ? undefined : null,
      textOf: textsOf(chunk),
      values: chunk.entries,
      units: chunk.units,
    };
  }

  return function* (
    wanted: readonly WantedColumn[],
    range: RowRange,
  ): Generator<ColumnBatch, void> {
    for (const rows of load(wanted, range)) yield openBatch(rows.columns, rows, openColumn);
  };
}

function openBatch(
  columns: readonly LoadedColumn[],
  range: RowRange,
  openColumn: (column: LoadedColumn, range: RowRange) => BatchColumn,
): ColumnBatch {
  const count = range.to - range.from;
  const opened = new Map<string, BatchColumn | undefined>();

  function ownColumn(name: string): BatchColumn | undefined {
    const own = columns.find((column) => column.name === name);
    if (own !== undefined && !opened.has(name)) opened.set(name, openColumn(own, range));
    return opened.get(name);
  }

  function find(name: string): BatchColumn | undefined {
    const isInside = columns.some((other) => name.startsWith(`${other.name}.`));
    const column = ownColumn(name);
    if (column === undefined) return isInside ? undefined : emptyColumn(count);
    // A row that lacks the column may have it inside the object of another.
    const mayBeInside = isInside && column.absent === undefined;
    return mayBeInside && column.rows.some((value) => value < 0) ? undefined : column;
  }

  return {
    count,
    pageRows,
    names: columns.map(({ name }) => name),
    column: find,
    ownColumn,
    pathsIn: (name) => columns.find((column) => column.name === name)?.paths,
    pages: function* () {
      const builder = new CellBuilder(columns);
      const read = columns.map(readColumn);
      for (let row = range.from; row < range.to; row += pageRows) {
        yield builder.build(read, row, Math.min(range.to, row + pageRows));
      }
    },
  };
}

const noValues: JsonValues = {
  bytes: { buffer: Buffer.alloc(0) },
  startOf: () => 0,
  ends: new Int32Array(0),
  bits: new Uint8Array(0),
};

export function emptyColumn(count: number): BatchColumn {
  return {
    rows: new Int32Array(count).fill(-1),
    isFull: false,
    areNumbers: false,
    limits: undefined,
    valueCount: 0,
    absent: undefined,
    textOf: () => null,
    values: () => noValues,
    units: () => undefined,
  };
}

function createTexts(chunk: StoredChunk): (value: number) => string | null {
  let entries: Entries | undefined;
  const known: (string | undefined)[] = [];
  return (value) => {
    entries ??= chunk.entries();
    const text = known[value] ?? readText(entries, value);
    known[value] = text;
    return text;
  };
}

/** The text of a value, as `CellReader` reads it in a row. */
function readText(entries: Entries, value: number): string {
  const start = entries.startOf(value);
  const end = entries.ends[value] ?? 0;
  const own = entries.bits[value] ?? 0;
  const { buffer } = entries.bytes;
  if ((own & isNested) !== 0) return buffer.toString('utf8', start, end);
  if ((own & hasEscape) !== 0) return JSON.parse(buffer.toString('utf8', start, end));
  const quotes = (own & isText) === 0 ? 0 : 1;
  return buffer.toString('utf8', start + quotes, end - quotes);
}
