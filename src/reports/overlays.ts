import {
  addDays,
  bucketOf,
  countDays,
  type DayRange,
  eachDay,
  type Granularity,
  isEmpty,
  rangeName,
} from '../days.ts';
import { groupBy } from '../grouping.ts';
import { type Decimal, formatDecimal, formatMoney, sumDecimals, zero } from '../json/decimal.ts';
import { type Budget, budgetRange } from '../questions/budgets-file.ts';
import { addToDay, seriesOf } from '../questions/estimate-days.ts';
import { createForecaster, type Forecast } from '../questions/forecast.ts';
import { createAdding, daysLeft } from '../questions/late-days.ts';
import { decimalOf, nameGroup, type ResultRow, toNumber } from '../questions/result-rows.ts';
import type { Group } from '../rows/tally.ts';
import type { Bar, Chart, Estimate, Finding, Limit, Outlook } from './chart-data.ts';

/** The longest bucket, in days: how far a bucket at the edge of a range may extend beyond it. */
const longestBucket = 31;

interface Span {
  readonly range: DayRange;
  readonly granularity: Granularity;
}

/** Budgets as lines: each is spread evenly over the days of its period. */
export function addLimits(chart: Chart, budgets: readonly Budget[], span: Span): Chart {
  const days = daysByBucket(span);
  const limits = budgets
    .filter(({ currency }) => chart.currency === currency)
    .map(
      (budget): Limit => ({
        name: budget.name,
        about: aboutBudget(budget, span),
        amounts: chart.bars.map(({ bucket }) =>
          (days.get(bucket) ?? []).reduce((sum, day) => sum + perDay(budget, day), 0),
        ),
      }),
    );
  return { ...chart, limits };
}

export interface OutlookOptions extends Span {
  /** The period whose total is estimated: only its days after the known ones need an estimate. */
  readonly period: DayRange;
  readonly known: DayRange;
  readonly level: number;
}

/** The estimate of every bar that has days ahead, and of the whole period. */
export function addOutlook(
  chart: Chart,
  groups: readonly Group[],
  { period, known, level, granularity }: OutlookOptions,
): Chart {
  const amounts = new Map<string, Decimal>();
  for (const { day, currency, total } of groups) {
    if (currency !== chart.currency || day === null) continue;
    addToDay(amounts, day, total);
  }
  const left = daysLeft(period, known);
  if (isEmpty(left)) return chart;
  const estimate = createForecaster(seriesOf(amounts, known), level);
  const ahead = new Map<string, DayRange>();
  for (const day of eachDay(left)) {
    const bucket = bucketOf(day, granularity);
    ahead.set(bucket, { from: ahead.get(bucket)?.from ?? day, to: day });
  }
  const addTo = (sum: Decimal, days: DayRange) => {
    const plus = createAdding(sum, amounts, days, (some) => estimate(some).rest);
    return addEach(plus, estimate(days));
  };
  const bars = chart.bars.map((bar): Bar => {
    const days = ahead.get(bar.bucket);
    if (days === undefined) return bar;
    return { ...bar, estimate: addTo(decimalOf(bar.total), days) };
  });
  const actual = sumDecimals([...eachDay(period)].map((day) => amounts.get(day) ?? zero));
  const whole = estimate(left);
  const outlook: Outlook = {
    ...addTo(actual, left),
    period: rangeName(period),
    level,
    coverage: whole.interval === undefined ? undefined : toNumber(whole.interval.coverage),
    replays: whole.interval?.replays,
  };
  return { ...chart, bars, outlook };
}

/** Days that deviate from the same weekdays before them, as marks of their bars. */
export function addFindings(
  chart: Chart,
  anomalies: readonly ResultRow[],
  { by, granularity }: { readonly by: readonly string[]; readonly granularity: Granularity },
): Chart {
  const findings = anomalies
    .filter(({ currency, state }) => currency === chart.currency && state !== 'unknown')
    .map((row): Finding => {
      const day = String(row['day']);
      const isDown = row['state'] === 'low' || row['state'] === 'gone';
      const money = (amount: unknown) => formatMoney(String(amount ?? '0'), chart.currency);
      const about = row['state'] === 'new' ? 'new' : `expected ${money(row['expected'])}`;
      return {
        bucket: bucketOf(day, granularity),
        direction: isDown ? 'down' : 'up',
        day,
        name: nameGroup(row, by).join(' '),
        amounts: `${money(row['actual'])} (${about})`,
      };
    });
  return { ...chart, findings };
}

function perDay({ amount, period }: Budget, day: string): number {
  return toNumber(amount) / countDays(budgetRange(period, day));
}

function aboutBudget(budget: Budget, { range, granularity }: Span): string {
  const whole = `${formatMoney(formatDecimal(budget.amount), budget.currency)} a ${budget.period}`;
  if (granularity === budget.period) return whole;
  const days = { day: 1, week: 7, month: 365 / 12 }[granularity];
  const part = perDay(budget, range.to) * days;
  return `${whole}, about ${formatMoney(String(part), budget.currency)} a ${granularity}`;
}

/** All days of each bucket that the range touches, also those outside the range. */
function daysByBucket({ range, granularity }: Span): Map<string, string[]> {
  const wide = { from: addDays(range.from, -longestBucket), to: addDays(range.to, longestBucket) };
  return groupBy(eachDay(wide), (day) => bucketOf(day, granularity));
}

/** Doubles are enough: a picture shows no more digits. */
function addEach(plus: (part: Decimal) => Decimal, { rest, interval }: Forecast): Estimate {
  return {
    expected: toNumber(plus(rest)),
    low: interval && toNumber(plus(interval.low)),
    high: interval && toNumber(plus(interval.high)),
  };
}
