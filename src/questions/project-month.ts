import { type DayRange, rangeName } from '../days.ts';
import { within } from '../grouping.ts';
import {
  addDecimals,
  type Decimal,
  formatDecimal,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
  zero,
} from '../json/decimal.ts';
import type { Group } from '../rows/tally.ts';
import { addToDay, placesOf, seriesOf } from './estimate-days.ts';
import { createForecaster } from './forecast.ts';
import { createAdding, daysLeft } from './late-days.ts';
import { compareBy, decimalOf, keyOf, type ResultRow, valueFields } from './result-rows.ts';

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
 * A row for each group and, if there are groups, for the whole, which is estimated by itself: `difference`
 * says how far it is from the sum of the groups.
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
export function expectedTotal(groups: readonly Group[], options: Omit<ProjectOptions, 'by'>) {
  const [whole] = joinParts(collect(groups, options.month), []);
  return whole === undefined
    ? zero
    : decimalOf(describe(whole, { ...options, by: [] })['expected']);
}

function collect(groups: readonly Group[], month: DayRange): Daily[] {
  const all = new Map<string, Daily>();
  for (const { values, currency, total, day: own } of groups) {
    const key = keyOf([currency, ...values]);
    const known = within(all, key, () => ({ values, currency, actual: zero, days: new Map() }));
    const day = own ?? '';
    if (day >= month.from && day <= month.to) known.actual = addDecimals(known.actual, total);
    addToDay(known.days, day, total);
  }
  return [...all.values()].sort(compareBy(({ actual }) => actual));
}

/** The parts of each currency as one, with the same values. */
function joinParts(parts: readonly Daily[], values: Daily['values']): Daily[] {
  const wholes = new Map<string | null, Daily>();
  for (const { currency, actual, days } of parts) {
    const start = () => ({ values, currency, actual: zero, days: new Map() });
    const whole = within(wholes, currency, start);
    whole.actual = addDecimals(whole.actual, actual);
    for (const [day, amount] of days) addToDay(whole.days, day, amount);
  }
  return [...wholes.values()];
}

function describe({ values, currency, actual, days }: Daily, options: ProjectOptions): ResultRow {
  const { month, known, by, level } = options;
  const series = seriesOf(days, known);
  const estimate = createForecaster(series, level);
  const left = daysLeft(month, known);
  const { rest, interval, learned, method } = estimate(left);
  const add = createAdding(actual, days, left, (some) => estimate(some).rest);
  const places = Math.max(leastPlaces, placesOf([...series.amounts, actual]));
  const plus = (part: Decimal) =>
    formatDecimal(part.units === 0n ? actual : roundDecimal(add(part), places));
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
