import type { DayRange } from '../days.ts';
import type { Decimal } from '../json/decimal.ts';

export interface SourceDay {
  /** Null if the rows name no source. */
  readonly source: string | null;
  readonly day: string;
  readonly currency: string | null;
  readonly rows: number;
  /** The sum of the amounts above zero. */
  readonly cost: Decimal;
}

/** What the rows of one range had by source and day, whether they meet the conditions or not. */
export interface RangeFacts {
  /** The column that names sources. */
  readonly column: string | undefined;
  readonly days: () => readonly SourceDay[];
  /** How many rows have no day. */
  readonly undated: () => number;
  /** Sources with a row that meets the conditions. */
  readonly met: () => ReadonlySet<string | null>;
  readonly hasSource: () => boolean;
}

export interface SourceFacts extends RangeFacts {
  /** The days of rows outside the range that they were read for, whether another range has these days or not. */
  readonly strays: () => SourceDay[];
}

/** The days of all rows that were read; undefined if they are not known. */
export function daysOf(sources: SourceFacts | undefined): ReadonlySet<string> | undefined {
  return sources && new Set(sources.days().map(({ day }) => day));
}

/** The counts of several ranges. A day that two of them have is counted once. */
export function joinCounts(
  column: string | undefined,
  parts: readonly { readonly range: DayRange; readonly count: RangeFacts }[],
): SourceFacts {
  const isIn = ({ from, to }: DayRange, day: string) => from <= day && day <= to;
  const isEarlier = (day: string, place: number) =>
    parts.slice(0, place).some(({ range }) => isIn(range, day));
  return {
    column,
    days: () =>
      parts.flatMap(({ count }, place) => count.days().filter(({ day }) => !isEarlier(day, place))),
    strays: () =>
      parts.flatMap(({ range, count }) => count.days().filter(({ day }) => !isIn(range, day))),
    undated: () => parts.reduce((sum, { count }) => sum + count.undated(), 0),
    met: () => new Set(parts.flatMap(({ count }) => [...count.met()])),
    hasSource: () => parts.some(({ count }) => count.hasSource()),
  };
}
