import { addDays, countDays, type DayRange, eachDay, joinDays } from '../../days.ts';
import { count, say } from '../../phrase.ts';
import { daysBefore } from '../../questions/one-off-days.ts';
import { daysOf, type SourceFacts } from '../../rows/source-facts.ts';
import type { CostChoice } from './options.ts';

/** The days of which a mirror has every row; undefined without a mirror. */
async function completeDays(mirror: CostChoice['mirror']) {
  if (mirror === undefined) return undefined;
  const { days, truncated } = await mirror.state();
  const cut = new Set(truncated.map(({ date }) => date));
  return new Set(days.map(({ date }) => date).filter((date) => !cut.has(date)));
}

/** The days that the mirror has, if there is one; a mirror of files has all rows that there are. */
export async function heldDays(mirror: CostChoice['mirror'], ranges: readonly DayRange[]) {
  const held = await completeDays(mirror);
  if (held === undefined || (await mirror?.state())?.query.files !== undefined) return ranges;
  return ranges.flatMap((range) => joinDays([...eachDay(range)].filter((day) => held.has(day))));
}

/** The last days of a range, as far back as the mirror lacks none; without a mirror, the whole range. */
export async function heldEnd(mirror: CostChoice['mirror'], range: DayRange): Promise<DayRange> {
  const held = await completeDays(mirror);
  const days = [...eachDay(range)].filter((day) => held?.has(day) !== false);
  const last = joinDays(days).at(-1);
  return last?.to === range.to ? last : { from: addDays(range.to, 1), to: range.to };
}

/** Days with any row, also one that meets no condition; undefined if that is not known. */
export async function daysWithRows(
  mirror: CostChoice['mirror'],
  sources: SourceFacts | undefined,
  read: readonly DayRange[],
): Promise<ReadonlySet<string> | undefined> {
  if (mirror === undefined) return daysOf(sources);
  const { days } = await mirror.state();
  const filled = new Set(days.flatMap(({ date, rows }) => (rows > 0 ? [date] : [])));
  return new Set(read.flatMap((range) => [...eachDay(range)].filter((day) => filled.has(day))));
}

/** What it means for an explanation that a mirror lacks some of the days before; undefined if it has all. */
export function describeShortPast(held: readonly DayRange[], periods: readonly DayRange[]) {
  const add = (ranges: readonly DayRange[]) =>
    ranges.reduce((sum, range) => sum + countDays(range), 0);
  const [own, all] = [add(held), add(daysBefore(periods))];
  if (own === all) return undefined;
  const few = own === 0 ? 'none' : say`only ${count(own)}`;
  return say`one-off days are recognized by the ${count(all)} days before, and the mirror has ${few} of these`;
}
