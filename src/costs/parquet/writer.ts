import { Bytes } from './bytes.ts';
import type { ColumnCells } from './cells.ts';
import { type Group, type ParquetColumn, writeFooter } from './footer.ts';
import { ChunkEncoder, codec } from './group.ts';

export interface ByteSink {
  /** The chunk is the caller's again once this resolves. */
  readonly write: (chunk: Uint8Array) => Promise<void>;
}

/** A Parquet file that is written group of rows by group of rows, front to back. */
export interface ParquetFile {
  /** The cells of each column, in the order of the columns. */
  readonly writeGroup: (cells: readonly ColumnCells[]) => Promise<void>;
  readonly finish: (notes: ReadonlyMap<string, string>) => Promise<void>;
}

const mark = Buffer.from('PAR1');
/** The bytes of a group leave when so many have gathered. */
const flushAt = 1 << 20;

export function createParquetFile(
  columns: readonly ParquetColumn[],
  sink: ByteSink,
  createdBy: string,
): ParquetFile {
  const output = new Bytes(1 << 16);
  const encoder = new ChunkEncoder();
  const groups: Group[] = [];
  let position = 0;
  let rows = 0;

  async function flush(): Promise<void> {
    if (output.length === 0) return;
    await sink.write(output.written());
    position += output.length;
    output.clear();
  }

  return {
    writeGroup: async (cells) => {
      if (position + output.length === 0) output.append(mark);
      const chunks = [];
      for (const [place, column] of columns.entries()) {
        const own = cells[place];
        if (own === undefined) continue;
        chunks.push(encoder.encode(column, own, output, position));
        if (output.length > flushAt) await flush();
      }
      const count = cells[0]?.rowCount ?? 0;
      groups.push({ rows: count, chunks });
      rows += count;
    },
    finish: async (notes) => {
      if (position + output.length === 0) output.append(mark);
      const footer = writeFooter({ columns, groups, rows, createdBy, notes }, codec);
      output.append(footer);
      output.int32(footer.length);
      output.append(mark);
      await flush();
    },
  };
}
