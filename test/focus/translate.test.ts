import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFocusEncoder, createFocusTableEncoder } from '../../src/focus/focus-encoder.ts';
import { parseFocusMap } from '../../src/focus/map.ts';
import { loadFocus } from '../../src/focus/version.ts';
import { RowScanner } from '../../src/json/bulk/rows.ts';
import { keepColumns } from '../../src/output/property-path.ts';
import { createEncoder } from '../../src/rows/create-encoder.ts';
import type { Encoder } from '../../src/rows/encoder.ts';
import { anyCharacter } from '../helpers/any-character.ts';
import { runs } from '../helpers/runs.ts';

const focus = await loadFocus('1.2');
const map = parseFocusMap(
  'focus.yaml',
  `
BilledCost: cost
EffectiveCost: {value: 0}
ListCost: cost
ContractedCost: {column: cost}
BillingCurrency: currency
BillingAccountId: account
BillingAccountName: tags.team
BillingPeriodStart: {start-of-month: date}
BillingPeriodEnd: {end-of-month: date}
ChargePeriodStart: {start-of-day: date}
ChargePeriodEnd: {end-of-day: date}
ChargeCategory: {column: kind, table: {use: Usage, "1": Tax}}
ChargeClass:
ChargeDescription: note
PricingQuantity: {column: cost, where: [kind=use, account!=1]}
PricingUnit: {value: 'Hours, "big"', where: kind=use}
ProviderName: {value: AWS}
PublisherName: {value: AWS}
InvoiceIssuerName: {column: kind, table: {use: AWS}, otherwise: Else}
ServiceName: {value: EC2}
ServiceCategory: {value: Compute}
Tags: tags
x_Note: note
`,
  focus,
);

const value = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 6 }),
  fc.constantFrom<unknown>(
    ...['', ' ', '\u00a0', ' x', 'a,b', 'say "no"', 'line\nend', 'é', 'use', '1', '2026-10-31'],
    ...[null, true, false, 0, 1, -0.5, 1e21, 12.5, {}, [], { team: 'web' }, { team: null }],
    ...[{ team: { a: 1 } }, { team: 'a,"b"\t', n: 1 }],
  ),
);

const row = fc.record(
  {
    cost: value,
    currency: value,
    account: value,
    date: value,
    kind: value,
    note: value,
    tags: value,
  },
  { requiredKeys: [] },
);

/** Of which most can be FOCUS: their lines are written in WebAssembly. */
const likelyRow = fc.record(
  {
    cost: fc.oneof(value, fc.double({ noNaN: true }), fc.integer()),
    currency: fc.oneof(value, fc.constantFrom('USD', 'EUR', 'a,b')),
    account: fc.oneof(value, fc.constantFrom('1', 1, '12-34')),
    date: fc.constantFrom('2026-10-31', '2026-11-30'),
    kind: fc.constantFrom('use', '1'),
    note: value,
    tags: fc.constantFrom({ team: 'web' }, { team: null }, {}),
  },
  { requiredKeys: ['cost', 'currency', 'account', 'date', 'kind'] },
);

const pagesOfRows = fc.oneof(
  fc.array(fc.array(row, { maxLength: 6 }), { maxLength: 3 }),
  fc.array(fc.array(likelyRow, { maxLength: 6 }), { maxLength: 3 }),
);
const form = { header: true, lateColumns: 'fail' as const, pick: keepColumns };

function written(
  encoder: Encoder,
  pages: readonly (readonly unknown[])[],
  scanner = new RowScanner(),
) {
  const pieces: Buffer[] = [];
  const keep = (all: Uint8Array[]) => pieces.push(...all.map((one) => Buffer.from(one)));
  for (const rows of pages) keep(encoder.encode(scanner.scan(Buffer.from(pageOf(rows)))));
  keep(encoder.end());
  const { rows, refused, unseen } = encoder.state();
  return { text: Buffer.concat(pieces).toString('utf8'), rows, refused, unseen };
}

function pageOf(rows: readonly unknown[]): string {
  return JSON.stringify({ data: rows });
}

test.each(['csv', 'tsv'] as const)(
  'the fast %s encoder gives the same output and counts as the general encoder',
  (format) => {
    const columns = map.columns.map(({ column }) => column.name);
    fc.assert(
      fc.property(pagesOfRows, fc.boolean(), (pages, byteOrderMark) => {
        const short = createFocusTableEncoder(format, { ...form, byteOrderMark }, map);
        const inner = createEncoder({ ...form, byteOrderMark, format, columns });
        const long = createFocusEncoder(inner, map, false).encoder;
        // All pages are in memory, and rows come again, so that what was learned is used.
        const again = [...pages, pages.flat(), ...pages];
        const one = written(short, again, new RowScanner(0));
        const other = written(long, again);
        const sorted = (list: typeof one.refused) =>
          [...(list ?? [])].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
        expect({ ...one, refused: sorted(one.refused) }).toEqual({
          ...other,
          refused: sorted(other.refused),
        });
      }),
      { numRuns: runs(300) },
    );
  },
);

test('rows in ndjson keep numbers as numbers and have null for missing values', () => {
  const inner = createEncoder({ ...form, format: 'ndjson' });
  const { encoder } = createFocusEncoder(inner, map, true);
  const rows = [
    { cost: 1.5, currency: 'EUR', account: 7, date: '2026-02-28', kind: 'use', late: 1 },
  ];
  const { text } = written(encoder, [rows]);
  expect(JSON.parse(text)).toEqual({
    BilledCost: 1.5,
    EffectiveCost: 0,
    ListCost: 1.5,
    ContractedCost: 1.5,
    BillingCurrency: 'EUR',
    BillingAccountId: '7',
    BillingAccountName: null,
    BillingPeriodStart: '2026-02-01T00:00:00Z',
    BillingPeriodEnd: '2026-03-01T00:00:00Z',
    ChargePeriodStart: '2026-02-28T00:00:00Z',
    ChargePeriodEnd: '2026-03-01T00:00:00Z',
    ChargeCategory: 'Usage',
    ChargeClass: null,
    ChargeDescription: null,
    PricingQuantity: 1.5,
    PricingUnit: 'Hours, "big"',
    ProviderName: 'AWS',
    PublisherName: 'AWS',
    InvoiceIssuerName: 'AWS',
    ServiceName: 'EC2',
    ServiceCategory: 'Compute',
    Tags: null,
    x_Note: null,
    ...{ x_cost: 1.5, x_currency: 'EUR', x_account: 7, x_date: '2026-02-28', x_kind: 'use' },
    x_late: 1,
  });
});

test('lines written in memory are those of the general encoder, value by value', () => {
  const ok = {
    cost: 1.5,
    currency: 'EUR',
    account: 'a,b',
    date: '2026-10-31',
    kind: 'use',
    note: 'n',
    tags: { team: 'web' },
  };
  const odd = [
    { cost: null },
    { cost: '1' },
    { cost: 1e30 },
    { currency: null },
    { account: '' },
    { note: ' x' },
    { note: '\u00e9' },
    { note: 'q"' },
    { note: null },
    { date: 'x' },
  ];
  const page = [ok, ...odd.map((one) => ({ ...ok, ...one })), ok];
  const columns = map.columns.map(({ column }) => column.name);
  const a = written(
    createFocusTableEncoder('csv', form, map),
    [page, page, page],
    new RowScanner(0),
  );
  const b = written(
    createFocusEncoder(createEncoder({ ...form, format: 'csv', columns }), map, false).encoder,
    [page, page, page],
  );
  expect(a.text).toBe(b.text);
  expect(a.rows).toBe(b.rows);
  expect(new Set(a.refused)).toEqual(new Set(b.refused));
});

test('rejected values count once after a rollback', () => {
  const scanner = new RowScanner();
  for (const encoder of [
    createFocusTableEncoder('csv', form, map),
    createFocusEncoder(createEncoder({ ...form, format: 'ndjson' }), map, false).encoder,
  ]) {
    const before = encoder.state();
    const body = Buffer.from(pageOf([{ kind: 'fee', cost: 1 }]));
    encoder.encode(scanner.scan(body));
    expect(encoder.state().refused).not.toEqual([]);
    encoder.restore(before);
    expect(encoder.state()).toEqual(before);
    encoder.encode(scanner.scan(Buffer.from(pageOf([{ kind: 'fee', cost: 1 }]))));
    const refused = encoder.state().refused ?? [];
    expect(refused.find(({ column }) => column === 'ChargeCategory')).toEqual({
      column: 'ChargeCategory',
      value: 'fee',
      fault: 'is not in the table',
      rows: 1,
      firstRow: 1,
    });
  }
});

test('a resumed run gives the same output as an uninterrupted run', () => {
  const columns = map.columns.map(({ column }) => column.name);
  const ways = [
    () => createFocusTableEncoder('csv', form, map),
    () =>
      createFocusEncoder(createEncoder({ ...form, format: 'csv', columns }), map, false).encoder,
    () => createFocusEncoder(createEncoder({ ...form, format: 'ndjson' }), map, true).encoder,
  ];
  const scanner = new RowScanner();
  const encode = (encoder: Encoder, rows: readonly unknown[]) =>
    encoder
      .encode(scanner.scan(Buffer.from(pageOf(rows))))
      .map((piece) => Buffer.from(piece).toString('utf8'))
      .join('');
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 5 }),
      fc.array(row, { maxLength: 5 }),
      (first, second) => {
        for (const create of ways) {
          const [whole, before, after] = [create(), create(), create()];
          const text = encode(whole, first) + encode(whole, second);
          const start = encode(before, first);
          after.restore(JSON.parse(JSON.stringify(before.state())));
          expect(start + encode(after, second)).toBe(text);
          expect(after.state()).toEqual(whole.state());
        }
      },
    ),
    { numRuns: runs(100) },
  );
});
