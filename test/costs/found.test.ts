import { expect, test } from 'vitest';
import { describeColumns, findColumns, type GivenColumns } from '../../src/costs/found.ts';
import type { JsonObject } from '../../src/json/number.ts';

const range = { from: '2026-10-01', to: '2026-10-31' };

function find(rows: readonly JsonObject[], given: GivenColumns = {}): string {
  return describeColumns(findColumns(rows, given, range));
}

test.each<[string, JsonObject, string]>([
  [
    'plain names',
    { date: '2026-10-01', cost: 1, currency: 'USD', quantity: 3 },
    'date column date, amount column cost, currency column currency',
  ],
  [
    'nested rows with amounts as text',
    { usage: { day: '2026-10-02T00:00:00Z', units: 4 }, price: { amount: '12.50', code: 'EUR' } },
    'date column usage.day, amount column price.amount, currency column price.code',
  ],
  [
    'no currency at all',
    { Day: '2026-10-03', total_cost: 0.1, invoiceDate: '2026-11-02' },
    'date column Day, amount column total_cost, no currency column',
  ],
  [
    'several costs',
    { date: '2026-10-01', billedCost: 1, listCost: 2 },
    'date column date, amount column unclear (billedCost, listCost; --amount-column settles it), no currency column',
  ],
  [
    'codes that are no currencies',
    { date: '2026-10-01', cost: 1, region: 'FRA', airport: 'MUC' },
    'date column date, amount column cost, currency column unclear (region, airport; --currency-column settles it)',
  ],
  [
    'two days of the range',
    { start: '2026-10-01', end: '2026-10-02', cost: 1 },
    'date column unclear (start, end; --date-column settles it), amount column cost, no currency column',
  ],
  [
    'a moment of when a row was changed',
    { day: '2026-10-01 00:00:00.000', changed: '2026-10-02T00:00:15Z', cost: 1 },
    'date column day, amount column cost, no currency column',
  ],
])('%s', (_what, row, described) => {
  expect(find([row])).toBe(described);
});

test('a column counts only where every row has it', () => {
  const rows = [
    { date: '2026-10-01', posted: '2026-10-01', cost: 1 },
    { date: '2026-10-02', posted: null, cost: 2 },
  ];
  expect(find(rows)).toBe('date column date, amount column cost, no currency column');
});

test('what is given is not looked for', () => {
  const row = { d: '2026-10-01', a: 1, b: 2, code: 'USD' };
  expect(find([row], { amount: 'b', currency: 'none' })).toBe(
    'date column d, amount column b, no currency column',
  );
});

test('without rows nothing is found', () => {
  expect(find([])).toBe('no date column, no amount column, no currency column');
});
