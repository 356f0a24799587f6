import type { ParquetType } from './types.ts';
import { widthOf } from './write-entry.ts';

/** Compares two values of a column, each from its start to its end. */
type Compare = (view: DataView, start: number, end: number, from: number, to: number) => number;

/** Undefined if there are no statistics for such values. */
export function comparerOf(type: ParquetType): Compare | undefined {
  switch (type.kind) {
    case 'text':
      return compareTexts;
    case 'day':
      return (view, start, _end, from) => view.getInt32(start, true) - view.getInt32(from, true);
    case 'moment':
    case 'integer':
    case 'decimal':
      if (widthOf(type) !== 8) return undefined;
      return (view, start, _end, from) =>
        view.getInt32(start + 4, true) - view.getInt32(from + 4, true) ||
        view.getUint32(start, true) - view.getUint32(from, true);
    default:
      return undefined;
  }
}

/** Compares bytes, four at a time. */
function compareTexts(
  view: DataView,
  start: number,
  end: number,
  from: number,
  to: number,
): number {
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
