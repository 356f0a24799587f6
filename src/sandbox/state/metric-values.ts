import { dayNumber, dayText } from '../calendar.ts';
import { sampleDays, sampleValues, type Value } from '../sample/sample-metrics.ts';

export type { Value };

/** The values of one metric by day: the sample of a day is generated when it is first read. */
export interface ValueTable {
  readonly find: (date: string, labels: Value['labels']) => Value | undefined;
  readonly set: (value: Value) => void;
  readonly count: (from: string, to: string) => number;
  /** The values from a position on, by day. */
  readonly slice: (from: string, to: string, start: number, length: number) => Value[];
}

interface Day {
  readonly values: Value[];
  /** The position of each label set's value. */
  readonly positions: Map<string, number>;
}

export function createValueTable(metricId: string, today: number): ValueTable {
  const days = new Map<string, Day>();
  // Days that have values only because they were imported.
  const imported = new Set<string>();
  let sorted: readonly string[] | undefined;

  function dayAt(date: string): Day {
    const held = days.get(date);
    if (held !== undefined) return held;
    const values = sampleValues(metricId, dayNumber(date), date, today);
    const positions = new Map(values.map(({ labels }, at) => [labelKey(labels), at]));
    const day = { values, positions };
    days.set(date, day);
    return day;
  }

  function find(date: string, labels: Value['labels']): Value | undefined {
    const { values, positions } = dayAt(date);
    return values[positions.get(labelKey(labels)) ?? -1];
  }

  function set(value: Value): void {
    const { values, positions } = dayAt(value.date);
    const key = labelKey(value.labels);
    const at = positions.get(key) ?? values.length;
    positions.set(key, at);
    values[at] = value;
    if (imported.has(value.date)) return;
    imported.add(value.date);
    sorted = undefined;
  }

  function daysWithin(from: string, to: string): readonly string[] {
    sorted ??= [...new Set([...sampleDates(today), ...imported])].sort();
    return sorted.filter((date) => date >= from && date <= to);
  }

  function count(from: string, to: string): number {
    return daysWithin(from, to).reduce((sum, date) => sum + dayAt(date).values.length, 0);
  }

  function slice(from: string, to: string, start: number, length: number): Value[] {
    const found: Value[] = [];
    let passed = 0;
    for (const date of daysWithin(from, to)) {
      const { values } = dayAt(date);
      const first = Math.max(start - passed, 0);
      if (first < values.length) found.push(...values.slice(first, first + length - found.length));
      passed += values.length;
      if (found.length >= length) break;
    }
    return found;
  }

  return { find, set, count, slice };
}

/** Identifies a label set, whatever the order of its keys. */
export function labelKey(labels: Value['labels']): string {
  const keys = Object.keys(labels);
  if (keys.length > 1) keys.sort();
  return JSON.stringify(keys.map((key) => [key, labels[key]]));
}

function sampleDates(today: number): string[] {
  return Array.from({ length: sampleDays }, (_, daysAgo) => dayText(today - daysAgo - 1));
}
