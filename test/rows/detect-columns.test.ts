import { expect, test } from 'vitest';
import { RowScanner } from '../../src/json/bulk/rows.ts';
import { createColumnWatch } from '../../src/rows/column-watch.ts';
import { describeColumns, type GivenColumns } from '../../src/rows/detect-columns.ts';
import { conflictError } from '../../src/rows/require-columns.ts';

const range = { from: '2026-10-01', to: '2026-10-31' };

type Row = Readonly<Record<string, unknown>>;

const pageOf = (rows: readonly Row[]) =>
  new RowScanner().scan(Buffer.from(JSON.stringify({ data: rows })));

function watch(rows: readonly Row[], given: GivenColumns = {}) {
  const made = createColumnWatch({ given, ranges: [range] });
  made.look(pageOf(rows));
  return made;
}

function find(rows: readonly Row[], given: GivenColumns = {}): string | undefined {
  const found = watch(rows, given).decide();
  return found && describeColumns(found);
}

test.each<[string, Row, string]>([
  [
    'plain names',
    { date: '2026-10-01', cost: 1, currency: 'USD', quantity: 3 },
    'date column date, amount column cost, currency column currency',
  ],
  [
    'nested rows with amounts as text',
    { usage: { day: '2026-10-02T00:00:00Z', units: 4 }, price: { amount: '12.50', code: 'EUR' } },
    'date column usage.day, amount column price.amount, currency column price.code',
  ],
  [
    'a total beside the numbers of what it belongs to',
    { date: '2026-10-01', total: 1, cost_center: 42, costCentre: 7, chargeId: 3, currency: 'USD' },
    'date column date, amount column total, currency column currency',
  ],
  [
    'no currency at all',
    { Day: '2026-10-03', total_cost: 0.1, invoiceDate: '2026-11-02' },
    'date column Day, amount column total_cost, no currency column',
  ],
  [
    'several costs',
    { date: '2026-10-01', billedCost: 1, listCost: 2 },
    'date column date, amount column unclear (billedCost, listCost; choose with --amount-column), no currency column',
  ],
  [
    'codes that are no currencies',
    { date: '2026-10-01', cost: 1, region: 'FRA', airport: 'MUC' },
    'date column date, amount column cost, currency column unclear (region, airport; choose with --currency-column)',
  ],
  [
    'two days of the range',
    { start: '2026-10-01', end: '2026-10-02', cost: 1 },
    'date column unclear (start, end; choose with --date-column), amount column cost, no currency column',
  ],
  [
    'a moment of when a row was changed',
    { day: '2026-10-01 00:00:00.000', changed: '2026-10-02T00:00:15Z', cost: 1 },
    'date column day, amount column cost, no currency column',
  ],
])('%s', (_what, row, described) => {
  expect(find([row])).toBe(described);
});

test.each<[string, readonly Row[]]>([
  [
    'null',
    [
      { date: '2026-10-01', cost: 900, tax_cost: 1 },
      { date: null, cost: null, tax_cost: 1 },
    ],
  ],
  ['missing', [{ date: '2026-10-01', cost: 900, tax_cost: 1 }, { tax_cost: 1 }]],
  ['odd', [{ date: 'soon', cost: 'n/a', billing_date: '2026-10-01', tax_cost: 1 }]],
  ['text', [{ date: '2026-10-01', cost: '.50', tax_cost: 1 }]],
])('a column with an exact name is used even if a value is %s', (_what, rows) => {
  expect(find(rows)).toBe('date column date, amount column cost, no currency column');
});

test.each([['usd'], ['USDT'], ['N/A'], [''], [null], [' EUR ']])(
  'a column with a currency name is the currency column even if it contains %j',
  (odd) => {
    const rows = [
      { cost: 1, currency: 'USD' },
      { cost: 1, currency: odd },
    ];
    expect(find(rows)).toContain('currency column currency');
    const named = rows.map(({ currency, ...row }) => ({ ...row, billing_currency: currency }));
    expect(find(named)).toContain('currency column billing_currency');
  },
);

test('without a known name, the currency column has currencies in most rows', () => {
  expect(
    find([
      { cost: 1, Währung: 'USD' },
      { cost: 1, Währung: ' eur' },
    ]),
  ).toContain('currency column Währung');
  const mixed = [
    { cost: 1, place: 'USD' },
    { cost: 1, place: 'Berlin' },
  ];
  expect(find(mixed)).toContain('currency column unclear (place;');
  const rare = [{ cost: 1, note: 'ALL' }, { cost: 1 }, { cost: 1 }];
  expect(find(rare)).toContain('currency column unclear (note;');
});

test('a currency rate is not a currency column', () => {
  expect(find([{ cost: 1, currency_rate: 1.5 }])).toContain('no currency column');
});

test('a column of objects is never the date, amount or currency column', () => {
  const row = { date: '2026-10-01', cost: { amount: 1, currency: 'USD' } };
  expect(find([row])).toBe(
    'date column date, amount column cost.amount, currency column cost.currency',
  );
});

test('an option overrides detection', () => {
  const row = { d: '2026-10-01', a: 1, b: 2, code: 'USD' };
  expect(find([row], { amount: 'b', currency: 'none' })).toBe(
    'date column d, amount column b, no currency column',
  );
});

test('no columns are chosen without rows', () => {
  expect(find([])).toBeUndefined();
});

test.each<[string, Row, string | undefined]>([
  ['the currency', { date: '2026-10-02', cost: 1, currency: 'EUR' }, 'currency'],
  ['a currency by its values', { date: '2026-10-02', cost: 1, Währung: 'EUR' }, 'Währung'],
  [
    'a currency inside an object',
    { date: '2026-10-02', cost: 1, tags: { currency: 'EUR' } },
    'tags.currency',
  ],
  ['a second amount', { date: '2026-10-02', cost: 1, Amount: 2 }, 'Amount'],
  ['a second day', { date: '2026-10-02', cost: 1, day: null }, 'day'],
  ['a less exact amount', { date: '2026-10-02', cost: 1, tax_cost: 2 }, undefined],
  ['another column', { date: '2026-10-02', cost: 1, team: 'web' }, undefined],
])('%s in a later row is a conflict if it changes the choice', (_what, late, column) => {
  const made = watch([{ date: '2026-10-01', cost: 1 }]);
  made.decide();
  made.commit();
  made.look(pageOf([late]));
  expect(made.conflict()?.column).toBe(column);
  made.rollback();
  expect(made.conflict()).toBeUndefined();
  made.look(pageOf([{ date: '2026-10-03', cost: 1 }]));
  expect(made.conflict()).toBeUndefined();
});

test('a column chosen by its values conflicts if later values differ in kind', () => {
  const made = watch([{ cost: 1, Währung: 'EUR' }]);
  made.decide();
  made.look(pageOf([{ cost: 1, Währung: 'Berlin' }]));
  expect(made.conflict()).toMatchObject({ role: 'currency', used: 'Währung', column: 'Währung' });
});

test('a resumed run keeps the chosen columns and reports conflicting ones', () => {
  const found = watch([{ date: '2026-10-01', cost: 1, currency: 'EUR' }]).decide();
  if (found === undefined) throw new Error('no columns');
  const made = createColumnWatch({ given: {}, ranges: [range], found });
  made.look(pageOf([{ date: '2026-10-02', cost: 1, currency: 'USD', tax_cost: 1 }]));
  expect(made.conflict()).toBeUndefined();
  made.look(pageOf([{ date: '2026-10-02', amount: 1 }]));
  expect(made.conflict()).toMatchObject({ role: 'amount', column: 'amount' });
});

test('of columns whose names tell, only those of roles that are not given are looked at', () => {
  const given = { date: 'when', amount: 'paid' };
  const made = createColumnWatch({ given, ranges: [range], byNames: true });
  made.look(
    pageOf([{ date: '2026-10-01', when: '2026-10-01', cost: 1, paid: 1, currency: 'EUR' }]),
  );
  const names = ['date', 'when', 'cost', 'paid', 'currency'];
  expect(names.filter((name) => made.evidenceOf(name) !== undefined)).toEqual([
    ...['when', 'paid', 'currency'],
  ]);
});

test.each([
  ['currency', undefined, "'team'\\''s currency' or --currency-column none"],
  ['currency', 'fx', "'team'\\''s currency' or --currency-column fx"],
  ['amount', undefined, "'team'\\''s currency' or --amount-column NAME"],
  ['date', 'usage day', "'team'\\''s currency' or --date-column 'usage day'"],
] as const)('a %s column that appears late is named as a shell reads it', (role, used, named) => {
  const { details } = conflictError({ role, used, column: "team's currency" });
  expect(details.hint).toBe(`give --${role}-column ${named}`);
});
