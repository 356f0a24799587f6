import { expect, test } from 'vitest';
import { eachDay } from '../../src/days.ts';
import { describeOutlook } from '../../src/questions/describe-outlook.ts';
import { decimalOf } from '../../src/questions/result-rows.ts';

const month = { from: '2026-11-01', to: '2026-11-30' };

/** So much on every day up to the 20th of November, and 500 more on the 5th of it. */
function groupsOf(service: string, amount: number, from: string, oneOff = 0) {
  return [...eachDay({ from, to: '2026-11-20' })].map((day) => ({
    ...{ day, currency: 'USD', values: [service], rows: 1, faults: 0 },
    total: decimalOf(String(day === '2026-11-05' ? amount + oneOff : amount)),
  }));
}

const services = { a: 10, b: 5, c: 4, d: 3, e: 2 };
const expected = { a: '800', b: '150', c: '150', d: '90', e: '61' };
const allOf = (from: string) =>
  Object.entries(services).flatMap(([service, amount]) =>
    groupsOf(service, amount, from, service === 'a' ? 500 : 0),
  );
const rows = [
  ...Object.entries(expected).map(([service, amount]) => ({
    ...{ service, currency: 'USD', expected: amount },
  })),
  { service: null, currency: 'USD', expected: '1251', all: true },
];
const known = { from: '2026-05-01', to: '2026-11-20' };

test('the outlook says how far it is from the month before, and which groups and days did that', () => {
  expect(describeOutlook(rows, allOf('2026-08-01'), { by: ['service'], month, known })).toEqual([
    '+507.00 USD (+68.15 %) against October 2026, of it +500.00 on 5 November 2026',
    '+490.00 USD a, with +500.00 on 5 November 2026',
    '+26.00 USD c',
    '-5.00 USD b',
    '-4.00 USD 2 others',
  ]);
});

test('what the groups do not add up to has a line of its own', () => {
  const question = { by: ['service'], month, known };
  const more = rows.map((row) => ('all' in row ? { ...row, expected: '1248.50' } : row));
  expect(describeOutlook(more, allOf('2026-08-01'), question)).toEqual([
    '+504.50 USD (+67.81 %) against October 2026, of it +500.00 on 5 November 2026',
    '+490.00 USD a, with +500.00 on 5 November 2026',
    '+26.00 USD c',
    '-5.00 USD b',
    '-4.00 USD 2 others',
    "-2.50 USD beyond the groups' sum",
  ]);
});

test('a day of one group that others make up for is no day of the whole', () => {
  const changed = (service: string, amount: number, oneOff: number) =>
    groupsOf(service, amount, '2026-08-01', oneOff);
  const groups = [...changed('a', 1000, 500), ...changed('b', 1000, -500), ...changed('c', 5, 0)];
  const own = Object.entries({ a: '31500', b: '30500', c: '755' }).map(([service, amount]) => ({
    ...{ service, currency: 'USD', expected: amount },
  }));
  const all = { service: null, currency: 'USD', expected: '62755', all: true };
  const question = { by: ['service'], month, known };
  expect(describeOutlook([...own, all], groups, question)).toEqual([
    '+600.00 USD (+0.97 %) against October 2026',
    '+600.00 USD c',
    '+500.00 USD a, of it +500.00 on 5 November 2026',
    '-500.00 USD b, of it -500.00 on 5 November 2026',
  ]);
});

test.each([
  ['800', '+490.00 USD (+158.06 %) against October 2026'],
  ['310.001', '+<0.01 USD (+<0.01 %) against October 2026'],
  ['31000310', '+31,000,000.00 USD (+10,000,000.00 %) against October 2026'],
])('without groups it is about the whole alone: %s', (amount, answer) => {
  const whole = [{ currency: 'USD', expected: amount }];
  const groups = groupsOf('a', 10, '2026-08-01').map((group) => ({ ...group, values: [] }));
  expect(describeOutlook(whole, groups, { by: [], month, known })).toEqual([answer]);
});

test('nothing is said against a month that may not be all there', () => {
  const groups = allOf('2026-10-01');
  expect(describeOutlook(rows, groups, { by: ['service'], month, known })).toEqual([]);
});

test('a percentage has the sign of its change, also against a month of credits', () => {
  const credits = groupsOf('a', -10, '2026-08-01');
  const whole = (amount: string) => [{ currency: 'USD', expected: amount }];
  expect(describeOutlook(whole('-155'), credits, { by: [], month, known })).toEqual([
    '+155.00 USD (+50.00 %) against October 2026',
  ]);
  expect(describeOutlook(whole('-465'), credits, { by: [], month, known })).toEqual([
    '-155.00 USD (-50.00 %) against October 2026',
  ]);
});
