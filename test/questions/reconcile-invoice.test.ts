import { expect, test } from 'vitest';
import { formatDecimal } from '../../src/json/decimal.ts';
import { createInvoiceTally, type InvoiceLine } from '../../src/questions/reconcile-invoice.ts';
import { decimalOf, groupOf } from '../helpers/groups.ts';

/** A line: name, amount, and what it is. */
type Billed = readonly [name: string | null, amount: string, kind?: 'credit' | 'tax' | 'again'];
/** Rows: name, sum, and whether they are credits. */
type Counted = readonly [name: string | null, total: string, mark?: 'credit'];

function lineOf([name, amount, kind]: Billed, currency: string | null): InvoiceLine {
  const isRepeated = kind === 'again';
  return {
    ...{ values: [name], currency, amount: decimalOf(amount), isRepeated },
    kind: isRepeated ? undefined : kind,
  };
}

function reconcile(
  billed: readonly Billed[],
  counted: readonly Counted[],
  tolerance?: string,
  currency: string | null = 'USD',
): string[] {
  const tally = createInvoiceTally();
  for (const line of billed) tally.add(lineOf(line, currency));
  const groups = counted.map(([name, total, mark = 'cost']) =>
    groupOf({ values: [mark, name], total, currency }),
  );
  const limit = tolerance === undefined ? undefined : decimalOf(tolerance);
  return tally
    .reconcile(groups, limit)
    .map((one) =>
      [
        ...[one.values[0], formatDecimal(one.invoice), formatDecimal(one.rows)],
        ...[formatDecimal(one.difference), one.class],
      ].join(' '),
    );
}

test.each<[string, readonly Billed[], readonly Counted[], string[]]>([
  [
    'equal sums',
    [
      ['a', '3'],
      ['a', '4'],
    ],
    [
      ['a', '5'],
      ['a', '2.00'],
    ],
    ['a 7 7.00 0.00 matched'],
  ],
  ['a cent', [['a', '3']], [['a', '3.01']], ['a 3 3.01 -0.01 rounding']],
  ['more than a cent', [['a', '3']], [['a', '3.0101']], ['a 3 3.0101 -0.0101 amount differs']],
  ['a cent that only the invoice has', [['a', '0.01']], [], ['a 0.01 0 0.01 rounding']],
  ['a cent that only the rows have', [], [['a', '-0.01']], ['a 0 -0.01 0.01 rounding']],
  ['only the invoice', [['a', '3']], [], ['a 3 0 3 missing in the rows']],
  ['only the rows', [], [['a', '3']], ['a 0 3 -3 missing in the invoice']],
  ['only the rows, as a credit', [], [['a', '-3']], ['a 0 -3 3 credit']],
  ['spaces', [[' a ', '3']], [['a', '3']], ['a 3 3 0 matched']],
  ...['{}', '[ ]', ' '].map((none): [string, Billed[], Counted[], string[]] => [
    `no value, written as '${none}'`,
    [[none, '3']],
    [[null, '3']],
    [' 3 3 0 matched'],
  ]),
  [
    'blank and no value',
    [
      ['  ', '3'],
      [null, '1'],
    ],
    [
      [null, '3'],
      ['', '1'],
    ],
    [' 4 4 0 matched'],
  ],
  [
    'a repeated line',
    [
      ['a', '3'],
      ['a', '3', 'again'],
    ],
    [['a', '3']],
    ['a 3 0 3 duplicated', 'a 3 3 0 matched'],
  ],
  [
    'a repeated line that rows have',
    [
      ['a', '3'],
      ['a', '3', 'again'],
    ],
    [['a', '6']],
    ['a 6 6 0 matched'],
  ],
  [
    'a tax',
    [
      ['a', '3'],
      ['a', '1', 'tax'],
    ],
    [['a', '3']],
    ['a 1 0 1 tax', 'a 3 3 0 matched'],
  ],
  [
    'a tax that rows have',
    [
      ['a', '3'],
      ['a', '1', 'tax'],
    ],
    [['a', '4']],
    ['a 4 4 0 matched'],
  ],
  [
    'a negative tax',
    [
      ['a', '3'],
      ['a', '-1', 'tax'],
    ],
    [['a', '3']],
    ['a -1 0 -1 tax', 'a 3 3 0 matched'],
  ],
  [
    'a credit',
    [
      ['a', '3'],
      ['a', '-1'],
    ],
    [['a', '3']],
    ['a -1 0 -1 credit', 'a 3 3 0 matched'],
  ],
  [
    'a credit by name',
    [
      ['a', '3'],
      ['a', '1', 'credit'],
    ],
    [['a', '3']],
    ['a 1 0 1 credit', 'a 3 3 0 matched'],
  ],
  [
    'a credit of the rows',
    [['a', '3']],
    [
      ['a', '3'],
      ['a', '-1', 'credit'],
    ],
    ['a 0 -1 1 credit', 'a 3 3 0 matched'],
  ],
  [
    'what is left of a tax is rounding',
    [
      ['a', '3'],
      ['a', '1', 'tax'],
    ],
    [['a', '3.005']],
    ['a 1 0 1 tax', 'a 3 3.005 -0.005 rounding'],
  ],
  [
    'two reasons',
    [
      ['a', '3'],
      ['a', '1', 'tax'],
      ['a', '-2'],
    ],
    [['a', '3']],
    ['a -2 0 -2 credit', 'a 1 0 1 tax', 'a 3 3 0 matched'],
  ],
  [
    // The credit alone is enough, and so would be the repeated line and the tax together.
    'the fewest reasons',
    [
      ['a', '3'],
      ['a', '9', 'credit'],
      ['a', '7', 'again'],
      ['a', '2', 'tax'],
    ],
    [['a', '12']],
    ['a 9 0 9 credit', 'a 12 12 0 matched'],
  ],
  [
    'only the invoice, with all that it can be',
    [
      ['a', '3'],
      ['a', '1', 'tax'],
      ['a', '-2'],
      ['a', '9', 'again'],
    ],
    [],
    ['a 9 0 9 duplicated', 'a 3 0 3 missing in the rows', 'a -2 0 -2 credit', 'a 1 0 1 tax'],
  ],
  ['only the invoice, as a tax', [['a', '1', 'tax']], [], ['a 1 0 1 tax']],
  ['nothing on both sides', [['a', '0']], [['a', '0']], ['a 0 0 0 matched']],
  [
    'a cent that only the invoice has beside a tax',
    [
      ['a', '0.01'],
      ['a', '5', 'tax'],
    ],
    [['a', '0']],
    ['a 5 0 5 tax', 'a 0.01 0 0.01 rounding'],
  ],
  [
    'a cent that only the rows have beside a tax',
    [['a', '5', 'tax']],
    [['a', '0.01']],
    ['a 5 0 5 tax', 'a 0 0.01 -0.01 rounding'],
  ],
  [
    'a tax, and credits that both sides have',
    [
      ['a', '100'],
      ['a', '5', 'tax'],
      ['a', '-10'],
    ],
    [
      ['a', '100'],
      ['a', '-3', 'credit'],
    ],
    ['a -10 -3 -7 credit', 'a 5 0 5 tax', 'a 100 100 0 matched'],
  ],
])('%s', (_name, billed, counted, expected) => {
  expect(reconcile(billed, counted)).toEqual(expected);
  // The order of lines and rows does not matter.
  expect(reconcile([...billed].reverse(), [...counted].reverse())).toEqual(expected);
});

test.each([
  ['USD', '3.01', 'rounding'],
  ['JPY', '4', 'rounding'],
  ['JPY', '4.1', 'amount differs'],
  ['KWD', '3.001', 'rounding'],
  ['KWD', '3.01', 'amount differs'],
  [null, '3.01', 'rounding'],
])('of %s, 3 and %s are %s: the smallest unit is the tolerance', (currency, rows, name) => {
  const [found] = reconcile([['a', '3']], [['a', rows]], undefined, currency);
  expect(found).toMatch(new RegExp(`${name}$`));
});

test.each([
  ['0', 'amount differs'],
  ['0.49', 'amount differs'],
  ['0.5', 'rounding'],
  ['0.51', 'rounding'],
])('with a tolerance of %s, half a unit is %s', (tolerance, name) => {
  const either = ['2.5', '3.5'].flatMap((rows) =>
    reconcile([['a', '3']], [['a', rows]], tolerance),
  );
  expect(either).toEqual([`a 3 2.5 0.5 ${name}`, `a 3 3.5 -0.5 ${name}`]);
});

test('a reason that another key proves is taken from a key that does not agree', () => {
  const taxed: readonly Billed[] = [
    ['a', '3'],
    ['a', '1', 'tax'],
  ];
  const odd: readonly Billed[] = [
    ['b', '8'],
    ['b', '2', 'tax'],
  ];
  const counted: readonly Counted[] = [
    ['a', '3'],
    ['b', '3'],
  ];
  expect(reconcile([...taxed, ...odd], counted)).toEqual([
    ...['b 8 3 5 amount differs', 'b 2 0 2 tax', 'a 1 0 1 tax', 'a 3 3 0 matched'],
  ]);
  // Nothing proves it.
  expect(reconcile(odd, [['b', '3']])).toEqual(['b 10 3 7 amount differs']);
  // Another key that agrees has the tax on both sides.
  const both: readonly Billed[] = [
    ['c', '3'],
    ['c', '1', 'tax'],
  ];
  expect(reconcile([...taxed, ...odd, ...both], [...counted, ['c', '4']])).toEqual([
    ...['b 10 3 7 amount differs', 'a 1 0 1 tax', 'a 3 3 0 matched', 'c 4 4 0 matched'],
  ]);
});

test('a credit of the invoice proves nothing of one of the rows', () => {
  const billed: readonly Billed[] = [
    ['a', '3'],
    ['a', '-1'],
    ['b', '8'],
  ];
  const counted: readonly Counted[] = [
    ['a', '3'],
    ['b', '5'],
    ['b', '-2', 'credit'],
  ];
  expect(reconcile(billed, counted)).toEqual([
    ...['b 8 3 5 amount differs', 'a -1 0 -1 credit', 'a 3 3 0 matched'],
  ]);
  const other: readonly Counted[] = [...counted, ['c', '4'], ['c', '-1', 'credit']];
  expect(reconcile([...billed, ['c', '4']], other)).toEqual([
    ...['b 8 5 3 amount differs', 'b 0 -2 2 credit', 'a -1 0 -1 credit', 'c 0 -1 1 credit'],
    ...['a 3 3 0 matched', 'c 4 4 0 matched'],
  ]);
});

test('credits that both sides have are one difference, and prove nothing of another key', () => {
  const billed: readonly Billed[] = [
    ['a', '-10'],
    ['b', '5'],
    ['c', '4'],
    ['c', '-1'],
  ];
  const counted: readonly Counted[] = [
    ['a', '-12', 'credit'],
    ['b', '9'],
    ['b', '-7', 'credit'],
    ['c', '4'],
    ['c', '-3', 'credit'],
  ];
  expect(reconcile(billed, counted)).toEqual([
    ...['b 5 2 3 amount differs', 'a -10 -12 2 credit', 'c -1 -3 2 credit', 'c 4 4 0 matched'],
  ]);
});

test('currencies are apart, and in each the largest differences come first, then names', () => {
  const tally = createInvoiceTally();
  for (const [name, amount, currency] of [
    ['b', '5', 'USD'],
    ['a', '5.0', 'USD'],
    ['c', '-6', 'USD'],
    ['d', '1', null],
    ['a', '1', 'EUR'],
  ] as const) {
    tally.add(lineOf([name, amount], currency));
  }
  const groups = [groupOf({ values: ['cost', 'a'], currency: 'EUR', total: '1' })];
  expect(tally.reconcile(groups).map(({ currency, values }) => [currency, ...values])).toEqual([
    ...[
      ['EUR', 'a'],
      ['USD', 'c'],
      ['USD', 'a'],
      ['USD', 'b'],
      [null, 'd'],
    ],
  ]);
  expect(Object.keys(tally.reconcile([])[0] ?? {}).sort()).toEqual([
    ...['class', 'currency', 'difference', 'invoice', 'rows', 'values'],
  ]);
});
