import type { FileHandle } from 'node:fs/promises';
import {
  type AsyncBuffer,
  type ColumnChunk,
  type DecodedArray,
  type FileMetaData,
  parquetMetadata,
  parquetSchema,
  type SchemaTree,
} from 'hyparquet';
import { assembleNested } from 'hyparquet/src/assemble.js';
import { CostctlError, fileError, isSystemError } from '../../errors.ts';
import type { Cell, TakeTable } from '../table-rows.ts';
import { openColumns, type ReadColumn, writableText } from './any-columns.ts';
import { type AnyPart, describePart, readLeaf } from './any-part.ts';
import { decodeChunk, type RowRange } from './decode-chunk.ts';
import { StoredValues } from './stored-values.ts';
import { readStruct } from './thrift.ts';
import { parsers } from './value-reader.ts';

/** How many rows are in memory at a time. */
const sliceRows = 65_536;
const pausedRows = 2000;

/** A Parquet file of any writer. */
export interface AnyParquet {
  readonly file: AsyncBuffer;
  readonly metadata: FileMetaData;
  readonly schema: SchemaTree;
  readonly columns: readonly ReadColumn[];
  /** Of the flat column that was read last. */
  readonly values: StoredValues;
  /** Does a part of the work; errors in it name the file. */
  readonly attempt: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** The rows of a group that are read at once, by their number in it. */
export interface GroupSlice extends RowRange {
  /** From 1. */
  readonly group: number;
  readonly parts: readonly ColumnChunk[];
  /** The rows of the file before these. */
  readonly before: number;
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
    const schema = parquetSchema(metadata);
    const columns = openColumns(schema);
    return { file, metadata, schema, columns, values: new StoredValues(), attempt };
  });
}

/** The slices of a file, in order. */
export function* slicesOf({ metadata }: AnyParquet, most: number): Generator<GroupSlice, void> {
  let before = 0;
  for (const [number, { num_rows: count, columns: parts }] of metadata.row_groups.entries()) {
    const rows = Number(count);
    for (let from = 0; from < rows; from += most) {
      const to = Math.min(rows, from + most);
      yield { group: number + 1, parts, from, to, before };
      before += to - from;
    }
  }
}

export async function readParquetRows(
  source: { readonly path: string; readonly handle: FileHandle },
  { open, take, pause, takesAnyBytes = false }: TakeTable,
): Promise<void> {
  const parquet = await openAny(source);
  open(parquet.columns);
  for (const slice of slicesOf(parquet, sliceRows)) {
    const cells: (readonly Cell[])[] = [];
    // What was read of a column is freed before the next one is read.
    for (const column of parquet.columns) {
      const texts = await parquet.attempt(() => readColumn(parquet, slice, column));
      cells.push(takesAnyBytes ? texts : texts.map((text) => writableText(column, text)));
    }
    for (let at = 0; at < slice.to - slice.from; at += 1) {
      const row = slice.before + at + 1;
      take(
        cells.map((column) => column[at] ?? null),
        row,
      );
      if (row % pausedRows === 0) await pause?.();
    }
  }
  await pause?.();
}

async function readMetadata(file: AsyncBuffer): Promise<FileMetaData> {
  const tail = Buffer.from(await file.slice(Math.max(0, file.byteLength - tailSize)));
  const mark = tail.toString('latin1', 4);
  if (mark === 'PARE') throw new Error('it is encrypted, which is not supported');
  if (mark !== 'PAR1') throw new Error('its end is missing');
  const start = file.byteLength - tailSize - tail.readUInt32LE(0);
  const footer = await file.slice(start);
  // The library takes a long time for numbers of a million bytes.
  readStruct(Buffer.from(footer), 0);
  return parquetMetadata(footer);
}

const tailSize = 8;

/** Callers may keep the rows. */
const fresh = { rows: (count: number) => new Int32Array(count) };

/** The numbers of the rows' values in a flat column, and the values, which are valid until the next column is read. */
export async function readFlat(
  parquet: AnyParquet,
  slice: GroupSlice,
  column: string,
): Promise<{ readonly rows: Int32Array; readonly values: StoredValues }> {
  const { values } = parquet;
  let rows: Int32Array | undefined;
  await eachPart(parquet, slice, column, (part, bytes) => {
    values.begin(part.type);
    const kind = { isFull: part.definition === 0, isInOrder: false, hasPlaces: false };
    rows = decodeChunk(bytes, { ...part, ...kind }, values, slice, fresh);
  });
  if (rows === undefined) throw new Error(`column '${column}' lacks its values`);
  return { rows, values };
}

export async function readColumn(
  parquet: AnyParquet,
  slice: GroupSlice,
  column: ReadColumn,
): Promise<readonly Cell[]> {
  const { name, convert, valueAt } = column;
  if (column.isNested) return (await readNested(parquet, slice, name)).map(convert);
  const { rows, values } = await readFlat(parquet, slice, name);
  const texts: Cell[] = [];
  return Array.from(rows, (value) => {
    if (value < 0) return null;
    texts[value] ??= convert(valueAt(values, value));
    return texts[value];
  });
}

async function readNested(parquet: AnyParquet, slice: GroupSlice, column: string) {
  const tree = parquet.schema.children.find(({ element }) => element.name === column);
  const data = new Map<string, DecodedArray>();
  await eachPart(parquet, slice, column, (part, bytes) => {
    data.set(part.path.at(-1)?.path.join('.') ?? '', readLeaf(bytes, part, slice));
  });
  if (tree !== undefined) assembleNested(data, tree, parsers);
  const values = Array.from(data.get(column) ?? []);
  if (values.length !== slice.to - slice.from) throw new Error(`column '${column}' lacks rows`);
  return values;
}

/** Does the work for each part of a column; errors in it name the part. */
async function eachPart(
  { file, schema }: AnyParquet,
  { group, parts }: GroupSlice,
  column: string,
  work: (part: AnyPart, bytes: Buffer) => void,
): Promise<void> {
  for (const { meta_data: part } of parts) {
    if (part?.path_in_schema[0] !== column) continue;
    const start = Number(part.dictionary_page_offset || part.data_page_offset);
    const bytes = await file.slice(start, start + Number(part.total_compressed_size));
    try {
      work(describePart(schema, part), Buffer.from(bytes));
    } catch (cause) {
      const what = cause instanceof Error ? cause.message : String(cause);
      const path = part.path_in_schema.join('.');
      throw new Error(`row group ${group}, column '${path}', ${what}`, { cause });
    }
  }
}

/** Whatever the library throws, the file is the cause: of a kind that it cannot read, or damaged. */
function cannotRead(path: string, cause: unknown): CostctlError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const isSystem = isSystemError(cause) && cause.code.startsWith('E') && 'syscall' in cause;
  if (isSystem) return fileError(`cannot read ${path}`, cause);
  const what = /unsupported|not supported/.test(reason) ? '' : 'it is damaged: ';
  return new CostctlError('invalid_data', `cannot read ${path}: ${what}${reason}`, { cause });
}

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
