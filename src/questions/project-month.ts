import { addDays, addMonths, type DayRange, rangeName } from '../days.ts';
import { compareTexts } from '../grouping.ts';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  formatDecimal,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
  zero,
} from '../json/decimal.ts';
import type { Group } from '../rows/tally.ts';
import { type Budget, budgetRange, describeBudget, describeOpenBudget } from './budgets-file.ts';
import { addToDay, placesOf, seriesOf } from './estimate-days.ts';
import { forecast, monthsLearned } from './forecast.ts';
import { partsIn } from './marker.ts';
import {
  compareValues,
  decimalOf,
  keyOf,
  mergeGroups,
  type ResultRow,
  valueFields,
} from './result-rows.ts';

export interface ProjectOptions {
  readonly month: DayRange;
  /** The days that were read: earlier months, and the month so far. */
  readonly known: DayRange;
  readonly by: readonly string[];
  readonly level: number;
}

/** An estimate has as many decimal places as the amounts that it was made from, and at least two. */
const leastPlaces = 2;

interface Daily {
  readonly values: readonly (string | null)[];
  readonly currency: string | null;
  actual: Decimal;
  readonly days: Map<string, Decimal>;
}

/**
 * A row for each group and currency and, if there are groups, a row of the whole for each currency. The
 * whole is estimated by itself: `difference` says how far it is from the sum of the groups.
 */
export function projectMonth(groups: readonly Group[], options: ProjectOptions): ResultRow[] {
  const { by, month } = options;
  const parts = collect(groups, month);
  const rows = parts.map((part) => describe(part, options));
  if (by.length === 0) return rows;
  const values = by.map(() => null);
  const wholes = joinParts(parts, values).map((whole) => {
    const row = describe(whole, options);
    const own = rows.filter(({ currency }) => currency === whole.currency);
    const expected = sumDecimals(own.map((one) => decimalOf(one['expected'])));
    const difference = subtractDecimals(decimalOf(row['expected']), expected);
    return { ...row, difference: formatDecimal(difference), all: true };
  });
  return [...rows, ...wholes];
}

/** The expected total of one series: what budgets with `on: outlook` are compared with. */
function expectedTotal(groups: readonly Group[], options: Omit<ProjectOptions, 'by'>): Decimal {
  const [whole] = joinParts(collect(groups, options.month), []);
  return whole === undefined
    ? zero
    : decimalOf(describe(whole, { ...options, by: [] })['expected']);
}

function collect(groups: readonly Group[], month: DayRange): Daily[] {
  const all = new Map<string, Daily>();
  for (const { values, currency, total, day: own } of groups) {
    const key = keyOf([currency, ...values]);
    const known = all.get(key) ?? { values, currency, actual: zero, days: new Map() };
    all.set(key, known);
    const day = own ?? '';
    if (day >= month.from && day <= month.to) known.actual = addDecimals(known.actual, total);
    addToDay(known.days, day, total);
  }
  return [...all.values()].sort(
    (one, other) =>
      compareTexts(one.currency, other.currency) ||
      compareDecimals(other.actual, one.actual) ||
      compareValues(one.values, other.values),
  );
}

/** The parts of each currency as one, with the same values. */
function joinParts(parts: readonly Daily[], values: Daily['values']): Daily[] {
  const wholes = new Map<string | null, Daily>();
  for (const { currency, actual, days } of parts) {
    const whole = wholes.get(currency) ?? { values, currency, actual: zero, days: new Map() };
    wholes.set(currency, whole);
    whole.actual = addDecimals(whole.actual, actual);
    for (const [day, amount] of days) addToDay(whole.days, day, amount);
  }
  return [...wholes.values()];
}

function describe({ values, currency, actual, days }: Daily, options: ProjectOptions): ResultRow {
  const { month, known, by, level } = options;
  const left = { from: addDays(known.to, 1), to: month.to };
  const series = seriesOf(days, known);
  const { rest, interval, learned, method } = forecast(series, left, level);
  const places = Math.max(leastPlaces, placesOf([...series.amounts, actual]));
  const plus = (part: Decimal) =>
    formatDecimal(part.units === 0n ? actual : roundDecimal(addDecimals(actual, part), places));
  return {
    ...valueFields(by, values),
    period: rangeName(month),
    currency,
    actual: formatDecimal(actual),
    expected: plus(rest),
    low: interval === undefined ? null : plus(interval.low),
    high: interval === undefined ? null : plus(interval.high),
    method,
    learned,
    coverage: interval === undefined ? null : formatDecimal(interval.coverage),
    replays: interval?.replays ?? 0,
  };
}

/** The first day that a budget needs, for the period that a day is in. */
export function budgetHistory({ period, on }: Budget, day: string): string {
  const { from } = budgetRange(period, day);
  return on === 'outlook' ? addMonths(from, -monthsLearned) : from;
}

export interface BudgetDays {
  /** A day of the budget's period. */
  readonly today: string;
  /** The last day that was read. */
  readonly to: string;
}

/** The groups of each budget, in its own currency if amounts are converted. */
export async function spentOn(
  budgets: readonly Budget[],
  groups: readonly Group[],
  convert: ((groups: readonly Group[], currency: string) => Promise<readonly Group[]>) | undefined,
): Promise<readonly (readonly Group[])[]> {
  if (convert === undefined) return budgets.map(() => groups);
  const converted = new Map<string, readonly Group[]>();
  for (const currency of new Set(budgets.map((budget) => budget.currency))) {
    const own = groups.filter(({ values: [mark] }) =>
      partsIn(mark).some((number) => budgets[number]?.currency === currency),
    );
    converted.set(currency, await convert(own, currency));
  }
  return budgets.map(({ currency }) => converted.get(currency) ?? []);
}

/** The groups that a budget needs: they are marked with the numbers of the budgets that they are part of. */
function groupsOf(budget: Budget, number: number, groups: readonly Group[], today: string) {
  // Another budget may need earlier days.
  const start = budgetHistory(budget, today);
  return groups.filter(
    ({ day, values: [mark] }) => (day ?? '') >= start && partsIn(mark).includes(number),
  );
}

/** That some of a budget's cost has another currency, and what to do about it. */
interface Mismatch {
  readonly problem: string;
  readonly hint: string;
}

/** Why a budget cannot be compared with its cost; undefined if all of it has the budget's currency. */
function findMismatch(budget: Budget, groups: readonly Group[]): Mismatch | undefined {
  const other = groups.find(
    ({ currency, total }) => currency !== budget.currency && total.units !== 0n,
  );
  if (other === undefined) return undefined;
  const problem = `it is in ${budget.currency}, and some of its cost is in ${other.currency ?? 'no currency'}`;
  const narrow = 'narrow the budget with where';
  // Cost without a currency cannot be converted.
  const hint =
    other.currency === null ? narrow : `add --convert-to ${budget.currency}, or ${narrow}`;
  return { problem, hint };
}

interface BudgetUse {
  readonly row: ResultRow;
  readonly mismatch: Mismatch | undefined;
}

/** What is used of a budget, or why that cannot be said. */
export function judgeBudget(
  budget: Budget,
  number: number,
  groups: readonly Group[],
  { today, to }: BudgetDays,
): BudgetUse {
  const own = groupsOf(budget, number, groups, today);
  const range = budgetRange(budget.period, today);
  const mismatch = findMismatch(budget, own);
  if (mismatch !== undefined) return { row: describeOpenBudget(budget, range), mismatch };
  const days = mergeGroups(own, ({ day, currency }) => ({ day, currency, values: [] }));
  const spent = days.filter(({ day }) => day !== null && day >= range.from && day <= range.to);
  const actual = sumDecimals(spent.map(({ total }) => total));
  const known = { from: addMonths(range.from, -monthsLearned), to };
  const inCurrency = days.filter(({ currency }) => currency === budget.currency);
  const outlook =
    budget.on === 'outlook'
      ? expectedTotal(inCurrency, { month: range, known, level: 80 })
      : undefined;
  return { row: describeBudget(budget, { range, actual, outlook }), mismatch };
}
