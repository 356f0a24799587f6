import fc from 'fast-check';
import { expect, test } from 'vitest';
import { converterOf } from '../../src/focus/convert-value.ts';
import type { MappedColumn, Source } from '../../src/focus/map.ts';
import { startColumn } from './start-column.ts';

const mapped = (source: Source): MappedColumn => ({ ...startColumn, source });
const utc = converterOf(mapped({ kind: 'column', column: 'start', or: undefined, isUtc: true }));
const result = ({ text, fault }: ReturnType<typeof utc>) => fault ?? text;

const digits = (min: number, max: number) =>
  fc.integer({ min, max }).map((one) => String(one).padStart(2, '0'));
const zones = ['', 'Z', ' UTC', '+00:00', '-05:30'];

test('a day that does not exist is refused, with any time and any zone', () => {
  const day = fc.tuple(fc.integer({ min: 1, max: 9998 }), digits(0, 13), digits(0, 32));
  const rest = fc.tuple(fc.constantFrom('T', ' '), digits(6, 17), fc.constantFrom(...zones));
  fc.assert(
    fc.property(day, rest, ([year, month, date], [mark, hour, zone]) => {
      const text = `${String(year).padStart(4, '0')}-${month}-${date}`;
      const time = new Date(`${text}T00:00:00Z`);
      const exists = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
      const found = result(utc(`${text}${mark}${hour}:00:00${zone}`));
      if (exists) expect(found).toMatch(new RegExp(`^${text}T\\d\\d:\\d0:00Z$`));
      else expect(found).toBe('is not a moment with a time zone');
    }),
    { numRuns: 2000 },
  );
});

test('a fraction of a second is refused, however small; zeros are none', () => {
  const places = fc.stringMatching(/^\d{1,12}$/);
  fc.assert(
    fc.property(places, fc.constantFrom(...zones), (fraction, zone) => {
      const found = result(utc(`2026-10-05 12:00:00.${fraction}${zone}`));
      if (/^0+$/.test(fraction)) expect(found).toMatch(/^2026-10-05T1\d:\d0:00Z$/);
      else expect(found).toBe('has a fraction of a second');
    }),
  );
});

test.each(['2026-02-30', '2026-02-29 12:00', '0000-01-01', '9999-12-31T23:00:00-05:00'])(
  'no zone makes %s a moment',
  (text) => {
    expect(result(utc(text))).toBe('is not a moment with a time zone');
  },
);

test.each(['end-of-day', 'end-of-month'] as const)(
  'no year of five digits comes from %s',
  (moment) => {
    const convert = converterOf(mapped({ kind: 'moment', column: 'day', moment }));
    expect(result(convert('9999-12-31'))).toBe('is not a day');
    expect(result(convert('9999-11-30'))).toBe('9999-12-01T00:00:00Z');
  },
);
