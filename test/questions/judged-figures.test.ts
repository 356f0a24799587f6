import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compareDecimals,
  formatJudged,
  formatLimit,
  formatPercent,
  multiplyDecimals,
  parseDecimal,
} from '../../src/json/decimal.ts';
import { compareQuotient, judgedQuotient, percentOf } from '../../src/json/percent.ts';
import { allocate } from '../../src/questions/allocate-costs.ts';
import { decimalOf } from '../../src/questions/result-rows.ts';

const hundred = { units: 100n, scale: 0 };

test.each([
  ['99.9988', '100', ['100'], '99.99', '99.99'],
  ['100.0000001', '100', ['100'], '100.0000001', '>100.00'],
  ['15999.9999', '20000', ['80', '100'], '79.99', '79.99'],
  ['80', '100', ['80.01'], '80.00', '80.00'],
  ['80.008', '100', ['80.01'], '80.00', '80.00'],
  ['2', '3', [], '66.67', '66.67'],
  ['0', '3', [], '0.00', '0.00'],
  ['3', '3', [], '100.00', '100.00'],
  ['99999.99', '100000', [], '99.99', '99.99'],
  ['-99999.99', '100000', [], '-99.99', '-99.99'],
  ['100000.01', '100000', [], '100.00001', '>100.00'],
  ['0.01', '100000', [], '0.00001', '<0.01'],
  ['-0.01', '100000', [], '-0.00001', '-<0.01'],
  ['0.01', '-100000', [], '-0.00001', '-<0.01'],
  ['0', '-100000', [], '0.00', '0.00'],
  ['-0.01', '-100000', [], '0.00001', '<0.01'],
  ['-20.001', '100', ['20'], '-20.001', '<-20.00'],
  ['-19.999', '100', ['20'], '-19.99', '-19.99'],
])('%s of %s under %j is %s, for people %s', (part, whole, limits, exact, shown) => {
  const share = percentOf(decimalOf(part), decimalOf(whole), limits.map(decimalOf));
  expect([share, formatPercent(share ?? '')]).toEqual([exact, shown]);
});

test.each([
  ['100.004', '100', '>100.00'],
  ['99.999', '100', '99.99'],
  ['100.00', '100', '100.00'],
  ['99.994', '100', '99.99'],
  ['1234.5', '', '1,234.50'],
  ['-100.004', '-100', '-100.01'],
  ['0.006', '0.008', '<0.01'],
  ['0.014', '0.0141', '0.01'],
  ['0.004', '0.003', '>0.00'],
  ['0', '0.008', '0.00'],
  ['-0.001', '0', '-<0.01'],
  ['-0.005', '-0.004', '-<0.01'],
  ['-0.006', '0', '-<0.01'],
])('%s judged by %s is shown as %s', (amount, limit, shown) => {
  expect(formatJudged(amount, 'USD', limit)).toBe(shown);
});

test.each([
  ['100', 'USD', '100.00'],
  ['1234567.5', 'USD', '1,234,567.50'],
  ['100.00', 'JPY', '100'],
  ['80.01', 'USD', '80.01'],
  ['80.010', 'USD', '80.01'],
  ['80.0101', 'USD', '80.0101'],
  ['1999.995', 'USD', '1,999.995'],
  ['0.004', 'USD', '0.004'],
  ['1999.5', 'JPY', '1,999.5'],
  ['1.234', 'KWD', '1.234'],
  ['1.2344', 'KWD', '1.2344'],
  ['0', 'USD', '0.00'],
  ['-0.004', null, '-0.004'],
])('the limit %s in %s is never rounded: %s', (limit, currency, shown) => {
  expect(formatLimit(limit, currency)).toBe(shown);
});

test('no share is rounded to nothing, to all, or across a limit that it is judged by, or onto it', () => {
  const amount = fc.tuple(fc.bigInt({ min: -1_000_000_000n, max: 1_000_000_000n }), fc.nat(6));
  const property = fc.property(
    amount,
    fc.bigInt({ min: 1n, max: 1_000_000_000n }),
    fc.array(fc.tuple(fc.bigInt({ min: 0n, max: 20_000n }), fc.nat(4)), { maxLength: 3 }),
    ([units, scale], whole, bounds) => {
      const part = { units, scale };
      const asked = bounds.map(([units, scale]) => ({ units, scale }));
      const sizes = [...asked, hundred];
      const below = sizes.map(({ units, scale }) => ({ units: -units, scale }));
      const limits = [...below, decimalOf('0'), ...sizes];
      const all = { units: whole, scale: 0 };
      const share = parseDecimal(percentOf(part, all, asked) ?? '');
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

test('a part of shared cost is said to be all, or nothing, only if it is', () => {
  const units = fc.bigInt({ min: -1_000_000_000_000n, max: 1_000_000_000_000n });
  const small = fc.bigInt({ min: -3n, max: 3n });
  const property = fc.property(units, small, fc.nat(6), (large, little, scale) => {
    const totals = [large, little].map((one) => ({ units: one, scale }));
    const groups = totals.map((total, at) => ({
      ...{ day: null, currency: 'USD', rows: 1, faults: 0 },
      ...{ values: [null, `team ${at}`], total },
    }));
    const { rows } = allocate(
      groups,
      [],
      () => new Map(),
      () => '2026-10',
    );
    const whole = large + little;
    for (const [at, one] of [large, little].entries()) {
      const ratio = rows[at]?.['ratio'];
      if (whole === 0n) expect(ratio).toBeNull();
      else {
        const said = decimalOf(ratio);
        const compare = (limit: bigint) => compareDecimals(said, { units: limit, scale: 0 });
        const sign = whole < 0n ? -1n : 1n;
        const sideOf = (own: bigint) => (own > 0n ? 1 : own < 0n ? -1 : 0);
        expect([compare(0n), compare(1n)]).toEqual([
          sideOf(one * sign),
          sideOf((one - whole) * sign),
        ]);
      }
    }
  });
  fc.assert(property);
});

test('a quotient is shown on the side of its limit on which it is judged, whatever the signs', () => {
  const signed = fc.bigInt({ min: -100_000n, max: 100_000n });
  const property = fc.property(signed, signed, signed, (part, whole, bound) => {
    fc.pre(whole !== 0n);
    const cost = { units: part, scale: 2 };
    const value = { units: whole, scale: 2 };
    const limit = { units: bound, scale: 2 };
    const side = Math.sign(compareQuotient(cost, value, limit));
    const shown = decimalOf(judgedQuotient(cost, value, [limit], 6));
    expect(Math.sign(compareDecimals(shown, limit))).toBe(side);
    // The same by whole numbers: part / whole against bound / 100.
    const order = part * 100n - bound * whole;
    expect(side).toBe(order === 0n ? 0 : Math.sign(Number(order)) * Math.sign(Number(whole)));
  });
  fc.assert(property);
});
