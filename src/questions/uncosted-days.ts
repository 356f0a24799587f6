import { describeRange, joinDays } from '../days.ts';
import type { Group } from '../rows/tally.ts';
import { nameFirst } from '../text.ts';
import type { MetricDay } from './unit-costs.ts';

/** A caution for a quotient of all labels: it also divides by the values of days that have no cost yet. */
export function describeUncosted(
  costs: readonly Pick<Group, 'day'>[],
  values: readonly Pick<MetricDay, 'day' | 'value'>[],
): string | undefined {
  const costed = new Set<string | null>(costs.map(({ day }) => day));
  const days = values.flatMap(({ day, value }) => (value.units === 0n ? [] : [day]));
  const uncosted = days.filter((day) => !costed.has(day));
  if (uncosted.length === 0 || uncosted.length === days.length) return undefined;
  const ranges = joinDays(uncosted).map(describeRange);
  return `the unit cost also divides by the values of ${nameFirst(ranges, 3)}, without any cost`;
}
