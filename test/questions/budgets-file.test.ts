import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachDay } from '../../src/days.ts';
import { type Budget, budgetRange, describeBudget } from '../../src/questions/budgets-file.ts';

const range = { from: '2026-11-01', to: '2026-11-30' };
const decimal = (units: number) => ({ units: BigInt(units), scale: 1 });
const shown = (units: number) => (units / 10).toFixed(1);
const percents = [50, 80, 100, 120];

const budget: Budget = {
  ...{ name: 'All', where: [], conditions: [], currency: 'USD', period: 'month', on: 'actual' },
  amount: decimal(1000),
  mayBeEmpty: false,
  warn: percents.map((percent) => decimal(percent * 10)),
};

test('a budget is judged by what is used, or by the outlook if there is one', () => {
  // Tenths, on both sides of 50, 80, 100 and 120 percent, and exactly there.
  const amount = fc.oneof(fc.integer({ min: -100, max: 1500 }), fc.constantFrom(500, 800, 1000));
  fc.assert(
    fc.property(amount, fc.option(amount), (actual, outlook) => {
      const expected = outlook === null ? undefined : decimal(outlook);
      const row = describeBudget(budget, { range, actual: decimal(actual), outlook: expected });
      const used = outlook ?? actual;
      const warned = percents.filter((percent) => used >= percent * 10).at(-1);
      const over = actual > 1000 ? 'exceeded' : 'outlook exceeded';
      expect(row).toEqual({
        ...{ budget: 'All', currency: 'USD', limit: '100.0', period: '2026-11-01..2026-11-30' },
        ...{ actual: shown(actual), outlook: outlook === null ? null : shown(outlook) },
        share: (used / 10).toFixed(2),
        warned: warned === undefined ? null : warned.toFixed(1),
        state: used > 1000 ? over : warned === undefined ? 'ok' : 'warned',
      });
    }),
  );
});

test.each([
  ['month', 12],
  ['quarter', 4],
  ['year', 1],
] as const)('every day of a year is in one %s, of %i', (period, count) => {
  const days = [...eachDay({ from: '2028-01-01', to: '2028-12-31' })];
  const ranges = new Map(days.map((day) => [budgetRange(period, day).from, day]));
  expect(ranges.size).toBe(count);
  for (const day of days) {
    const { from, to } = budgetRange(period, day);
    // The last day that is in it is its last day.
    expect([from <= day, ranges.get(from)]).toEqual([true, to]);
  }
});
