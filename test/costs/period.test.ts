import { expect, test } from 'vitest';
import { choosePeriod } from '../../src/costs/period.ts';

const now = Date.UTC(2026, 10, 21, 3, 0, 0);

test.each([
  [{ from: '2026-10-01', to: '2026-10-31' }, 'days', '2026-10-01', '2026-10-31'],
  [{ from: '2026-10-01', to: '2026-10-01' }, 'days', '2026-10-01', '2026-10-01'],
  [{ last: '7d' }, 'last', '2026-11-14', '2026-11-20'],
  [{ last: '7d', includeToday: true }, 'last', '2026-11-15', '2026-11-21'],
  [{ last: '4w' }, 'last', '2026-10-24', '2026-11-20'],
  [{ last: '3m' }, 'last', '2026-08-21', '2026-11-20'],
  [{ month: '2026-02' }, 'month', '2026-02-01', '2026-02-28'],
  [{ month: '2026-11' }, 'month', '2026-11-01', '2026-11-30'],
  [{ lastMonth: true }, 'month', '2026-10-01', '2026-10-31'],
  [{ monthToDate: true }, 'month-to-date', '2026-11-01', '2026-11-20'],
  [{ monthToDate: true, includeToday: true }, 'month-to-date', '2026-11-01', '2026-11-21'],
] as const)('%j is %s from %s to %s', (options, kind, from, to) => {
  expect(choosePeriod(options, now)).toEqual({ kind, from, to });
});

test('the last month of a month that ended yesterday is that month', () => {
  expect(choosePeriod({ last: '1m' }, Date.UTC(2026, 11, 1))).toEqual({
    kind: 'last',
    from: '2026-11-01',
    to: '2026-11-30',
  });
});

test.each([
  [{}, 'no days were asked for'],
  [{ from: '2026-10-02', to: '2026-10-01' }, '--from 2026-10-02 is after --to 2026-10-01'],
  [{ from: '2026-02-30', to: '2026-03-01' }, "--from: '2026-02-30' is not a day"],
  [{ from: '2026-02-01', to: 'today' }, "--to: 'today' is not a day"],
  [{ from: '2026-02-01' }, '--from needs --to'],
  [{ to: '2026-02-01' }, '--to needs --from'],
  [{ month: '2026-12' }, '--month 2026-12 is in the future'],
  [{ month: '2026-13' }, "--month: '2026-13' is not a month"],
  [{ last: '0d' }, "--last: '0d' is not a period"],
  [{ last: '7y' }, "--last: '7y' is not a period"],
  [{ last: '99999m' }, "--last: '99999m' reaches back too far"],
  [{ last: '7d', month: '2026-10' }, '--last and --month exclude each other'],
  [{ from: '2026-10-01', lastMonth: true }, '--from and --to and --last-month exclude each other'],
])('%j is refused: %s', (options, message) => {
  expect(() => choosePeriod(options, now)).toThrow(message);
});

test('the month to date on its first day has no whole day yet', () => {
  const first = Date.UTC(2026, 10, 1);
  expect(() => choosePeriod({ monthToDate: true }, first)).toThrow('no whole day yet');
  expect(choosePeriod({ monthToDate: true, includeToday: true }, first).to).toBe('2026-11-01');
});
