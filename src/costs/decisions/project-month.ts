import {
  addDecimals,
  type Decimal,
  formatDecimal,
  parseDecimal,
  zero,
} from '../../json/decimal.ts';
import { type ResultRow, valueFields } from '../analysis/fields.ts';
import { compareTexts, compareValues, keyOf } from '../analysis/merge.ts';
import type { Group } from '../analysis/tally.ts';
import { addDays, type DayRange } from '../days.ts';
import { forecast, seriesOf } from './outlook.ts';

export interface ProjectOptions {
  readonly month: DayRange;
  /** The days that were read: earlier months, and the month so far. */
  readonly known: DayRange;
  readonly by: readonly string[];
  readonly level: number;
}

interface Daily {
  readonly values: readonly (string | null)[];
  readonly currency: string | null;
  actual: Decimal;
  readonly days: Map<string, number>;
}

/**
 * A row for each group and currency, and with groups a row of the whole. The whole is estimated by
 * itself: `difference` says how far the groups add up to something else.
 */
export function projectMonth(groups: readonly Group[], options: ProjectOptions): ResultRow[] {
  const { by, month } = options;
  const parts = collect(groups, month, ({ values }) => values);
  const rows = parts.map((part) => describe(part, options));
  if (by.length === 0) return rows;
  const wholes = collect(groups, month, () => by.map(() => null)).map((whole) => {
    const row = describe(whole, options);
    const expected = rows
      .filter(({ currency }) => currency === whole.currency)
      .reduce((sum, one) => addDecimals(sum, decimalOf(one['expected'])), zero);
    const own = decimalOf(row['expected']);
    const difference = addDecimals(own, { ...expected, units: -expected.units });
    return { ...row, difference: formatDecimal(difference), all: true };
  });
  return [...rows, ...wholes];
}

/** The expected total of a month, for one series: what budgets on the outlook compare. */
export function expectedTotal(
  groups: readonly Group[],
  options: Omit<ProjectOptions, 'by'>,
): Decimal {
  const [whole] = collect(groups, options.month, () => []);
  return whole === undefined
    ? zero
    : decimalOf(describe(whole, { ...options, by: [] })['expected']);
}

function collect(
  groups: readonly Group[],
  month: DayRange,
  valuesOf: (group: Group) => readonly (string | null)[],
): Daily[] {
  const all = new Map<string, Daily>();
  for (const group of groups) {
    const values = valuesOf(group);
    const key = keyOf([group.currency, ...values]);
    const known = all.get(key) ?? {
      values,
      currency: group.currency,
      actual: zero,
      days: new Map(),
    };
    all.set(key, known);
    const day = group.day ?? '';
    if (day >= month.from && day <= month.to) known.actual = addDecimals(known.actual, group.total);
    known.days.set(day, (known.days.get(day) ?? 0) + Number(formatDecimal(group.total)));
  }
  return [...all.values()].sort(
    (one, other) =>
      compareTexts(one.currency, other.currency) || compareValues(one.values, other.values),
  );
}

function describe({ values, currency, actual, days }: Daily, options: ProjectOptions): ResultRow {
  const { month, known, by, level } = options;
  const left = { from: addDays(known.to, 1), to: month.to };
  const { rest, interval, learned, method } = forecast(seriesOf(days, known), left, level);
  return {
    ...valueFields(by, values),
    period: `${month.from}..${month.to}`,
    currency,
    actual: formatDecimal(actual),
    expected: plus(actual, rest),
    low: interval === undefined ? null : plus(actual, Math.min(interval.low, rest)),
    high: interval === undefined ? null : plus(actual, Math.max(interval.high, rest)),
    method,
    learned,
    coverage: interval === undefined ? null : interval.coverage.toFixed(1),
    replays: interval?.replays ?? 0,
  };
}

/** An estimate has two digits; an actual amount keeps all of its own if nothing is left to estimate. */
function plus(actual: Decimal, estimate: number): string {
  if (estimate === 0) return formatDecimal(actual);
  const sum = addDecimals(actual, decimalOf(estimate.toFixed(2)));
  const shift = 10n ** BigInt(Math.max(0, sum.scale - 2));
  const half = shift / 2n;
  const units = sum.scale <= 2 ? sum.units : (sum.units + (sum.units < 0n ? -half : half)) / shift;
  return formatDecimal({ units, scale: Math.min(2, sum.scale) });
}

function decimalOf(text: unknown): Decimal {
  return parseDecimal(String(text)) ?? zero;
}
