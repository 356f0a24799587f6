import { addDays, addMonths, countDays, type DayRange, eachDay } from '../days.ts';
import {
  type DailySeries,
  daysLearned,
  estimateAfter,
  type Fee,
  fewestDays,
  type History,
  largestShift,
  learnHistory,
  median,
  middleMean,
  quantile,
  sum,
} from './estimate-days.ts';

export interface Forecast {
  /** The estimated sum of the requested days. */
  readonly rest: number;
  /** Undefined with too little history for an interval. */
  readonly interval?: Omit<Deviation, 'middle'>;
  readonly learned: number;
  readonly method: 'weekday-mean' | 'mean';
}

/** Months before the estimated period: what the method learns from and is replayed over. */
export const monthsLearned = 6;

/** The days that the estimate of a month learns from. */
export function learnedDays(month: DayRange, yesterday: string): DayRange {
  const to = month.to < yesterday ? month.to : yesterday;
  return { from: addMonths(month.from, -monthsLearned), to };
}

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

/** Days after the end of a series: how many are skipped, and how many count. */
interface Span {
  readonly skip: number;
  readonly count: number;
}

/** How far estimates were off before, and what an interval makes of that. */
interface Deviation {
  /** What the method was usually off, such as steady growth or regular credits. */
  readonly middle: number;
  readonly low: number;
  readonly high: number;
  /** The share of replays, in percent, whose interval contained the actual value. */
  readonly coverage: number;
  readonly replays: number;
}

/** What is beyond these digits is how doubles add up: a series that repeats itself has no errors. */
const errorDigits = 9;
/** Of replays that are off if the others are not. */
const farOff = 1e9;
/** An interval needs at least this many replays. */
const fewestReplays = 10;
/**
 * How much of the correction is applied. A replay is judged without its neighbors, so by fewer
 * errors than an estimate of today: the whole correction would make the interval too wide.
 */
const correction = 0.5;
const corrections = { least: 0.4, most: 2.5 };
/**
 * How much wider an interval is if few errors are independent: a constant, and a part divided by their
 * number.
 */
const widening = { constant: 0.3, perError: 1.8 };

/** Replays the estimate of a span over the past. Undefined if there are too few replays. */
function replaySpan(history: History, span: Span, level: number): Deviation | undefined {
  const errors = errorsOf(history, span);
  if (span.count === 0 || errors.length < fewestReplays) return undefined;
  const own = describe(
    errors.map(({ error }) => error).sort((one, other) => one - other),
    level,
  );
  const length = span.skip + span.count;
  const judged = judgeReplays(errors, length, level);
  const factor = factorOf(judged, level) * shortFactor(errors.length, length);
  const scale = scaleOf(history.amounts, history.amounts.length, span.count);
  const inside = judged.filter((distance) => distance <= factor).length;
  return {
    middle: own.middle * scale,
    low: (own.middle - factor * (own.middle - own.low)) * scale,
    high: (own.middle + factor * (own.high - own.middle)) * scale,
    coverage: (100 * inside) / judged.length,
    replays: judged.length,
  };
}

function sumOf(history: History, end: number, { skip, count }: Span): number {
  const estimate = estimateAfter(history, end);
  let total = 0;
  for (let ahead = skip; ahead < skip + count; ahead += 1) total += estimate(ahead);
  return total;
}

interface ReplayError {
  readonly place: number;
  readonly error: number;
}

/** The errors of the estimates that would have been made on earlier days, relative to the usual size of as many days. */
function errorsOf(history: History, span: Span): ReplayError[] {
  const { amounts } = history;
  const errors: ReplayError[] = [];
  const length = span.skip + span.count;
  for (let end = fewestDays; end + length <= amounts.length; end += 1) {
    const actual = sum(amounts.slice(end + span.skip, end + length));
    const scale = scaleOf(amounts, end, span.count);
    if (scale > 0) {
      const error = (actual - sumOf(history, end, span)) / scale;
      errors.push({ place: end, error: Number(error.toFixed(errorDigits)) });
    }
  }
  return errors;
}

/**
 * How far each replay was from the middle of the others, as a multiple of their interval. Replays that
 * share days have nearly the same error, so an interval that has seen them would flatter itself.
 */
function judgeReplays(errors: readonly ReplayError[], length: number, level: number): number[] {
  const sorted = [...errors].sort((one, other) => one.error - other.error);
  const judge = (apart: number) =>
    errors.flatMap(({ place, error }) => {
      const others = sorted.filter((one) => Math.abs(one.place - place) >= apart);
      if (others.length < fewestReplays - 1) return [];
      const { low, middle, high } = describe(
        others.map((one) => one.error),
        level,
      );
      const [distance, width] =
        error < middle ? [middle - error, middle - low] : [error - middle, high - middle];
      return distance === 0 ? [0] : [Math.min(farOff, distance / width)];
    });
  const separate = judge(length);
  // A short history has no replays apart from each other.
  return separate.length < fewestReplays ? judge(1) : separate;
}

/** How much wider, or narrower, the interval has to be to contain as many replays as it says. */
function factorOf(judged: readonly number[], level: number): number {
  const sorted = [...judged].sort((one, other) => one - other);
  const needed = quantile(sorted, level / 100);
  const { least, most } = corrections;
  return 1 + correction * (Math.min(most, Math.max(least, needed)) - 1);
}

/**
 * Estimates that share the days they learned from, or the days they are about, have similar errors. The
 * errors of a short history are therefore much closer to each other than to the next one.
 */
function shortFactor(replays: number, length: number): number {
  const independent = (replays + daysLearned) / (length + daysLearned);
  return Math.max(1, widening.constant + widening.perError / independent);
}

function describe(sorted: readonly number[], level: number) {
  const tail = (1 - level / 100) / 2;
  return {
    low: quantile(sorted, tail),
    middle: quantile(sorted, 0.5),
    high: quantile(sorted, 1 - tail),
  };
}

/**
 * The usual sum of a number of days, as of a position. If only a few days cost something, the median is
 * near zero, and an error relative to it could be of any size: then it is the mean.
 */
function scaleOf(amounts: readonly number[], end: number, days: number): number {
  const sizes = amounts.slice(Math.max(0, end - fewestDays), end).map(Math.abs);
  const [middle, mean] = [median(sizes), middleMean(sizes)];
  return (middle * 10 < mean ? mean : middle) * Math.max(1, days);
}
