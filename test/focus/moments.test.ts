import { expect, test } from 'vitest';
import { valueCheckOf } from '../../src/focus/value.ts';
import { dayIn } from '../../src/rows/currency-and-day.ts';

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
  const isMoment = valueCheckOf('type Date/Time');
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
