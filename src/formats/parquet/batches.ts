import type { BatchColumn, ColumnBatch, JsonValues } from '../column-batch.ts';
import { PageBuilder, pageRows, readColumn } from './cell-pages.ts';
import type { RowRange } from './decode-chunk.ts';
import type { LoadedColumn, LoadGroups, WantedColumn } from './group-loader.ts';

export type BatchReader = ReturnType<typeof createBatchReader>;

/** Reads rows of a file column by column. Each batch is valid until the next. */
export function createBatchReader(load: LoadGroups) {
  return function* (
    wanted: readonly WantedColumn[],
    range: RowRange,
  ): Generator<ColumnBatch, void> {
    for (const rows of load(wanted, range)) yield openBatch(rows.columns, rows);
  };
}

function openBatch(columns: readonly LoadedColumn[], range: RowRange): ColumnBatch {
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
      const builder = new PageBuilder(columns, false);
      const read = columns.map(readColumn);
      for (let row = range.from; row < range.to; row += pageRows) {
        yield builder.build(read, row, Math.min(range.to, row + pageRows));
      }
    },
  };
}

function openColumn(column: LoadedColumn, { from, to }: RowRange): BatchColumn {
  const chunk = column.chunk();
  const { isFull, areNumbers, limits, textOf, entries, units } = chunk;
  let rows: Int32Array | undefined;
  return {
    ...{ isFull, areNumbers, limits, textOf, values: entries, units },
    // Decoded when it is first used: a caller that has read the values does not need them in units too.
    get rows() {
      rows ??= chunk.rows().subarray(from, to);
      return rows;
    },
    get valueCount() {
      return chunk.valueCount();
    },
    absent: column.isOmitted ? undefined : null,
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
