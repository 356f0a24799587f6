import { daysLearned, estimateAfter, fewestDays, type History } from './estimate-days.ts';
import { median, middleMean, quantile, sum } from './middle.ts';

/** Days after the end of a series: how many are skipped, and how many count. */
export interface Span {
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
export function replaySpan(history: History, span: Span, level: number): Deviation | undefined {
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

export function sumOf(history: History, end: number, { skip, count }: Span): number {
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
    if (scale > 0) errors.push({ place: end, error: (actual - sumOf(history, end, span)) / scale });
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
      return distance === 0 ? [0] : [distance / width];
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
