import type { FileMetaData, SchemaElement } from 'hyparquet';
import { CostctlError } from '../../errors.ts';
import { formatDecimal } from '../../json/decimal.ts';
import { type JsonValue, numberOf } from '../../json/number.ts';
import { stringifyJson } from '../../json/stringify.ts';
import type { Cell, FileColumn, StoredKind } from '../table-rows.ts';
import { decodeAny } from '../text-blocks.ts';
import { isFlatType, type StoredValues } from './flat-chunk.ts';
import { mostPlaces, type StoredDecimal } from './stored-decimals.ts';

/** A column, and how its stored values become text without losing a digit. */
export interface ReadColumn extends FileColumn {
  readonly isNested: boolean;
  /** Whether it is declared as text, which is UTF-8. */
  readonly isText: boolean;
  /** Reads from the bytes of a value what `convert` takes; undefined if bytes do not distinguish values. */
  readonly valueAt: ((values: StoredValues, value: number) => unknown) | undefined;
  readonly convert: (value: unknown) => Cell;
  /** Set if its values are decimals that can be read faster. */
  readonly decimal: StoredDecimal | undefined;
}

/** Each byte that is not UTF-8 becomes a lone surrogate, as in csv. */
export function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return decodeAny(Buffer.from(buffer, byteOffset, byteLength));
}

/**
 * Texts that differ only in bytes that are not UTF-8 would be written as the same text, so such a text is
 * refused. Bytes that are not declared as text are shown as `\xFF`, and a backslash that already looks like
 * that as `\x5C`.
 */
export function writableText({ name, isText, isNested }: ReadColumn, text: Cell): Cell {
  if (text === null || isNested) return text;
  if (!isText) {
    return text.replace(/[\udc80-\udcff]|\\(?=x[0-9A-F]{2})/gu, (one) => {
      const byte = one.charCodeAt(0) & 0xff;
      return `\\x${byte.toString(16).toUpperCase()}`;
    });
  }
  if (!/\p{Surrogate}/u.test(text)) return text;
  throw new CostctlError('invalid_data', `column '${name}' has a text that is not valid UTF-8`);
}

/** Opens the columns at the top, and changes their elements so that values come as they are stored. */
export function openColumns({ schema }: FileMetaData): readonly ReadColumn[] {
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
  const isText = element.converted_type === 'UTF8' || element.logical_type?.type === 'STRING';
  const { stored, convert, decimal } = conversionOf(element);
  const valueAt = isNested ? undefined : valueReaderOf(element, stored);
  return {
    name,
    stored,
    isBinary,
    isJson,
    isNested,
    isText,
    valueAt,
    decimal,
    convert: rememberTexts(convert),
  };
}

/** Reads values as the library would; undefined if the annotations of the element ask for more. */
function valueReaderOf(element: SchemaElement, stored: StoredKind): ReadColumn['valueAt'] {
  const { type, converted_type: converted, logical_type: logical } = element;
  const isPlain =
    /^(UTF8|ENUM|JSON|INT_\d+|)$/.test(converted ?? '') &&
    /^(STRING|ENUM|)$/.test(logical?.type ?? '');
  if (!isPlain || !isFlatType(element)) return undefined;
  switch (type) {
    case 'INT32':
      return ({ bytes }, value) => bytes.view.getInt32(value * 4, true);
    case 'INT64':
      return ({ bytes }, value) => bytes.view.getBigInt64(value * 8, true);
    case 'DOUBLE':
      return ({ bytes }, value) => bytes.view.getFloat64(value * 8, true);
    default:
  }
  const bytesAt = (values: StoredValues, value: number) =>
    values.bytes.buffer.subarray(values.startOf(value), values.endOf(value));
  if (stored === 'number') return bytesAt;
  return type === 'BYTE_ARRAY' ? (values, value) => textOf(bytesAt(values, value)) : undefined;
}

interface Conversion {
  readonly stored: StoredKind;
  readonly convert: (value: unknown) => Cell;
  readonly decimal?: StoredDecimal | undefined;
}

function conversionOf(element: SchemaElement): Conversion {
  const { type, converted_type: converted, logical_type: logical } = element;
  if ((element.num_children ?? 0) > 0) return { stored: 'other', convert: nestedText };
  if (converted === 'DECIMAL' || logical?.type === 'DECIMAL') {
    const scale = element.scale ?? (logical?.type === 'DECIMAL' ? logical.scale : 0);
    if (!(scale >= 0 && scale <= mostDigits))
      throw new Error(`its scale ${scale} is not supported`);
    readRaw(element);
    // Of the library's parsers for bytes, only this one leaves them as they are.
    if (type === 'BYTE_ARRAY') element.converted_type = 'JSON';
    const isLittleEndian = type === 'INT32' || type === 'INT64';
    const decimal = scale <= mostPlaces ? { scale, isLittleEndian } : undefined;
    return { stored: 'number', convert: (value) => decimalText(value, scale), decimal };
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
    const convert = (value: unknown) =>
      typeof value === 'number' ? dayText(value) : plainText(value);
    return { stored: 'text', convert };
  }
  if (type === 'BYTE_ARRAY') {
    if (converted === 'JSON' || logical?.type === 'JSON') readRaw(element);
    return { stored: 'text', convert: plainText };
  }
  if (type === 'FLOAT') return { stored: 'number', convert: shortestSingle };
  const isNumber = type === 'INT32' || type === 'INT64' || type === 'DOUBLE';
  return { stored: isNumber ? 'number' : 'other', convert: plainText };
}

/** The most digits of a decimal: the time for digits grows with the square of their number. */
const mostDigits = 1000;

function readRaw(element: SchemaElement): void {
  delete element.converted_type;
  delete element.logical_type;
}

/** A day by its number; one that JavaScript cannot represent stays a number. */
function dayText(day: number): string {
  const date = new Date(day * 86_400_000);
  return Number.isNaN(date.getTime()) ? String(day) : date.toISOString().slice(0, -timeLength);
}

/** Of the time in what `toISOString` returns: its year has more than four digits after 9999. */
const timeLength = 'T00:00:00.000Z'.length;
const fractionLength = '.000Z'.length;

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
  if (value instanceof Uint8Array) return formatDecimal({ units: unitsOf(value), scale });
  if (typeof value === 'bigint') return formatDecimal({ units: value, scale });
  if (typeof value === 'number') return formatDecimal({ units: BigInt(value), scale });
  return plainText(value);
}

/** The integer in any number of bytes; the first has the sign. */
function unitsOf(bytes: Uint8Array): bigint {
  if (bytes.length > mostDigits) throw new Error('a decimal has too many digits');
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
  return `${date.toISOString().slice(0, -fractionLength)}${digits === '' ? '' : `.${digits}`}${zone}`;
}

function plainText(value: unknown): Cell {
  if (value instanceof Uint8Array) return textOf(value);
  return typeof value === 'object' ? nestedText(value) : String(value);
}

/** A number of 32 bits needs fewer digits than a double shows for it. */
function shortestSingle(value: unknown): Cell {
  if (typeof value !== 'number') return plainText(value);
  for (let digits = 6; digits <= 9; digits += 1) {
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
  if (typeof value === 'bigint') return numberOf(String(value));
  if (value instanceof Uint8Array) return textOf(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toJson(one)]));
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return typeof value === 'boolean' ? value : String(value);
}
