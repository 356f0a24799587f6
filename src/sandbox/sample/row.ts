import { isWeekend } from '../calendar.ts';
import { fraction, hash } from './hash.ts';
import { dayOffset, type Line } from './lines.ts';

/** What all rows of one day have in common. */
export interface RowDay {
  readonly number: number;
  readonly text: Buffer;
  readonly factor: number;
  readonly spike: boolean;
}

export function createRowDay(number: number, text: string): RowDay {
  const week = isWeekend(number) ? 0.58 : 1;
  const growth = Math.max(1 + (number - 20_000) / 5000, 0.1);
  // The 17th of the middle month of each quarter.
  const spike = /-(?:02|05|08|11)-17$/.test(text);
  return { number, text: Buffer.from(text), factor: week * growth, spike };
}

/** Every row fits: the parts that vary take less than the added room. */
export function roomFor(line: Line): number {
  const { beforeResource, beforeQuantity, beforeCost, afterCost } = line;
  return beforeResource.length + beforeQuantity.length + beforeCost.length + afterCost.length + 96;
}

/** Writes one row as JSON and a comma, and returns its end. */
export function writeRow(
  target: Buffer,
  start: number,
  line: Line,
  day: RowDay,
  at: number,
): number {
  const { service, seed } = line;
  const drawn = hash(seed, day.number, at);
  const amount =
    Math.abs(service.usual) *
    day.factor *
    (0.8 + 0.4 * fraction(drawn)) *
    (day.spike && service.spikes === true ? 9 : 1);

  let end = copy(target, start, line.beforeResource);
  target.set(day.text, start + dayOffset);
  end = writeResource(target, end, hash(seed, at, 1), hash(seed, at, 2));
  end = copy(target, end, line.beforeQuantity);
  end = writeAmount(target, end, amount * 7, 3, drawn);
  end = copy(target, end, line.beforeCost);
  if (service.usual < 0) target[end++] = minus;
  end = writeAmount(target, end, amount, service.digits, drawn);
  return copy(target, end, line.afterCost);
}

const zero = 48;
const minus = 45;
const point = 46;
const hexadecimal = Buffer.from('0123456789abcdef');

function copy(target: Buffer, start: number, fragment: Buffer): number {
  target.set(fragment, start);
  return start + fragment.length;
}

function writeResource(target: Buffer, start: number, first: number, second: number): number {
  let [high, low] = [first, second];
  for (let at = 0; at < 6; at += 1) {
    target[start + at] = hexadecimal[high & 15] ?? zero;
    target[start + 6 + at] = hexadecimal[low & 15] ?? zero;
    high >>>= 4;
    low >>>= 4;
  }
  return start + 12;
}

/** Twelve decimals come from the amount, the others from the random number, since a double has fewer. */
function writeAmount(
  target: Buffer,
  start: number,
  amount: number,
  digits: number,
  drawn: number,
): number {
  const whole = Math.floor(amount);
  let end = writeWhole(target, start, whole);
  target[end++] = point;
  let rest = amount - whole;
  for (let written = 0; written < digits; written += 6) {
    const count = Math.min(digits - written, 6);
    rest = written < 12 ? rest * 1e6 : hash(drawn, written, 3) % 1e6;
    const group = Math.floor(rest);
    writeDigits(target, end, group, count);
    rest -= group;
    end += count;
  }
  return end;
}

function writeWhole(target: Buffer, start: number, whole: number): number {
  let length = 1;
  for (let bound = 10; bound <= whole; bound *= 10) length += 1;
  let rest = whole;
  for (let at = start + length - 1; at >= start; at -= 1) {
    target[at] = zero + (rest % 10);
    rest = Math.floor(rest / 10);
  }
  return start + length;
}

/** The first `count` of six digits. */
function writeDigits(target: Buffer, start: number, group: number, count: number): void {
  let rest = group;
  for (let at = 5; at >= 0; at -= 1) {
    if (at < count) target[start + at] = zero + (rest % 10);
    rest = (rest / 10) | 0;
  }
}
