import { dayNumber, dayText, isWeekend } from '../calendar.ts';
import { hash } from './hash.ts';
import { createLines, createRowDay, type Line, roomFor, writeRow } from './row.ts';

/** Cost rows of any day, generated while they are read: a row depends only on its day and its position. */
export interface CostData {
  /** Rows of a window of whole days, both ends included. */
  readonly count: (window: Window) => number;
  /** Rows from a position in the window on, as JSON between two texts. */
  readonly write: (window: Window, rows: Rows, before: string, after: string) => Buffer;
}

/** Days since 1970-01-01. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

interface Rows {
  readonly start: number;
  /** Limited to the number available. */
  readonly length: number;
}

export interface CostScope {
  /** The exact number of rows per day; undefined: a plausible number. */
  readonly rowsPerDay: number | undefined;
  readonly sees: (workspaceId: string) => boolean;
}

export function createCostData({ rowsPerDay, sees }: CostScope): CostData {
  lines ??= createLines();
  const seen = shares
    .filter(({ workspaceId }) => sees(workspaceId))
    .map((share) => ({ ...share, lines: lines?.get(share.workspaceId) ?? [] }));
  const room = Math.max(0, ...seen.flatMap((share) => share.lines.map(roomFor)));

  /** A day's rows, divided by workspace: the positions of each part among all rows of the day. */
  function partsOf(day: number) {
    const all = day < firstDay ? 0 : (rowsPerDay ?? usualRows(day));
    return seen.map(({ from, to, lines }) => {
      const first = Math.floor(all * from);
      return { lines, first, length: Math.floor(all * to) - first };
    });
  }

  function count({ from, to }: Window): number {
    let sum = 0;
    for (let day = Math.max(from, firstDay); day <= to; day += 1) {
      for (const { length } of partsOf(day)) sum += length;
    }
    return sum;
  }

  function write({ from, to }: Window, rows: Rows, before: string, after: string): Buffer {
    const extra = Buffer.byteLength(before) + Buffer.byteLength(after);
    const target = Buffer.allocUnsafe(rows.length * room + extra);
    let end = target.write(before);
    let skip = rows.start;
    let left = rows.length;
    for (let number = Math.max(from, firstDay); number <= to && left > 0; number += 1) {
      const day = createRowDay(number, dayText(number));
      for (const part of partsOf(number)) {
        const begin = Math.min(skip, part.length);
        const stop = Math.min(part.length, begin + left);
        skip -= begin;
        left -= stop - begin;
        for (let at = begin; at < stop; at += 1) {
          const line = part.lines[at % part.lines.length];
          if (line !== undefined) end = writeRow(target, end, line, day, part.first + at);
        }
      }
    }
    // Every row ends in a comma; the last one is overwritten.
    if (rows.length > 0) end -= 1;
    return target.subarray(0, end + target.write(after, end));
  }

  return { count, write };
}

let lines: ReadonlyMap<string, readonly Line[]> | undefined;

/** There are no costs before this day. */
const firstDay = dayNumber('2015-01-01');

/** The consecutive share of a day's rows that belongs to each workspace. */
const shares = [
  { workspaceId: 'wsp_storefront', from: 0, to: 0.5 },
  { workspaceId: 'wsp_platform', from: 0.5, to: 0.8 },
  { workspaceId: 'wsp_forschung-eu', from: 0.8, to: 1 },
];

function usualRows(day: number): number {
  return (isWeekend(day) ? 120 : 150) + (hash(day, 7, 7) % 50);
}
