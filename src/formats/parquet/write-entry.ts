import { isDay } from '../../days.ts';
import { minus, nine, point, zero } from '../../json/bulk/bytes.ts';
import type { Bytes } from '../../json/bulk/growing-bytes.ts';
import { magnitude, parseDecimal } from '../../json/decimal.ts';
import { kinds } from './column-cells.ts';
import type { Distinct } from './distinct.ts';
import { largestPrecision, longDigits, type ParquetType } from './types.ts';
import { wideWidth, writeWide } from './wide.ts';

/** Bytes of the length before each text. */
export const lengthWidth = 4;

/** Bytes of each value of the type; undefined if they differ. */
export function widthOf(type: ParquetType): number | undefined {
  switch (type.kind) {
    case 'day':
      return 4;
    case 'moment':
    case 'integer':
    case 'double':
      return 8;
    case 'decimal':
      return type.precision <= longDigits ? 8 : wideWidth;
    default:
      return undefined;
  }
}

/** As the column's type stores it; false if it does not fit. Truth values are bits, written elsewhere. */
export function writeEntry(bytes: Bytes, type: ParquetType, values: Distinct, value: number) {
  const { buffer } = values.bytes;
  const start = values.startOf(value);
  const end = values.endOf(value);
  switch (type.kind) {
    case 'text':
      bytes.int32(end - start);
      bytes.copy(values.bytes.view, start, end);
      return true;
    case 'day': {
      const text = buffer.toString('latin1', start, end);
      if (!isDay(text)) return false;
      bytes.int32(Date.parse(text) / 86_400_000);
      return true;
    }
    case 'moment': {
      const text = buffer.toString('latin1', start, end);
      const time = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? Date.parse(text) : Number.NaN;
      if (Number.isNaN(time)) return false;
      bytes.reserve(8);
      bytes.view.setBigInt64(bytes.length, BigInt(time) * 1000n, true);
      bytes.length += 8;
      return true;
    }
    case 'double': {
      const text = buffer.toString('latin1', start, end);
      if (parseDecimal(text) === undefined || !Number.isFinite(Number(text))) return false;
      bytes.double(Number(text));
      return true;
    }
    case 'integer':
      return writeUnits(bytes, buffer, start, end, 0, undefined);
    case 'decimal':
      return writeUnits(bytes, buffer, start, end, type.scale, type.precision);
    case 'boolean':
      return values.kindOf(value) === kinds.boolean;
  }
}

/** How many digits a double can always represent. */
const doubleDigits = 15;
const wordSize = 2 ** 32;
const powers = Array.from({ length: doubleDigits + 1 }, (_, exponent) => 10 ** exponent);

/** An ordinary number of few digits is put together as a double; only the others become a bigint. */
function writeUnits(
  bytes: Bytes,
  buffer: Buffer,
  start: number,
  end: number,
  scale: number,
  precision: number | undefined,
): boolean {
  let units = 0;
  let places = -1;
  const isNegative = buffer[start] === minus;
  const hasEnds = isDigit(buffer[isNegative ? start + 1 : start]) && isDigit(buffer[end - 1]);
  // Around an empty text are the digits of its neighbours.
  if (start === end || !hasEnds) {
    return writeExactly(bytes, buffer.toString('utf8', start, end), scale, precision);
  }
  for (let at = isNegative ? start + 1 : start; at < end; at += 1) {
    const byte = buffer[at] ?? 0;
    if (byte >= zero && byte <= nine) {
      units = units * 10 + (byte - zero);
      if (places >= 0) places += 1;
    } else if (byte === point && places < 0) places = 0;
    else return writeExactly(bytes, buffer.toString('utf8', start, end), scale, precision);
  }
  const lack = scale - Math.max(places, 0);
  const isShort = end - start <= doubleDigits && lack >= 0 && end - start + lack <= doubleDigits;
  const isLong = precision !== undefined && precision !== longDigits;
  if (!isShort || isLong) return writeLimbs(bytes, buffer, start, end, scale, precision);
  units *= powers[lack] ?? 1;
  if (isNegative) units = -units;
  const high = Math.floor(units / wordSize);
  bytes.reserve(8);
  bytes.view.setUint32(bytes.length, units - high * wordSize, true);
  bytes.view.setInt32(bytes.length + 4, high, true);
  bytes.length += 8;
  return true;
}

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= nine;
}

const limbSize = 1_000_000_000;

/** Up to 18 digits as two limbs of nine: no bigint for what fits into 64 bits. */
function writeLimbs(
  bytes: Bytes,
  buffer: Buffer,
  start: number,
  end: number,
  scale: number,
  precision: number | undefined,
): boolean {
  const isNegative = buffer[start] === minus;
  let [upper, lower, digits, places] = [0, 0, 0, -1];
  for (let at = isNegative ? start + 1 : start; at < end; at += 1) {
    const byte = buffer[at] ?? 0;
    if (byte === point) {
      places = 0;
      continue;
    }
    if (places >= 0) places += 1;
    if (digits > 0 || byte !== zero) digits += 1;
    if (digits > longDigits) continue;
    lower = lower * 10 + (byte - zero);
    const carry = Math.floor(lower / limbSize);
    lower -= carry * limbSize;
    upper = upper * 10 + carry;
  }
  const lack = scale - Math.max(places, 0);
  if (precision === largestPrecision && lack >= 0 && digits + lack <= largestPrecision) {
    writeWide(bytes, buffer, start, end, lack);
    return true;
  }
  const isLong = precision !== undefined && precision !== longDigits;
  if (isLong || lack < 0 || digits + lack > longDigits) {
    return writeExactly(bytes, buffer.toString('latin1', start, end), scale, precision);
  }
  for (let added = 0; added < lack; added += 1) {
    lower *= 10;
    const carry = Math.floor(lower / limbSize);
    lower -= carry * limbSize;
    upper = upper * 10 + carry;
  }
  // upper * 10^9 + lower, in halves of which every product is exact.
  const middle = (upper >>> 16) * limbSize;
  const low = (upper & 0xffff) * limbSize + lower;
  const sum = (middle % 0x10000) * 0x10000 + low;
  const word = sum % wordSize;
  const high = Math.floor(middle / 0x10000) + Math.floor(sum / wordSize);
  bytes.reserve(8);
  if (isNegative) {
    bytes.view.setUint32(bytes.length, word === 0 ? 0 : wordSize - word, true);
    bytes.view.setInt32(bytes.length + 4, word === 0 ? -high : -high - 1, true);
  } else {
    bytes.view.setUint32(bytes.length, word, true);
    bytes.view.setInt32(bytes.length + 4, high, true);
  }
  bytes.length += 8;
  return true;
}

function writeExactly(bytes: Bytes, text: string, scale: number, precision: number | undefined) {
  const units = toUnits(text, scale);
  if (units === undefined) return false;
  const fits =
    precision === undefined
      ? BigInt.asIntN(64, units) === units
      : magnitude(units) < 10n ** BigInt(precision);
  if (!fits) return false;
  const width = precision === undefined || precision <= longDigits ? 8 : wideWidth;
  bytes.reserve(width);
  if (width === 8) bytes.view.setBigInt64(bytes.length, units, true);
  else {
    bytes.view.setBigInt64(bytes.length, units >> 64n, false);
    bytes.view.setBigUint64(bytes.length + 8, BigInt.asUintN(64, units), false);
  }
  bytes.length += width;
  return true;
}

function toUnits(text: string, scale: number): bigint | undefined {
  const decimal = parseDecimal(text);
  if (decimal === undefined) return undefined;
  const shift = scale - decimal.scale;
  if (shift > 2 * largestPrecision && decimal.units !== 0n) return undefined;
  const divisor = shift < 0 ? 10n ** BigInt(-shift) : 1n;
  if (decimal.units % divisor !== 0n) return undefined;
  return shift < 0 ? decimal.units / divisor : decimal.units * 10n ** BigInt(shift);
}
