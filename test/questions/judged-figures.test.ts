import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compareDecimals,
  formatJudged,
  formatPercent,
  multiplyDecimals,
  parseDecimal,
} from '../../src/json/decimal.ts';
import { decimalOf, judgedPercent } from '../../src/questions/result-rows.ts';

const hundred = { units: 100n, scale: 0 };

test.each([
  ['99.9988', '100', ['100'], '99.99', '99.99'],
  ['100.0000001', '100', ['100'], '100.0000001', '>100.00'],
  ['15999.9999', '20000', ['80', '100'], '79.99', '79.99'],
  ['80', '100', ['80.01'], '80.00', '80.00'],
  ['80.008', '100', ['80.01'], '80.00', '80.00'],
  ['2', '3', [], '66.67', '66.67'],
  ['-20.001', '100', ['-20'], '-20.01', '-20.01'],
])('%s of %s under %j is %s, for people %s', (part, whole, limits, exact, shown) => {
  const share = judgedPercent(decimalOf(part), decimalOf(whole), limits.map(decimalOf));
  expect([share, formatPercent(share ?? '')]).toEqual([exact, shown]);
});

test.each([
  ['100.004', '100', '>100.00'],
  ['99.999', '100', '99.99'],
  ['100.00', '100', '100.00'],
  ['99.994', '100', '99.99'],
  ['1234.5', '', '1,234.50'],
  ['-100.004', '-100', '-100.01'],
])('%s judged by %s is shown as %s', (amount, limit, shown) => {
  expect(formatJudged(amount, 'USD', limit)).toBe(shown);
});

test('no share is rounded across a limit that it is judged by, or onto it', () => {
  const amount = fc.tuple(fc.bigInt({ min: -1_000_000_000n, max: 1_000_000_000n }), fc.nat(6));
  const property = fc.property(
    amount,
    fc.bigInt({ min: 1n, max: 1_000_000_000n }),
    fc.array(fc.tuple(fc.bigInt({ min: 0n, max: 20_000n }), fc.nat(4)), { maxLength: 3 }),
    ([units, scale], whole, bounds) => {
      const part = { units, scale };
      const limits = bounds.map(([units, scale]) => ({ units, scale }));
      const all = { units: whole, scale: 0 };
      const share = parseDecimal(judgedPercent(part, all, limits) ?? '');
      if (share === undefined) throw new Error('a share is a decimal');
      for (const limit of limits) {
        expect(compareDecimals(share, limit)).toBe(
          compareDecimals(multiplyDecimals(part, hundred), multiplyDecimals(limit, all)),
        );
      }
    },
  );
  fc.assert(property);
});
