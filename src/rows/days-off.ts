import { addDays, type DayRange, eachDay } from '../days.ts';

/** The days whose cost is known: those with rows of any source, and those whose weekday never has any. */
export function knownDays(
  filled: ReadonlySet<string> | undefined,
  ranges: readonly DayRange[],
): ReadonlySet<string> | undefined {
  if (filled === undefined) return undefined;
  const read = new Set(ranges.flatMap((range) => [...eachDay(range)]));
  return new Set([...filled, ...[...read].filter((day) => isDayOff(day, filled, read))]);
}

/**
 * Whether this weekday never has rows: none in the two weeks before and after, as far as they were read. The days
 * around it must have rows, here and in at least two of these weeks: a third of those that were read.
 */
export function isDayOff(day: string, all: ReadonlySet<string>, read: ReadonlySet<string>) {
  if (all.has(day)) return false;
  const others = [-14, -7, 7, 14].map((step) => addDays(day, step)).filter((one) => read.has(one));
  const isUsual = (one: string) => {
    const around = [-3, -2, -1, 1, 2, 3].map((step) => addDays(one, step));
    const known = around.filter((other) => read.has(other));
    return known.filter((other) => all.has(other)).length * 3 >= Math.max(known.length, 1);
  };
  return isUsual(day) && !others.some((one) => all.has(one)) && others.filter(isUsual).length >= 2;
}
