import { expect, test } from 'vitest';
import { converterOf, lacksZone } from '../../src/focus/convert-value.ts';
import { valueCheckOf } from '../../src/focus/value.ts';
import { dayIn } from '../../src/rows/currency-and-day.ts';
import { startColumn } from './start-column.ts';

const moments = [
  '2026-01-01',
  '2026-01-01T00:00Z',
  '2026-01-01T00:00:00Z',
  '2026-01-01 00:00:00',
  '2026-01-01T00:00:00.5Z',
  '2026-01-01T00:00:00+00:00',
];
const strays = [...'xXaT:!-+_ .,0'].flatMap((stray) => [
  (moment: string) => `${moment}${stray}x`,
  (moment: string) => `x${stray}${moment}`,
]);

test('a day or a moment with anything before or after it is neither', () => {
  const isMoment = valueCheckOf({ kind: 'type Date/Time' });
  for (const moment of moments) {
    expect([moment, dayIn(moment), isMoment?.(moment, 'csv')]).toEqual([
      moment,
      '2026-01-01',
      true,
    ]);
    for (const stray of strays) {
      const text = stray(moment);
      expect([text, dayIn(text), isMoment?.(text, 'csv')]).toEqual([text, undefined, false]);
    }
  }
});

test.each(['24:00:00', '25:00', '00:60', '00:00:61', '99:99:99'])(
  'there is no %s in a day',
  (time) => {
    const isStrict = valueCheckOf({ kind: 'date and time' });
    for (const text of [`2026-01-01T${time}Z`, `2026-01-01 ${time} UTC`]) {
      expect([dayIn(text), isStrict?.(text, 'csv')]).toEqual([undefined, false]);
    }
    expect(dayIn('2026-12-31T23:59:60Z')).toBe('2026-12-31');
  },
);

test('an export takes no moment and no day with anything before or after it', () => {
  const copy = converterOf({
    ...startColumn,
    source: { kind: 'column', column: 'a', isUtc: true },
  });
  const begin = converterOf({
    ...startColumn,
    source: { kind: 'moment', column: 'a', moment: 'start-of-day' },
  });
  for (const moment of ['2026-01-01', '2026-01-01T00:00:00Z', '2026-01-01 00:00+00:00']) {
    expect([copy(moment).text, begin(moment).text]).toEqual(Array(2).fill('2026-01-01T00:00:00Z'));
    for (const stray of strays) {
      const text = stray(moment);
      expect([text, copy(text).text, lacksZone(text)]).toEqual([text, null, false]);
    }
  }
  const days = ['2026-01-01', '2026-01-01T00:00:00Z', '2026-01-01 00:00+00:00'];
  for (const text of days.flatMap((day) => strays.map((stray) => stray(day)))) {
    expect([text, begin(text).text]).toEqual([text, null]);
  }
});

test('the day of a moment in another zone is not taken for the day in UTC', () => {
  for (const moment of ['start-of-day', 'end-of-day', 'start-of-month', 'end-of-month'] as const) {
    const convert = converterOf({
      ...startColumn,
      source: { kind: 'moment', column: 'a', moment },
    });
    for (const zone of ['-05:00', '+09:30', ' CET']) {
      const { text, fault } = convert(`2026-01-01T23:30:00${zone}`);
      expect([zone, text, fault]).toEqual([zone, null, 'is not a day']);
    }
  }
});

test.each([
  ['0050-02-01', '0050-02-01', '0050-02-02', '0050-02-01', '0050-03-01'],
  ['2024-02-29', '2024-02-29', '2024-03-01', '2024-02-01', '2024-03-01'],
  ['2026-12-31', '2026-12-31', '2027-01-01', '2026-12-01', '2027-01-01'],
  ['9999-12-31', '9999-12-31', null, '9999-12-01', null],
])('the day and the month of %s begin and end', (day, ...ends) => {
  const moments = ['start-of-day', 'end-of-day', 'start-of-month', 'end-of-month'] as const;
  const found = moments.map((moment) => {
    const source = { kind: 'moment', column: 'a', moment } as const;
    return converterOf({ ...startColumn, source })(day).text;
  });
  expect(found).toEqual(ends.map((end) => end && `${end}T00:00:00Z`));
});
