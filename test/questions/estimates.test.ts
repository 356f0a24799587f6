import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, eachDay } from '../../src/days.ts';
import { historyDays } from '../../src/questions/expect-day.ts';
import { findAnomalies } from '../../src/questions/find-anomalies.ts';
import type { Group } from '../../src/rows/tally.ts';
import { forecastNumbers } from '../helpers/forecast.ts';
import { decimalOf } from '../helpers/groups.ts';

const from = '2026-06-01';

/** Costs that come on some days only, and differ by up to fifteen digits. */
const irregular = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(0, 0.1, 0.0000001, -3.5) },
    { weight: 1, arbitrary: fc.double({ min: 1, max: 1e14, noNaN: true }) },
  ),
  { minLength: 28, maxLength: 180 },
);

describe('an outlook stays in proportion to past costs', () => {
  test('for any days, of any size', () => {
    fc.assert(
      fc.property(irregular, fc.integer({ min: 1, max: 30 }), (amounts, count) => {
        const end = addDays(from, amounts.length);
        const found = forecastNumbers(
          { from, amounts },
          { from: end, to: addDays(end, count - 1) },
          80,
        );
        const largest = Math.max(0, ...amounts) * 3.000001 * count;
        const smallest = Math.min(0, ...amounts) * 3.000001 * count;
        const { low = found.rest, high = found.rest } = found.interval ?? {};
        for (const estimate of found.interval === undefined ? [] : [found.rest, low, high]) {
          expect(estimate).toBeLessThanOrEqual(largest);
          expect(estimate).toBeGreaterThanOrEqual(smallest);
        }
      }),
    );
  });

  test('a cost of every fifth day is expected every fifth day', () => {
    const amounts = Array.from({ length: 175 }, (_value, day) => (day % 5 === 0 ? 1e9 : 0.1));
    const end = addDays(from, amounts.length);
    const { rest, interval } = forecastNumbers(
      { from, amounts },
      { from: end, to: addDays(end, 9) },
      80,
    );
    expect(rest).toBeGreaterThan(1e9);
    expect(rest).toBeLessThan(3e9);
    expect(interval?.high).toBeLessThan(4e9);
  });

  test('the outlook is zero after two weeks without costs', () => {
    fc.assert(
      fc.property(irregular, (amounts) => {
        const ended = [...amounts.map(Math.abs), ...Array.from({ length: 14 }, () => 0)];
        const end = addDays(from, ended.length);
        const days = { from: end, to: addDays(end, 2) };
        const isPlain = ![...eachDay({ from, to: days.to })].some((day) => day.endsWith('-01'));
        const { rest, interval } = forecastNumbers({ from, amounts: ended }, days, 80);
        if (isPlain && interval === undefined) expect(rest).toBe(0);
      }),
    );
    const amounts = Array.from({ length: 170 }, (_value, day) => (day < 140 ? 7 : 0));
    const end = addDays(from, amounts.length);
    const days = { from: end, to: addDays(end, 5) };
    expect(forecastNumbers({ from, amounts }, days, 80).rest).toBe(0);
  });

  test('nothing more is expected of a growing cost that ended two weeks ago', () => {
    const amounts = Array.from({ length: 154 }, (_value, day) =>
      day < 140 ? Math.round(100 * 1.03 ** day) : 0,
    );
    const end = addDays(from, amounts.length);
    const days = { from: end, to: addDays(end, 5) };
    expect(forecastNumbers({ from, amounts }, days, 80).rest).toBe(0);
  });
});

test('the expected cost of an anomaly is at most twice the most expensive past day', () => {
  const range = { from: '2026-11-01', to: '2026-11-14' };
  const all = [...eachDay({ from: addDays(range.from, -historyDays), to: range.to })];
  const amount = fc.constantFrom('0.005', '7.77', '12', '0.1');
  fc.assert(
    fc.property(fc.array(amount, { minLength: all.length, maxLength: all.length }), (amounts) => {
      const groups = all.map(
        (day, place): Group => ({
          day,
          values: ['a'],
          currency: 'EUR',
          rows: 1,
          faults: 0,
          total: decimalOf(amounts[place] ?? '0'),
        }),
      );
      const rows = findAnomalies(groups, {
        range,
        by: ['service'],
        score: 3.5,
        minImpact: undefined,
      });
      for (const { expected } of rows) expect(Number(expected)).toBeLessThanOrEqual(24);
    }),
  );
});
