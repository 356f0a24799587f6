import { describeRange, joinDays } from '../days.ts';
import type { Group } from '../rows/tally.ts';
import { nameFirst } from '../text.ts';
import type { MetricDay } from './unit-costs.ts';

type CostDay = Pick<Group, 'day'>;

/** A caution for a quotient of all labels: it also divides by the values of days that have no cost yet. */
export function describeUncosted(
  costs: readonly CostDay[],
  values: readonly Pick<MetricDay, 'day' | 'value'>[],
): string | undefined {
  const counted = values.filter(({ value }) => value.units !== 0n);
  const uncosted = uncostedDays(costs, counted);
  if (uncosted.length === 0 || uncosted.length === counted.length) return undefined;
  return `the unit cost also divides by the values of ${nameDays(uncosted)}, without any cost`;
}

/**
 * For a limit: a value of a day whose cost is still to come would hide that the cost of the other days
 * exceeds it. `left` are those days.
 */
export function leaveOutLate(
  costs: readonly CostDay[],
  values: readonly MetricDay[],
  isLate: (day: string) => boolean,
): { readonly values: readonly MetricDay[]; readonly left: readonly string[] } {
  const late = new Set([...new Set(uncostedDays(costs, values))].filter(isLate));
  return { values: values.filter(({ day }) => !late.has(day)), left: [...late] };
}

export function describeLate(days: readonly string[]): string | undefined {
  if (days.length === 0) return undefined;
  return `the unit cost leaves out the values of ${nameDays(days)}: the cost is still to come`;
}

function uncostedDays(
  costs: readonly CostDay[],
  values: readonly Pick<MetricDay, 'day'>[],
): string[] {
  const costed = new Set<string | null>(costs.map(({ day }) => day));
  return values.flatMap(({ day }) => (costed.has(day) ? [] : [day]));
}

function nameDays(days: readonly string[]): string {
  return nameFirst(joinDays(days).map(describeRange), 3);
}
