import type { ParquetType } from './types.ts';
import { lengthWidth, widthOf } from './write-entry.ts';

/** A column with a longer text has no statistics. */
const longestStatistic = 64;

/** The values of a column as they are stored: one after the other, each up to its end. */
export interface StoredEntries {
  readonly view: DataView;
  readonly ends: Int32Array;
  readonly count: number;
}

type Limits = readonly [least: number, greatest: number];

/** Undefined if such values have no statistics. V8 compiles a small loop for each kind faster than one for all. */
export function findLimits(type: ParquetType, entries: StoredEntries): Limits | undefined {
  if (entries.count === 0) return undefined;
  switch (type.kind) {
    case 'text':
      return limitsOfTexts(entries);
    case 'day':
      return limitsOfDays(entries);
    case 'moment':
    case 'integer':
    case 'decimal':
      return widthOf(type) === 8 ? limitsOfLongs(entries) : undefined;
    default:
      return undefined;
  }
}

function limitsOfDays({ view, count }: StoredEntries): Limits {
  let [least, greatest] = [0, 0];
  let low = view.getInt32(0, true);
  let high = low;
  for (let entry = 1; entry < count; entry += 1) {
    const day = view.getInt32(entry * 4, true);
    if (day < low) {
      low = day;
      least = entry;
    } else if (day > high) {
      high = day;
      greatest = entry;
    }
  }
  return [least, greatest];
}

function limitsOfLongs({ view, count }: StoredEntries): Limits {
  let [least, greatest] = [0, 0];
  let leastLow = view.getUint32(0, true);
  let leastHigh = view.getInt32(4, true);
  let [greatestLow, greatestHigh] = [leastLow, leastHigh];
  for (let entry = 1; entry < count; entry += 1) {
    const low = view.getUint32(entry * 8, true);
    const high = view.getInt32(entry * 8 + 4, true);
    if (high < leastHigh || (high === leastHigh && low < leastLow)) {
      least = entry;
      leastLow = low;
      leastHigh = high;
    } else if (high > greatestHigh || (high === greatestHigh && low > greatestLow)) {
      greatest = entry;
      greatestLow = low;
      greatestHigh = high;
    }
  }
  return [least, greatest];
}

function limitsOfTexts(entries: StoredEntries): Limits | undefined {
  const { view, ends, count } = entries;
  let [least, greatest] = [0, 0];
  let [leastHead, greatestHead] = [Number.POSITIVE_INFINITY, -1];
  let start = 0;
  for (let entry = 0; entry < count; entry += 1) {
    start += lengthWidth;
    const end = ends[entry] ?? 0;
    if (end - start > longestStatistic) return undefined;
    const head = end - start >= 4 ? view.getUint32(start) : headOfShort(view, start, end);
    if (head < leastHead || (head === leastHead && compareTexts(entries, start, end, least) < 0)) {
      least = entry;
      leastHead = head;
    }
    if (
      head > greatestHead ||
      (head === greatestHead && compareTexts(entries, start, end, greatest) > 0)
    ) {
      greatest = entry;
      greatestHead = head;
    }
    start = end;
  }
  return [least, greatest];
}

/** The first four bytes of a shorter text, with zeros for those that it lacks. */
function headOfShort(view: DataView, start: number, end: number): number {
  let head = 0;
  for (let at = start; at < start + 4; at += 1) {
    head = head * 0x100 + (at < end ? view.getUint8(at) : 0);
  }
  return head;
}

/** Compares the bytes of a text with those of a value, four at a time. */
function compareTexts({ view, ends }: StoredEntries, start: number, end: number, other: number) {
  const from = (other === 0 ? 0 : (ends[other - 1] ?? 0)) + lengthWidth;
  const to = ends[other] ?? 0;
  const length = Math.min(end - start, to - from);
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    const difference = view.getUint32(start + at) - view.getUint32(from + at);
    if (difference !== 0) return difference;
  }
  for (; at < length; at += 1) {
    const difference = view.getUint8(start + at) - view.getUint8(from + at);
    if (difference !== 0) return difference;
  }
  return end - start - (to - from);
}
