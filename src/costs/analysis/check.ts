import { usageError } from '../../errors.ts';
import {
  compareDecimals,
  type Decimal,
  formatDecimal,
  multiplyDecimals,
  zero,
} from '../../json/decimal.ts';
import { addDays, type DayRange, describeRange, eachDay } from '../days.ts';
import type { Period } from '../period.ts';
import { rangeName } from './bucket.ts';
import { changePercent, magnitude, type Pair } from './compare.ts';
import { type ResultRow, valueFields } from './fields.ts';
import { compareTexts, compareValues } from './merge.ts';
import type { Group } from './tally.ts';

export interface Limits {
  readonly maxTotal: Decimal | undefined;
  /** Percent of the size of the amount before. */
  readonly maxIncrease: Decimal | undefined;
  /** A smaller increase is none. */
  readonly minChange: Decimal | undefined;
}

/** One limit and one group. */
export interface Finding {
  readonly check: 'max-total' | 'max-increase';
  readonly pair: Pair;
  readonly limit: Decimal;
  readonly holds: boolean;
}

/** The period without the days that are still running: what is measured of them says nothing yet. */
export function leaveOutToday(period: Period, today: string, includeToday: boolean): Period {
  const lastDay = includeToday ? today : addDays(today, -1);
  if (period.to <= lastDay) return period;
  if (period.from > lastDay) {
    throw usageError(
      `${describeRange(period)} has no whole day yet`,
      '--include-today checks the running UTC day too',
    );
  }
  // A month that is cut is compared with as many days of the one before.
  const kind = period.kind === 'month' ? 'month-to-date' : period.kind;
  return { ...period, kind, to: lastDay };
}

/** Every limit for every group; a total that equals its limit holds. */
export function checkLimits(pairs: readonly Pair[], limits: Limits): Finding[] {
  const { maxTotal, maxIncrease, minChange = zero } = limits;
  return pairs.flatMap((pair) => {
    const findings: Finding[] = [];
    if (maxTotal !== undefined && pair.after !== undefined) {
      const holds = compareDecimals(pair.after, maxTotal) <= 0;
      findings.push({ check: 'max-total', pair, limit: maxTotal, holds });
    }
    if (maxIncrease !== undefined) {
      const holds = !isTooMuch(pair, maxIncrease) || compareDecimals(pair.change, minChange) < 0;
      findings.push({ check: 'max-increase', pair, limit: maxIncrease, holds });
    }
    return findings;
  });
}

/** Exact: change / before > percent / 100. Where there was nothing before, any increase is too much. */
function isTooMuch({ before = zero, change }: Pair, percent: Decimal): boolean {
  if (change.units <= 0n) return false;
  const base = magnitude(before);
  if (base.units === 0n) return true;
  const hundredfold = { units: change.units * 100n, scale: change.scale };
  return compareDecimals(hundredfold, multiplyDecimals(base, percent)) > 0;
}

/** Days of a range in which no row is. */
export function emptyDays(range: DayRange, groups: readonly Group[]): string[] {
  const days = new Set(groups.map(({ day }) => day));
  return [...eachDay(range)].filter((day) => !days.has(day));
}

/** The breaches; where there are none, for each limit and currency the group that came closest. */
export function tellFindings(findings: readonly Finding[]): Finding[] {
  const sorted = [...findings].sort(
    (one, other) =>
      compareTexts(one.check, other.check) * -1 ||
      compareTexts(one.pair.currency, other.pair.currency) ||
      compareDecimals(figureOf(other), figureOf(one)) ||
      compareValues(one.pair.values, other.pair.values),
  );
  const breaches = sorted.filter(({ holds }) => !holds);
  if (breaches.length > 0) return breaches;
  return sorted.filter(
    ({ check, pair }, position) =>
      position ===
      sorted.findIndex((one) => one.check === check && one.pair.currency === pair.currency),
  );
}

function figureOf({ check, pair }: Finding): Decimal {
  return check === 'max-total' ? (pair.after ?? zero) : pair.change;
}

export function describeFinding(
  finding: Finding,
  by: readonly string[],
  range: DayRange,
): ResultRow {
  const { check, pair, limit, holds } = finding;
  const increase =
    check === 'max-increase'
      ? {
          before: formatDecimal(pair.before ?? zero),
          change: formatDecimal(pair.change),
          changePercent: changePercent(pair),
        }
      : { before: null, change: null, changePercent: null };
  return {
    check,
    result: holds ? 'holds' : 'breached',
    ...valueFields(by, pair.values),
    period: rangeName(range),
    currency: pair.currency,
    total: formatDecimal(pair.after ?? zero),
    limit: formatDecimal(limit),
    ...increase,
  };
}

export function describeEmptyDay(day: string, by: readonly string[]): ResultRow {
  return {
    check: 'rows',
    result: 'no rows',
    ...valueFields(
      by,
      by.map(() => null),
    ),
    period: day,
    currency: null,
    total: null,
    limit: null,
    before: null,
    change: null,
    changePercent: null,
  };
}
