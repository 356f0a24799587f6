import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  countDays,
  dayOf,
  eachDay,
  isDay,
  monthRange,
  nameDays,
} from '../src/days.ts';

const anyDay = fc
  .date({ min: new Date('1971-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const noDays = [
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '0000-01-01',
  '2026-1-1',
  '20260101',
  '',
  '2026-01-01T00',
];
test.each(noDays)('%j is not a day', (text) => {
  expect(isDay(text)).toBe(false);
});

test('a leap day is a day', () => {
  expect(isDay('2028-02-29')).toBe(true);
});

test('a timestamp belongs to its UTC day', () => {
  expect(dayOf(Date.UTC(2026, 10, 20, 23, 59, 59, 999))).toBe('2026-11-20');
});

test('the day of a moment is the same whichever days were asked for before, also before 1970', () => {
  for (let number = 6000; number > -6000; number -= 1) {
    const start = Date.UTC(1970, 0, 1 + number);
    for (const time of [start, start - 1]) {
      expect(dayOf(time)).toBe(new Date(time).toISOString().slice(0, 10));
    }
  }
});

test('adding months to a month end never passes the last day of the target month', () => {
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
  expect(addMonths('2026-01-31', 13)).toBe('2027-02-28');
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
  expect(addMonths('0026-01-31', 1)).toBe('0026-02-28');
  expect(addMonths('2026-11-01', -24_000)).toBe('0026-11-01');
});

test('a month runs from its first to its last day', () => {
  expect(monthRange('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(monthRange('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(monthRange('0050-01')).toEqual({ from: '0050-01-01', to: '0050-01-31' });
});

test('the days of a range end with the year 9999', () => {
  expect([...eachDay({ from: '9999-12-30', to: '9999-12-31' })]).toEqual([
    '9999-12-30',
    '9999-12-31',
  ]);
});

test('adding, counting and iterating days agree across any months', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 0, max: 500 }), (from, count) => {
      const range = { from, to: addDays(from, count) };
      const days = [...eachDay(range)];
      expect(countDays(range)).toBe(count + 1);
      expect(days).toHaveLength(count + 1);
      expect(days.every(isDay)).toBe(true);
      expect([...days].sort()).toEqual(days);
      expect(addDays(range.to, -count)).toBe(from);
    }),
  );
});

test.each([
  [['2026-10-01'], '2026-10-01'],
  [['2026-10-01', '2026-10-02'], '2026-10-01 to 2026-10-02'],
  [[...eachDay({ from: '2025-01-01', to: '2026-02-04' })], '2025-01-01 to 2026-02-04'],
  [
    [...eachDay({ from: '2025-01-01', to: '2027-03-11' })].filter((_day, at) => at % 2 === 0),
    '2025-01-01, 2025-01-03, 2025-01-05 and 397 more',
  ],
])('however many days are named, their names fit in a line', (days, named) => {
  expect(nameDays(days)).toBe(named);
});
