import { expect, test } from 'vitest';
import {
  findShortfall,
  type ImportReport,
  type Shortfall,
} from '../../src/metrics/import-report.ts';

const whole: ImportReport = {
  metric: 'bmt_orders',
  rows: 10,
  values: 7,
  merged: 1,
  invalid: 2,
  created: 3,
  updated: 2,
  unchanged: 2,
  failed: 0,
  resent: 0,
  batches: 1,
  sum: '1',
  from: '2026-01-01',
  to: '2026-01-02',
};
const good = { ...whole, rows: 8, invalid: 0 };

function shortfall(
  report: ImportReport,
  given: Omit<Shortfall, 'report' | 'toZero'> = {},
  toZero = 0,
) {
  return findShortfall({ report, toZero, ...given })?.message;
}

test('a complete import has no shortfall', () => {
  expect(shortfall(good)).toBeUndefined();
  expect(shortfall({ ...good, extra: 2, zeroed: 2 }, {}, 2)).toBeUndefined();
});

test.each<[string, string | undefined]>([
  ['2 of 10 rows cannot be used', shortfall(whole)],
  ['1 of 7 values were not stored', shortfall({ ...good, unchanged: 1, failed: 1 })],
  [
    '1 of 7 values were not stored: the service answered 400',
    shortfall({ ...good, unchanged: 1, failed: 1 }, { firstFailure: 'the service answered 400' }),
  ],
  [
    '1 of 7 values may not be stored: the response was cut short',
    shortfall(
      { ...good, unchanged: 1, failed: 1 },
      { firstFailure: 'the response was cut short', unsure: 1 },
    ),
  ],
  ['the service counted 8 of 7 values sent', shortfall({ ...good, created: 4 })],
  ['the service counted 6 of 7 values sent', shortfall({ ...good, updated: 1 })],
  [
    '2 of 7 values were not stored; the service counted 6 of 5 values sent',
    shortfall({ ...good, created: 2, failed: 2 }),
  ],
  ['9 rows became 8', shortfall({ ...good, rows: 9 })],
  ['2 of 10 rows cannot be used; 10 rows became 11', shortfall({ ...whole, merged: 2 })],
  ['1 of 3 extra values were not set to 0', shortfall({ ...good, zeroed: 2 }, {}, 3)],
  ['2 of 2 extra values were not set to 0', shortfall(good, {}, 2)],
  ['1 value did not read back as sent', shortfall(good, { different: 1 })],
  ['the values could not be read back: gone', shortfall(good, { unverified: 'gone' })],
])('%s', (expected, reported) => {
  expect(reported).toBe(expected);
});

test('the hint names the rejects file, or the option that writes one', () => {
  const failed = { ...whole, unchanged: 1, failed: 1 };
  const hint = (report: ImportReport, rejects?: string) =>
    findShortfall({ report, toZero: 0, rejects })?.details.hint;
  expect(hint(failed, 'left.csv')).toBe('the rows left out are in left.csv, which import reads');
  expect(hint(failed)).toMatch(
    /^run the same command again.* --rejects FILE keeps the rows left out$/,
  );
});

test('the hint names no rejects if no row was left out', () => {
  for (const rejects of [undefined, 'left.csv']) {
    for (const report of [{ ...good, created: 0 }, { ...good, rows: 9 }, good]) {
      const { hint } = findShortfall({ report, toZero: 0, different: 1, rejects })?.details ?? {};
      expect(hint).toBe('run the same command again: stored values stay unchanged');
    }
  }
});

test('rows that cannot be used are to be corrected: the same file would fail again', () => {
  expect(findShortfall({ report: whole, toZero: 0 })?.details.hint).toMatch(
    /^correct them and run/,
  );
});
