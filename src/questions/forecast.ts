import { addDays, addMonths, countDays, type DayRange } from '../days.ts';
import { type Decimal, magnitude } from '../json/decimal.ts';
import type { Group } from '../rows/tally.ts';
import {
  type DailySeries,
  estimateAfter,
  type Fee,
  fewestDays,
  type History,
  hasEnded,
  learnHistory,
  type Span,
} from './estimate-days.ts';
import { larger, quantile, root, smaller, sorted, sum } from './fixed-point.ts';
import { type Deviation, replaySpan } from './replay-span.ts';
import { largestShift } from './week-shift.ts';

export interface Forecast {
  /** The estimated sum of the requested days. */
  readonly rest: Decimal;
  /** Undefined with too few days with cost for an interval. */
  readonly interval?: Pick<Deviation, 'coverage' | 'replays'> & {
    readonly low: Decimal;
    readonly high: Decimal;
  };
  readonly learned: number;
  readonly method: 'weekday-mean' | 'mean';
}

/** Months before the estimated period: what the method learns from and is replayed over. */
export const monthsLearned = 6;

export function learnedDays(month: DayRange, yesterday: string): DayRange {
  const to = month.to < yesterday ? month.to : yesterday;
  return { from: addMonths(month.from, -monthsLearned), to };
}

/** Learning starts at the first row; from `start` on, every day counts. */
export function firstLearned(groups: readonly Pick<Group, 'day'>[], start: string): string {
  return groups.reduce((first, { day }) => (day !== null && day < first ? day : first), start);
}

/** An estimate says how far such estimates were off before. Several spans of days share what was learned. */
export function createForecaster(series: DailySeries, level: number): (days: DayRange) => Forecast {
  const learned = series.amounts.length;
  const history = learnHistory(series);
  const afterSeries = addDays(series.from, learned);
  const money = (units: bigint): Decimal => ({ units, scale: history.places });
  return (days) => {
    const count = Math.max(0, countDays(days));
    const span = { skip: countDays({ from: afterSeries, to: days.from }) - 1, count };
    const fees = feesOf(history, learned, span);
    const first = estimateAfter(history, learned)(span) + sum(fees.map(({ usual }) => usual));
    if (learned < fewestDays) return { rest: money(first), learned, method: 'mean' };
    const method = 'weekday-mean';
    const deviation = replaySpan(history, span, level);
    if (deviation === undefined) return { rest: money(first), learned, method };
    const { below, above, coverage, replays } = deviation;
    const limit = limitOf(history, count);
    // Nothing more is expected of what has ended, however far off the method was before.
    const middle = first + (hasEnded(history, learned) ? 0n : deviation.middle);
    const rest = limit(middle);
    const low = smaller(rest, limit(middle - widen(below, fees, level)));
    const high = larger(rest, limit(middle + widen(above, fees, level)));
    const interval = { low: money(low), high: money(high), coverage, replays };
    return { rest: money(rest), learned, method, interval };
  };
}

/** The fees in a span. After two weeks without cost, only those that came after two such weeks before. */
function feesOf(history: History, end: number, { skip, count }: Span): Fee[] {
  const found: Fee[] = [];
  const isOver = hasEnded(history, end);
  for (let place = end + skip; place < end + skip + count; place += 1) {
    const fee = history.feeAt(place);
    if (fee === undefined) continue;
    if (!isOver || fee.at.every((earlier) => hasEnded(history, earlier))) found.push(fee);
  }
  return found;
}

/** Fees vary from month to month independently of other days, so the deviations add up as squares. */
function widen(deviation: bigint, fees: readonly Fee[], level: number): bigint {
  if (fees.length === 0) return deviation;
  const others = fees.map(({ deviations }) =>
    quantile(sorted(deviations.map(magnitude)), 2 * level),
  );
  return root(sum([deviation, ...others].map((amount) => amount * amount)));
}

/** Keeps an estimate between three times the cheapest and three times the dearest day, for each of its days. */
function limitOf({ all }: History, days: number): (estimate: bigint) => bigint {
  const [lowest, highest] = [all.reduce(smaller, 0n), all.reduce(larger, 0n)].map(
    (amount) => amount * largestShift * BigInt(days),
  );
  return (estimate) => smaller(highest ?? 0n, larger(lowest ?? 0n, estimate));
}
