import { minus, point } from '../../json/bulk/bytes.ts';
import { Bytes } from '../../json/bulk/growing-bytes.ts';
import { kinds } from './column-cells.ts';
import type { Distinct } from './distinct.ts';
import type { StoredValues } from './stored-values.ts';
import { readWide, wideWidth } from './wide.ts';

/** How a decimal is stored: as a whole number of units of its last place. */
export interface StoredDecimal {
  readonly scale: number;
  readonly isLittleEndian: boolean;
}

/** Decimals with more places than this are read in another way. */
export const mostPlaces = 38;

const number = new DataView(new ArrayBuffer(wideWidth));
const digits = new Uint8Array(64);
const text = new Bytes();

/** Adds a number with all places of its scale; false if it has too many bytes. */
export function pushDecimal(
  values: Distinct,
  stored: StoredValues,
  value: number,
  { scale, isLittleEndian }: StoredDecimal,
): boolean {
  const [start, end] = [stored.startOf(value), stored.endOf(value)];
  const width = end - start;
  if (width > wideWidth || width === 0) return false;
  const { buffer } = stored.bytes;
  const sign = ((buffer[isLittleEndian ? end - 1 : start] ?? 0) & 0x80) === 0 ? 0 : 0xff;
  for (let at = 0; at < wideWidth - width; at += 1) number.setUint8(at, sign);
  for (let at = 0; at < width; at += 1) {
    const byte = buffer[isLittleEndian ? end - 1 - at : start + at] ?? 0;
    number.setUint8(wideWidth - width + at, byte);
  }
  const count = readWide(number, 0, digits, scale + 1);
  text.clear();
  if (count < 0) text.byte(minus);
  for (let place = Math.abs(count) - 1; place >= 0; place -= 1) {
    if (place === scale - 1) text.byte(point);
    text.byte(digits[place] ?? 0);
  }
  values.push(text.view, 0, text.length, kinds.number);
  return true;
}
