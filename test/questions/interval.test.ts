import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, countDays } from '../../src/days.ts';
import { middleMean } from '../../src/questions/fixed-point.ts';
import { forecastNumbers } from '../helpers/forecast.ts';

const from = '2026-05-01';
const months = ['2026-08', '2026-09', '2026-10', '2026-11'];
const seeds = 4;

/** Mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Day {
  readonly day: string;
  readonly place: number;
  /** Normal, with deviation 1. */
  readonly noise: () => number;
}

type Draw = (at: Day) => number;

const usual = (level: number, { noise }: Day) => level * (1 + 0.08 * noise());
const isWeekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay());

/** Each call draws a new series. */
const shapes: Record<string, () => Draw> = {
  flat: () => (at) => usual(100, at),
  growing: () => (at) => usual(60 + at.place * 0.4, at),
  'two-level weekly': () => (at) => usual(isWeekend(at.day) ? 30 : 120, at),
  'month-start fees': () => (at) => usual(at.day.endsWith('-01') ? 600 : 100, at),
  'fees within the month': () => (at) =>
    usual(100, at) + (at.day.endsWith('-15') ? usual(500, at) : 0),
  'noise with a long tail': () => (at) => 100 * Math.exp(0.5 * at.noise()),
  drift: () => {
    let level = 100;
    return (at) => {
      level *= 1 + 0.01 * at.noise();
      return usual(level, at);
    };
  },
};

/** The share of month ends, in percent, inside an interval of 80 %, for histories of so many days before the month. */
function shareInside(create: () => Draw, history: number): number {
  let inside = 0;
  let all = 0;
  for (let seed = 0; seed < seeds; seed += 1) {
    const random = createRandom(seed * 7919 + history);
    const noise = () => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6);
    const draw = create();
    const start = addDays(from, -200);
    const amounts = Array.from({ length: 420 }, (_value, place) =>
      draw({ day: addDays(start, place), place, noise }),
    );
    const between = (first: string, last: string) =>
      amounts.slice(placeOf(first, start), placeOf(last, start) + 1);
    for (const month of months) {
      const last = addDays(`${month}-28`, month === '2026-09' || month === '2026-11' ? 2 : 3);
      for (const date of ['06', '16', '26']) {
        const left = { from: `${month}-${date}`, to: last };
        const first = addDays(`${month}-01`, -history);
        const known = between(first, addDays(left.from, -1));
        const { interval } = forecastNumbers({ from: first, amounts: known }, left, 80);
        if (interval === undefined) continue;
        const actual = between(left.from, left.to).reduce((sum, one) => sum + one, 0);
        all += 1;
        if (actual >= interval.low && actual <= interval.high) inside += 1;
      }
    }
  }
  return (100 * inside) / all;
}

function placeOf(day: string, start: string): number {
  return countDays({ from: start, to: day }) - 1;
}

test.each([60, 182])(
  'of month ends, 75 to 85 in 100 are inside an interval of level 80, after %i days',
  (history) => {
    const shares = Object.values(shapes).map((create) => shareInside(create, history));
    const mean = shares.reduce((sum, one) => sum + one, 0) / shares.length;
    expect(mean).toBeGreaterThanOrEqual(75);
    expect(mean).toBeLessThanOrEqual(85);
    // Few month ends that share their days leave each shape some chance.
    for (const share of shares) expect(Math.abs(share - 80)).toBeLessThan(18);
  },
);

test('a fee of a day of the month is expected on that day only', () => {
  const start = '2026-05-01';
  const amounts = Array.from({ length: 190 }, (_value, place) =>
    addDays(start, place).endsWith('-15') ? 1100 : 100,
  );
  const next = addDays(start, amounts.length);
  const until15 = forecastNumbers({ from: start, amounts }, { from: next, to: '2026-11-15' }, 80);
  const until14 = forecastNumbers({ from: start, amounts }, { from: next, to: '2026-11-14' }, 80);
  expect(until15.rest - until14.rest).toBeCloseTo(1100);
});

test.each([
  ['that always came after such weeks', 0, 1000],
  ['of something that cost every day', 100, 0],
])('after two weeks without cost, a fee %s', (_name, daily, expected) => {
  const start = '2026-05-01';
  const amounts = Array.from({ length: 190 }, (_value, place) => {
    const day = addDays(start, place);
    if (day > '2026-10-15') return 0;
    return daily + (day.endsWith('-15') ? 1000 : 0);
  });
  const from = addDays(start, amounts.length);
  const { rest } = forecastNumbers({ from: start, amounts }, { from, to: '2026-11-30' }, 80);
  expect(rest).toBe(expected);
});

test('a change of level weeks ago is no reason to ignore it', () => {
  const amounts = Array.from({ length: 180 }, (_value, place) => (place < 158 ? 100 : 160));
  const left = { from: addDays(from, 180), to: addDays(from, 189) };
  expect(forecastNumbers({ from, amounts }, left, 80).rest).toBeCloseTo(1600, -2);
});

/** Of such amounts, sums of doubles in another order differ in their last digits. */
const weeks = fc.array(fc.integer({ min: 0, max: 9999 }), { minLength: 7, maxLength: 7 });

test('a series that repeats itself week by week was always right', () => {
  fc.assert(
    fc.property(weeks, fc.integer({ min: 1, max: 25 }), (cents, count) => {
      fc.pre(cents.some((one) => one > 0));
      const amounts = Array.from({ length: 140 }, (_, place) => (cents[place % 7] ?? 0) / 100);
      const end = addDays(from, amounts.length);
      const { interval } = forecastNumbers(
        { from, amounts },
        { from: end, to: addDays(end, count - 1) },
        80,
      );
      expect(interval?.coverage ?? 100).toBe(100);
    }),
  );
});

test('a mean of amounts that are all zero but for the largest and the smallest is zero', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 30n });
  fc.assert(
    fc.property(amount, amount, (up, down) => {
      expect(middleMean([up, 0n, 0n, -down, 0n, 0n])).toBe(0n);
    }),
  );
});
