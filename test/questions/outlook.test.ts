import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/days.ts';
import { forecastNumbers } from '../helpers/forecast.ts';

const from = '2026-05-01';
const days = 180;
const left = { from: addDays(from, days), to: addDays(from, days + 11) };

/** Noise that is the same each time. */
function noise(place: number): number {
  const value = Math.sin(place * 12.9898) * 43758.5453;
  return value - Math.floor(value) - 0.5;
}

const shapes: Record<string, (place: number) => number> = {
  flat: () => 100,
  growing: (place) => 100 + place * 0.5,
  weekly: (place) => (place % 7 < 5 ? 120 : 30),
  'a step': (place) => (place < 100 ? 100 : 160),
  'month-start fees': (place) => (addDays(from, place).endsWith('-01') ? 600 : 100),
  credits: (place) => 100 - (place % 10 === 0 ? 20 : 0),
};

describe.each(Object.entries(shapes))('%s', (_name, shape) => {
  const series = {
    from,
    amounts: Array.from({ length: days }, (_v, at) => shape(at) * (1 + 0.1 * noise(at))),
  };
  const actual = Array.from({ length: 12 }, (_v, at) => shape(days + at)).reduce(
    (sum, one) => sum + one,
    0,
  );
  const found = forecastNumbers(series, left, 80);

  test('the estimate is within 10 % of the actual cost', () => {
    expect(Math.abs(found.rest - actual) / actual).toBeLessThan(0.1);
  });

  test('the interval contains the actual cost in 75 to 85 % of the replays', () => {
    expect(found.interval?.replays).toBeGreaterThan(100);
    expect(found.interval?.coverage).toBeGreaterThanOrEqual(75);
    expect(found.interval?.coverage).toBeLessThanOrEqual(85);
    expect(found.interval?.low).toBeLessThan(found.interval?.high ?? 0);
  });
});

test('a single outlier hardly changes the estimate', () => {
  const amounts = Array.from({ length: days }, () => 100);
  const usual = forecastNumbers({ from, amounts }, left, 80).rest;
  const spiked = forecastNumbers({ from, amounts: amounts.with(170, 50_000) }, left, 80).rest;
  expect(Math.abs(spiked - usual) / usual).toBeLessThan(0.02);
});

test('fewer than 28 days give an estimate without an interval', () => {
  const found = forecastNumbers({ from, amounts: Array.from({ length: 27 }, () => 10) }, left, 80);
  expect(found).toEqual({ rest: 120, learned: 27, method: 'mean' });
});

test('the estimate for a month that has ended is zero', () => {
  const ended = { from: left.from, to: addDays(left.from, -1) };
  expect(
    forecastNumbers({ from, amounts: Array.from({ length: 60 }, () => 10) }, ended, 80).rest,
  ).toBe(0);
});
