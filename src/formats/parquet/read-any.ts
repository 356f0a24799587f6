import type { FileHandle } from 'node:fs/promises';
import {
  type ColumnChunk,
  type FileMetaData,
  type ParquetReadOptions,
  parquetMetadata,
  parquetRead,
  parquetSchema,
  type SchemaTree,
} from 'hyparquet';
import { CostctlError, fileError, isSystemError } from '../../errors.ts';
import type { Cell, TakeTable } from '../any-table.ts';
import { openColumns, type ReadColumn, textOf } from './any-columns.ts';
import { checkChunk, describePart } from './check-chunk.ts';
import { readStruct } from './thrift.ts';
import { unpackers } from './unpack-page.ts';

/** So many rows are in memory at a time. */
const sliceRows = 65_536;
const pausedRows = 2000;

/**
 * Reads any Parquet file a slice of rows at a time. The library turns decimals into floats and
 * moments into milliseconds; so these columns are read as the integers and bytes that are stored.
 */
export async function readParquetRows(
  { path, handle }: { readonly path: string; readonly handle: FileHandle },
  { open, take, pause }: TakeTable,
): Promise<void> {
  const { size } = await handle.stat();
  const file = {
    byteLength: size,
    slice: async (start: number, end = size): Promise<ArrayBuffer> => {
      if (!(start >= 0 && start <= end && end <= size)) throw new Error('a part lies outside');
      const bytes = new ArrayBuffer(end - start);
      const view = new Uint8Array(bytes);
      for (let done = 0; done < view.length; ) {
        const { bytesRead } = await handle.read(view, done, view.length - done, start + done);
        if (bytesRead === 0) throw new Error('it is cut short');
        done += bytesRead;
      }
      return bytes;
    },
  };
  const attempt = <Result>(work: () => Promise<Result>) =>
    work().catch((cause: unknown) => {
      throw cannotRead(path, cause);
    });
  const { metadata, columns } = await attempt(async () => {
    const metadata = await readMetadata(file);
    checkCounts(metadata);
    return { metadata, columns: openColumns(metadata) };
  });
  const schema = parquetSchema(metadata);
  open(columns);
  let row = 0;
  for (const [number, { num_rows: count, columns: parts }] of metadata.row_groups.entries()) {
    const groupStart = row;
    const groupEnd = row + Number(count);
    while (row < groupEnd) {
      const slice = { file, metadata, rowStart: row, rowEnd: Math.min(groupEnd, row + sliceRows) };
      const cells: (readonly Cell[])[] = [];
      // What the library holds of a column is free before the next one is read.
      for (const column of columns) {
        if (row === groupStart) {
          await attempt(() => checkParts({ file, schema, parts, group: number + 1 }, column.name));
        }
        cells.push(await attempt(() => readColumn(slice, column)));
      }
      for (let at = 0; row < slice.rowEnd; at += 1) {
        row += 1;
        take(
          cells.map((column) => column[at] ?? null),
          row,
        );
        if (row % pausedRows === 0) await pause?.();
      }
    }
  }
  await pause?.();
}

type Slice = Required<Pick<ParquetReadOptions, 'file' | 'metadata' | 'rowStart' | 'rowEnd'>>;

type Bytes = ParquetReadOptions['file'];

async function readMetadata(file: Bytes): Promise<FileMetaData> {
  const tail = Buffer.from(await file.slice(file.byteLength - tailSize));
  if (tail.toString('latin1', 4) !== 'PAR1') throw new Error('its end is missing');
  const start = file.byteLength - tailSize - tail.readUInt32LE(0);
  const footer = await file.slice(start);
  // The library takes a long time for numbers of a million bytes.
  readStruct(Buffer.from(footer), 0);
  return parquetMetadata(footer);
}

const tailSize = 8;

interface StoredGroup {
  readonly file: Bytes;
  readonly schema: SchemaTree;
  readonly parts: readonly ColumnChunk[];
  readonly group: number;
}

/** The library takes as much time and memory as counts in a page claim: so they are checked first. */
async function checkParts(
  { file, schema, parts, group }: StoredGroup,
  column: string,
): Promise<void> {
  for (const { meta_data: part } of parts) {
    if (part?.path_in_schema[0] !== column) continue;
    const start = Number(part.dictionary_page_offset || part.data_page_offset);
    const bytes = await file.slice(start, start + Number(part.total_compressed_size));
    try {
      checkChunk(Buffer.from(bytes), describePart(schema, part));
    } catch (cause) {
      const what = cause instanceof Error ? cause.message : String(cause);
      const place = `row group ${group}, column '${part.path_in_schema.join('.')}'`;
      throw new Error(`${place}, ${what}`, { cause });
    }
  }
}

async function readColumn(
  slice: Slice,
  { name, isNested, convert }: ReadColumn,
): Promise<readonly Cell[]> {
  const { rowStart, rowEnd } = slice;
  const cells = new Array<Cell>(rowEnd - rowStart).fill(null);
  const chunks: { readonly values: ArrayLike<unknown>; readonly first: number }[] = [];
  await parquetRead({
    ...slice,
    columns: [name],
    compressors: unpackers,
    parsers,
    // Nothing catches what is thrown here.
    onChunk: ({ columnData: values, rowStart: first }) => chunks.push({ values, first }),
  });
  let count = 0;
  for (const { values, first } of chunks) {
    // A chunk can begin before the slice, and end after it.
    const end = Math.min(values.length, rowEnd - first);
    for (let at = Math.max(0, rowStart - first); at < end; at += 1) {
      const value = values[at];
      // A null is null: this is a number that the dictionary does not have.
      if (value === undefined && !isNested) throw new Error('its dictionary lacks a value');
      cells[first + at - rowStart] = convert(value);
      count += 1;
    }
  }
  if (count !== cells.length) throw new Error(`rows ${rowStart + 1} to ${rowEnd} are missing`);
  return cells;
}

/** Whatever the library throws, the file is the cause: of a kind that it cannot read, or damaged. */
function cannotRead(path: string, cause: unknown): CostctlError {
  const reason = (cause instanceof Error ? cause.message : String(cause)).replaceAll(damaged, '');
  const isSystem = isSystemError(cause) && cause.code.startsWith('E') && 'syscall' in cause;
  if (isSystem || /unsupported|not supported/.test(reason)) {
    return fileError(`cannot read ${path}`, cause);
  }
  return new CostctlError('file', `cannot read ${path}: ${damaged}${reason}`, { cause });
}

const damaged = 'it is damaged: ';

/** What the footer says of its rows and columns must agree before anything is made as large as that. */
function checkCounts({ schema, row_groups: groups, num_rows: rows }: FileMetaData): void {
  if (!Array.isArray(groups)) throw new Error('its footer has no row groups');
  const children = schema.reduce((sum, { num_children: count = 0 }) => sum + count, 0);
  if (children !== schema.length - 1) throw new Error('its footer has other columns than it says');
  const inGroups = groups.reduce((sum, group) => sum + group.num_rows, 0n);
  if (inGroups !== rows || groups.some((group) => group.num_rows < 0n)) {
    throw new Error('its footer has other rows than it says');
  }
  for (const { num_rows: count, columns } of groups) {
    if (columns.some(({ meta_data: own }) => own === undefined || own.num_values < count)) {
      throw new Error('its footer has other values than rows');
    }
  }
}

const parsers = {
  stringFromBytes: (bytes: Uint8Array | undefined) =>
    bytes === undefined ? undefined : textOf(bytes),
  jsonFromBytes: (bytes: Uint8Array) => bytes,
  timestampFromNanoseconds: (nanoseconds: bigint) => nanoseconds,
};
