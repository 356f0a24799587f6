import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { CostctlError, fileError, isSystemError } from '../errors.ts';
import { readCsvRecords } from './csv-records.ts';

/** A value as text, to the digit; null if missing. */
export type Cell = string | null;

/** What the file says of the values of a column; csv says nothing, and has texts only. */
export type StoredKind = 'csv' | 'text' | 'number' | 'moment' | 'other';

export interface FileColumn {
  readonly name: string;
  readonly stored: StoredKind;
  /** Its numbers are binary fractions, of which the shortest decimal is read. */
  readonly isBinary?: boolean;
  /** Its texts are JSON: objects, lists, `true` and `false`. */
  readonly isJson?: boolean;
}

/** Takes a table row by row. */
export interface TakeTable {
  /** Called once, before any row. */
  readonly open: (columns: readonly FileColumn[]) => void;
  /** `line` counts as an editor does; in Parquet it is the number of the row. */
  readonly take: (cells: readonly Cell[], line: number) => void;
  /** Nothing else is read until it is done. */
  readonly pause?: (() => Promise<void>) | undefined;
  /** A csv that is not UTF-8 is taken too, with lone surrogates; otherwise it is refused. */
  readonly takesAnyBytes?: boolean;
}

const chunkSize = 1 << 20;

/** Reads a csv, csv.gz or Parquet file, recognized by its first bytes. */
export async function readTable(path: string, table: TakeTable): Promise<void> {
  let isOpen = false;
  const openTable = (columns: readonly FileColumn[]) => {
    refuseTwins(columns.map(({ name }) => name));
    isOpen = true;
    table.open(columns);
  };
  const handle = await open(path, 'r').catch((cause: unknown) => {
    throw fileError(`cannot read ${path}`, cause);
  });
  try {
    const head = Buffer.alloc(4);
    await handle.read(head, 0, 4, 0);
    if (head.toString('latin1') === 'PAR1') {
      const { readParquetRows } = await import('./parquet/read-any.ts');
      await readParquetRows({ path, handle }, { ...table, open: openTable });
    } else {
      const source = handle.createReadStream({
        start: 0,
        highWaterMark: chunkSize,
        autoClose: false,
      });
      const read = (chunks: AsyncIterable<Buffer>) => readCsvTable(chunks, openTable, table);
      const isGzip = head[0] === 0x1f && head[1] === 0x8b;
      if (isGzip) await readUnpacked(source, read);
      else await read(source);
    }
  } catch (cause) {
    throw explainFault(path, cause);
  } finally {
    await handle.close().catch(() => undefined);
  }
  if (!isOpen) {
    throw new CostctlError('invalid_data', `${path}: the file is empty: it has no header`);
  }
}

/** If `read` fails, that is the error: the pipeline often reports only that it was aborted. */
export async function readUnpacked(
  source: Readable,
  read: (chunks: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const faults: unknown[] = [];
  const keepFault = (chunks: AsyncIterable<Buffer>) =>
    read(chunks).catch((cause: unknown) => {
      faults.push(cause);
      throw cause;
    });
  try {
    await pipeline(source, createGunzip({ chunkSize }), keepFault);
  } catch (cause) {
    const isAbort = cause instanceof Error && cause.name === 'AbortError';
    throw isAbort ? (faults[0] ?? cause) : cause;
  }
}

/** What went wrong with a file, by its name. A fault of this program stays as it is. */
export function explainFault(path: string, cause: unknown): unknown {
  if (cause instanceof CostctlError) {
    if (cause.code !== 'invalid_data') return cause;
    return new CostctlError('invalid_data', `${path}: ${cause.message}`, cause.details);
  }
  if (!isSystemError(cause)) return cause;
  if (!cause.code.startsWith('Z_')) return fileError(`cannot read ${path}`, cause);
  const what = `${path}: it cannot be unpacked: ${cause.message}`;
  return new CostctlError('invalid_data', what, { cause });
}

async function readCsvTable(
  chunks: AsyncIterable<Buffer>,
  openTable: TakeTable['open'],
  { take, pause, takesAnyBytes }: TakeTable,
): Promise<void> {
  let columns = 0;
  const takeRecord = (cells: readonly Cell[], line: number) => {
    if (columns === 0) {
      columns = cells.length;
      openTable(cells.map((name) => ({ name: name ?? '', stored: 'csv' })));
      return;
    }
    if (cells.length !== columns) throw wrongWidth(line, cells.length, columns);
    take(cells, line);
  };
  await readCsvRecords(chunks, takeRecord, { pause, takesAnyBytes });
}

function refuseTwins(names: readonly string[]): void {
  const known = new Set<string>();
  const twin = names.find((name) => known.size === known.add(name).size);
  if (twin === undefined) return;
  throw new CostctlError('invalid_data', `two columns are named '${twin}'`, {
    hint: 'give each column a name of its own in the header',
  });
}

function wrongWidth(line: number, cells: number, columns: number): CostctlError {
  return new CostctlError(
    'invalid_data',
    `line ${line} has ${cells} cells, but the header has ${columns}`,
    { hint: 'a cell that contains the separator is written in quotes' },
  );
}
