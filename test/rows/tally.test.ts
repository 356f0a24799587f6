import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstDays } from '../../src/days.ts';
import { RowScanner } from '../../src/json/bulk/rows.ts';
import { formatDecimal } from '../../src/json/decimal.ts';
import { mergeGroups } from '../../src/questions/result-rows.ts';
import { createDayReader } from '../../src/rows/currency-and-day.ts';
import { createTally, type Group, type Tally } from '../../src/rows/tally.ts';

const options = {
  columns: { date: 'day', amount: 'cost', currency: undefined },
  by: ['team'],
  byDay: true,
};
/** Adds the rows, and returns those that cannot be added up. */
function faultsIn(tally: Tally, rows: string): { row: number; reason: string }[] {
  const faults: { row: number; reason: string }[] = [];
  tally.add(pageOf(rows), (row, reason) => faults.push({ row, reason }));
  return faults;
}

const pageOf = (text: string) => new RowScanner().scan(Buffer.from(`{"data":[${text}]}`));

test('committed rows are added up, and rolled back rows leave no trace', () => {
  const tally = createTally(options);
  const row = '{"day":"2026-11-02","team":"a","cost":1.25}';
  tally.add(pageOf(`${row},${row}`));
  tally.rollback();
  expect(tally.groups()).toEqual([]);
  tally.add(pageOf(`${row},${row}`));
  tally.commit();
  tally.add(pageOf(row));
  tally.rollback();
  tally.add(pageOf(row));
  tally.commit();
  expect(tally.groups()).toEqual([
    {
      day: '2026-11-02',
      values: ['a'],
      currency: null,
      rows: 3,
      total: { units: 375n, scale: 2 },
      faults: 0,
    },
  ]);
});

test('amounts may be text or numbers; null, missing and blank values are one group', () => {
  const tally = createTally(options);
  const rows = [
    '{"day":"2026-11-02T23:59:59Z","team":null,"cost":"-0.5"}',
    '{"cost":-0.5,"day":"2026-11-02"}',
    '{"day":"2026-11-02","team":"","cost":"1\\u0030"}',
    '{"day":"2026-11-02","team":"null","cost":1e1}',
  ];
  expect(faultsIn(tally, rows.join(','))).toEqual([]);
  tally.commit();
  expect(
    tally.groups().map(({ values, rows, total }) => [values[0], rows, formatDecimal(total)]),
  ).toEqual([
    [null, 3, '9.0'],
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
])('a row with %s is counted and reported', (cell, reason) => {
  const good = '{"day":"2026-11-02","cost":1}';
  const bad = `{"day":"2026-11-02",${cell}}`;
  const tally = createTally(options);
  expect(faultsIn(tally, `${good},${bad},${bad}`)).toEqual([
    { row: 1, reason },
    { row: 2, reason },
  ]);
  tally.commit();
  expect(tally.groups()).toMatchObject([{ rows: 3, faults: 2, total: { units: 1n } }]);
});

test.each(['2026-11-31', '02.11.2026', '2026-11-02T00:00:00+02:00', ''])(
  '%j is not a day',
  (day) => {
    const row = `{"day":"${day}","cost":1}`;
    expect(faultsIn(createTally(options), row)).toEqual([
      { row: 0, reason: 'it has no day in day' },
    ]);
  },
);

test('a row without the date column has no day', () => {
  expect(faultsIn(createTally(options), '{"cost":1}')).toEqual([
    { row: 0, reason: 'it has no day in day' },
  ]);
});

test('a day is read correctly after any number of other texts', () => {
  const dayOfCell = createDayReader();
  expect(dayOfCell('2026-11-02')).toBe('2026-11-02');
  for (let other = 0; other < 10_001; other++) expect(dayOfCell(`no day ${other}`)).toBeUndefined();
  expect(dayOfCell('2026-11-02')).toBe('2026-11-02');
  expect(dayOfCell('2026-11-03T10:00:00Z')).toBe('2026-11-03');
});

test('the total equals the BigInt sum for any digits', () => {
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
      tally.commit();
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
  tally.commit();
  const { units, scale } = tally.groups()[0]?.total ?? { units: 0n, scale: 0 };
  expect([units, scale]).toEqual([5000n * (10n ** 39n - 1n), 26]);
});

test('currencies are trimmed and uppercased; rows without a currency form one group', () => {
  const tally = createTally({
    columns: { ...options.columns, currency: 'cur' },
    by: [],
    byDay: false,
  });
  const currencies = ['"USD"', '" usd "', '"EUR"', '"N/A"', '""', '"  "', 'null', '5'];
  const rows = currencies.map((currency) => `{"cost":1,"cur":${currency}}`);
  expect(faultsIn(tally, [...rows, '{"cost":1}'].join(','))).toEqual([]);
  tally.commit();
  expect(tally.groups().map(({ currency, rows }) => [currency, rows])).toEqual([
    ['USD', 2],
    ['EUR', 1],
    ['N/A', 1],
    [null, 4],
    ['5', 1],
  ]);
});

test('take() empties the groups, and a rollback restores the missing columns', () => {
  const tally = createTally(options);
  expect(tally.missing()).toEqual(['team']);
  tally.add(pageOf('{"day":"2026-11-02","team":"a","cost":1}'));
  expect(tally.missing()).toEqual([]);
  tally.rollback();
  expect(tally.missing()).toEqual(['team']);
  tally.add(pageOf('{"day":"2026-11-02","team":"a","cost":1}'));
  tally.commit();
  expect(tally.take()).toHaveLength(1);
  expect(tally.take()).toEqual([]);
  expect(tally.missing()).toEqual([]);
});

test('days that stand for others have their rows, and the sum is that of all days', () => {
  const days = fc.integer({ min: 1, max: 28 }).map((day) => `2026-11-${`${day}`.padStart(2, '0')}`);
  const rows = fc.array(
    fc.record({ day: days, team: fc.constantFrom('a', 'b'), cost: fc.integer() }),
  );
  fc.assert(
    fc.property(rows, (some) => {
      const page = some.map((row) => JSON.stringify(row)).join(',');
      const [byDay, byWeek] = [undefined, firstDays('week', { from: '2026-11-01' })].map(
        (dayAs) => {
          const tally = createTally({ ...options, dayAs });
          expect(tally.isEmpty()).toBe(true);
          tally.add(pageOf(page));
          tally.commit();
          expect(tally.isEmpty()).toBe(some.length === 0);
          return tally.groups();
        },
      );
      const merged = mergeGroups(byDay ?? [], ({ day, ...same }) => ({
        ...same,
        day: firstDays('week', { from: '2026-11-01' })?.(day ?? '') ?? null,
      }));
      const sorted = (groups: readonly Group[]) =>
        groups
          .map(({ day, values, rows, total }) =>
            [day, ...values, rows, formatDecimal(total)].join(),
          )
          .sort();
      expect(sorted(byWeek ?? [])).toEqual(sorted(merged));
    }),
  );
});

test('if only amounts above zero are added, a row without one is counted and is no fault', () => {
  const tally = createTally({ ...options, arePositive: true });
  const costs = ['-2', '"-0.5"', '0', '1.5', '"3"', 'null', '"many"', '1.50'];
  const rows = costs.map((cost) => `{"day":"2026-11-02","team":"a","cost":${cost}}`);
  expect(faultsIn(tally, `${rows.join(',')},{"team":"b","day":"2026-11-02"}`)).toEqual([]);
  tally.commit();
  const found = tally.groups();
  expect(
    found.map(({ values, rows, total }) => [values[0], rows, Number(formatDecimal(total))]),
  ).toEqual([
    ['a', 8, 6],
    ['b', 1, 0],
  ]);
});
