import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import * as zlib from 'node:zlib';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { decompress } from 'fzstd';
import {
  type Compressors,
  type FileMetaData,
  type ParquetReadOptions,
  parquetMetadataAsync,
  parquetRead,
  type SchemaElement,
} from 'hyparquet';
import { CostctlError, fileError, isSystemError } from '../../errors.ts';
import { formatDecimal } from '../../json/decimal.ts';
import { ExactNumber, type JsonValue, losesDigits } from '../../json/number.ts';
import { stringifyJson } from '../../json/stringify.ts';
import type { Cell, FileColumn, StoredKind, TakeTable } from '../any-table.ts';

/** So many rows are in memory at a time. */
const sliceRows = 65_536;
const pausedRows = 2000;

/** A column, and how its stored values become text without losing a digit. */
interface ReadColumn extends FileColumn {
  readonly isNested: boolean;
  readonly convert: (value: unknown) => Cell;
}

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
    const metadata = await parquetMetadataAsync(file);
    checkCounts(metadata);
    return { metadata, columns: openColumns(metadata) };
  });
  open(columns);
  let row = 0;
  for (const { num_rows: count } of metadata.row_groups) {
    const groupEnd = row + Number(count);
    while (row < groupEnd) {
      const slice = { file, metadata, rowStart: row, rowEnd: Math.min(groupEnd, row + sliceRows) };
      const cells: (readonly Cell[])[] = [];
      // What the library holds of a column is free before the next one is read.
      for (const column of columns) cells.push(await attempt(() => readColumn(slice, column)));
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

async function readColumn(
  slice: Slice,
  { name, isNested, convert }: ReadColumn,
): Promise<readonly Cell[]> {
  const { rowStart, rowEnd } = slice;
  const cells = new Array<Cell>(rowEnd - rowStart).fill(null);
  let count = 0;
  await parquetRead({
    ...slice,
    columns: [name],
    compressors,
    parsers,
    // A chunk can begin before the slice, and end after it.
    onChunk: ({ columnData, rowStart: first }) => {
      const end = Math.min(columnData.length, rowEnd - first);
      for (let at = Math.max(0, rowStart - first); at < end; at += 1) {
        const value: unknown = columnData[at];
        // A null is null: this is a number that the dictionary does not have.
        if (value === undefined && !isNested) throw new Error('its dictionary lacks a value');
        cells[first + at - rowStart] = convert(value);
        count += 1;
      }
    },
  });
  if (count !== cells.length) throw new Error(`rows ${rowStart + 1} to ${rowEnd} are missing`);
  return cells;
}

/** Whatever the library throws, the file is the cause: of a kind that it cannot read, or damaged. */
function cannotRead(path: string, cause: unknown): CostctlError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const isSystem = isSystemError(cause) && cause.code.startsWith('E') && 'syscall' in cause;
  if (isSystem || /unsupported|not supported/.test(reason)) {
    return fileError(`cannot read ${path}`, cause);
  }
  return new CostctlError('file', `cannot read ${path}: it is damaged: ${reason}`, { cause });
}

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

const compressors: Compressors = {
  GZIP: (input, length) => gunzipSync(input, atMost(length)),
  BROTLI: (input, length) => brotliDecompressSync(input, atMost(length)),
  ZSTD: (input, length) =>
    hasZstd(zlib)
      ? zlib.zstdDecompressSync(input, atMost(length))
      : decompress(input, new Uint8Array(length)),
};

/** No page unpacks to more than its header says. */
function atMost(length: number): { readonly maxOutputLength: number } {
  return { maxOutputLength: Math.max(1, length) };
}

/** Node has it since 22.15. */
function hasZstd(library: object): library is { readonly zstdDecompressSync: typeof gunzipSync } {
  return 'zstdDecompressSync' in library;
}

const parsers = {
  stringFromBytes: (bytes: Uint8Array | undefined) =>
    bytes === undefined ? undefined : textOf(bytes),
  jsonFromBytes: (bytes: Uint8Array) => bytes,
  timestampFromNanoseconds: (nanoseconds: bigint) => nanoseconds,
};

/** Bytes that are not UTF-8 become lone surrogates, as in csv. */
function textOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  return isUtf8(buffer) ? text : text.replaceAll('\ufffd', '\udcff');
}

/** The columns at the top, whose elements are changed so that values come as they are stored. */
function openColumns({ schema }: FileMetaData): readonly ReadColumn[] {
  const columns: ReadColumn[] = [];
  for (let at = 1; at < schema.length; at = afterElement(schema, at)) {
    const element = schema[at];
    if (element === undefined) break;
    columns.push(openColumn(element));
  }
  return columns;
}

function afterElement(schema: readonly SchemaElement[], at: number): number {
  let next = at + 1;
  for (let child = 0; child < (schema[at]?.num_children ?? 0); child += 1) {
    next = afterElement(schema, next);
  }
  return next;
}

function openColumn(element: SchemaElement): ReadColumn {
  const { name, type } = element;
  const isBinary = type === 'DOUBLE' || type === 'FLOAT';
  const isNested = (element.num_children ?? 0) > 0 || element.repetition_type === 'REPEATED';
  const isJson = type === 'BOOLEAN' || isNested;
  const { stored, convert } = conversionOf(element);
  return { name, stored, isBinary, isJson, isNested, convert: rememberTexts(convert) };
}

interface Conversion {
  readonly stored: StoredKind;
  readonly convert: (value: unknown) => Cell;
}

function conversionOf(element: SchemaElement): Conversion {
  const { type, converted_type: converted, logical_type: logical } = element;
  if ((element.num_children ?? 0) > 0) return { stored: 'other', convert: nestedText };
  if (converted === 'DECIMAL' || logical?.type === 'DECIMAL') {
    const scale = element.scale ?? (logical?.type === 'DECIMAL' ? logical.scale : 0);
    readRaw(element);
    // The only parser of bytes that leaves them as they are.
    if (type === 'BYTE_ARRAY') element.converted_type = 'JSON';
    return { stored: 'number', convert: (value) => decimalText(value, scale) };
  }
  const unit = unitOf(element);
  if (unit !== undefined) {
    const isUtc = logical?.type !== 'TIMESTAMP' || logical.isAdjustedToUTC;
    if (type !== 'INT96') readRaw(element);
    return {
      stored: isUtc ? 'moment' : 'text',
      convert: (value) => momentText(value, unit, isUtc ? 'Z' : ''),
    };
  }
  if (converted === 'DATE' || logical?.type === 'DATE') {
    readRaw(element);
    return { stored: 'text', convert: (value) => dayText(value) };
  }
  if (type === 'BYTE_ARRAY') {
    if (converted === 'JSON' || logical?.type === 'JSON') readRaw(element);
    return { stored: 'text', convert: plainText };
  }
  if (type === 'FLOAT') return { stored: 'number', convert: shortestSingle };
  const isNumber = type === 'INT32' || type === 'INT64' || type === 'DOUBLE';
  return { stored: isNumber ? 'number' : 'other', convert: plainText };
}

function readRaw(element: SchemaElement): void {
  delete element.converted_type;
  delete element.logical_type;
}

/** How many units of a stored moment make a second. */
function unitOf(element: SchemaElement): bigint | undefined {
  const { type, converted_type: converted, logical_type: logical } = element;
  if (type === 'INT96') return 1_000_000_000n;
  if (converted === 'TIMESTAMP_MILLIS') return 1_000n;
  if (converted === 'TIMESTAMP_MICROS') return 1_000_000n;
  if (logical?.type !== 'TIMESTAMP') return undefined;
  if (logical.unit === 'MILLIS') return 1_000n;
  return logical.unit === 'MICROS' ? 1_000_000n : 1_000_000_000n;
}

const mostRemembered = 10_000;

/** Values of a column repeat: their texts are made once. */
function rememberTexts(convert: (value: unknown) => Cell): (value: unknown) => Cell {
  const known = new Map<unknown, Cell>();
  return (value) => {
    if (value === null || value === undefined) return null;
    if (typeof value === 'string') return value;
    if (typeof value === 'object') return convert(value);
    const found = known.get(value);
    if (found !== undefined) return found;
    if (known.size >= mostRemembered) known.clear();
    const text = convert(value);
    known.set(value, text);
    return text;
  };
}

function decimalText(value: unknown, scale: number): Cell {
  if (value instanceof Uint8Array) {
    return formatDecimal({ units: unitsOf(value), scale });
  }
  if (typeof value === 'bigint') return formatDecimal({ units: value, scale });
  if (typeof value === 'number') return formatDecimal({ units: BigInt(value), scale });
  return plainText(value);
}

/** The integer that bytes of any number mean, the first of which has the sign. */
function unitsOf(bytes: Uint8Array): bigint {
  let units = BigInt(((bytes[0] ?? 0) << 24) >> 24);
  let at = 1;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (; at + 4 <= bytes.length; at += 4) units = (units << 32n) | BigInt(view.getUint32(at));
  for (; at < bytes.length; at += 1) units = (units << 8n) | BigInt(bytes[at] ?? 0);
  return units;
}

function momentText(value: unknown, unit: bigint, zone: string): Cell {
  if (typeof value !== 'bigint' && typeof value !== 'number') return plainText(value);
  const stored = BigInt(value);
  const fraction = ((stored % unit) + unit) % unit;
  const seconds = (stored - fraction) / unit;
  const date = new Date(Number(seconds) * 1000);
  if (Number.isNaN(date.getTime())) return stored.toString();
  const digits = fraction
    .toString()
    .padStart(unit.toString().length - 1, '0')
    .replace(/0+$/, '');
  return `${date.toISOString().slice(0, 19)}${digits === '' ? '' : `.${digits}`}${zone}`;
}

function dayText(value: unknown): Cell {
  if (typeof value !== 'number') return plainText(value);
  return new Date(value * 86_400_000).toISOString().slice(0, 10);
}

function plainText(value: unknown): Cell {
  if (value instanceof Uint8Array) return textOf(value);
  return typeof value === 'object' ? nestedText(value) : String(value);
}

/** A number of 32 bits has fewer digits than the same one of 64 bits shows. */
function shortestSingle(value: unknown): Cell {
  if (typeof value !== 'number') return plainText(value);
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(value);
}

/** A map, a list or a struct, as JSON. */
function nestedText(value: unknown): Cell {
  return stringifyJson(toJson(value));
}

function toJson(value: unknown): JsonValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') {
    const text = value.toString();
    return losesDigits(text) ? new ExactNumber(text) : Number(text);
  }
  if (value instanceof Uint8Array) return textOf(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toJson(one)]));
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return typeof value === 'boolean' ? value : String(value);
}
