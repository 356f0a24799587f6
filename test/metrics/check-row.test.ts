import { describe, expect, test } from 'vitest';
import { createCheck } from '../../src/metrics/check-row.ts';

const spelling = { decimalComma: false, dateFormat: undefined };
const rules = {
  labelColumns: [],
  allowMissingLabels: false,
  trim: false,
  spelling,
  hasLabel: () => false,
};
const check = createCheck(rules);

const row = (date: string | undefined, amount: string | undefined) =>
  check({ line: 2, date, amount, labels: [] });

describe('a day', () => {
  const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  test.each(lengths.map((days, at) => [String(at + 1).padStart(2, '0'), days] as const))(
    'month %s of 2026 ends with day %i',
    (month, days) => {
      const next = `2026-${month}-${days + 1}`;
      expect(row(`2026-${month}-${days}`, '1')).toMatchObject({ date: `2026-${month}-${days}` });
      expect(row(next, '1')).toBe(`${next} is not a valid date`);
    },
  );

  test.each([
    '2024-02-30',
    '1900-02-29',
    '2100-02-29',
    '3000-02-29',
    '2026-00-01',
    '2026-13-01',
    '2026-01-00',
  ])('%s is not in the calendar', (date) => {
    expect(row(date, '1')).toBe(`${date} is not a valid date`);
  });

  test.each(['2024-02-29', '2000-02-29', '3024-02-29', '2028-02-29'])('%s is valid', (date) => {
    expect(row(date, '1')).toMatchObject({ date });
  });

  test.each(['x2026-01-01', '2026-01-01x', '02026-01-01', '2026-1-01', '2026-01-1'])(
    '%s does not have the form YYYY-MM-DD',
    (date) => {
      expect(row(date, '1')).toBe(`the date "${date}" is not of the form YYYY-MM-DD`);
    },
  );
});

describe('an amount', () => {
  test.each([
    '+5',
    '-5',
    '12.50',
    '0.1234567890123',
    '9'.repeat(100),
    `1.${'9'.repeat(100)}`,
    '9'.repeat(101),
    '9'.repeat(1000),
    `0.${'9'.repeat(101)}`,
    '12.34e5',
    '12.34E+5',
    '1234e-2',
    '1e999',
    '1e-998',
  ])('keeps its text unchanged (case %#)', (amount) => {
    expect(row('2026-01-01', amount)).toMatchObject({ amount });
  });

  test.each(['9'.repeat(1001), '1e1000', '1e-999', '1e99999'])(
    'of more than 1,000 digits is refused (case %#)',
    (amount) => {
      expect(row('2026-01-01', amount)).toMatch(/ has more than 1,000 digits$/);
    },
  );

  test.each([
    [' 5', 'has spaces around it'],
    ['5 ', 'has spaces around it'],
    ['5 6', 'is not a decimal'],
    ['NaN', 'is not a number'],
    ['-nan', 'is not a number'],
    ['xnan', 'is not a decimal'],
    ['nanx', 'is not a decimal'],
    ['Infinity', 'is not finite'],
    ['+inf', 'is not finite'],
    ['xinf', 'is not a decimal'],
    ['info', 'is not a decimal'],
    ['5€', 'has a currency sign'],
    ['5%', 'has a percent sign'],
    ['1,234', 'has a thousands separator, or a decimal comma (then give --decimal-comma)'],
    ['-12,345.6', 'has a thousands separator'],
    ["123'456'789.25", 'has a thousands separator'],
    ['1 234', 'has a thousands separator'],
    ['1_234', 'has a thousands separator'],
    ['x1,234', 'is not a decimal'],
    ['1,234x', 'is not a decimal'],
    ['1,23', 'has a decimal comma: give --decimal-comma'],
    ['-12,5', 'has a decimal comma: give --decimal-comma'],
    ['12345,678', 'has a decimal comma: give --decimal-comma'],
    ['x1,2', 'is not a decimal'],
    ['1,2x', 'is not a decimal'],
    ['.5', 'lacks a digit before the point'],
    ['-.5', 'lacks a digit before the point'],
    ['x.5', 'is not a decimal'],
    ['5.', 'lacks a digit after the point'],
    ['-12.', 'lacks a digit after the point'],
    ['12.e5', 'lacks a digit after the point'],
    ['x5.', 'is not a decimal'],
    ['5.x', 'is not a decimal'],
    ['0x10', 'is not a decimal'],
    ['1.2.3', 'is not a decimal'],
    ['1e', 'is not a decimal'],
    ['5.x5', 'is not a decimal'],
  ])('%j %s', (amount, fault) => {
    expect(row('2026-01-01', amount)).toBe(`the amount ${JSON.stringify(amount)} ${fault}`);
  });
});

test('reports both an empty date and an empty amount', () => {
  expect(row(undefined, undefined)).toBe('the date is empty; the amount is empty');
  expect(row('', '')).toBe('the date is empty; the amount is empty');
});

test.each([40, 41])('shows at most forty of %i characters', (length) => {
  const text = `a${'x'.repeat(length - 1)}`;
  const seen = length > 40 ? `a${'x'.repeat(39)}…` : text;
  expect(row('2026-01-01', text)).toBe(`the amount "${seen}" is not a decimal`);
});

describe('labels', () => {
  const labelled = (labels: (string | undefined)[], given: object = {}) =>
    createCheck({ ...rules, labelColumns: ['region', 'team'], ...given })({
      line: 3,
      date: '2026-01-01',
      amount: '5',
      labels,
    });

  test('are in the order of their columns, as JSON', () => {
    expect(labelled(['eu "1"', 'é\u0001'])).toEqual({
      line: 3,
      date: '2026-01-01',
      amount: '5',
      labels: '{"region":"eu \\"1\\"","team":"é\\u0001"}',
    });
  });

  test('a missing label is reported by name', () => {
    expect(labelled(['eu', undefined])).toBe('the label team is missing');
    expect(labelled(['', 'a'])).toBe('the label region is missing');
  });

  test('a label that may be missing is left out', () => {
    expect(labelled([undefined, 'a'], { allowMissingLabels: true })).toMatchObject({
      labels: '{"team":"a"}',
    });
    expect(
      labelled([undefined, undefined], { allowMissingLabels: true, trim: true }),
    ).toMatchObject({ labels: '{}' });
  });

  test('spaces around a label are reported, or removed with trim', () => {
    expect(labelled([' eu', 'a'])).toBe('the label region has spaces around it: " eu"');
    expect(labelled(['eu', 'a '])).toBe('the label team has spaces around it: "a "');
    expect(labelled([' eu', 'a '], { trim: true })).toMatchObject({
      labels: '{"region":"eu","team":"a"}',
    });
  });
});

test('a fault in the form of a row is reported alone', () => {
  expect(check({ line: 2, date: '', amount: '', labels: [], fault: 'it is torn' })).toBe(
    'it is torn',
  );
});
