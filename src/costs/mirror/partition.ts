import { addDays, type DayRange, monthRange } from '../days.ts';
import type { PartitionUnit } from './manifest.ts';

/** The value of a day's partition: `2026-10` or `2026-10-03`. */
export function partitionOf(day: string, unit: PartitionUnit): string {
  return unit === 'day' ? day : day.slice(0, 7);
}

/** The days of a partition that are in the range. */
export function partitionRange(value: string, range: DayRange): DayRange {
  const whole = value.length === 7 ? monthRange(value) : { from: value, to: value };
  return {
    from: later(whole.from, range.from),
    to: later(whole.to, range.to) === whole.to ? range.to : whole.to,
  };
}

function later(one: string, other: string): string {
  return [one, other].sort().at(1) ?? one;
}

/** Days in order as ranges without gaps. */
export function joinDays(days: Iterable<string>): DayRange[] {
  const ranges: { from: string; to: string }[] = [];
  for (const day of [...new Set(days)].sort()) {
    const last = ranges.at(-1);
    if (last !== undefined && addDays(last.to, 1) === day) last.to = day;
    else ranges.push({ from: day, to: day });
  }
  return ranges;
}

const keys: Readonly<Record<PartitionUnit, readonly string[]>> = {
  month: ['month', 'cost_month', 'partition_month'],
  day: ['day', 'cost_day', 'partition_day'],
};

/** The name of the folders. Engines take it for a column: it must not have the name of one. */
export function choosePartitionKey(unit: PartitionUnit, columns: Iterable<string>): string {
  const taken = new Set([...columns].map((name) => name.toLowerCase()));
  const [first = unit, ...others] = keys[unit];
  return [first, ...others].find((key) => !taken.has(key)) ?? `costctl_partition_${unit}`;
}
