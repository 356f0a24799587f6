import { expect, test } from 'vitest';
import { byDayAndCurrency, createDaySums } from '../../src/costs/sums.ts';
import { createWindowSums } from '../../src/costs/window-sums.ts';
import { RowScanner } from '../../src/json/bulk/rows.ts';

const columns = { date: 'day', amount: 'cost', currency: 'cur' };
const pageOf = (...rows: readonly unknown[]) =>
  new RowScanner().scan(Buffer.from(JSON.stringify({ data: rows })));
const good = { day: '2026-10-01', cost: 1, cur: 'EUR' };

test.each([
  [{ cost: 1, cur: 'EUR' }, 'a row has no day in day'],
  [{ day: null, cost: 1, cur: 'EUR' }, 'a row has no day in day'],
  [{ day: '2026-10-01T07:00:00+02:00', cost: 1, cur: 'EUR' }, 'a row has no day in day'],
  [{ day: '2026-10-01', cost: 1 }, 'a row of 2026-10-01 has no cur'],
  [{ day: '2026-10-01', cost: 1, cur: null }, 'a row of 2026-10-01 has no cur'],
  [{ day: '2026-10-01', cur: 'EUR' }, 'a row of 2026-10-01 has no number in cost'],
  [{ day: '2026-10-01', cost: '1,5', cur: 'EUR' }, 'a row of 2026-10-01 has no number in cost'],
])('the row %j cannot be added, and the first such row is told', (row, fault) => {
  const sums = createDaySums(columns);
  sums.add(pageOf(good));
  expect(sums.fault()).toBeUndefined();
  sums.add(pageOf(good, row, {}));
  expect(sums.fault()).toBe(fault);
});

test('sums stand by day and then by currency, whatever the order of the rows', () => {
  const sums = createDaySums(columns);
  sums.add(
    pageOf(
      { day: '2026-10-02', cost: 1, cur: 'EUR' },
      { day: '2026-10-01', cost: '0.10', cur: 'USD' },
      { day: '2026-10-01', cost: 2, cur: 'EUR' },
      { day: '2026-10-01', cost: '0.2', cur: 'USD' },
    ),
  );
  expect(sums.take()).toEqual([
    { date: '2026-10-01', currency: 'EUR', rows: 1, sum: '2' },
    { date: '2026-10-01', currency: 'USD', rows: 2, sum: '0.30' },
    { date: '2026-10-02', currency: 'EUR', rows: 1, sum: '1' },
  ]);
  expect(sums.take()).toEqual([]);
});

test('a moment counts for its day in UTC, as in every analysis', () => {
  const sums = createDaySums(columns);
  sums.add(pageOf(good, { ...good, day: '2026-10-01T07:00:00Z' }));
  expect(sums.take()).toEqual([{ date: '2026-10-01', currency: 'EUR', rows: 2, sum: '2' }]);
});

test('without a currency column every row counts, and what has no currency comes first', () => {
  const sums = createDaySums({ ...columns, currency: undefined });
  sums.add(pageOf({ day: '2026-10-01', cost: 1.5 }, { day: '2026-10-01', cost: 2, cur: 'EUR' }));
  const without = { date: '2026-10-01', currency: null, rows: 2, sum: '3.5' };
  expect(sums.take()).toEqual([without]);
  const euros = { ...without, currency: 'EUR' };
  expect([euros, without].sort(byDayAndCurrency)).toEqual([without, euros]);
  expect([without, euros].sort(byDayAndCurrency)).toEqual([without, euros]);
});

const range = { from: '2026-10-01', to: '2026-10-02' };

const checkpoint = {
  window: { ...range, total: 2, read: 2, rows: 2 },
  size: 0,
  requests: 1,
  encoder: { rows: 2, bytes: 0, columns: [], unseen: [], steps: [] },
  missing: [],
};

function windowSums(last?: Parameters<typeof createWindowSums>[1]) {
  return createWindowSums({ given: {}, range, onFound: () => undefined }, last);
}

test('a window with a row that cannot be added has no sums, nor has one behind it or of a run that goes on', () => {
  const sums = windowSums();
  sums.add(pageOf(good));
  sums.add(pageOf({ ...good, cost: null }));
  expect(sums.take()).toEqual({});
  const { found, fault } = sums.found();
  expect(fault).toBe('a row of 2026-10-01 has no number in cost');
  sums.add(pageOf(good));
  expect(sums.take()).toEqual({});
  const resumed = windowSums({ ...checkpoint, found, fault });
  resumed.add(pageOf(good));
  expect([resumed.take(), resumed.found().fault]).toEqual([{}, fault]);
});

test('where the currency is unclear nothing is added up', () => {
  const sums = windowSums();
  sums.add(pageOf({ ...good, listCurrency: 'USD', cur: undefined, billingCurrency: 'EUR' }));
  expect(sums.found().found?.currency).toMatchObject({
    how: 'unclear',
    candidates: ['listCurrency', 'billingCurrency'],
  });
  expect(sums.take()).toEqual({});
});
