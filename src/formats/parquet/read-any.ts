import type { FileHandle } from 'node:fs/promises';
import {
  type ColumnChunk,
  type ColumnMetaData,
  type FileMetaData,
  type ParquetReadOptions,
  parquetMetadata,
  parquetRead,
  parquetSchema,
  type SchemaTree,
} from 'hyparquet';
import { CostctlError, fileError, isSystemError } from '../../errors.ts';
import type { Cell, TakeTable } from '../table-rows.ts';
import { openColumns, type ReadColumn, writableText } from './any-columns.ts';
import { checkChunk, describePart } from './check-chunk.ts';
import { textOf } from './stored-text.ts';
import { readStruct } from './thrift.ts';
import { unpackers } from './unpack-page.ts';

/** How many rows are in memory at a time. */
const sliceRows = 65_536;
const pausedRows = 2000;

/** A Parquet file of any writer. */
export interface AnyParquet {
  readonly file: Bytes;
  readonly metadata: FileMetaData;
  readonly schema: SchemaTree;
  readonly columns: readonly ReadColumn[];
  /** Does a part of the work; errors in it name the file. */
  readonly attempt: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** The rows of a group that are read at once. */
export interface GroupSlice {
  /** From 1. */
  readonly group: number;
  readonly parts: readonly ColumnChunk[];
  /** Rows of the file; `groupStart` is the first row of the group. */
  readonly from: number;
  readonly to: number;
  readonly groupStart: number;
}

export async function openAny({
  path,
  handle,
}: {
  readonly path: string;
  readonly handle: FileHandle;
}): Promise<AnyParquet> {
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
  const attempt: AnyParquet['attempt'] = (work) =>
    work().catch((cause: unknown) => {
      throw cause instanceof CostctlError ? cause : cannotRead(path, cause);
    });
  return attempt(async () => {
    const metadata = await readMetadata(file);
    checkCounts(metadata);
    const columns = openColumns(metadata);
    return { file, metadata, columns, schema: parquetSchema(metadata), attempt };
  });
}

/** The slices of a file, in order. */
export function* slicesOf({ metadata }: AnyParquet, most: number): Generator<GroupSlice, void> {
  let groupStart = 0;
  for (const [number, { num_rows: count, columns: parts }] of metadata.row_groups.entries()) {
    const end = groupStart + Number(count);
    for (let from = groupStart; from < end; from += most) {
      yield { group: number + 1, parts, from, to: Math.min(end, from + most), groupStart };
    }
    groupStart = end;
  }
}

/** The library makes decimals floats and moments milliseconds: these are read as stored integers and bytes. */
export async function readParquetRows(
  source: { readonly path: string; readonly handle: FileHandle },
  { open, take, pause, takesAnyBytes = false }: TakeTable,
): Promise<void> {
  const parquet = await openAny(source);
  open(parquet.columns);
  for (const slice of slicesOf(parquet, sliceRows)) {
    const cells: (readonly Cell[])[] = [];
    // What the library holds of a column is freed before the next one is read.
    for (const column of parquet.columns) {
      const texts = await parquet.attempt(() => readColumn(parquet, slice, column));
      cells.push(takesAnyBytes ? texts : texts.map((text) => writableText(column, text)));
    }
    for (let row = slice.from; row < slice.to; ) {
      const at = row - slice.from;
      row += 1;
      take(
        cells.map((column) => column[at] ?? null),
        row,
      );
      if (row % pausedRows === 0) await pause?.();
    }
  }
  await pause?.();
}

type Bytes = ParquetReadOptions['file'];

async function readMetadata(file: Bytes): Promise<FileMetaData> {
  const tail = Buffer.from(await file.slice(Math.max(0, file.byteLength - tailSize)));
  if (tail.toString('latin1', 4) !== 'PAR1') throw new Error('its end is missing');
  const start = file.byteLength - tailSize - tail.readUInt32LE(0);
  const footer = await file.slice(start);
  // The library takes a long time for numbers of a million bytes.
  readStruct(Buffer.from(footer), 0);
  return parquetMetadata(footer);
}

const tailSize = 8;

/** The parts of a top-level column, and their bytes. */
export async function* partsOf(
  { file }: AnyParquet,
  { parts }: GroupSlice,
  column: string,
): AsyncGenerator<{ readonly part: ColumnMetaData; readonly bytes: Buffer }, void> {
  for (const { meta_data: part } of parts) {
    if (part?.path_in_schema[0] !== column) continue;
    const start = Number(part.dictionary_page_offset || part.data_page_offset);
    const bytes = await file.slice(start, start + Number(part.total_compressed_size));
    yield { part, bytes: Buffer.from(bytes) };
  }
}

/** Names the part of a file that is wrong. */
export function inPart(
  { group }: GroupSlice,
  { path_in_schema: path }: ColumnMetaData,
  cause: unknown,
): Error {
  const what = cause instanceof Error ? cause.message : String(cause);
  return new Error(`row group ${group}, column '${path.join('.')}', ${what}`, { cause });
}

/** The library takes as much time and memory as the counts in a page claim, so the counts are checked first. */
async function checkParts(parquet: AnyParquet, slice: GroupSlice, column: string): Promise<void> {
  for await (const { part, bytes } of partsOf(parquet, slice, column)) {
    try {
      checkChunk(bytes, describePart(parquet.schema, part));
    } catch (cause) {
      throw inPart(slice, part, cause);
    }
  }
}

export async function readColumn(
  parquet: AnyParquet,
  slice: GroupSlice,
  { name, isNested, convert }: ReadColumn,
): Promise<readonly Cell[]> {
  const { from: rowStart, to: rowEnd } = slice;
  if (rowStart === slice.groupStart) await checkParts(parquet, slice, name);
  const cells = new Array<Cell>(rowEnd - rowStart).fill(null);
  const chunks: { readonly values: ArrayLike<unknown>; readonly first: number }[] = [];
  await parquetRead({
    file: parquet.file,
    metadata: parquet.metadata,
    rowStart,
    rowEnd,
    columns: [name],
    compressors: unpackers,
    parsers,
    // Nothing catches what this callback throws.
    onChunk: ({ columnData: values, rowStart: first }) => chunks.push({ values, first }),
  });
  let count = 0;
  for (const { values, first } of chunks) {
    // A chunk can begin before the slice, and end after it.
    const end = Math.min(values.length, rowEnd - first);
    for (let at = Math.max(0, rowStart - first); at < end; at += 1) {
      const value = values[at];
      // A missing value is null. It is undefined if the dictionary does not have its number.
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
  if (isSystem) return fileError(`cannot read ${path}`, cause);
  const what = /unsupported|not supported/.test(reason) ? '' : damaged;
  return new CostctlError('invalid_data', `cannot read ${path}: ${what}${reason}`, { cause });
}

const damaged = 'it is damaged: ';

/** What the footer says of its rows and columns must agree before anything is made as large as that. */
function checkCounts({ schema, row_groups: groups, num_rows: rows }: FileMetaData): void {
  if (!Array.isArray(groups)) throw new Error('its footer has no row groups');
  const children = schema.reduce((sum, { num_children: count = 0 }) => sum + count, 0);
  if (children !== schema.length - 1)
    throw new Error('its footer contradicts itself about the columns');
  const inGroups = groups.reduce((sum, group) => sum + group.num_rows, 0n);
  if (inGroups !== rows || groups.some((group) => group.num_rows < 0n)) {
    throw new Error('its footer contradicts itself about the rows');
  }
  for (const { num_rows: count, columns } of groups) {
    if (columns.some(({ meta_data: own }) => own === undefined || own.num_values < count)) {
      throw new Error('its footer has fewer values than rows');
    }
  }
}

const parsers = {
  stringFromBytes: (bytes: Uint8Array | undefined) =>
    bytes === undefined ? undefined : textOf(bytes),
  jsonFromBytes: (bytes: Uint8Array) => bytes,
  timestampFromNanoseconds: (nanoseconds: bigint) => nanoseconds,
};
