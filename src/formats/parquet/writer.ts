import { Bytes } from '../../json/bulk/growing-bytes.ts';
import type { Chunk, Group, ParquetColumn } from './footer.ts';
import { ChunkEncoder, type ColumnPart } from './group.ts';
import type { Spelling } from './levels.ts';
import { writeFooter } from './write-footer.ts';

export interface ByteSink {
  /** The chunk is the caller's again once this resolves. */
  readonly write: (chunk: Uint8Array) => Promise<void>;
}

/** A Parquet file that is written group of rows by group of rows, front to back. */
export type ParquetFile = ReturnType<typeof createParquetFile>;

const mark = Buffer.from('PAR1');
/** The bytes of a group are written when this many have been collected. */
const flushAt = 1 << 20;

export function createParquetFile(
  columns: readonly ParquetColumn[],
  sink: ByteSink,
  createdBy: string,
) {
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
    /** Writes a part of each column, in their order; returns how their numbers are written. */
    writeGroup: async (parts: readonly ColumnPart[]) => {
      if (position + output.length === 0) output.append(mark);
      const chunks: Chunk[] = [];
      const spellings: (Spelling | undefined)[] = [];
      for (const [place, column] of columns.entries()) {
        const part = parts[place];
        if (part === undefined) continue;
        const { chunk, spelling } = encoder.encode(column, part, output, position);
        chunks.push(chunk);
        spellings.push(spelling);
        if (output.length > flushAt) await flush();
      }
      const count = parts[0]?.cells.rowCount ?? 0;
      groups.push({ rows: count, chunks });
      rows += count;
      return spellings;
    },
    finish: async (notes: ReadonlyMap<string, string>) => {
      if (position + output.length === 0) output.append(mark);
      const footer = writeFooter({ columns, groups, rows, createdBy, notes });
      output.append(footer);
      output.int32(footer.length);
      output.append(mark);
      await flush();
    },
  };
}
