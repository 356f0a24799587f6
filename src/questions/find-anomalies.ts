import { addDays, countDays, type DayRange, eachDay } from '../days.ts';
import { compareTexts, within } from '../grouping.ts';
import {
  compareDecimals,
  type Decimal,
  divideDecimals,
  formatDecimal,
  multiplyDecimals,
  subtractDecimals,
  zero,
} from '../json/decimal.ts';
import { absolute } from '../json/percent.ts';
import type { Group } from '../rows/tally.ts';
import { addToDay } from './estimate-days.ts';
import { distance, expectDay, pastOf, type Series } from './expect-day.ts';
import {
  compareValues,
  createKeys,
  type ResultRow,
  toNumber,
  totalGroups,
  valueFields,
} from './result-rows.ts';

/** How many of the last days the service has not received in full. */
const unsettledDays = 2;
/** With less history a group is unknown, never normal. */
export const fewestDays = 28;
/** A difference below this share of what was expected is not worth a look, however steady the past. */
const smallestShare = { units: 2n, scale: 1 };
/** Unless the user gives a limit, a difference must be this share of all that its currency cost in the period. */
const usualImpact = { units: 1n, scale: 3 };
/** Makes the median absolute deviation comparable with a standard deviation. */
const consistency = 0.6745;

export interface AnomalyOptions {
  /** The days that are judged; the groups also have those of the `historyDays` before. */
  readonly range: DayRange;
  readonly by: readonly string[];
  readonly score: number;
  readonly minImpact: Decimal | undefined;
  /** Days with any row, met conditions or not: a group without one cost nothing then. Default: the groups' own. */
  readonly delivered?: ReadonlySet<string> | undefined;
}

type AnomalyState = 'high' | 'low' | 'new' | 'gone' | 'unknown';

/** The days of a range that are complete. */
export function settledRange({ from, to }: DayRange, today: string): DayRange {
  const settled = addDays(today, -1 - unsettledDays);
  return { from, to: to > settled ? settled : to };
}

/** The days that deviate from the same weekdays before them, the largest difference of a currency first. */
export function findAnomalies(groups: readonly Group[], options: AnomalyOptions): ResultRow[] {
  return judgeDays(learnDays(groups, options.delivered), options);
}

/** What several ranges of days can be judged by. */
export interface Learned {
  readonly groups: readonly Group[];
  readonly all: readonly Series[];
  /** The days with rows. One without any row was not delivered: it proves nothing about a group. */
  readonly delivered: ReadonlySet<string>;
}

export function learnDays(
  groups: readonly Group[],
  delivered: ReadonlySet<string> = new Set(groups.flatMap(({ day }) => day ?? [])),
): Learned {
  return { groups, all: collectSeries(groups), delivered };
}

/** As `findAnomalies` does: days after the range do not matter. */
export function judgeDays(
  { groups, all, delivered }: Learned,
  options: AnomalyOptions,
): ResultRow[] {
  const { range, by } = options;
  const start = [...delivered].sort()[0] ?? range.from;
  const impacts = impactsOf(groups, range);
  const days = [...eachDay(range)].filter((day) => delivered.has(day));
  const found = all.flatMap((series) => {
    const rows: (NonNullable<ReturnType<typeof judge>> & Pick<Series, 'values'>)[] = [];
    let wasGone = false;
    let isUnknown = false;
    for (const day of days) {
      const judged = judge(series, day, { start, delivered, impacts, options });
      if (series.days.has(day)) wasGone = false;
      if (judged === undefined) continue;
      const { state } = judged;
      // One row reports that a group is gone or has too little history; more would only repeat it.
      if ((state === 'gone' && wasGone) || (state === 'unknown' && isUnknown)) continue;
      wasGone ||= state === 'gone';
      isUnknown ||= state === 'unknown';
      rows.push({ ...judged, values: series.values });
    }
    return rows;
  });
  return found
    .sort(
      ({ row: one, ...own }, { row: other, ...others }) =>
        compareTexts(one.currency, other.currency) ||
        compareDecimals(others.size, own.size) ||
        compareTexts(one.day, other.day) ||
        compareValues(own.values, others.values),
    )
    .map(({ values, row }) => ({ ...valueFields(by, values), ...row }));
}

function impactsOf(groups: readonly Group[], { from, to }: DayRange) {
  const own = groups.filter(({ day }) => day !== null && day >= from && day <= to);
  return new Map(
    totalGroups(own).map(({ currency, total }) => [
      currency,
      multiplyDecimals(absolute(total), usualImpact),
    ]),
  );
}

function collectSeries(groups: readonly Group[]): Series[] {
  const keyOfValues = createKeys();
  const all = new Map<string | null, Map<string, SeriesDays>>();
  for (const { day, values, currency, total } of groups) {
    const series = within(all, currency, () => new Map<string, SeriesDays>());
    const { days } = within(series, keyOfValues(values), () => ({
      ...{ values, currency },
      days: new Map<string, Decimal>(),
    }));
    if (day !== null) addToDay(days, day, total);
  }
  return [...all.values()].flatMap((series) =>
    [...series.values()].map((one) => {
      const [first = ''] = [...one.days.keys()].sort();
      return { ...one, first, spread: spreadOf(one.days.values()), pasts: new Map() };
    }),
  );
}

type SeriesDays = Pick<Series, 'values' | 'currency'> & { days: Map<string, Decimal> };

function spreadOf(amounts: Iterable<Decimal>): Decimal {
  let [lowest, highest] = [zero, zero];
  for (const amount of amounts) {
    if (compareDecimals(amount, lowest) < 0) lowest = amount;
    if (compareDecimals(amount, highest) > 0) highest = amount;
  }
  return subtractDecimals(highest, lowest);
}

interface World {
  /** By currency: the smallest difference that counts unless the user has chosen one. */
  readonly impacts: ReadonlyMap<string | null, Decimal>;
  /** The first day with rows of any group. */
  readonly start: string;
  readonly delivered: ReadonlySet<string>;
  readonly options: AnomalyOptions;
}

function judge(series: Series, day: string, world: World) {
  const { start, options } = world;
  const impact = options.minImpact ?? world.impacts.get(series.currency) ?? zero;
  if (series.first > day) return undefined;
  const actual = series.days.get(day) ?? zero;
  const describe = (state: AnomalyState, expected: Decimal | null, score: number | null) => {
    const { past, shift, deviation } = expectDay(series, day, world.delivered);
    const difference = expected === null ? actual : subtractDecimals(actual, expected);
    return {
      state,
      size: absolute(difference),
      row: {
        day,
        currency: series.currency,
        state,
        actual: formatDecimal(actual),
        expected: expected === null ? null : formatDecimal(expected),
        difference: expected === null ? null : formatDecimal(difference),
        score: score === null ? null : score.toFixed(2),
        deviation: expected === null ? null : formatDecimal(deviation),
        shift: shift === null ? null : formatDecimal(shift),
        history: past.days.map((one, place) => ({
          day: one,
          amount: formatDecimal(past.amounts[place] ?? zero),
        })),
      },
    };
  };
  const wholeHistory = countDays({ from: start, to: addDays(day, -1) });
  const ownHistory = countDays({ from: series.first, to: addDays(day, -1) });
  if (wholeHistory < fewestDays) return describe('unknown', null, null);
  if (ownHistory < fewestDays) {
    const isFirst = series.first === day && isLarge(actual, zero, impact);
    if (isFirst) return describe('new', zero, null);
    return describe('unknown', null, null);
  }
  // If the whole range of its amounts is small, no day can differ enough.
  if (!isLarge(series.spread, zero, impact)) return undefined;
  // Most days are like the past: nothing more about them is needed.
  const { middle, older } = pastOf(series, day, world.delivered);
  const isUsual = (level: Decimal) => !isLarge(subtractDecimals(actual, level), level, impact);
  if (isUsual(middle) && isUsual(older)) return undefined;
  const { deviation, levels } = expectDay(series, day, world.delivered);
  const deviates = (expected: Decimal): boolean => {
    const difference = subtractDecimals(actual, expected);
    if (!isLarge(difference, expected, impact)) return false;
    return Math.abs(scoreOf(difference, deviation) ?? options.score) >= options.score;
  };
  if (!levels.every(deviates)) return undefined;
  const expected = levels.reduce((one, other) =>
    compareDecimals(distance(actual, other), distance(actual, one)) < 0 ? other : one,
  );
  const difference = subtractDecimals(actual, expected);
  const score = scoreOf(difference, deviation);
  if (actual.units === 0n && !series.days.has(day)) return describe('gone', expected, score);
  return describe(difference.units > 0n ? 'high' : 'low', expected, score);
}

/** Whether a difference reaches both bounds: an amount, and a share of what was expected. */
function isLarge(difference: Decimal, expected: Decimal, impact: Decimal): boolean {
  const size = absolute(difference);
  if (size.units === 0n || compareDecimals(size, impact) < 0) return false;
  return compareDecimals(size, multiplyDecimals(absolute(expected), smallestShare)) >= 0;
}

/** Null if the past did not vary at all: then every large difference counts. */
function scoreOf(difference: Decimal, deviation: Decimal): number | null {
  if (deviation.units === 0n) return null;
  return consistency * toNumber(divideDecimals(difference, deviation, 12));
}
