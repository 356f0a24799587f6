import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkRows, checkSums } from '../../src/reports/checks.ts';
import type { ColumnChoice } from '../../src/rows/detect-columns.ts';
import { readReceipt } from '../../src/rows/read-receipt.ts';
import { createReceipt, type ReceiptFacts, sumsOf } from '../../src/rows/receipt.ts';
import { decimalOf, groupOf } from '../helpers/groups.ts';

const given = (column: string): ColumnChoice => ({ column, how: 'given', candidates: [] });
const unclear: ColumnChoice = { how: 'unclear', candidates: ['a', 'b'] };
const none: ColumnChoice = { how: 'none', candidates: [] };
const found = { date: given('day'), amount: given('cost'), currency: given('cur') };

const day = (date: string, currency: string | null, sum: string) => ({
  date,
  currency,
  rows: 1,
  sum,
});
const window = { from: '2026-10-01', to: '2026-10-02', total: 2, read: 2, rows: 2 };
const sums = [day('2026-10-01', 'EUR', '1.5'), day('2026-10-02', null, '2')];

const facts = {
  command: 'costctl costs export',
  version: '0.0.0',
  address: 'https://api.example.test/',
  range: { from: window.from, to: window.to },
  start: '',
  end: '',
  format: 'csv',
  columns: undefined,
  where: [],
  parameters: {},
  requests: 1,
  files: [],
};

function receiptOf(checkpoint: Partial<ReceiptFacts['checkpoints'][number]>) {
  return createReceipt({ ...facts, checkpoints: [{ window: { ...window, sums }, ...checkpoint }] });
}

test('a receipt with detected columns keeps the sums of its windows', () => {
  const receipt = receiptOf({ found });
  expect(receipt.sumsLeftOut).toBeUndefined();
  expect(sumsOf(receipt)).toEqual(sums);
});

test.each([
  ['a row has no day in day', { found, fault: 'a row has no day in day' }],
  ['the amount column is unclear', { found: { ...found, amount: unclear } }],
  ['no date column was found', { found: { ...found, date: none } }],
  ['the currency column is unclear', { found: { ...found, currency: unclear } }],
])('a receipt states that %s and has no sums', (reason, checkpoint) => {
  const receipt = receiptOf(checkpoint);
  expect(receipt.sumsLeftOut).toBe(reason);
  expect(receipt.windows).toEqual([window]);
  expect(sumsOf(receipt)).toEqual([]);
});

test('a receipt without a currency column still has sums', () => {
  const receipt = receiptOf({ found: { ...found, currency: none } });
  expect(receipt.sumsLeftOut).toBeUndefined();
  expect(sumsOf(receipt)).toHaveLength(2);
});

test('a day that is in several windows is one day, with the rows and sums of all of them', () => {
  const windows = [
    [day('2026-10-01', 'EUR', '1.25'), day('2026-10-01', null, '7')],
    [day('2026-10-01', 'EUR', '-0.05'), day('2026-10-02', 'EUR', '3.10')],
    [day('2026-10-01', 'EUR', '100')],
  ];
  const receipt = createReceipt({
    ...facts,
    checkpoints: windows.map((sums) => ({ window: { ...window, sums }, found })),
  });
  expect(sumsOf(receipt)).toEqual([
    { ...day('2026-10-01', 'EUR', '101.20'), rows: 3 },
    day('2026-10-01', null, '7'),
    day('2026-10-02', 'EUR', '3.10'),
  ]);
  const now = [
    { ...groupOf({ day: '2026-10-01', currency: 'EUR', total: '101.2' }), rows: 3 },
    groupOf({ day: '2026-10-01', currency: null, total: '7' }),
    groupOf({ day: '2026-10-02', currency: 'EUR', total: '3.1' }),
  ];
  expect(checkSums(receipt, now).filter(({ result }) => result === 'differs')).toEqual([]);
});

test.each([
  ['{', 'not JSON'],
  ['{"command":1}', 'command'],
])('a file with %j is rejected as a receipt, and the error names %s', async (text, place) => {
  const path = join(mkdtempSync(join(tmpdir(), 'costctl-test-')), 'receipt.json');
  writeFileSync(path, text);
  await expect(readReceipt(path)).rejects.toMatchObject({
    code: 'invalid_data',
    message: `${path} is not a receipt of costs: ${place}`,
  });
});

test('removed days, added days and days without a currency are listed', () => {
  const now = [
    groupOf({ day: '2026-10-01', currency: 'USD', total: '3' }),
    groupOf({ day: '2026-10-02', currency: null, total: '2.00' }),
  ];
  const reported = checkSums(receiptOf({ found }), now).map(
    ({ subject, what, receipt, now: today, result }) => [subject, what, receipt, today, result],
  );
  expect(reported).toEqual([
    ['2026-10-01 EUR', 'rows', '1', null, 'differs'],
    ['2026-10-01 EUR', 'sum', '1.5', null, 'differs'],
    ['2026-10-01 USD', 'rows', null, '1', 'differs'],
    ['2026-10-01 USD', 'sum', null, '3', 'differs'],
    ['2026-10-02', 'rows', '1', '1', 'same'],
    ['2026-10-02', 'sum', '2', '2.00', 'same'],
  ]);
});

test('row counts are labeled with their day or range of days', () => {
  const one = { from: '2026-10-01', to: '2026-10-01' };
  expect(checkRows(one, 3, 3)).toMatchObject({ subject: '2026-10-01', result: 'same' });
  const two = { from: '2026-10-01', to: '2026-10-02' };
  expect(checkRows(two, 3, 4)).toMatchObject({
    subject: '2026-10-01..2026-10-02',
    receipt: '3',
    now: '4',
    result: 'differs',
  });
});

test('an amount that is no longer a number and a row without a day are differences', () => {
  const now = [
    { ...groupOf({ day: '2026-10-01', total: '1.5' }), faults: 1 },
    groupOf({ day: '2026-10-02', currency: null, total: '2' }),
    { ...groupOf({ day: null, total: '0' }), total: decimalOf('0'), faults: 1 },
  ];
  const listed = checkSums(receiptOf({ found }), now).filter(({ result }) => result === 'differs');
  expect(
    listed.map(({ subject, what, receipt, now: current }) => [subject, what, receipt, current]),
  ).toEqual([
    ['(no day) EUR', 'rows', null, '1'],
    ['2026-10-01 EUR', 'sum', '1.5', null],
  ]);
});
