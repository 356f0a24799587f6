import { addDays, countDays, type DayRange, eachDay } from '../days.ts';
import {
  type DailySeries,
  type Fee,
  fewestDays,
  type History,
  largestShift,
  learnHistory,
} from './estimate-days.ts';
import { quantile, sum } from './middle.ts';
import { replaySpan, type Span, sumOf } from './replay.ts';

export interface Forecast {
  /** The estimated sum of the requested days. */
  readonly rest: number;
  /** Undefined with too little history for an interval. */
  readonly interval?: {
    readonly low: number;
    readonly high: number;
    /** The share of replays, in percent, whose interval contained the actual value. */
    readonly coverage: number;
    readonly replays: number;
  };
  readonly learned: number;
  readonly method: 'weekday-mean' | 'mean';
}

/** Months before the estimated period: what the method learns from and is replayed over. */
export const monthsLearned = 6;

/** Estimates days after a series, and how far such estimates were off before. */
export function forecast(series: DailySeries, days: DayRange, level: number): Forecast {
  return createForecaster(series, level)(days);
}

/** The same for several spans of days, which share what was learned from the series. */
export function createForecaster(series: DailySeries, level: number): (days: DayRange) => Forecast {
  const { from, amounts } = series;
  const learned = amounts.length;
  const history = learnHistory(series);
  return (days) => {
    const count = Math.max(0, countDays(days));
    const span = { skip: countDays({ from: addDays(from, learned), to: days.from }) - 1, count };
    const fees = feesOf(history, learned, span);
    const first = sumOf(history, learned, span) + sum(fees.map(({ usual }) => usual));
    if (learned < fewestDays) return { rest: first, learned, method: 'mean' };
    const method = 'weekday-mean';
    const deviation = replaySpan(history, span, level);
    if (deviation === undefined) return { rest: first, learned, method };
    const { low, middle, high, coverage, replays } = deviation;
    const limit = limitOf(amounts, count);
    return {
      rest: limit(first + middle),
      learned,
      method,
      interval: {
        low: limit(first + middle - widen(middle - low, fees, level)),
        high: limit(first + middle + widen(high - middle, fees, level)),
        coverage,
        replays,
      },
    };
  };
}

function feesOf(history: History, end: number, { skip, count }: Span): Fee[] {
  const found: Fee[] = [];
  for (let place = end + skip; place < end + skip + count; place += 1) {
    const fee = history.feeAt(place);
    if (fee !== undefined) found.push(fee);
  }
  return found;
}

/** Fees vary from month to month independently of other days, so the deviations add up as squares. */
function widen(deviation: number, fees: readonly Fee[], level: number): number {
  const squares = fees.map(({ deviations }) => {
    const sizes = deviations.map(Math.abs).sort((one, other) => one - other);
    return quantile(sizes, level / 100) ** 2;
  });
  return Math.hypot(deviation, Math.sqrt(sum(squares)));
}

/** Keeps an estimate of some days between three times as many of the cheapest and the most expensive day. */
function limitOf(amounts: readonly number[], days: number): (estimate: number) => number {
  const all = amounts.map((amount) => largestShift * days * amount);
  const lowest = all.reduce((one, other) => Math.min(one, other), 0);
  const highest = all.reduce((one, other) => Math.max(one, other), 0);
  return (estimate) => Math.min(highest, Math.max(lowest, estimate));
}

/** A series without gaps: a day without rows of the group cost nothing. */
export function seriesOf(days: ReadonlyMap<string, number>, range: DayRange): DailySeries {
  const first = [...days.keys()].sort()[0] ?? range.from;
  const [, start = first] = [first, range.from].sort();
  const own = { from: start, to: range.to };
  return { from: own.from, amounts: [...eachDay(own)].map((day) => days.get(day) ?? 0) };
}
