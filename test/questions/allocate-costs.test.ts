import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDecimals,
  compareDecimals,
  formatDecimal,
  parseDecimal,
  zero,
} from '../../src/json/decimal.ts';
import { allocate, split, unallocated } from '../../src/questions/allocate-costs.ts';
import { parseRules } from '../../src/questions/allocation-rules.ts';
import type { Group } from '../../src/rows/tally.ts';
import { decimalOf } from '../helpers/groups.ts';

const weightsOf = (weights: Record<string, string>) =>
  new Map(Object.entries(weights).map(([name, text]) => [name, decimalOf(text)]));
const texts = (parts: ReadonlyMap<string, { units: bigint; scale: number }>) =>
  Object.fromEntries([...parts].map(([name, part]) => [name, formatDecimal(part)]));

describe('an amount is split by weights', () => {
  test.each([
    ['0.05', { a: '10', b: '60', c: '30' }, { a: '0.01', b: '0.03', c: '0.01' }],
    ['100', { a: '1', b: '1', c: '1' }, { a: '34', b: '33', c: '33' }],
    ['-1.00', { a: '1', b: '2' }, { a: '-0.33', b: '-0.67' }],
    ['1.0', { a: '0.5', b: '0.25', c: '0.25' }, { a: '0.5', b: '0.3', c: '0.2' }],
    ['27', { a: '0', b: '0' }, { [unallocated]: '27' }],
    ['27', {}, { [unallocated]: '27' }],
  ])('%s by %j', (amount, weights, parts) => {
    expect(texts(split(decimalOf(amount), weightsOf(weights)))).toEqual(parts);
  });

  test('the parts add up and have the sign of the amount, for any weights', () => {
    const amounts = fc.tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat(12));
    const weights = fc.dictionary(
      fc.string({ minLength: 1, maxLength: 5 }),
      fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.nat(6)),
      { maxKeys: 12 },
    );
    fc.assert(
      fc.property(amounts, weights, ([units, scale], given) => {
        const amount = { units, scale };
        const parts = split(
          amount,
          new Map(
            Object.entries(given).map(([name, [one, places]]) => [
              name,
              { units: one, scale: places },
            ]),
          ),
        );
        const sum = [...parts.values()].reduce(addDecimals, zero);
        expect(compareDecimals(sum, amount)).toBe(0);
        for (const part of parts.values()) expect(part.units * units >= 0n).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

const rules = parseRules(
  'rules.yaml',
  `- match: [service=Support]
  by: cost
  negative: zero
- match: [service=Network]
  to: [web, shop]
- match: [service=Tax]
  by: fixed
  weights: {web: 1, shop: 2.5}
- match: [service=Metered]
  by: metric:bmt_orders/team
`,
  'team',
);

test('allocated amounts add up to the costs per currency and period, for any rows', () => {
  const groups = fc.array(
    fc.record({
      day: fc.constantFrom('2026-11-01', '2026-11-02'),
      currency: fc.constantFrom('USD', 'EUR', null),
      values: fc.tuple(
        fc.constantFrom('', '0', '1', '2', '3'),
        fc.constantFrom('web', 'shop', 'ops', null),
      ),
      total: fc.tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.nat(9)),
    }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(groups, fc.boolean(), (drawn, hasMetric) => {
      const all: Group[] = drawn.map(({ total: [units, scale], ...one }) => ({
        ...one,
        rows: 1,
        faults: 0,
        total: { units, scale },
      }));
      const weights = () => (hasMetric ? weightsOf({ web: '3', ops: '4' }) : new Map());
      const { rows } = allocate(all, rules, weights, (day) => day ?? '');
      for (const day of ['2026-11-01', '2026-11-02']) {
        for (const currency of ['USD', 'EUR', null]) {
          const spent = all
            .filter((one) => one.day === day && one.currency === currency)
            .reduce((sum, { total }) => addDecimals(sum, total), zero);
          const shared = rows
            .filter((row) => row['period'] === day && row['currency'] === currency)
            .reduce(
              (sum, row) => addDecimals(sum, parseDecimal(String(row['total'])) ?? zero),
              zero,
            );
          expect(compareDecimals(spent, shared)).toBe(0);
        }
      }
    }),
    { numRuns: 500 },
  );
});
