import { bucketOf, eachDay, rangeName } from '../days.ts';
import { type Phrase, say, sayDays, sayFirst } from '../phrase.ts';
import type { Group } from '../rows/tally.ts';
import { nameFirst } from '../text.ts';
import { nameValue, type ResultRow } from './result-rows.ts';
import type { MetricDay, UnitOptions } from './unit-costs.ts';

type CostDay = Pick<Group, 'day'>;

/** A caution for a quotient of all labels, if some days with a value have no cost, or none that is known. */
export function describeUncosted(
  costs: readonly CostDay[],
  values: readonly Pick<MetricDay, 'day' | 'value'>[],
  known: UnitOptions['known'],
): Phrase | undefined {
  const counted = values.filter(({ value }) => value.units !== 0n);
  const uncosted = uncostedDays(costs, counted);
  if (uncosted.size === 0 || counted.every(({ day }) => uncosted.has(day))) return undefined;
  const [free = [], unknown = []] = [true, false].map((isKnown) =>
    sayDays([...uncosted].filter((day) => (known?.has(day) !== false) === isKnown)),
  );
  const all = [
    ...(free.length > 0
      ? [say`the unit cost also divides by the values of ${free}, without any cost`]
      : []),
    ...(unknown.length > 0
      ? [say`the unit cost leaves out the values of days without rows: ${unknown}`]
      : []),
  ];
  return sayFirst(all, all.length, '; ');
}

/** A late day's value would hide that the cost of the others exceeds the limit. `left`: days left out. */
export function leaveOutLate(
  costs: readonly CostDay[],
  values: readonly MetricDay[],
  late: ReadonlySet<string>,
): { readonly values: readonly MetricDay[]; readonly left: readonly string[] } {
  const left = [...uncostedDays(costs, values)].filter((day) => late.has(day));
  return { values: values.filter(({ day }) => !left.includes(day)), left };
}

export function describeLate(days: readonly string[]): Phrase | undefined {
  if (days.length === 0) return undefined;
  return say`the unit cost leaves out the values of ${sayDays(days)}: the cost is still to come`;
}

/** Days whose metric is zero, or has no value and was accepted without one. */
export function describeUndivided(days: readonly string[]): Phrase | undefined {
  if (days.length === 0) return undefined;
  return say`the unit cost leaves out the cost of ${sayDays(days)}, for which the metric has no value or zero`;
}

/** Why the cost of a period cannot be divided. */
export function describeNone(state: unknown, metric: string, days: string): string {
  if (state === 'value is zero') return `${metric} has only zero to divide the cost of ${days} by`;
  if (state === 'no cost') return `there is no cost of ${days} to divide by ${metric}`;
  return state === 'no day has both'
    ? `no day of ${days} has both a cost and a value of ${metric} other than zero`
    : `${metric} has no value to divide the cost of ${days} by`;
}

/** Why rows have no unit cost of the period before, which no column shows: `before` are its rows. */
export function describeNoBaseline(
  before: readonly ResultRow[],
  { metric, days, isUnknown }: { metric: string; days: string; isUnknown: boolean },
): string | undefined {
  if (before.some(({ unitCost }) => typeof unitCost === 'string')) return undefined;
  const { state = 'no cost' } = before.find((row) => row['all'] === true) ?? {};
  const why = isUnknown ? `${days} has no rows` : describeNone(state, metric, days);
  return `there is no unit cost to compare with: ${why}`;
}

/** What a quotient of groups leaves out: cost without a value of the same label, and values without such a cost. */
export function describeUnmatched(costs: readonly Group[], values: readonly MetricDay[]): string[] {
  const keyOfDay = (day: string | null, label: string | null | undefined) => `${day} ${label}`;
  const counted = values.filter(({ value }) => value.units !== 0n);
  const valued = new Set(counted.map(({ day, label }) => keyOfDay(day, label)));
  const costed = new Set(costs.map(({ day, values: [label] }) => keyOfDay(day, label)));
  const free = costs.filter(
    ({ day, total, values: [label] }) => total.units !== 0n && !valued.has(keyOfDay(day, label)),
  );
  const loose = counted.filter(({ day, label }) => !costed.has(keyOfDay(day, label)));
  const name = (labels: readonly (string | null | undefined)[]) =>
    nameFirst([...new Set(labels)].map(nameLabels), 5);
  return [
    ...(free.length === 0
      ? []
      : [
          `the unit cost leaves out the cost of days without a value of the same group: ${name(free.map((one) => one.values[0]))}`,
        ]),
    ...(loose.length === 0
      ? []
      : [
          `the unit cost leaves out the values of days without a cost of the same group: ${name(loose.map((one) => one.label))}`,
        ]),
  ];
}

/** The labels of a key, for people. */
export function nameLabels(key: unknown): string {
  const values: unknown = JSON.parse(typeof key === 'string' ? key : '[]');
  return Array.isArray(values) ? values.map(nameValue).join(', ') : '';
}

/** What a period without any row cost is not known. Undefined `days`: it is not known which have rows. */
export function markUnknown(
  rows: readonly ResultRow[],
  days: ReadonlySet<string> | undefined,
  { range, granularity = 'day' }: Pick<UnitOptions, 'range' | 'granularity'>,
  costs: readonly CostDay[],
): readonly ResultRow[] {
  if (days === undefined) return rows;
  // Rows with a day outside the range are counted too.
  const costed = costs.flatMap(({ day }) => day ?? []);
  const filled = [...[...eachDay(range)].filter((day) => days.has(day)), ...costed];
  const names = filled.map((day) => (granularity === 'total' ? day : bucketOf(day, granularity)));
  const known = new Set([...names, ...(filled.length > 0 ? [rangeName(range)] : [])]);
  return rows.map((row) =>
    known.has(String(row['period'])) ? row : { ...row, cost: null, state: 'no rows' },
  );
}

function uncostedDays(costs: readonly CostDay[], values: readonly Pick<MetricDay, 'day'>[]) {
  const costed = new Set<string | null>(costs.map(({ day }) => day));
  return new Set(values.map(({ day }) => day).filter((day) => !costed.has(day)));
}
