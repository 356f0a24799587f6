import { compareTexts, within } from '../grouping.ts';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  formatDecimal,
  formatMoney,
  parseDecimal,
  zero,
} from '../json/decimal.ts';
import type { Group } from '../rows/tally.ts';
import { hasOddSpace, wordsIn } from '../text.ts';

/** What groups have in common once some of their differences are dropped. */
export type Same = Pick<Group, 'day' | 'values' | 'currency'>;

type Values = Same['values'];

/** Adds up the groups that become the same. */
export function mergeGroups(groups: Iterable<Group>, becomes: (group: Group) => Same): Group[] {
  const keyOfValues = createKeys();
  const places = new Map<string | null, Map<string | null, Map<string, Merged>>>();
  const all: Merged[] = [];
  for (const group of groups) {
    const { day, values, currency } = becomes(group);
    const same = within(within(places, currency, emptyMap), day, emptyMap);
    const key = keyOfValues(values);
    const known = same.get(key);
    if (known === undefined) {
      const { rows, total, faults } = group;
      const merged = { day, values, currency, rows, total, faults };
      same.set(key, merged);
      all.push(merged);
    } else {
      known.rows += group.rows;
      known.total = addDecimals(known.total, group.total);
      known.faults += group.faults;
    }
  }
  return all;
}

type Merged = Same & { rows: number; total: Decimal; faults: number };

const emptyMap = () => new Map();

/** Keys of values. A tally has one list for equal values of all days: the key of a list is made once. */
export function createKeys(): (values: Values) => string {
  const keys = new Map<Values, string>();
  return (values) => within(keys, values, () => keyOf(values));
}

/** The whole without its parts: one group for each currency. */
export function totalGroups(groups: Iterable<Group>): Group[] {
  return mergeGroups(groups, ({ currency }) => ({ day: null, values: [], currency }));
}

const noValue = '(none)';

/** A value for people. One that reads like the group without a value, or like another one, is quoted. */
export function nameValue(value: unknown): string {
  if (typeof value !== 'string') return noValue;
  return value === noValue || hasOddSpace(value) ? quoteMark(value) : value;
}

export function quoteMark(value: string): string {
  return `"${value}"`;
}

export function nameValues(values: readonly (string | null)[]): string[] {
  return values.map(nameValue);
}

/** The group of a row, for people. */
export function nameGroup(row: ResultRow, by: readonly string[]): string[] {
  return by.map((column) => nameValue(row[fieldOf(column)]));
}

export function keyOf(values: readonly (string | null)[]): string {
  return JSON.stringify(values);
}

/** The currencies in order; null for rows without one. */
export function currenciesOf(groups: Iterable<Pick<Group, 'currency'>>): (string | null)[] {
  return [...new Set([...groups].map(({ currency }) => currency))].sort(compareTexts);
}

/** An amount of a row, which is exact text; a missing amount is zero. */
export function decimalOf(value: unknown): Decimal {
  return parseDecimal(String(value)) ?? zero;
}

/** An amount as a double, for pictures and estimates. */
export function toNumber(amount: Decimal): number {
  return Number(formatDecimal(amount));
}

export function compareValues(one: readonly (string | null)[], other: readonly (string | null)[]) {
  for (const [position, value] of one.entries()) {
    const order = compareTexts(value, other[position] ?? null);
    if (order !== 0) return order;
  }
  return 0;
}

/** Compares by currency, and within each the larger first. */
export function compareBy<One extends Pick<Group, 'currency' | 'values'>>(
  sizeOf: (one: One) => Decimal,
): (one: One, other: One) => number {
  return (one, other) =>
    compareTexts(one.currency, other.currency) ||
    compareDecimals(sizeOf(other), sizeOf(one)) ||
    compareValues(one.values, other.values);
}

type Totalled = Pick<Group, 'total' | 'values'>;

/** The larger first. */
export function compareTotals(one: Totalled, other: Totalled): number {
  return compareDecimals(other.total, one.total) || compareValues(one.values, other.values);
}

/** A row of a result: the columns grouped by, and the figures. */
export type ResultRow = Readonly<Record<string, unknown>>;

/** Names of the figures in the rows of results. */
const taken = new Set(
  wordsIn(`
    period, currency, rows, total, share, rest, all, check, result, problem, limit, before, after,
    change, changePercent, state, cost, value, unitCost, costLeftOut, valueLeftOut, baseline,
    partial, day, actual, expected, difference, invoice, class, score, deviation, shift, history,
    low, high, method, learned, replays, coverage, target, direct, allocated, ratio, covered,
    positiveCost, uncovered, percent, rowsCovered, credits, periods, mean, figure
  `),
);

/** The names of periods, which are columns of their own in a trend. */
const namesPeriod = /^\d{4}-(\d\d(-\d\d)?|W\d\d)$/;

/** Its own name, unless a figure has it. `by.rows` becomes `by.by.rows`: no two columns share a name. */
export function fieldOf(column: string): string {
  const own = column.replace(/^(by\.)+/, '');
  return taken.has(own) || namesPeriod.test(own) ? `by.${column}` : column;
}

export interface Grouping {
  readonly by: readonly string[];
  /** The column that has it; undefined if no row was looked at, or none has a currency. */
  readonly currency: string | undefined;
  /** Whether amounts are converted: then that column says which currency they had before. */
  readonly isConverted: boolean;
}

/** Whether a column has the currencies of amounts from before they were converted. */
export function isOriginal(column: string, { currency, isConverted }: Omit<Grouping, 'by'>) {
  return isConverted && column === currency;
}

/** What people call a column: no other currency than that of the amounts is called theirs. */
export function nameColumn(column: string, grouping: Omit<Grouping, 'by'>): string {
  if (isOriginal(column, grouping)) return `original ${column}`;
  const { currency } = grouping;
  const isOther = column === 'currency' && currency !== undefined && currency !== column;
  return isOther ? fieldOf(column) : column;
}

export function valueFields(
  by: readonly string[],
  values: readonly (string | null)[],
): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    by.map((column, position) => [fieldOf(column), values[position] ?? null]),
  );
}

/** An amount of a row for people, with its currency: `1,234.56 USD`. */
export function withCurrency(row: ResultRow, field: string): string {
  const { currency } = row;
  const code = typeof currency === 'string' ? currency : undefined;
  const amount = formatMoney(String(row[field]), code);
  return code === undefined ? amount : `${amount} ${code}`;
}
