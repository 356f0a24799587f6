import { expect, test } from 'vitest';
import { choosePeriod } from '../src/days.ts';

const now = Date.UTC(2026, 10, 21, 3, 0, 0);

test.each([
  [{ from: '2026-10-01', to: '2026-10-31' }, 'days', '2026-10-01', '2026-10-31'],
  [{ from: '2026-10-01', to: '2026-10-01' }, 'days', '2026-10-01', '2026-10-01'],
  [{ last: '7d' }, 'last', '2026-11-14', '2026-11-20'],
  [{ last: '7d', includeToday: true }, 'last', '2026-11-15', '2026-11-21'],
  [{ last: '4w' }, 'last', '2026-10-24', '2026-11-20'],
  [{ last: '3m' }, 'last', '2026-08-21', '2026-11-20'],
  [{ month: '2026-02' }, 'month', '2026-02-01', '2026-02-28'],
  [{ month: '2026-11' }, 'month-to-date', '2026-11-01', '2026-11-20'],
  [{ month: '2026-11', includeToday: true }, 'month-to-date', '2026-11-01', '2026-11-21'],
  [{ quarter: '2026Q3' }, 'quarter', '2026-07-01', '2026-09-30'],
  [{ quarter: '2026-q4' }, 'quarter-to-date', '2026-10-01', '2026-11-20'],
  [{ from: '2026-11-21', to: '2026-11-21' }, 'days', '2026-11-21', '2026-11-21'],
  [{ lastMonth: true }, 'month', '2026-10-01', '2026-10-31'],
  [{ monthToDate: true }, 'month-to-date', '2026-11-01', '2026-11-20'],
  [{ monthToDate: true, includeToday: true }, 'month-to-date', '2026-11-01', '2026-11-21'],
] as const)('%j is %s from %s to %s', (options, kind, from, to) => {
  const { note, ...period } = choosePeriod(options, now);
  expect(period).toEqual({ kind, from, to });
  // Only a period that was cut needs a word.
  expect(note === undefined).toBe(
    !('month' in options || 'quarter' in options) || to < '2026-11-01',
  );
});

test('--last 1m on the first of a month is the previous month', () => {
  expect(choosePeriod({ last: '1m' }, Date.UTC(2026, 11, 1))).toEqual({
    kind: 'last',
    from: '2026-11-01',
    to: '2026-11-30',
  });
});

test.each([
  [{}, 'no period given'],
  [{ from: '2026-10-02', to: '2026-10-01' }, '--from 2026-10-02 is after --to 2026-10-01'],
  [{ from: '2026-02-30', to: '2026-03-01' }, "--from: '2026-02-30' is not a valid date"],
  [{ from: '2026-02-01', to: 'today' }, "--to: 'today' is not a valid date"],
  [{ from: '2026-11-21', to: '2026-11-22' }, '--to 2026-11-22 is in the future'],
  [{ quarter: '2027Q1' }, '--quarter 2027Q1 is in the future'],
  [{ quarter: '2026Q5' }, "--quarter: '2026Q5' is not a quarter"],
  [{ from: '2026-02-01' }, '--from needs --to'],
  [{ to: '2026-02-01' }, '--to needs --from'],
  [{ month: '2026-12' }, '--month 2026-12 is in the future'],
  [{ month: '2026-13' }, "--month: '2026-13' is not a month"],
  [{ last: '0d' }, "--last: '0d' is not a period"],
  [{ last: '7y' }, "--last: '7y' is not a period"],
  [{ last: '99999m' }, "--last: '99999m' reaches back too far"],
  [{ last: '7d', month: '2026-10' }, '--last and --month cannot be used together'],
  [
    { from: '2026-10-01', lastMonth: true },
    '--from and --to and --last-month cannot be used together',
  ],
])('%j is refused: %s', (options, message) => {
  expect(() => choosePeriod(options, now)).toThrow(message);
});

test.each([{ monthToDate: true }, { month: '2026-11' }])(
  '%j on the first of the month is empty, with a note',
  (options) => {
    const first = Date.UTC(2026, 10, 1);
    expect(choosePeriod(options, first)).toMatchObject({
      from: '2026-11-01',
      to: '2026-10-31',
      note: expect.stringContaining('no complete day yet'),
    });
    expect(choosePeriod({ ...options, includeToday: true }, first).to).toBe('2026-11-01');
  },
);
