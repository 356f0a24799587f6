import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFormats } from '../../src/reports/locale.ts';
import { knownLocale } from '../../src/text.ts';

const locales = [
  'en-US',
  'en-IN',
  'de-DE',
  'de-CH',
  'fr-FR',
  'es-ES',
  'pl-PL',
  'sv-SE',
  'ar-EG',
  'fa-IR',
  'hi-IN',
  'ja-JP',
  'tr-TR',
  'pt-PT',
];

function shown(locale: string, kind: 'money' | 'change', value: string, currency = 'USD') {
  const written = createFormats({ locale, exact: false }).figure({ kind, value, currency });
  return written.replaceAll(/[\u00a0\u202f]/g, ' ');
}

test.each([
  ['en-US', '1234567.5', 'USD 1,234,567.50'],
  ['en-US', '-1234567.5', '-USD 1,234,567.50'],
  ['de-DE', '1234567.5', '1.234.567,50 USD'],
  ['en-IN', '1234567.5', 'USD 12,34,567.50'],
  ['fr-FR', '1234567.5', '1 234 567,50 USD'],
  ['es-ES', '1234.5', '1234,50 USD'],
  ['es-ES', '12345.5', '12.345,50 USD'],
  ['en-US', '0.004', '<USD 0.01'],
  ['en-US', '-0.004', '-<USD 0.01'],
  ['en-US', '0', 'USD 0.00'],
  ['en-US', '0.125', 'USD 0.12'],
  ['en-US', '0.135', 'USD 0.14'],
])('%s writes %s as %s', (locale, value, text) => {
  expect(shown(locale, 'money', value)).toBe(text);
});

test('a currency is written with its own decimals, and an unknown one with its name', () => {
  expect(shown('en-US', 'money', '1234.5', 'JPY')).toBe('JPY 1,234');
  expect(shown('en-US', 'money', '1234.5', 'KWD')).toBe('KWD 1,234.500');
  expect(shown('en-US', 'money', '1', 'credits of <b>')).toBe('1.00 credits of <b>');
});

test('a change always has a sign, and zero has no sign', () => {
  const values = ['1', '-1', '0', '0.001', '-0.001'];
  expect(values.map((value) => shown('en-US', 'change', value))).toEqual([
    '+USD 1.00',
    '-USD 1.00',
    'USD 0.00',
    '+<USD 0.01',
    '-<USD 0.01',
  ]);
});

describe('every language', () => {
  const formats = locales.map((locale) => ({
    locale,
    ...createFormats({ locale, exact: true }),
  }));

  test('writes integers like the platform', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (number) => {
        for (const { locale, number: write } of formats) {
          expect(write(String(number))).toBe(plain(new Intl.NumberFormat(locale).format(number)));
        }
      }),
    );
  });

  test('keeps every digit of a number of any length', () => {
    const digits = fc.stringMatching(/^[1-9][0-9]{0,40}$/);
    const places = fc.stringMatching(/^[0-9]{0,30}$/);
    fc.assert(
      fc.property(digits, places, fc.boolean(), (whole, fraction, isNegative) => {
        const text = `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
        for (const { locale, number: write } of formats) {
          expect(readBack(write(text), locale)).toBe(`${whole}${fraction}`);
        }
      }),
    );
  });

  test('writes shares and days as the platform does', () => {
    for (const { locale, figure } of formats) {
      expect(figure({ kind: 'percent', value: '12.34' })).toBe(
        plain(
          new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 2 }).format(
            0.1234,
          ),
        ),
      );
      expect(figure({ kind: 'day', value: '2026-10-01' })).toBe(
        plain(
          new Intl.DateTimeFormat(locale, {
            dateStyle: 'medium',
            timeZone: 'UTC',
            calendar: 'gregory',
          }).format(Date.UTC(2026, 9, 1)),
        ),
      );
    }
  });
});

test.each([
  ['0.00', '0.00%'],
  ['0.003', '<0.01%'],
  ['-0.003', '-<0.01%'],
  ['2.65', '2.65%'],
  ['99.9951', '>99.99%'],
  ['100.00', '100.00%'],
  ['100.003', '>100.00%'],
  ['-100.003', '<-100.00%'],
  ['1234.50', '1,234.50%'],
])('a share of %s is %s, as in the table of a command', (value, shown) => {
  const { figure } = createFormats({ locale: 'en', exact: false });
  expect(figure({ kind: 'percent', value })).toBe(shown);
});

test('an invalid tag is refused', () => {
  expect(knownLocale('de-DE')).toBe('de-DE');
  for (const tag of ['', 'german', 'de_DE', '<b>', 'xx-YY'])
    expect(knownLocale(tag)).toBeUndefined();
});

/** Direction marks are left out. */
function plain(text: string): string {
  return text.replaceAll(/[\u061c\u200e\u200f]/g, '');
}

/** The digits of a text, as 0 to 9. */
function readBack(text: string, locale: string): string {
  const plain = new Intl.NumberFormat(locale, { useGrouping: false });
  const digits = Array.from({ length: 10 }, (_, digit) => plain.format(digit));
  return [...text]
    .map((one) => digits.indexOf(one))
    .filter((digit) => digit >= 0)
    .join('');
}

test.each([...locales, 'ar-SA', 'ps-AF', 'th-TH', 'en-US-u-ca-hebrew', 'en-US-u-ca-chinese'])(
  'in %s a month has the days of that month',
  (locale) => {
    const { figure } = createFormats({ locale, exact: false });
    const months = ['2025-12', '2026-01', '2026-02', '2026-10'];
    const names = months.map((value) => figure({ kind: 'month', value }));
    expect(new Set(names).size).toBe(months.length);
    const gregorian = ['gregory', 'buddhist', 'japanese', 'roc'].map((calendar) => {
      const options = { month: 'long', year: 'numeric', timeZone: 'UTC', calendar } as const;
      return new Intl.DateTimeFormat(locale, options).format(Date.parse('2026-10-01'));
    });
    expect(gregorian.map(plain)).toContain(plain(names[3] ?? ''));
    for (const [value, day] of [
      ['2026-10-01', '1'],
      ['2026-10-31', '31'],
    ] as const) {
      expect(figure({ kind: 'day', value })).toContain(figure({ kind: 'number', value: day }));
    }
  },
);
