import { within } from '../../grouping.ts';
import { dayNumber, dayText, isWeekend } from '../calendar.ts';
import { fraction, hash, hashText } from '../sample/hash.ts';
import type { Metric } from './record-kinds.ts';

/** The values of one metric by day: the sample of a day is generated when it is first read. */
export type ValueTable = ReturnType<typeof createValueTable>;

interface Day {
  readonly values: Value[];
  /** The position of each label set's value. */
  readonly positions: Map<string, number>;
}

export function createValueTable(metricId: string, today: number) {
  const days = new Map<string, Day>();
  const sample = Array.from({ length: sampleDays }, (_, at) => dayText(today - at - 1));
  // Days with imported values.
  const imported = new Set<string>();
  let sorted: readonly string[] | undefined;

  function dayAt(date: string): Day {
    return within(days, date, () => {
      const values = sampleValues(metricId, dayNumber(date), date, today);
      return { values, positions: new Map(values.map(({ labels }, at) => [labelKey(labels), at])) };
    });
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
    sorted ??= [...new Set([...sample, ...imported])].sort();
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
  const keys = Object.keys(labels).sort();
  return JSON.stringify(keys.map((key) => [key, labels[key]]));
}

/** How the daily values of a sample metric are generated. */
interface Course {
  readonly metric: Metric;
  readonly labels: readonly Readonly<Record<string, string>>[];
  /** The value of the first label set on a typical working day. */
  readonly usual: number;
  readonly digits: number;
  /** One day in the past year has no values: this many days ago. */
  readonly missingDaysAgo: number;
}

export interface Value {
  readonly date: string;
  readonly amount: string;
  readonly labels: Readonly<Record<string, string>>;
}

const labelValues: Readonly<Record<string, readonly string[]>> = {
  region: ['eu-central', 'us-east', 'asia-pacific', 'América do Sul', 'other, "unknown"'],
  channel: ['web', 'app'],
  product: ['search', 'checkout', 'recommendations'],
  team: ['growth', 'finance', 'data-science', 'support'],
  labor: ['Zürich', 'München'],
};

const courses: readonly Course[] = [
  course('bmt_orders', 'wsp_storefront', 'Orders', 'order', ['region'], 4200, 0, 23),
  course(
    'bmt_active_customers',
    'wsp_storefront',
    'Active customers',
    'customer',
    [],
    18400,
    0,
    11,
  ),
  course('bmt_revenue', 'wsp_storefront', 'Revenue', 'USD', ['region', 'channel'], 91250.5, 4, 30),
  course('bmt_api_calls', 'wsp_platform', 'API calls', 'thousand calls', ['product'], 73100, 3, 5),
  course('bmt_builds', 'wsp_platform', 'Builds', 'build', [], 640, 0, 17),
  course(
    'bmt_warehouse_queries',
    'wsp_platform',
    'Warehouse queries',
    'query',
    ['team'],
    12900,
    0,
    44,
  ),
  course('bmt_experimente', 'wsp_forschung-eu', 'Experimente', 'Experiment', ['labor'], 38, 0, 9),
  course('bmt_gpu_hours', 'wsp_forschung-eu', 'GPU hours', 'hour', [], 911.25, 6, 14),
  course('bmt_samples', 'wsp_forschung-eu', 'Samples', 'sample', ['labor'], 5100, 0, 60),
];

export const sampleMetrics: readonly Metric[] = courses.map(({ metric }) => metric);

/** The samples start this many days before today and end yesterday. */
const sampleDays = 365;

const byId = new Map(courses.map((course) => [course.metric.id, course]));

function sampleValues(metricId: string, day: number, date: string, today: number): Value[] {
  const course = byId.get(metricId);
  if (course === undefined || !hasSample(course, day, today)) return [];
  const seed = hashText(metricId);
  const week = isWeekend(day) ? 0.64 : 1;
  const growth = 1 + (day - 20_000) / 4000;
  return course.labels.map((labels, position) => {
    const noise = 0.92 + 0.16 * fraction(hash(seed, day, position));
    const amount = (course.usual * week * growth * noise) / (position + 1);
    return { date, amount: amount.toFixed(course.digits), labels };
  });
}

function hasSample(course: Course, day: number, today: number): boolean {
  const daysAgo = today - day;
  return daysAgo >= 1 && daysAgo <= sampleDays && daysAgo !== course.missingDaysAgo;
}

function course(
  id: string,
  workspaceId: string,
  name: string,
  unit: string,
  labelColumns: readonly string[],
  usual: number,
  digits: number,
  missingDaysAgo: number,
): Course {
  const createdAt = '2025-05-05T10:00:00Z';
  const plain = { id, workspaceId, name, unit, labelColumns, createdAt, updatedAt: null };
  return { metric: plain, labels: combine(labelColumns), usual, digits, missingDaysAgo };
}

function combine(columns: readonly string[]): Readonly<Record<string, string>>[] {
  let sets: Record<string, string>[] = [{}];
  for (const column of columns) {
    const values = labelValues[column] ?? [];
    sets = sets.flatMap((set) => values.map((value) => ({ ...set, [column]: value })));
  }
  return sets;
}
