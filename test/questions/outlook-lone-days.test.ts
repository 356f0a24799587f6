import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/days.ts';
import { forecastNumbers } from '../helpers/forecast.ts';

const from = '2026-03-04';
const lengths = [45, 60, 68, 90, 180];
const daysLeft = [5, 15, 30];

/** Noise that is the same each time. */
function noise(place: number): number {
  const value = Math.sin(place * 12.9898) * 43758.5453;
  return value - Math.floor(value) - 0.5;
}

function estimate(amounts: readonly number[], left: number) {
  const next = addDays(from, amounts.length);
  return forecastNumbers({ from, amounts }, { from: next, to: addDays(next, left - 1) }, 80);
}

const draw = (days: number, shape: (place: number) => number) =>
  Array.from({ length: days }, (_v, place) => shape(place) * (1 + 0.1 * noise(place)));

const shapes: Record<string, (place: number) => number> = {
  flat: () => 100,
  growing: (place) => 100 + place * 0.4,
  weekly: (place) => (place % 7 < 5 ? 120 : 30),
};

describe.each(Object.entries(shapes))('%s', (_name, shape) => {
  test.each(lengths)('a one-off of the last 60 of %i days hardly moves the estimate', (days) => {
    const amounts = draw(days, shape);
    for (const left of daysLeft) {
      const { rest: usual } = estimate(amounts, left);
      for (let back = 1; back <= Math.min(60, days); back += 4) {
        for (const amount of [3000, -3000]) {
          const { rest, interval } = estimate(amounts.with(days - back, amount), left);
          const what = `${amount}, ${back} days ago, ${left} days left`;
          expect(Math.abs(rest / usual - 1), what).toBeLessThan(0.06);
          expect(interval?.low ?? rest).toBeLessThanOrEqual(rest);
          expect(interval?.high ?? rest).toBeGreaterThanOrEqual(rest);
        }
      }
    }
  });
});

test('a single credit does not make the next month negative, and the interval still says that it happened', () => {
  const { rest, interval } = estimate(Array.from({ length: 68 }, () => 25).with(50, -900), 30);
  expect(rest).toBe(750);
  expect(interval?.low).toBeLessThan(0);
});

test('a charge and its refund are two lone days', () => {
  const amounts = draw(68, () => 100);
  const both = amounts.with(45, 3000).with(55, -3000);
  expect(estimate(both, 30).rest / estimate(amounts, 30).rest).toBeCloseTo(1, 1);
});

test('costs that grow are followed, with a lone day or without', () => {
  for (const days of [75, 90, 180]) {
    const grown = (place: number) => 100 * 1.01 ** place;
    const actual = Array.from({ length: 15 }, (_v, at) => grown(days + at)).reduce((a, b) => a + b);
    const amounts = draw(days, grown);
    for (const history of [amounts, amounts.with(days - 20, -5000)])
      expect(Math.abs(estimate(history, 15).rest / actual - 1), `${days} days`).toBeLessThan(0.06);
  }
});

test('a step is followed', () => {
  for (const ago of [10, 20, 40]) {
    const amounts = draw(90, (place) => (place < 90 - ago ? 100 : 160));
    expect(estimate(amounts, 15).rest / (15 * 160), `${ago} days ago`).toBeCloseTo(1, 0.7);
  }
});

test.each([10, 30, 42])('a credit every %i days is no lone day', (apart) => {
  const amounts = draw(180, (place) => (place % apart === 3 ? -1400 : 100));
  // Of a month that would cost 3,000, one credit takes half.
  const credits = Math.max(1, 30 / apart);
  expect(estimate(amounts, 30).rest / 3000).toBeCloseTo(1 - 0.5 * credits, 0.9);
});
