import type { SchemaElement } from 'hyparquet';
import { formatDecimal } from '../../json/decimal.ts';
import { ExactNumber, type JsonValue, numberOf } from '../../json/number.ts';
import { stringifyJson } from '../../json/stringify.ts';
import type { StoredKind } from '../table-rows.ts';
import { decodeAny } from '../text-blocks.ts';
import { mostPlaces, type StoredDecimal } from './stored-decimals.ts';

/** What a value that is no struct, list or map becomes. */
export interface Conversion {
  readonly stored: StoredKind;
  /** Takes what `readerOf` reads, and keeps each digit. */
  readonly convert: (value: unknown) => string;
  readonly decimal?: StoredDecimal | undefined;
}

export function conversionOf(element: SchemaElement): Conversion {
  const { type, converted_type: converted, logical_type: logical } = element;
  if (converted === 'DECIMAL' || logical?.type === 'DECIMAL') {
    const scale = element.scale ?? (logical?.type === 'DECIMAL' ? logical.scale : 0);
    if (!(scale >= 0 && scale <= mostDigits))
      throw new Error(`its scale ${scale} is not supported`);
    const isLittleEndian = type === 'INT32' || type === 'INT64';
    const decimal = scale <= mostPlaces ? { scale, isLittleEndian } : undefined;
    return { stored: 'number', convert: (value) => decimalText(value, scale), decimal };
  }
  const unit = unitOf(element);
  if (unit !== undefined) {
    const isTime = converted?.startsWith('TIME_') === true || logical?.type === 'TIME';
    const declared =
      logical?.type === 'TIMESTAMP' || logical?.type === 'TIME' ? logical : undefined;
    const zone = declared?.isAdjustedToUTC === false ? '' : 'Z';
    return {
      stored: isTime || zone === '' ? 'text' : 'moment',
      convert: (value) => {
        const moment = momentText(value, unit, zone);
        return isTime ? moment.replace(/^1970-01-01T/, '') : moment;
      },
    };
  }
  if (converted === 'INTERVAL') return { stored: 'text', convert: durationText };
  if (converted === 'DATE' || logical?.type === 'DATE') {
    const convert = (value: unknown) =>
      typeof value === 'number' ? dayText(value) : plainText(value);
    return { stored: 'text', convert };
  }
  if (type === 'BYTE_ARRAY') return { stored: 'text', convert: plainText };
  if (type === 'FLOAT') return { stored: 'number', convert: shortestSingle };
  const isNumber = type === 'INT32' || type === 'INT64' || type === 'DOUBLE';
  return { stored: isNumber ? 'number' : 'other', convert: plainText };
}

/** The most digits of a decimal: the time for digits grows with the square of their number. */
const mostDigits = 1000;

/** A day by its number; one that JavaScript cannot represent stays a number. */
function dayText(day: number): string {
  const date = new Date(day * 86_400_000);
  return Number.isNaN(date.getTime()) ? String(day) : date.toISOString().slice(0, -timeLength);
}

/** Of the time in what `toISOString` returns: its year has more than four digits after 9999. */
const timeLength = 'T00:00:00.000Z'.length;
const fractionLength = '.000Z'.length;

/** How many units of a stored moment, or time of day, make a second. */
function unitOf(element: SchemaElement): bigint | undefined {
  const { type, converted_type: converted, logical_type: logical } = element;
  if (type === 'INT96') return 1_000_000_000n;
  if (converted === 'TIMESTAMP_MILLIS' || converted === 'TIME_MILLIS') return 1_000n;
  if (converted === 'TIMESTAMP_MICROS' || converted === 'TIME_MICROS') return 1_000_000n;
  if (logical?.type !== 'TIMESTAMP' && logical?.type !== 'TIME') return undefined;
  if (logical.unit === 'MILLIS') return 1_000n;
  return logical.unit === 'MICROS' ? 1_000_000n : 1_000_000_000n;
}

/** Each byte that is not UTF-8 becomes a lone surrogate, as in csv. */
export function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return decodeAny(Buffer.from(buffer, byteOffset, byteLength));
}

function decimalText(value: unknown, scale: number): string {
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

function momentText(value: unknown, unit: bigint, zone: string): string {
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

/** The months, days and milliseconds of an interval, as ISO 8601 writes a duration. */
function durationText(value: unknown): string {
  if (!(value instanceof Uint8Array) || value.length !== 12) return plainText(value);
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
  const [months, days, milliseconds] = [0, 4, 8].map((at) => view.getUint32(at, true));
  const seconds = milliseconds === 0 ? '' : `T${(milliseconds ?? 0) / 1000}S`;
  const text = `P${months === 0 ? '' : `${months}M`}${days === 0 ? '' : `${days}D`}${seconds}`;
  return text === 'P' ? 'PT0S' : text;
}

function plainText(value: unknown): string {
  if (value instanceof Uint8Array) return textOf(value);
  return typeof value === 'object' ? stringifyJson(toJson(value)) : String(value);
}

/** A number of 32 bits needs fewer digits than a double shows for it. */
function shortestSingle(value: unknown): string {
  if (typeof value !== 'number') return plainText(value);
  for (let digits = 6; digits <= 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(value);
}

export function toJson(value: unknown): JsonValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return numberOf(String(value));
  if (value instanceof ExactNumber) return value;
  if (value instanceof Uint8Array) return textOf(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toJson(one)]));
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return typeof value === 'boolean' ? value : String(value);
}
