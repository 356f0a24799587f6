import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { createPageReader } from '../../../src/formats/parquet/cell-pages.ts';
import { createGroupLoader } from '../../../src/formats/parquet/group-loader.ts';
import {
  type TableTask,
  type TableWritten,
  writeTable,
} from '../../../src/formats/parquet/parquet-table.ts';
import { openParquet } from '../../../src/formats/parquet/reader.ts';
import { type RowPage, RowScanner, rowText } from '../../../src/json/bulk/rows.ts';
import { jsonFormOf } from '../../../src/mirror/manifest.ts';

export interface Written {
  readonly file: Buffer;
  readonly written: TableWritten;
}

/** Writes rows, given as JSON texts in pages, and answers with the file. */
export async function writeRows(
  pages: readonly (readonly string[])[],
  options: Partial<TableTask> = {},
): Promise<Written> {
  let chunks: Buffer[] = [];
  const written = await writeTable(
    {
      known: [],
      types: new Map(),
      opensObjects: false,
      keepsSpelling: true,
      createdBy: 'a test',
      open: async () => {
        chunks = [];
        return {
          write: async (chunk) => {
            chunks.push(Buffer.from(chunk));
          },
        };
      },
      ...options,
    },
    () => scanPages(pages),
  );
  return { file: Buffer.concat(chunks), written };
}

async function* scanPages(pages: readonly (readonly string[])[]): AsyncGenerator<RowPage> {
  const scanner = new RowScanner();
  for (const rows of pages) yield scanner.scan(Buffer.from(`{"data":[${rows.join()}]}`));
}

/** The rows of a file as JSON texts again, as our own reader makes them. */
export async function readBack(
  { file, written }: Written,
  wanted = written.columns.filter(({ inside }) => inside === undefined).map(({ name }) => name),
  range = { from: 0, to: written.rows },
): Promise<string[]> {
  const path = join(mkdtempSync(join(tmpdir(), 'costctl-test-')), 'rows.parquet');
  writeFileSync(path, file);
  const reader = openParquet(path);
  const columns = wanted.map((name) => {
    const column = written.columns.find((one) => one.name === name);
    return { name, json: jsonFormOf({ kinds: [...(column?.evidence.kinds ?? [])] }) };
  });
  const texts: string[] = [];
  for await (const page of createPageReader(createGroupLoader(reader))(columns, range)) {
    for (let row = 0; row < page.count; row += 1) texts.push(rowText(page, row));
  }
  reader.close();
  return texts;
}

/** Reads a file with a reader that is not ours. */
export function readObjects(file: Buffer): Promise<Record<string, unknown>[]> {
  return parquetReadObjects({ file: bufferOf(file) });
}

export function readMetadata(file: Buffer) {
  return parquetMetadata(bufferOf(file));
}

function bufferOf(file: Buffer): ArrayBuffer {
  const copy = new ArrayBuffer(file.length);
  new Uint8Array(copy).set(file);
  return copy;
}
