import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDecimals,
  compareDecimals,
  formatDecimal,
  parseDecimal,
  zero,
} from '../../src/json/decimal.ts';
import { plain } from '../../src/phrase.ts';
import {
  addWholes,
  allocate,
  allocationFields,
  describeAllocation,
  split,
} from '../../src/questions/allocate-costs.ts';
import { parseRules, unallocated } from '../../src/questions/allocation-rules.ts';
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
    ['100', { c: '1', b: '1', a: '1' }, { a: '34', b: '33', c: '33' }],
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

const groupIn = (
  currency: string | null,
  day: string,
  mark: string,
  target: string | null,
  total: string,
): Group => ({
  ...{ currency, day, values: [mark, target], rows: 1, faults: 0, total: decimalOf(total) },
});

const lineOf = (row: Readonly<Record<string, unknown>>) =>
  ['target', 'period', 'currency', 'direct', 'allocated', 'total', 'method', 'ratio']
    .map((field) => row[field])
    .join(' ');

test('each target has its own cost, its parts of what the rules match, and how it got them', () => {
  const groups = [
    // What comes later is shared first: the number of the rule decides.
    groupIn('USD', '2026-11-01', '2', null, '7'),
    groupIn('USD', '2026-11-01', '1', 'web', '5'),
    groupIn('USD', '2026-11-01', '1', null, '1'),
    groupIn('USD', '2026-11-01', '', 'web', '3'),
    groupIn('USD', '2026-11-01', '', null, '2'),
    groupIn('USD', '2026-11-01', '', 'shop', '1'),
    groupIn('USD', '2026-11-01', '', 'web', '1'),
    groupIn('USD', '2026-11-02', '3', null, '9'),
    groupIn('EUR', '2026-11-01', '0', 'web', '8'),
  ];
  const { rows, warnings } = allocate(
    groups,
    rules,
    () => new Map(),
    (day) => day ?? '',
  );
  expect(rows.map(lineOf)).toEqual([
    '(unallocated) 2026-11-01 EUR 0 8 8 none 1.000000',
    'shop 2026-11-01 USD 1 8 9 even, fixed 0.450000',
    'web 2026-11-01 USD 4 5 9 even, fixed 0.450000',
    ' 2026-11-01 USD 2 0 2  0.100000',
    '(unallocated) 2026-11-02 USD 0 9 9 none 1.000000',
  ]);
  expect(rows[3]).toMatchObject({ target: null, method: null });
  expect(warnings).toEqual([]);
});

test('rules that match no row are named, before what does not fit a metric', () => {
  const given = weightsOf({ web: '3', ops: '1' });
  const { rows, warnings } = allocate(
    [
      groupIn('USD', '2026-11-01', '3', null, '8'),
      groupIn('USD', '2026-11-01', '', 'web', '1'),
      groupIn('USD', '2026-11-01', '', 'shop', '2'),
    ],
    rules,
    () => given,
    () => '2026-11',
  );
  expect(rows.map(lineOf)).toEqual([
    'ops 2026-11 USD 0 2 2 metric 0.181818',
    'shop 2026-11 USD 2 0 2  0.181818',
    'web 2026-11 USD 1 6 7 metric 0.636364',
  ]);
  expect(warnings.map(plain)).toEqual([
    ...['no row matches rule 1', 'no row matches rule 2', 'no row matches rule 3'],
    'for rule 4, the metric has values for labels that no target has, and they were given a share: ops (2.00 USD)',
    'for rule 4, the metric has no value for these targets, and they were given nothing (own cost): shop (2.00 USD)',
  ]);
});

test('of a rule that earlier ones may have taken all rows from, no more is said than is known', () => {
  const of = (mark: string) => {
    const groups = [groupIn('USD', '2026-11-01', mark, null, '8')];
    const { warnings } = allocate(
      groups,
      rules.slice(0, 3),
      () => new Map(),
      () => '',
    );
    return warnings.map(plain);
  };
  expect(of('')).toEqual([1, 2, 3].map((rule) => `no row matches rule ${rule}`));
  expect(of('1')).toEqual([
    'no row matches rule 1',
    'no row matches rule 3, except for any that an earlier rule takes',
  ]);
});

test('of two metric rules the first is told first, whatever the order of the rows', () => {
  const twice = parseRules(
    'rules.yaml',
    ['a', 'b'].map((name) => `- {name: ${name}, match: [x=1], by: metric:m/team}\n`).join(''),
    'team',
  );
  const groups = ['1', '0'].map((mark) => groupIn('USD', '2026-11-01', mark, null, '8'));
  const { warnings } = allocate(
    groups,
    twice,
    () => weightsOf({ ops: '1' }),
    () => '',
  );
  expect(warnings.map((said) => plain(said).slice(0, 6))).toEqual(['for a,', 'for b,']);
});

test('the whole of each currency and period follows its targets', () => {
  const row = (period: string, target: string | null, direct: string, allocated: string) => ({
    ...{ target, period, currency: 'USD', direct, allocated, method: 'even', ratio: '0.5' },
    total: formatDecimal(addDecimals(decimalOf(direct), decimalOf(allocated))),
  });
  const [a, b, c] = [
    row('2026-11', 'web', '1.5', '2'),
    row('2026-11', null, '0.5', '-1'),
    row('2026-12', 'web', '3', '-3'),
  ];
  const whole = { currency: 'USD', target: null, method: null, all: true };
  expect(addWholes([a, c, b])).toEqual([
    ...[a, b],
    { ...whole, period: '2026-11', direct: '2.0', allocated: '1', total: '3.0', ratio: '1.000000' },
    ...[c],
    { ...whole, period: '2026-12', direct: '3', allocated: '-3', total: '0', ratio: null },
  ]);
  const euros = { ...a, currency: 'EUR' };
  expect(addWholes([a, euros]).map(({ all, currency }) => [all, currency])).toEqual([
    ...[
      [undefined, 'USD'],
      [true, 'USD'],
    ],
    ...[
      [undefined, 'EUR'],
      [true, 'EUR'],
    ],
  ]);
  expect(addWholes([])).toEqual([]);
});

test('a target of no weight gets nothing, not even a unit that is left', () => {
  const parts = split(decimalOf('0.02'), weightsOf({ a: '0', b: '1', c: '1', d: '1' }));
  expect(texts(parts)).toEqual({ b: '0.01', c: '0.01', d: '0.00' });
});

test.each([
  ['', '[web]', undefined],
  ['negative: zero', '[web]', ['6', '0']],
  ['', undefined, undefined],
  ['negative: zero', undefined, ['6', '0']],
])(
  'a target below zero has no weight, only with %j, if a rule shares to %s',
  (more, to, expected) => {
    const text = `- match: [x=1]\n  by: cost\n${to === undefined ? '' : '  to: [web, ops]\n'}${more === '' ? '' : `  ${more}\n`}`;
    const groups = [
      groupIn('USD', '', '0', null, '6'),
      groupIn('USD', '', '', 'web', '-5'),
      groupIn('USD', '', '', 'ops', '10'),
    ];
    const share = () =>
      allocate(
        groups,
        parseRules('rules.yaml', text, 'team'),
        () => new Map(),
        () => '',
      ).rows.map(({ allocated }) => allocated);
    if (expected === undefined) {
      expect(share).toThrow(
        /: a weight cannot be negative, and the cost of web itself in .* is -5\.00 USD$/,
      );
    } else expect(share()).toEqual(expected);
  },
);

test.each([
  ['1', ['0.0000001', '0.999999']],
  ['-1', ['-0.0000001', '1.0000001']],
])('a part is never shown as nothing or as everything: %s of ten million', (amount, ratios) => {
  const groups = [groupIn('USD', '', '', 'web', '10000000'), groupIn('USD', '', '', 'ops', amount)];
  const { rows } = allocate(
    groups,
    rules,
    () => new Map(),
    () => '',
  );
  expect(rows.map(({ ratio }) => ratio)).toEqual(ratios);
});

test('the methods of a target are in order, whatever the order of the rules', () => {
  const text = '- {match: [x=1], by: fixed, weights: {web: 1}}\n- {match: [x=2], to: [web]}\n';
  const groups = ['0', '1'].map((mark) => groupIn('USD', '2026-11-01', mark, null, '8'));
  const { rows } = allocate(
    groups,
    parseRules('rules.yaml', text, 'team'),
    () => new Map(),
    () => '',
  );
  expect(rows).toMatchObject([{ target: 'web', method: 'even, fixed' }]);
});

test('a value of a metric that no target takes is counted once, however many currencies share by it', () => {
  const text = '- {name: shared, match: [x=1], to: [web], by: metric:bmt_orders/team}\n';
  const groups = ['EUR', 'USD'].flatMap((currency) =>
    ['2026-11-01', '2026-11-02'].map((day) => groupIn(currency, day, '0', null, '8')),
  );
  const { warnings } = allocate(
    groups,
    parseRules('rules.yaml', text, 'team'),
    () => weightsOf({ web: '3', old: '4' }),
    (day) => day ?? '',
  );
  expect(warnings.map(plain)).toEqual([
    'for shared, the metric has values for labels that the rule does not share to: old (8)',
  ]);
});

test.each(['even', 'cost', 'metric:bmt_orders/team'])(
  'with by: %s, cost that has the name of what no target pays gets no share',
  (by) => {
    const text = `- {name: shared, match: [x=1], by: '${by}'}\n`;
    const groups = [
      groupIn('USD', '2026-11-01', '0', null, '8'),
      groupIn('USD', '2026-11-01', '', unallocated, '5'),
      groupIn('USD', '2026-11-01', '', 'web', '1'),
    ];
    const { rows } = allocate(
      groups,
      parseRules('rules.yaml', text, 'team'),
      () => weightsOf({ web: '3', [unallocated]: '4' }),
      () => '2026-11',
    );
    expect(rows).toMatchObject([
      { target: unallocated, direct: '5', allocated: '0', method: null },
      { target: 'web', direct: '1', allocated: '8' },
    ]);
  },
);

test('the warnings of two rules of one name are not added up', () => {
  const rule = (match: string) =>
    `- {name: shared, match: [${match}], to: [web, ops], by: metric:bmt_orders/team}\n`;
  const { warnings } = allocate(
    [
      groupIn('USD', '2026-11-01', '0', null, '8'),
      groupIn('USD', '2026-11-01', '1', null, '8'),
      groupIn('USD', '2026-11-01', '', 'ops', '2'),
    ],
    parseRules('rules.yaml', `${rule('x=1')}${rule('x=2')}`, 'team'),
    () => weightsOf({ web: '3' }),
    () => '2026-11',
  );
  expect([...new Set(warnings.map(plain))]).toEqual([
    'for shared, the metric has no value for these targets, and they were given nothing (own cost): ops (2.00 USD)',
  ]);
});

test('the values of a metric are not looked up for each target of each period', () => {
  const days = Array.from(
    { length: 28 },
    (_, day) => `2026-11-${String(day + 1).padStart(2, '0')}`,
  );
  let count = 0;
  allocate(
    days.flatMap((day) => [
      groupIn('USD', day, '0', null, '8'),
      ...days.map((name) => groupIn('USD', day, '', name, '1')),
    ]),
    parseRules(
      'rules.yaml',
      '- {name: shared, match: [x=1], by: metric:bmt_orders/team}\n',
      'team',
    ),
    () => {
      count += 1;
      return weightsOf({ web: '1' });
    },
    (day) => day ?? '',
  );
  expect(count).toBeLessThan(days.length * 5);
});

test('a target of another currency or period is one, and a value in another period is a value', () => {
  const text = '- {name: shared, match: [x=1], by: metric:bmt_orders/team}\n';
  const { warnings } = allocate(
    [
      groupIn('USD', '2026-11-01', '0', null, '8'),
      groupIn('EUR', '2026-11-01', '0', null, '8'),
      groupIn('USD', '2026-11-02', '0', null, '8'),
      groupIn('USD', '2026-11-01', '', 'web', '1'),
      groupIn('EUR', '2026-11-01', '', 'shop', '2'),
      groupIn('USD', '2026-11-02', '', 'shop', '3'),
    ],
    parseRules('rules.yaml', text, 'team'),
    (_rule, period) => weightsOf(period === '2026-11-01' ? { web: '3', shop: '1' } : { web: '1' }),
    (day) => day ?? '',
  );
  expect(warnings.map(plain)).toEqual([
    'for shared, in some periods the metric has no value for these targets, and they were given nothing there (own cost): shop (3.00 USD)',
  ]);
});

test('in FOCUS, a target has details only of a method and a share that it has', () => {
  const row = {
    ...{ target: 'web', method: 'even', ratio: '0.250000', currency: 'USD', period: '2026-11' },
    ...{ direct: '1', allocated: '2', total: '3' },
  };
  const details = 'AllocatedMethodDetails';
  const whole = describeAllocation(row);
  expect(whole).toEqual({
    ...{ AllocatedResourceId: 'web', AllocatedResourceName: 'web', AllocatedMethodId: 'even' },
    [details]: '{"Elements":[{"AllocatedRatio":0.250000}]}',
    ...{ BillingCurrency: 'USD', BilledCost: '3', x_DirectCost: '1', x_AllocatedCost: '2' },
    x_Period: '2026-11',
  });
  expect(Object.keys(whole)).toEqual(allocationFields);
  expect(describeAllocation({ ...row, method: null })).toEqual({
    ...{ ...whole, AllocatedMethodId: null, [details]: null },
  });
  expect(describeAllocation({ ...row, ratio: null })).toEqual({ ...whole, [details]: null });
  for (const target of [unallocated, null]) {
    expect(describeAllocation({ ...row, target })).toEqual({
      ...{ ...whole, AllocatedResourceId: null, AllocatedResourceName: null },
    });
  }
});
