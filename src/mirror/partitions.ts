import {
  addDays,
  addMonths,
  countDays,
  type DayRange,
  dayOf,
  eachDay,
  joinDays,
  monthRange,
} from '../days.ts';
import { usageError } from '../errors.ts';
import { largestPage } from '../rows/page-reader.ts';
import { lostHash } from './lost-files.ts';
import type { Manifest, PartitionUnit } from './manifest.ts';

export interface PlanOptions {
  /** Every day that the mirror is to contain. */
  readonly range: DayRange;
  /** Days from here on are read again. */
  readonly restateFrom: string;
  readonly deep: boolean;
  /** How many rows a range has, as the service counts them. */
  readonly count: (range: DayRange) => Promise<number>;
  readonly onCounted: (counted: number, all: number) => void;
}

/** Finds the days to read: those that are missing, lost or recent, or have another count than before. */
export async function planReading(
  manifest: Pick<Manifest, 'days' | 'truncated' | 'query'>,
  options: PlanOptions,
) {
  const { range, restateFrom, deep } = options;
  const known = new Set(manifest.days.map(({ date }) => date));
  const truncated = new Map(manifest.truncated.map(({ date, total }) => [date, total]));
  const missing = [...eachDay(range)].filter((day) => !known.has(day) && !truncated.has(day));
  const months = [...new Set(missing.map((day) => day.slice(0, 7)))];
  /** Missing days to read first: each stretch becomes a state of its own. */
  const fill = months.slice(0, -1).flatMap((month) => joinDays(inMonth(missing, month)));
  /** Days to read after those, in one state. */
  const last = new Set(inMonth(missing, months.at(-1) ?? ''));
  const held = [...eachDay(range)].filter((day) => known.has(day) || truncated.has(day));
  const lost = new Set(
    manifest.days.filter(({ hash }) => hash === lostHash).map(({ date }) => date),
  );
  const older = held.filter((day) => !deep && day < restateFrom && !lost.has(day));
  const others = new Set(older);
  for (const day of held) if (!others.has(day)) last.add(day);
  const values = [...new Set(older.map((day) => partitionOf(day, manifest.query.partitionBy)))];
  const expected = createExpected(manifest);
  /** How many partitions were counted. */
  let counted = 0;
  for (const value of values) {
    const days = older.filter((day) => partitionOf(day, manifest.query.partitionBy) === value);
    for (const stretch of joinDays(days)) {
      const total = await options.count(partitionRange(value, stretch));
      for (const found of await findChanged(stretch, total, expected, options.count)) {
        for (const day of eachDay(found)) last.add(day);
      }
    }
    counted += 1;
    options.onCounted(counted, values.length);
  }
  return { fill, last: joinDays(last), counted };
}

type Expected = (range: DayRange) => number;

function createExpected({ days, truncated }: Pick<Manifest, 'days' | 'truncated'>): Expected {
  const counts = new Map([
    ...days.map(({ date, read }): [string, number] => [date, read]),
    ...truncated.map(({ date, total }): [string, number] => [date, total]),
  ]);
  return (range) => {
    let sum = 0;
    for (const day of eachDay(range)) sum += counts.get(day) ?? 0;
    return sum;
  };
}

/** A closer look pays off only if reading everything takes more requests than this. */
const fewPages = 4;

/** The parts of a range whose count differs: halved as long as a count is cheaper than reading the pages. */
async function findChanged(
  range: DayRange,
  total: number,
  expected: Expected,
  count: PlanOptions['count'],
): Promise<DayRange[]> {
  if (total === expected(range)) return [];
  const days = countDays(range);
  if (days === 1 || total / largestPage <= fewPages) return [range];
  const middle = addDays(range.from, Math.floor(days / 2) - 1);
  const first = { from: range.from, to: middle };
  const second = { from: addDays(middle, 1), to: range.to };
  const firstTotal = await count(first);
  return [
    ...(await findChanged(first, firstTotal, expected, count)),
    ...(await findChanged(second, total - firstTotal, expected, count)),
  ];
}

function inMonth(days: readonly string[], month: string): string[] {
  return days.filter((day) => day.startsWith(month));
}

/** The value of a day's partition: `2026-10` or `2026-10-03`. */
export function partitionOf(day: string, unit: PartitionUnit): string {
  return unit === 'day' ? day : day.slice(0, 7);
}

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

const keys: Readonly<Record<PartitionUnit, readonly string[]>> = {
  month: ['month', 'cost_month', 'partition_month'],
  day: ['day', 'cost_day', 'partition_day'],
};

/** The key in the names of the folders. Engines take it for a column, so it must not be the name of one. */
export function choosePartitionKey(
  unit: PartitionUnit,
  columns: readonly { readonly name: string }[],
): string {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()));
  const [first = unit, ...others] = keys[unit];
  return [first, ...others].find((key) => !taken.has(key)) ?? `costctl_partition_${unit}`;
}

const second = 1000;
const milliseconds: Readonly<Record<string, number>> = {
  s: second,
  min: 60 * second,
  h: 3600 * second,
  d: 86_400 * second,
};

/** `1h` as milliseconds. */
export function parseSpan(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})(s|min|h|d)$/.exec(text) ?? [];
  const size = milliseconds[unit];
  if (count !== undefined && size !== undefined) return Number(count) * size;
  throw usageError(`--keep: '${text}' is not a span of time`, 'write it as 30min, 1h or 2d');
}

/** `35d` as days. */
export function parseDays(text: string): number {
  const [, count, unit] = /^(\d{1,4})([dw])$/.exec(text) ?? [];
  if (count !== undefined) return Number(count) * (unit === 'w' ? 7 : 1);
  throw usageError(`--restate: '${text}' is not a number of days`, 'write it as 35d or 5w');
}

const monthForm = /^([1-9]\d{0,3})([dwmy])$/;

export function parseHistory(text: string): string {
  if (text === 'none' || text === '0') return '';
  if (monthForm.test(text)) return text;
  throw usageError(
    `--history: '${text}' is not a span of time`,
    'write it as 90d, 13m, 2y or none',
  );
}

/** The time since which past states are stored; undefined if none are. */
export function historyStart(history: string, now: string): string | undefined {
  const [, count, unit] = monthForm.exec(history) ?? [];
  if (count === undefined) return undefined;
  const today = dayOf(Date.parse(now));
  if (unit === 'd' || unit === 'w') return addDays(today, -Number(count) * (unit === 'w' ? 7 : 1));
  return addMonths(today, -Number(count) * (unit === 'y' ? 12 : 1));
}
