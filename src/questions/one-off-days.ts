import { addDays, type DayRange, eachDay, joinDays } from '../days.ts';
import { within } from '../grouping.ts';
import type { Decimal } from '../json/decimal.ts';
import { count, day, type Phrase, say } from '../phrase.ts';
import type { Group } from '../rows/tally.ts';
import { historyDays } from './expect-day.ts';
import { type AnomalyOptions, fewestDays, judgeDays, learnDays } from './find-anomalies.ts';
import { decimalOf, fieldOf, keyOf, mergeGroups } from './result-rows.ts';

/** A day on which a group cost much more or less than expected, and then no longer. */
export interface OneOff {
  readonly day: string;
  readonly currency: string | null;
  /** The value of the first column; null if there is no column or no value. */
  readonly value: string | null;
  readonly expected: Decimal;
  readonly difference: Decimal;
}

/** This many days in a row are a new level, not a one-off. */
const newLevel = 3;

/** The days before both periods by which their days are judged, without the periods themselves. */
export function daysBefore(periods: readonly DayRange[]): DayRange[] {
  const own = new Set(periods.flatMap((range) => [...eachDay(range)]));
  const days = periods.flatMap(({ from }) => [
    ...eachDay({ from: addDays(from, -historyDays), to: addDays(from, -1) }),
  ]);
  return joinDays(days.filter((day) => !own.has(day)));
}

/** Which days of the periods have too little history to be judged. `delivered`: the days with rows that were read. */
export function describeShortHistory(
  periods: readonly DayRange[],
  delivered: ReadonlySet<string> | undefined,
): Phrase | undefined {
  const [first] = [...(delivered ?? [])].sort();
  if (first === undefined) return undefined;
  const judged = addDays(first, fewestDays);
  if (periods.every(({ from }) => from >= judged)) return undefined;
  return say`no one-off day before ${day(judged)} is recognized: that takes ${count(fewestDays)} days of history, and the rows that were read begin on ${day(first)}`;
}

/** Costs by the first column alone, without credits: they are a cause of their own. */
export function firstCosts(groups: readonly Group[], column: string | undefined): Group[] {
  const lists = new Map<string | null, readonly (string | null)[]>();
  const costs = groups.filter(({ values: [mark] }) => mark !== 'credit');
  return mergeGroups(costs, ({ day, currency, values: [, first = null] }) => ({
    ...{ day, currency },
    values: within(lists, first, () => (column === undefined ? [] : [first])),
  }));
}

/** The days that `costs anomalies` names in each period. Three or more in a row are left out. */
export function findOneOffs(
  groups: readonly Group[],
  column: string | undefined,
  periods: readonly DayRange[],
  delivered?: AnomalyOptions['delivered'],
): OneOff[] {
  const by = column === undefined ? [] : [column];
  const options = { by, score: 3.5, minImpact: undefined };
  const learned = learnDays(groups, delivered);
  const rows = periods.flatMap((range) => judgeDays(learned, { ...options, range }));
  const named = new Map<string, OneOff>();
  const keyOfDay = (one: OneOff, days = 0) =>
    keyOf([one.currency, one.value, addDays(one.day, days), String(one.difference.units > 0n)]);
  for (const { day, currency, state, expected, difference, ...row } of rows) {
    if (state !== 'high' && state !== 'low') continue;
    const value = column === undefined ? null : row[fieldOf(column)];
    const one = {
      day: String(day),
      currency: typeof currency === 'string' ? currency : null,
      value: typeof value === 'string' ? value : null,
      expected: decimalOf(expected),
      difference: decimalOf(difference),
    };
    named.set(keyOfDay(one), one);
  }
  return [...named.values()].filter((one) => {
    const run = (step: number) => {
      let length = 0;
      while (length < newLevel && named.has(keyOfDay(one, step * (length + 1)))) length += 1;
      return length;
    };
    return 1 + run(-1) + run(1) < newLevel;
  });
}
