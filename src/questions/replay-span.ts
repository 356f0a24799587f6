import { divideDecimals, divideHalfToEven } from '../json/decimal.ts';
import { estimateAfter, fewestDays, type History, type Span, sizesOf } from './estimate-days.ts';
import {
  compareSizes,
  larger,
  type Ordered,
  one,
  quantile,
  smaller,
  sorted,
  times,
} from './fixed-point.ts';
import { daysLearned } from './week-shift.ts';

/** How far estimates were off before, and what an interval makes of that. */
export type Deviation = NonNullable<ReturnType<typeof replaySpan>>;

/** Errors have nine digits: smaller differences do not count. */
const errorsInOne = 1_000_000_000n;
const errorUnit = one / errorsInOne;
/** The distance of a replay that was off while the others were not. */
const farOff = 1_000_000_000n * one;
/** An interval needs at least this many replays. */
const fewestReplays = 10;
/** The bounds, in tenths, of the factor that corrects an interval by what it should have been. */
const corrections = { least: 4n, most: 25n };
/** How much wider an interval is if few errors are independent, in tenths: fixed, and divided by their number. */
const widening = { constant: 3n, perError: 18n };

/** Replays the estimate of a span over the past. Undefined if there are too few replays. */
export function replaySpan(history: History, span: Span, level: number) {
  const errors = errorsOf(history, span, history.totals);
  if (span.count === 0 || errors.length < fewestReplays) return undefined;
  const own = describe(valuesOf(errors), level);
  const { usualTotals } = history;
  const others =
    usualTotals === undefined
      ? own
      : describe(valuesOf(errorsOf(history, span, usualTotals)), level);
  const [low, high] = [smaller(own.low, others.low), larger(own.high, others.high)];
  const length = span.skip + span.count;
  const judged = judgeReplays(errors, length, level);
  const factor = times(factorOf(judged, level), shortFactor(errors.length, length));
  const usual = scaleOf(history, history.amounts.length, span.count);
  const inside = judged.filter((distance) => distance <= factor).length;
  return {
    /** Because of steady growth, for example. In a short history a lone day would look like it. */
    middle: times(usual, others.middle),
    below: times(usual, times(others.middle - low, factor)),
    above: times(usual, times(high - others.middle, factor)),
    /** The share of replays, in percent with one digit, whose interval contained the actual value. */
    coverage: divideDecimals(
      { units: 100n * BigInt(inside), scale: 0 },
      { units: BigInt(judged.length), scale: 0 },
      1,
    ),
    replays: judged.length,
  };
}

interface ReplayError {
  readonly place: number;
  readonly error: bigint;
}

/** Of estimates as of earlier days, relative to the usual size of as many days, the lowest first. */
function errorsOf(history: History, span: Span, totals: readonly bigint[]): ReplayError[] {
  const { amounts } = history;
  const errors: ReplayError[] = [];
  const length = span.skip + span.count;
  for (let end = fewestDays; end + length <= amounts.length; end += 1) {
    const usual = scaleOf(history, end, span.count);
    if (usual === 0n) continue;
    const actual = (totals[end + length] ?? 0n) - (totals[end + span.skip] ?? 0n);
    const off = actual - estimateAfter(history, end)(span);
    errors.push({ place: end, error: divideHalfToEven(off * errorsInOne, usual) * errorUnit });
  }
  return errors.sort((first, second) => compareSizes(first.error, second.error));
}

function valuesOf(errors: readonly ReplayError[]): bigint[] {
  return errors.map(({ error }) => error);
}

/**
 * How far each replay was from the middle of the others, as a multiple of their interval. Replays that
 * share days have nearly the same error, so an interval that has seen them would flatter itself.
 */
function judgeReplays(errors: readonly ReplayError[], length: number, level: number): bigint[] {
  const values = valuesOf(errors);
  const ranks = new Map(errors.map(({ place }, rank) => [place, rank]));
  const judge = (apart: number) =>
    errors.flatMap(({ place, error }) => {
      const near: number[] = [];
      for (let other = place - apart + 1; other < place + apart; other += 1) {
        const rank = ranks.get(other);
        if (rank !== undefined) near.push(rank);
      }
      const others = leaveOut(values, near);
      if (others.length < fewestReplays - 1) return [];
      const { low, middle, high } = describe(others, level);
      const [distance, width] =
        error < middle ? [middle - error, middle - low] : [error - middle, high - middle];
      if (distance === 0n) return [0n];
      return [width === 0n ? farOff : smaller(farOff, divideHalfToEven(distance * one, width))];
    });
  const separate = judge(length);
  // A short history has no replays apart from each other.
  return separate.length < fewestReplays ? judge(1) : separate;
}

/** An ordered list without the values of some ranks. */
function leaveOut(values: readonly bigint[], ranks: readonly number[]): Ordered {
  const left = Uint32Array.from(ranks).sort();
  return {
    length: values.length - left.length,
    at(place) {
      let rank = place;
      for (const one of left) if (one <= rank) rank += 1;
      return values[rank];
    },
  };
}

/**
 * How much wider, or narrower, the interval has to be to contain as many replays as it says. Half of the
 * correction is applied: a replay is judged without its neighbors, so by fewer errors than an estimate
 * of today, and the whole correction would make the interval too wide.
 */
function factorOf(judged: readonly bigint[], level: number): bigint {
  const tenth = one / 10n;
  const needed = quantile(sorted(judged), 2 * level);
  const kept = smaller(corrections.most * tenth, larger(corrections.least * tenth, needed));
  return divideHalfToEven(kept + one, 2n);
}

/**
 * Estimates that share days have similar errors: those of a short history are much closer to each other than
 * to the next error.
 */
function shortFactor(replays: number, length: number): bigint {
  const { constant, perError } = widening;
  const [independent, whole] = [BigInt(replays + daysLearned), BigInt(length + daysLearned)];
  return larger(
    one,
    divideHalfToEven((constant * independent + perError * whole) * one, 10n * independent),
  );
}

/** The quantiles of sorted errors. */
function describe(errors: Ordered, level: number) {
  return {
    low: quantile(errors, 100 - level),
    middle: quantile(errors, 100),
    high: quantile(errors, 100 + level),
  };
}

/**
 * The usual sum of so many days, by the four weeks before a place. If only a few days cost something, the
 * median is near zero, and an error relative to it could be of any size: then the mean is used.
 */
function scaleOf(history: History, end: number, days: number): bigint {
  const sizes = sizesOf(history, Math.max(0, end - fewestDays), end);
  const middle = quantile(sizes, 100);
  // Without the largest and the smallest, as in a middle mean.
  const others = sizes.total - (sizes.at(0) ?? 0n) - (sizes.at(-1) ?? 0n);
  const count = BigInt(sizes.length - 2);
  const isFar = middle * 10n * count < others;
  const mean = isFar ? divideHalfToEven(others, count) : 0n;
  return (middle * 10n < mean ? mean : middle) * BigInt(Math.max(1, days));
}
