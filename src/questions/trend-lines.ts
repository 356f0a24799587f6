import {
  addDays,
  addMonths,
  bucketOf,
  bucketRange,
  type DayRange,
  eachDay,
  type Granularity,
  isPartial,
} from '../days.ts';
import { within } from '../grouping.ts';
import { addDecimals, type Decimal, zero } from '../json/decimal.ts';
import type { Group } from '../rows/tally.ts';
import { compareTotals, currenciesOf, keyOf } from './result-rows.ts';

export interface TrendPeriod extends DayRange {
  readonly name: string;
  /** Whether it has not ended, or is cut: then nothing is compared with it. */
  readonly isPartial: boolean;
  /** Whether it begins before the first day of the files. */
  readonly isCut?: boolean;
  /** Whether no row at all was found in it: what it cost is not known. */
  readonly isBlank?: boolean;
}

/** A group, with what it cost in each period. */
export interface TrendLine extends Pick<Group, 'values' | 'currency' | 'total'> {
  /** By the number of the period; a period without rows of the group may lack one. */
  readonly cells: readonly ({ readonly rows: number; readonly total: Decimal } | undefined)[];
  /** The rows of the group, day by day. */
  readonly groups: readonly Group[];
  readonly mark: 'rest' | 'all' | undefined;
}

export interface TrendOptions {
  readonly periods: readonly TrendPeriod[];
  readonly top: number | undefined;
  /** Add a line of everything for each currency. */
  readonly withTotal: boolean;
}

interface TrendDays {
  /** The last day that counts. */
  readonly last: string;
  readonly today: string;
  /** The first day of files: earlier ones are not days without cost. */
  readonly first?: string | undefined;
}

/** The periods up to the one of the last day, without those that end before the first day of files. */
export function trendPeriods(
  count: number,
  granularity: Granularity,
  { last, today, first = '' }: TrendDays,
): TrendPeriod[] {
  const start = bucketRange(last, granularity).from;
  const steps = 1 - count;
  const from =
    granularity === 'month'
      ? addMonths(start, steps)
      : addDays(start, steps * (granularity === 'week' ? 7 : 1));
  const whole = { from, to: last };
  const names = new Map<string, TrendPeriod>();
  for (const day of eachDay(whole)) {
    const name = bucketOf(day, granularity);
    if (names.has(name)) continue;
    const { to } = bucketRange(day, granularity);
    const isCut = day < first;
    const isOpen = isPartial(day, granularity, whole) || to >= today;
    names.set(name, {
      ...{ name, from: day, to: to < last ? to : last, isPartial: isCut || isOpen },
      ...(isCut ? { isCut } : {}),
    });
  }
  return [...names.values()].filter(({ to }) => to >= first);
}

/** The periods, and which of them lack rows of any source; undefined `days`: that is not known. */
export function markBlank(periods: readonly TrendPeriod[], days: ReadonlySet<string> | undefined) {
  return periods.map((period) => (isBlank(period, days) ? { ...period, isBlank: true } : period));
}

export function namesOfPartial(periods: readonly TrendPeriod[]): string[] {
  return periods.filter(({ isPartial }) => isPartial).map(({ name }) => name);
}

/** Whether no day of a range is one of those with rows; undefined `days`: that is not known. */
export function isBlank(range: DayRange, days: ReadonlySet<string> | undefined): boolean {
  return days !== undefined && ![...eachDay(range)].some((day) => days.has(day));
}

/** What a line cost in a period: zero if the period has rows of others only, undefined if it has none. */
export function costIn({ cells }: TrendLine, periods: readonly TrendPeriod[], place: number) {
  return cells[place]?.total ?? (periods[place]?.isBlank === true ? undefined : zero);
}

/** The number of the first period that any line has rows in. */
export function firstFilled(lines: readonly TrendLine[]): number {
  const firstOf = ({ cells }: TrendLine) => cells.findIndex((cell) => cell !== undefined);
  // A call with an argument for each of many lines would fail.
  return lines.reduce((first, line) => Math.min(first, firstOf(line)), Number.POSITIVE_INFINITY);
}

export function wholesOf(lines: readonly TrendLine[]): TrendLine[] {
  return lines.filter(({ mark }) => mark === 'all');
}

/** A line for each group, the largest of a currency first, then the rest, then everything. */
export function drawLines(
  groups: readonly Group[],
  { periods, top = Number.POSITIVE_INFINITY, withTotal }: TrendOptions,
): TrendLine[] {
  const places = new Map(
    periods.flatMap((period, place) => [...eachDay(period)].map((day) => [day, place] as const)),
  );
  const place = (day: string | null) => places.get(day ?? '') ?? 0;
  // A row with a day outside all periods would be added to one that it does not belong to.
  const inside = groups.filter(({ day }) => places.has(day ?? ''));
  const parts = addUp(inside, place, undefined, ({ values }) => values);
  const everything = withTotal ? addUp(inside, place, 'all', () => []) : [];
  return currenciesOf(inside).flatMap((currency) => {
    const isOwn = (line: TrendLine) => line.currency === currency;
    const own = parts.filter(isOwn).sort(compareTotals);
    const others = own.slice(top).flatMap((line) => line.groups);
    return [
      ...own.slice(0, top),
      ...addUp(others, place, 'rest', () => []),
      ...everything.filter(isOwn),
    ];
  });
}

interface Growing extends TrendLine {
  total: Decimal;
  readonly cells: ({ rows: number; total: Decimal } | undefined)[];
  readonly groups: Group[];
}

function addUp(
  groups: readonly Group[],
  placeOf: (day: string | null) => number,
  mark: TrendLine['mark'],
  valuesOf: (group: Group) => Group['values'],
): TrendLine[] {
  const lines = new Map<string, Growing>();
  for (const group of groups) {
    const { currency } = group;
    const values = valuesOf(group);
    const start = () => ({ values, currency, total: zero, cells: [], groups: [], mark });
    const line = within(lines, keyOf([currency, ...values]), start);
    const place = placeOf(group.day);
    const cell = line.cells[place] ?? noCost;
    line.cells[place] = {
      rows: cell.rows + group.rows,
      total: addDecimals(cell.total, group.total),
    };
    line.total = addDecimals(line.total, group.total);
    line.groups.push(group);
  }
  return [...lines.values()];
}

/** The cell of a period without rows of the group. */
const noCost = { rows: 0, total: zero };
