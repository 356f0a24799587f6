import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RowScanner, rowText } from '../../src/json/bulk/rows.ts';
import { createFilter } from '../../src/rows/where.ts';
import { parseCondition } from '../../src/rows/where-language.ts';
import { openDuckdb } from '../helpers/duckdb.ts';
import { needs } from '../helpers/needs.ts';

type Row = Readonly<Record<string, unknown>>;

/** The rows that meet every condition, by their number. */
function select(rows: readonly Row[], ...conditions: readonly string[]): number[] {
  const numbered = rows.map((row, number) => ({ number, ...row }));
  const body = Buffer.from(JSON.stringify({ data: numbered }));
  const filter = createFilter(conditions.map((condition) => parseCondition(condition)));
  const page = filter.select(new RowScanner().scan(body));
  return Array.from({ length: page.count }, (_, row) => JSON.parse(rowText(page, row)).number);
}

const teams: readonly Row[] = [
  { team: 'web' },
  { team: 'data' },
  { team: null },
  {},
  { team: '  ' },
  { team: '' },
];

test.each([
  ['team=web', [0]],
  ['team!=web', [1, 2, 3, 4, 5]],
  ['team=', [2, 3, 4, 5]],
  ['team!=', [0, 1]],
  ['team~W', [0]],
  ['team!~w', [1, 2, 3, 4, 5]],
  ['team in web,data', [0, 1]],
  ['team in "web"', [0]],
  ['team in web,""', [0, 2, 3, 4, 5]],
  ['team>a', []],
])(
  '%s selects the rows %j and treats null, missing and blank as no value',
  (condition, selected) => {
    if (condition === 'team>a') {
      expect(() => select(teams, condition)).toThrow('a number or a day is missing at position 6');
    } else expect(select(teams, condition)).toEqual(selected);
  },
);

test('several conditions must all match', () => {
  expect(select(teams, 'team!=web', 'team!=')).toEqual([1]);
});

const costs: readonly Row[] = [
  { cost: 10 },
  { cost: '10.000' },
  { cost: '9.999999999999999' },
  { cost: '10.00000000000000000000001' },
  { cost: '1e1' },
  { cost: -0.5 },
  { cost: 'n/a' },
  { cost: null },
];

test.each([
  ['cost>10', [3]],
  ['cost>=10', [0, 1, 3, 4]],
  ['cost<10', [2, 5]],
  ['cost<=10', [0, 1, 2, 4, 5]],
  ['cost < 10.00000000000000000000001', [0, 1, 2, 4, 5]],
  ['cost>-1', [0, 1, 2, 3, 4, 5]],
  ['cost=10', [0]],
])('%s compares numbers exactly and selects the rows %j', (condition, selected) => {
  expect(select(costs, condition)).toEqual(selected);
});

const days: readonly Row[] = [
  { day: '2026-10-01' },
  { day: '2026-10-02T23:59:59Z' },
  { day: '2026-10-03' },
  { day: 'soon' },
  {},
];

test.each([
  ['day>=2026-10-02', [1, 2]],
  ['day<2026-10-03', [0, 1]],
  ['day>2026-10-02', [2]],
])('%s compares days and selects the rows %j', (condition, selected) => {
  expect(select(days, condition)).toEqual(selected);
});

test.each([
  ['name~straße', { name: 'HAUPTSTRASSE' }, true],
  ['name~STRASSE', { name: 'Straße' }, true],
  ['name~σίσυφος', { name: 'ΣΊΣΥΦΟΣ' }, true],
  ['name~İ', { name: 'i̇stanbul' }, true],
  ['name~i', { name: 'ı' }, false],
  ['name~kelvin', { name: '\u212Aelvin' }, true],
  ['name~"a b"', { name: 'xA By' }, true],
  ['"odd=name">3', { 'odd=name': 4 }, true],
  ['"a ""b"""=x', { 'a "b"': 'x' }, true],
  ['tags.team=web', { tags: { team: 'web' } }, true],
  ['name=a>b', { name: 'a>b' }, true],
  ['name= x', { name: ' x' }, true],
  ['name = x', { name: 'x' }, true],
  ['name="x"', { name: 'x' }, true],
  ['name="a" b', { name: '"a" b' }, true],
  ['name in "C,D",E', { name: 'C,D' }, true],
  ['name IN a , "b ""c""" ', { name: 'b "c"' }, true],
  ['within=x', { within: 'x' }, true],
  ['flag=true', { flag: true }, true],
  ['list=[1,2]', { list: [1, 2] }, true],
])('%s and the row %j: %s', (condition, row, isSelected) => {
  expect(select([row], condition)).toEqual(isSelected ? [0] : []);
});

test.each([
  ['', 'an operator is missing at position 1'],
  ['team', 'an operator is missing at position 5'],
  ['=x', 'a column is missing at position 1'],
  ['  >5', 'a column is missing at position 1'],
  ['cost>', 'a number or a day is missing at position 6'],
  ['cost >> 5', 'a number or a day is missing at position 7'],
  ['cost>2026-02-30', 'a number or a day is missing at position 6'],
  ['team~', 'a text is missing at position 6'],
  ['team in', 'a value is missing at position 8'],
  ['team in a,,b', 'a value is missing at position 11'],
  ['team in a,', 'a value is missing at position 11'],
  ['team in "a', 'a quote is not closed at position 9'],
  ['team in "a" b', 'a comma is missing at position 13'],
  ['"team" x=5', 'an operator is missing at position 11'],
])('%j cannot be parsed: %s', (condition, message) => {
  expect(() => parseCondition(condition)).toThrow(message);
});

test('a condition that matches no row does not make the next column seem missing', () => {
  const filter = createFilter(['a=x', 'b=y', 'c=z'].map((one) => parseCondition(one)));
  const scan = (row: Row) => new RowScanner().scan(Buffer.from(JSON.stringify({ data: [row] })));
  filter.select(scan({ a: 1, b: null }));
  expect(filter.missing()).toEqual(['c']);
  filter.rollback();
  expect(filter.missing()).toEqual(['a', 'b', 'c']);
  filter.select(scan({ b: 1 }));
  filter.commit();
  filter.rollback();
  expect(filter.missing()).toEqual(['a', 'c']);
});

describe('DuckDB selects the same rows', () => {
  needs('@duckdb/node-api');
  const word = fc.constantFrom('web', 'Web', 'data', 'a,b', 'Straße', '', '  ', '5', '-1', 'x5');
  const number = fc
    .tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.integer({ min: 0, max: 9 }))
    .map(([units, places]) => {
      const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
      const whole = digits.slice(0, digits.length - places);
      const text = places === 0 ? digits : `${whole}.${digits.slice(-places)}`;
      return `${units < 0n ? '-' : ''}${text}`;
    });
  const cell = fc.oneof(word, number, fc.constant(null), fc.constant(undefined));
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const asNumber = 'try_cast(a as decimal(38, 12))';
  const isNone = "(a is null or trim(a) = '')";
  const listed = (values: readonly string[]) =>
    values.map((value) => `"${value.replaceAll('"', '""')}"`).join(',');
  const hasText = word.filter((text) => text.trim() !== '');
  const condition = fc.oneof(
    hasText.map((text) => [`a=${text}`, `coalesce(a = ${quote(text)}, false)`]),
    hasText.map((text) => [`a!=${text}`, `a is distinct from ${quote(text)}`]),
    fc.constant(['a=', isNone]),
    fc.constant(['a!=', `not ${isNone}`]),
    fc
      .tuple(fc.constantFrom('>', '>=', '<', '<='), number)
      .map(([sign, text]) => [`a${sign}${text}`, `coalesce(${asNumber} ${sign} ${text}, false)`]),
    fc
      .constantFrom('WE', 'a', 'TA', '5', '.')
      .map((text) => [`a~${text}`, `coalesce(contains(lower(a), lower(${quote(text)})), false)`]),
    fc
      .constantFrom('WE', 'a', '5')
      .map((text) => [
        `a!~${text}`,
        `not coalesce(contains(lower(a), lower(${quote(text)})), false)`,
      ]),
    fc
      .array(hasText, { minLength: 1, maxLength: 4 })
      .map((values) => [
        `a in ${listed(values)}`,
        `coalesce(a in (${values.map(quote).join(',')}), false)`,
      ]),
  );

  test('for any conditions', async () => {
    const connection = await openDuckdb();
    await fc.assert(
      fc.asyncProperty(
        fc.array(cell, { minLength: 1, maxLength: 30 }),
        fc.array(condition, { minLength: 1, maxLength: 3 }),
        async (cells, conditions) => {
          const rows = cells.map((a) => (a === undefined ? {} : { a }));
          const values = cells.map(
            (a, n) => `(${n}, ${typeof a === 'string' ? quote(a) : 'null'})`,
          );
          const where = conditions.map(([, sql]) => sql).join(' and ');
          const reader = await connection.runAndReadAll(
            `select n from (values ${values.join(',')}) as t(n, a) where ${where} order by n`,
          );
          const selected = reader.getRows().map(([n]) => Number(n));
          expect(select(rows, ...conditions.map(([text = '']) => text))).toEqual(selected);
        },
      ),
      { numRuns: 300 },
    );
  });
});
