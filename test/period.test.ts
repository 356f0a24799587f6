import { expect, test } from 'vitest';
import { addDays } from '../src/days.ts';
import { choosePeriod, type PeriodOptions, previousPeriod } from '../src/period.ts';
import { plain } from '../src/phrase.ts';
import { chooseAgainst } from '../src/questions/choose-periods.ts';

const now = Date.UTC(2026, 10, 21, 3, 0, 0);

/** As text: the days, then how many months they are, then what a note says. */
test.each([
  [{ from: '2026-10-01', to: '2026-10-31' }, '2026-10-01..2026-10-31'],
  [{ from: '2026-11-21', to: '2026-11-21' }, '2026-11-21..2026-11-21'],
  [{ last: '7d' }, '2026-11-14..2026-11-20'],
  [{ last: '7d', includeToday: true }, '2026-11-15..2026-11-21'],
  [{ last: '4w' }, '2026-10-24..2026-11-20'],
  [
    { last: '3m' },
    '2026-08-01..2026-10-31 3 the last 3 complete months are 2026-08-01 to 2026-10-31',
  ],
  [
    { last: '1m', includeToday: true },
    '2026-10-01..2026-10-31 1 the last complete month is 2026-10-01 to 2026-10-31',
  ],
  [{ month: '2026-02' }, '2026-02-01..2026-02-28 1'],
  [
    { month: '2026-11' },
    '2026-11-01..2026-11-20 1 to date: the month has not ended: the period is 2026-11-01 to 2026-11-20',
  ],
  [
    { month: '2026-11', includeToday: true },
    '2026-11-01..2026-11-21 1 to date: the month has not ended: the period is 2026-11-01 to 2026-11-21',
  ],
  [{ quarter: '2026Q3' }, '2026-07-01..2026-09-30 3'],
  [
    { quarter: '2026-q4' },
    '2026-10-01..2026-11-20 3 to date: the quarter has not ended: the period is 2026-10-01 to 2026-11-20',
  ],
  [{ year: '2025' }, '2025-01-01..2025-12-31 12'],
  [
    { year: '2026' },
    '2026-01-01..2026-11-20 12 to date: the year has not ended: the period is 2026-01-01 to 2026-11-20',
  ],
  [{ lastMonth: true }, '2026-10-01..2026-10-31 1'],
  [{ monthToDate: true }, '2026-11-01..2026-11-20 1 to date'],
  [{ yearToDate: true, includeToday: true }, '2026-01-01..2026-11-21 12 to date'],
] as const)('%j is %s', (options, expected) => {
  const { from, to, months, isToDate, note } = choosePeriod(options, now);
  const toDate = isToDate ? `to date${note === undefined ? '' : ':'}` : undefined;
  const parts = [`${from}..${to}`, months, toDate, note && plain(note)];
  expect(parts.filter((part) => part !== undefined).join(' ')).toBe(expected);
});

test('complete months end before the running one, whatever the day', () => {
  const { from, to } = choosePeriod({ last: '1m' }, Date.UTC(2026, 11, 1));
  expect({ from, to }).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  expect(choosePeriod({ last: '1m' }, Date.UTC(2026, 10, 30))).toMatchObject({ to: '2026-10-31' });
});

test.each([
  [{ last: '3m' }, '2026-05-01..2026-07-31'],
  [{ last: '4w' }, '2026-09-26..2026-10-23'],
  [{ month: '2026-03' }, '2026-02-01..2026-02-28'],
  [{ monthToDate: true }, '2026-10-01..2026-10-20'],
  [{ quarter: '2026Q3' }, '2026-04-01..2026-06-30'],
  [{ quarter: '2026Q2' }, '2026-01-01..2026-03-31'],
  [{ year: '2025' }, '2024-01-01..2024-12-31'],
  [{ yearToDate: true }, '2025-01-01..2025-11-20'],
] as const)('the period before %j is %s', (options, expected) => {
  const { from, to } = previousPeriod(choosePeriod(options, now));
  expect(`${from}..${to}`).toBe(expected);
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
  [{ year: '2027' }, '--year 2027 is in the future'],
  [{ year: '26' }, "--year: '26' is not a year"],
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
    const { note = '', ...range } = choosePeriod(options, first);
    expect(range).toMatchObject({ from: '2026-11-01', to: '2026-10-31' });
    expect(plain(note)).toContain('no complete day yet');
    expect(choosePeriod({ ...options, includeToday: true }, first).to).toBe('2026-11-01');
  },
);

test('a month to date is compared with the same days, even on the last one', () => {
  const february = { from: '2026-02-01', to: '2026-02-28', months: 1 };
  expect(previousPeriod(february)).toEqual({ from: '2026-01-01', to: '2026-01-31' });
  const toDate = { ...february, isToDate: true };
  expect(previousPeriod(toDate)).toEqual({ from: '2026-01-01', to: '2026-01-28' });
});

test('days up to today can be compared with', () => {
  const period = { from: '2026-10-01', to: '2026-10-21' };
  const against = (to: string) => chooseAgainst(period, `2026-11-01..${to}`, '2026-11-21');
  expect(against('2026-11-21')).toEqual({ from: '2026-11-01', to: '2026-11-21' });
  expect(() => against('2026-11-22')).toThrow('2026-11-22 is in the future');
});

test('on the first of January the year so far is empty, with a note', () => {
  const first = Date.UTC(2027, 0, 1);
  for (const options of [{ yearToDate: true }, { year: '2027' }]) {
    const { note = '', ...range } = choosePeriod(options, first);
    expect(range).toMatchObject({ from: '2027-01-01', to: '2026-12-31' });
    expect(plain(note)).toContain('no complete day yet');
  }
});

/** The real day is later than the day after the files, unless it is named. */
test.each<[PeriodOptions, string, string, string | undefined, string?]>([
  [{ month: '2026-12' }, '2026-11-20', '2026-12-01..2026-12-15', undefined],
  [{ quarter: '2026Q4' }, '2026-09-30', '2026-10-01..2026-12-15', undefined],
  [{ month: '2026-11' }, '2026-10-31', '2026-11-01..2026-11-30', undefined],
  [
    { month: '2026-11' },
    '2026-11-20',
    '2026-11-01..2026-11-20',
    'the files end on 2026-11-20: the period is 2026-11-01 to 2026-11-20',
  ],
  [{ month: '2026-11' }, '2026-11-30', '2026-11-01..2026-11-30', undefined],
  [
    { monthToDate: true },
    '2026-10-31',
    '2026-11-01..2026-10-31',
    'the files end on 2026-10-31: the period has no complete day yet',
  ],
  [{ monthToDate: true }, '2026-11-20', '2026-11-01..2026-11-20', undefined],
  // Nothing is missing: the files end yesterday.
  [
    { monthToDate: true },
    '2026-11-30',
    '2026-12-01..2026-11-30',
    '2026-12-01 is not over: the period has no complete day yet',
    '2026-12-01',
  ],
  [
    { month: '2026-12' },
    '2026-11-30',
    '2026-12-01..2026-11-30',
    '2026-12-01 is not over: the period has no complete day yet',
    '2026-12-01',
  ],
])('%j of files up to %s is %s', (options, end, days, said, latest = '2026-12-15') => {
  const today = addDays(end, 1);
  const { from, to, note } = choosePeriod(options, Date.parse(today), latest);
  expect([`${from}..${to}`, note && plain(note)]).toEqual([days, said]);
});
