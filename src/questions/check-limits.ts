import { addDays, type DayRange, describeRange, isEmpty, rangeName } from '../days.ts';
import { usageError } from '../errors.ts';
import { compareTexts } from '../grouping.ts';
import {
  compareDecimals,
  type Decimal,
  formatDecimal,
  multiplyDecimals,
  zero,
} from '../json/decimal.ts';
import { absolute, comparePercent } from '../json/percent.ts';
import type { Period } from '../period.ts';
import type { Fault } from '../rows/completeness.ts';
import type { Group } from '../rows/tally.ts';
import { quote } from '../text.ts';
import { amountText, changePercent, type Pair, wholeDecimal } from './pair-groups.ts';
import {
  compareValues,
  currenciesOf,
  decimalOf,
  keyOf,
  type ResultRow,
  valueFields,
} from './result-rows.ts';

export interface Limits {
  readonly maxTotal?: Decimal | undefined;
  /** Percent of the size of the amount before. */
  readonly maxIncrease?: Decimal | undefined;
  readonly maxDecrease?: Decimal | undefined;
  /** A smaller increase or decrease is ignored. */
  readonly minChange?: Decimal | undefined;
}

export interface Finding {
  readonly check: 'max-total' | 'max-unit' | 'max-increase' | 'max-decrease';
  readonly pair: Pair;
  /** What the group spent in the period. */
  readonly total: Decimal;
  readonly limit: Decimal;
  readonly passed: boolean;
  /** What one unit of a metric cost, as text with its digits. */
  readonly unitCost?: string | undefined;
}

/** The period without the current UTC day, whose costs are not complete. */
export function leaveOutToday(period: Period, today: string, includeToday: boolean): Period {
  if (includeToday || period.to < today || isEmpty(period)) return period;
  const to = addDays(today, -1);
  if (period.from > to) {
    throw usageError(
      `${describeRange(period)} has no complete day yet`,
      '--include-today checks the current UTC day too',
    );
  }
  return { ...period, to, note: `${today} is not over and is left out: --include-today checks it` };
}

/** Every limit for every group. A total that equals its limit has passed. */
export function checkLimits(pairs: readonly Pair[], limits: Limits): Finding[] {
  const { maxTotal, maxIncrease, maxDecrease, minChange = zero } = limits;
  return pairs.flatMap((pair) => {
    const findings: Finding[] = [];
    const { total } = pair;
    if (maxTotal !== undefined && pair.after !== undefined) {
      const passed = compareDecimals(total, maxTotal) <= 0;
      findings.push({ check: 'max-total', pair, total, limit: maxTotal, passed });
    }
    const least = multiplyDecimals(minChange, wholeDecimal(pair.divisor));
    const isSmall = compareDecimals(absolute(pair.change), least) < 0;
    if (maxIncrease !== undefined) {
      const passed = pair.change.units <= 0n || isSmall || !isTooMuch(pair, maxIncrease);
      findings.push({ check: 'max-increase', pair, total, limit: maxIncrease, passed });
    }
    if (maxDecrease !== undefined) {
      const passed = pair.change.units >= 0n || isSmall || !isTooMuch(pair, maxDecrease);
      findings.push({ check: 'max-decrease', pair, total, limit: maxDecrease, passed });
    }
    return findings;
  });
}

/** Exact: |change| / |before| > percent / 100. If there was nothing before, any change is too much. */
function isTooMuch({ before = zero, change }: Pair, percent: Decimal): boolean {
  return comparePercent(absolute(change), absolute(before), percent) > 0;
}

/** A limit is one amount: it cannot apply to several currencies. `column` has the currency of a row. */
export function requireOneCurrency(groups: readonly Group[], column = 'COLUMN'): void {
  const [first, ...others] = currenciesOf(groups);
  if (first === undefined || others.length === 0) return;
  const names = [first, ...others].map((currency) => currency ?? '(none)');
  const where = (condition: string) => `--where ${quote(`${column}${condition}`)}`;
  // The currency of most rows: another one may have come by mistake.
  const rowsOf = (currency: string | null) =>
    groups.reduce((sum, group) => sum + (group.currency === currency ? group.rows : 0), 0);
  const usual = [first, ...others].sort((one, other) => rowsOf(other) - rowsOf(one))[0];
  const hint = others.includes(null)
    ? `costs without a currency: keep the others with ${where('!=')}`
    : `convert to one currency with --convert-to ${usual}, or keep one with ${where(`=${usual}`)}`;
  throw usageError(
    `the costs are in ${names.join(' and ')}: one limit cannot apply to all of them`,
    hint,
  );
}

/**
 * What exceeded a limit; if nothing did, the group that came closest to each limit, by currency: of those
 * that missing data cannot change, and of the others.
 */
export function selectFindings(
  findings: readonly Finding[],
  isCertain: (finding: Finding) => boolean = () => true,
): Finding[] {
  const sorted = [...findings].sort(
    (one, other) =>
      compareTexts(one.check, other.check) * -1 ||
      compareTexts(one.pair.currency, other.pair.currency) ||
      compareDecimals(figureOf(other), figureOf(one)) ||
      compareValues(one.pair.values, other.pair.values),
  );
  const exceeded = sorted.filter(({ passed }) => !passed);
  if (exceeded.length > 0) return exceeded;
  const closest = new Map<string, Finding>();
  for (const one of sorted) {
    const key = keyOf([one.check, one.pair.currency, String(isCertain(one))]);
    const known = closest.get(key);
    if (known === undefined || isCloser(one, known)) closest.set(key, one);
  }
  return [...closest.values()];
}

/** The figure that is judged; for a change, its amount. */
function figureOf({ check, pair, total, unitCost }: Finding): Decimal {
  if (check === 'max-total') return total;
  return check === 'max-unit' ? decimalOf(unitCost) : absolute(pair.change);
}

/** Whether the first change is the larger part of its amount before, up or down as the limit says. */
function isCloser(one: Finding, other: Finding): boolean {
  if (one.check === 'max-total' || one.check === 'max-unit') return false;
  const [own, theirs] = [sizeBefore(one), sizeBefore(other)];
  if (own.units === 0n || theirs.units === 0n) return own.units !== 0n;
  const [left, right] = [
    multiplyDecimals(one.pair.change, theirs),
    multiplyDecimals(other.pair.change, own),
  ];
  return compareDecimals(left, right) * (one.check === 'max-increase' ? 1 : -1) > 0;
}

function sizeBefore({ pair }: Finding): Decimal {
  return absolute(pair.before ?? zero);
}

export function describeFinding(
  finding: Finding,
  by: readonly string[],
  { period, baseline, isJudged, unknown }: Judgement,
): ResultRow {
  const { check, pair, total, limit, passed } = finding;
  const isChange = check === 'max-increase' || check === 'max-decrease';
  const lacksBefore = baseline !== undefined && unknown?.has(baseline) === true;
  // A period without rows that was accepted cost nothing.
  const lacksAfter = !isJudged && unknown?.has(period) === true;
  const isUnknown = isChange && (lacksAfter || (lacksBefore && !isJudged));
  const isShown = isChange && !lacksAfter && !lacksBefore;
  const result = !passed ? 'exceeded' : isJudged ? 'passed' : 'not exceeded';
  return {
    check,
    result: isUnknown ? 'no rows' : result,
    state: isJudged ? (passed ? 'passed' : 'failed') : 'unjudged',
    ...valueFields(by, pair.values),
    problem: null,
    period: rangeName(period),
    baseline: isChange && baseline !== undefined ? rangeName(baseline) : null,
    currency: pair.currency,
    total: isChange && lacksAfter ? null : formatDecimal(total),
    ...(finding.unitCost === undefined ? {} : { unitCost: finding.unitCost }),
    ...(isShown && pair.divisor !== 1 ? { average: amountText(pair.after ?? zero, pair) } : {}),
    limit: formatDecimal(limit),
    before: isShown ? amountText(pair.before ?? zero, pair) : null,
    change: isShown ? amountText(pair.change, pair) : null,
    changePercent: isShown ? changePercent(pair, [limit]) : null,
  };
}

interface Judgement {
  readonly period: DayRange;
  readonly baseline: DayRange | undefined;
  /** Whether the result is certain: missing data cannot change it. */
  readonly isJudged: boolean;
  /** Those of the two in which no source has a row. */
  readonly unknown?: ReadonlySet<DayRange>;
}

/** Leaves out the columns that rows are grouped by: otherwise the row would look like the group without a value. */
export function describeFault({ verdict, days, text }: Fault): ResultRow {
  return {
    check: 'rows',
    result: verdict === 'missing' ? 'no rows' : verdict,
    state: 'error',
    problem: text,
    period: days.join(', '),
    baseline: null,
    currency: null,
    total: null,
    limit: null,
    before: null,
    change: null,
    changePercent: null,
  };
}
