import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTally } from '../../../src/costs/analysis/tally.ts';
import { createDayReader } from '../../../src/costs/day-cell.ts';
import { RowScanner } from '../../../src/json/bulk/rows.ts';
import { formatDecimal } from '../../../src/json/decimal.ts';

const options = {
  columns: { date: 'day', amount: 'cost', currency: undefined },
  by: ['team'],
  byDay: true,
};
const pageOf = (text: string) => new RowScanner().scan(Buffer.from(`{"data":[${text}]}`));

test('what is taken back leaves no trace, what is kept adds up', () => {
  const tally = createTally(options);
  const row = '{"day":"2026-11-02","team":"a","cost":1.25}';
  tally.add(pageOf(`${row},${row}`));
  tally.rollback();
  expect(tally.groups()).toEqual([]);
  tally.add(pageOf(`${row},${row}`));
  tally.keep();
  tally.add(pageOf(row));
  tally.rollback();
  tally.add(pageOf(row));
  tally.keep();
  expect(tally.groups()).toEqual([
    { day: '2026-11-02', values: ['a'], currency: null, rows: 3, total: { units: 375n, scale: 2 } },
  ]);
});

test('a text and a number are the same amount; null, missing and empty groups are told apart from text', () => {
  const tally = createTally(options);
  const rows = [
    '{"day":"2026-11-02T23:59:59Z","team":null,"cost":"-0.5"}',
    '{"cost":-0.5,"day":"2026-11-02"}',
    '{"day":"2026-11-02","team":"","cost":"1\\u0030"}',
    '{"day":"2026-11-02","team":"null","cost":1e1}',
  ];
  expect(tally.add(pageOf(rows.join(',')))).toBeUndefined();
  tally.keep();
  expect(
    tally.groups().map(({ values, rows, total }) => [values[0], rows, formatDecimal(total)]),
  ).toEqual([
    [null, 2, '-1.0'],
    ['', 1, '10'],
    ['null', 1, '10'],
  ]);
});

test.each([
  ['"cost":true', 'its cost is not a number: true'],
  ['"cost":{"amount":1}', 'its cost is not a number: {"amount":1}'],
  ['"cost":""', 'its cost is not a number: '],
  ['"cost":"1,5"', 'its cost is not a number: 1,5'],
  ['"cost":null', 'it has no cost'],
  ['"price":1', 'it has no cost'],
  [`"cost":"${'x'.repeat(61)}"`, `its cost is not a number: ${'x'.repeat(60)}…`],
])('a row with %s is told', (cell, reason) => {
  const good = '{"day":"2026-11-02","cost":1}';
  const bad = `{"day":"2026-11-02",${cell}}`;
  expect(createTally(options).add(pageOf(`${good},${bad},${bad}`))).toEqual({ row: 1, reason });
});

test.each(['2026-11-31', '02.11.2026', '2026-11-02T00:00:00+02:00', ''])('%j is no day', (day) => {
  const page = pageOf(`{"day":"${day}","cost":1}`);
  expect(createTally(options).add(page)).toEqual({ row: 0, reason: 'it has no day in day' });
});

test('a row without the column of the days has no day', () => {
  expect(createTally(options).add(pageOf('{"cost":1}'))).toEqual({
    row: 0,
    reason: 'it has no day in day',
  });
});

test('a day is read right, however many other texts stood before it', () => {
  const dayOfCell = createDayReader();
  expect(dayOfCell('2026-11-02')).toBe('2026-11-02');
  for (let other = 0; other < 10_001; other++) expect(dayOfCell(`no day ${other}`)).toBeUndefined();
  expect(dayOfCell('2026-11-02')).toBe('2026-11-02');
  expect(dayOfCell('2026-11-03T10:00:00Z')).toBe('2026-11-03');
});

test('whatever the digits, the total is the sum in BigInt', () => {
  const amount = fc.record({
    units: fc.bigInt({ min: -(10n ** 34n), max: 10n ** 34n }),
    quoted: fc.boolean(),
  });
  const scale = 20;
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 40 }), (amounts) => {
      const rows = amounts.map(({ units, quoted }) => {
        const text = formatDecimal({ units, scale });
        return `{"day":"2026-11-02","team":"a","cost":${quoted ? `"${text}"` : text}}`;
      });
      const tally = createTally(options);
      tally.add(pageOf(rows.join(',')));
      tally.keep();
      const sum = amounts.reduce((total, { units }) => total + units, 0n);
      expect(tally.groups()[0]?.total).toEqual({ units: sum, scale });
    }),
  );
});

test('thousands of amounts of one group stay exact', () => {
  const row = '{"day":"2026-11-02","team":"a","cost":9999999999999.99999999999999999999999999}';
  const tally = createTally(options);
  for (let page = 0; page < 5; page += 1) {
    tally.add(pageOf(Array.from({ length: 1000 }, () => row).join(',')));
  }
  tally.keep();
  const { units, scale } = tally.groups()[0]?.total ?? { units: 0n, scale: 0 };
  expect([units, scale]).toEqual([5000n * (10n ** 39n - 1n), 26]);
});
