import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RowScanner, rowText } from '../../src/json/bulk/rows.ts';
import { plain } from '../../src/phrase.ts';
import { explainUnmet } from '../../src/rows/seen-values.ts';
import { createFilter } from '../../src/rows/where.ts';
import {
  conditionOf,
  dayCondition,
  parseCondition,
  quoteInCondition,
} from '../../src/rows/where-language.ts';
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
  ['team=  ', [2, 3, 4, 5]],
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
      expect(() => select(teams, condition)).toThrow(
        'a number (1234.56) or a day (YYYY-MM-DD) is missing at position 6',
      );
    } else expect(select(teams, condition)).toEqual(selected);
  },
);

test('several conditions must all match', () => {
  expect(select(teams, 'team!=web', 'team!=')).toEqual([1]);
});

test.each([
  ['1234567890123.4567', '1234567890123.4568'],
  ['9007199254740992', '9007199254740993'],
  ['0.1', '0.10000000000000000001'],
])('the numbers %s and %s, which are the same float, are told apart', (less, more) => {
  const rows = [{ cost: less }, { cost: more }];
  expect(select(rows, `cost>${less}`)).toEqual([1]);
  expect(select(rows, `cost<${more}`)).toEqual([0]);
  expect(select(rows, `cost>=${more}`)).toEqual([1]);
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
  ['name~straße', { name: 'HAUPTSTRAẞE' }, true],
  ['name~σίσυφος', { name: 'ΣΊΣΥΦΟΣ' }, true],
  // At the end of a word, a small sigma has another form.
  ['name~ΟΔΟΣ', { name: 'οδοσήμανση' }, true],
  ['name~σήμα', { name: 'οδοςήμανση' }, true],
  ['name~İ', { name: 'i̇stanbul' }, true],
  ['name~i', { name: 'ı' }, false],
  ['name~sinai', { name: 'sınaı' }, false],
  ['name~snai', { name: 'sınai' }, false],
  ['name~SıNAI', { name: 'sınai' }, true],
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
  ['name=a "b"', { name: 'a "b"' }, true],
  ['name in "C,D",E', { name: 'C,D' }, true],
  ['name IN a , "b ""c""" ', { name: 'b "c"' }, true],
  ['name in a , b', { name: 'a' }, true],
  ['within=x', { within: 'x' }, true],
  ['cost min=x', { 'cost min': 'x' }, true],
  ['in x=y', { 'in x': 'y' }, true],
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
  ['cost>', 'a number (1234.56) or a day (YYYY-MM-DD) is missing at position 6'],
  ['cost >> 5', 'a number (1234.56) or a day (YYYY-MM-DD) is missing at position 7'],
  ['cost >  five ', 'a number (1234.56) or a day (YYYY-MM-DD) is missing at position 9'],
  ['cost>2026-02-30', 'a number (1234.56) or a day (YYYY-MM-DD) is missing at position 6'],
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

const limitsOf = (least: string, greatest: string, areDays = false) => ({
  ...{ least, greatest, areDays },
});

test.each<[string, readonly [least: string, greatest: string], boolean]>([
  ['name=c', ['b', 'd'], false],
  ['name=b', ['b', 'd'], false],
  ['name=d', ['b', 'd'], false],
  ['name=a', ['b', 'd'], true],
  ['name=e', ['b', 'd'], true],
  ['name = "e"', ['b', 'd'], true],
  // Texts are in the order of their bytes, which is not that of JavaScript.
  ['name=\u{1f600}', ['a', '\ufb00'], true],
  ['name=\ufb00', ['\u{1f600}', '\u{1f601}'], true],
  // It may stand for any bytes.
  ['name=\ufffd', ['a', 'b'], false],
  ['name in a,e', ['b', 'd'], true],
  ['name in a,c', ['b', 'd'], false],
  ['name in a,"",e', ['b', 'd'], false],
  ['name in a,\ufffd', ['b', 'd'], false],
  ['currency=USD', ['a', 'b'], false],
  ['currency in USD,EUR', ['a', 'b'], false],
  ['money=USD', ['a', 'b'], false],
])('that no cell meets %s is known of limits %j: %s', (text, [least, greatest], isKnown) => {
  const { excludes } = parseCondition(text, '--where', 'money');
  expect(excludes?.(limitsOf(least, greatest))).toBe(isKnown);
  expect(excludes?.(limitsOf(least, greatest, true))).toBe(isKnown);
});

test.each<[string, readonly [least: string, greatest: string], boolean]>([
  ['day>2026-10-05', ['2026-10-01', '2026-10-05'], true],
  ['day>2026-10-05', ['2026-10-01', '2026-10-06'], false],
  ['day>=2026-10-05', ['2026-10-01', '2026-10-04'], true],
  ['day>=2026-10-05', ['2026-10-01', '2026-10-05'], false],
  ['day<2026-10-05', ['2026-10-05', '2026-10-07'], true],
  ['day<2026-10-05', ['2026-10-04', '2026-10-07'], false],
  ['day<=2026-10-05', ['2026-10-06', '2026-10-07'], true],
  ['day<=2026-10-05', ['2026-10-05', '2026-10-07'], false],
])('that no day meets %s is known of limits %j: %s', (text, [least, greatest], isKnown) => {
  const { excludes } = parseCondition(text);
  expect(excludes?.(limitsOf(least, greatest, true))).toBe(isKnown);
  // Between texts there may be days.
  expect(excludes?.(limitsOf(least, greatest))).toBe(false);
});

test.each(['name=', 'name!=a', 'name~a', 'name!~a', 'name>5', 'name!='])(
  'limits say nothing of %s',
  (text) => {
    expect(parseCondition(text).excludes).toBeUndefined();
  },
);

test.each<[string, readonly string[] | undefined]>([
  ['name=a', ['a']],
  ['name= a', [' a']],
  ['name=', undefined],
  ['name=""', ['']],
  ['name!=a', undefined],
  ['name~a', undefined],
  ['name>5', undefined],
  ['name in b,"a ""c""",b', ['b', 'a "c"']],
  ['currency in usd, EUR', ['USD', 'EUR']],
])('the cells that meet %s are among %j', (text, values) => {
  const condition = parseCondition(text);
  expect(condition.values).toEqual(values);
  expect(condition).toMatchObject({ text, column: text.startsWith('n') ? 'name' : 'currency' });
});

test.each([
  ['currency=usd', [' USD', 'usd', 'Usd '], ['EUR', '', null]],
  ['money=USD', ['usd'], ['EUR', null]],
  ['currency!=usd', ['EUR', null, ''], ['usd', ' USD']],
  ['currency in usd,eur', ['USD', 'eur '], ['CHF', '', null]],
  ['currency in usd,""', ['USD', '', null, ' '], ['EUR']],
  ['name=usd', ['usd'], ['USD', ' usd']],
  ['tags=', ['{}', '[]', '{ }', '[\n]', null], ['{"a":null}', '[[]]', '{', '[null]']],
  ['tags!=', ['{"a":null}', '[null]'], ['{}', '[]', ' ']],
  ['tags in x,""', ['x', '{}', null], ['{"a":1}']],
  ['tags in {},x', ['x', '{}'], ['[]', null, ' ']],
  ['tags={}', ['{}'], ['[]', null]],
])('%s is met by %j, and not by %j', (text, met, unmet) => {
  const { matches } = parseCondition(text, '--where', 'money');
  expect(met.map((cell) => matches(cell))).toEqual(met.map(() => true));
  expect(unmet.map((cell) => matches(cell))).toEqual(unmet.map(() => false));
});

test.each([
  ['a>5', '5.0000000000000000001', true],
  ['a>=5', '5', true],
  ['a>5', '5', false],
  ['a<0.1', '0.10000000000000000', false],
  ['a<123456789012345678', '123456789012345677', true],
  ['a>=123456789012345678', '123456789012345677', false],
  ['a>-2', '-1.5', true],
  ['a>"5"', '6', true],
  ['a > 5 ', '6', true],
  ['a>5', 'x6', false],
  ['a<5', '4x', false],
  ['a<5', '', false],
  ['day>2026-10-02', '2026-10-03T00:00:00Z', true],
  ['day<2026-10-02', 'x2026-10-01', false],
])('%s and the cell %j: %s', (text, cell, isMet) => {
  expect(parseCondition(text).matches(cell)).toBe(isMet);
});

test.each([
  ['plain', 'plain'],
  ['tags.a/b_c:d-e', 'tags.a/b_c:d-e'],
  ['später', 'später'],
  ['', ''],
  ['a b', '"a b"'],
  ['a"b', '"a""b"'],
  ['"', '""""'],
  ['a,b', '"a,b"'],
  ['a=b', '"a=b"'],
  ['a\nb', '"a\nb"'],
])('%j is written as %s in a condition, and read again', (text, written) => {
  expect(quoteInCondition(text)).toBe(written);
  if (text === '') return;
  const read = parseCondition(`${quoteInCondition(text)}=${quoteInCondition(text)}`);
  expect([read.column, read.values]).toEqual([text, [text]]);
});

test('a condition that is made of a column and a value is met by that value alone, for any of them', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'ü', '"', ' ', '=', ',', '~', '>', 'in') });
  const cell = fc.oneof(text, fc.constant(null));
  const isNone = (one: string | null) => one === null || one.trim() === '';
  fc.assert(
    fc.property(text, cell, cell, (name, value, other) => {
      const { column, matches } = parseCondition(conditionOf(`x${name}`, value));
      expect([column, matches(value)]).toEqual([`x${name}`, true]);
      const isSame = value === other || (isNone(other) && (value === null || value === ''));
      expect(matches(other)).toBe(isSame);
    }),
  );
});

test.each([
  ['2026-10-02', true],
  ['2026-10-02T23:59:59Z', true],
  ['2026-10-03', false],
  ['2026-10', false],
  [null, false],
])('the condition of a day and the cell %j: %s', (cell, isMet) => {
  const { column, matches } = parseCondition(dayCondition('usage day', '2026-10-02'));
  expect([column, matches(cell)]).toEqual(['usage day', isMet]);
});

test('an option that is not --where, and the hint, are named in an error', () => {
  const hint = 'write COL=VALUE, COL!=VALUE, COL>N, COL~TEXT, COL in A,B or COL= (no value)';
  expect(() => parseCondition('x', '--by')).toThrow(
    expect.objectContaining({
      code: 'usage',
      message: "--by: 'x' is not a condition: an operator is missing at position 2",
      details: { hint },
    }),
  );
  expect(() => parseCondition('x')).toThrow("--where: 'x' is not a condition");
});

test('more different texts than are remembered are judged as well', () => {
  const { matches } = parseCondition('a~7x');
  for (const round of [1, 2]) {
    for (let number = 0; number < 5000; number += 1) {
      expect([round, number, matches(`${number}X`)]).toEqual([round, number, number % 10 === 7]);
    }
  }
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

test.each([
  ['service=ec2', 'no row has this value; did you mean "Amazon EC2"?'],
  ['service in ec3,s4', 'no row has one of these values; rows have Amazon EC2, web'],
  ['service in xyzzy,webb', 'no row has one of these values; did you mean "web"?'],
  ['service=""', 'no row has this value; rows have Amazon EC2, web'],
  ['service~ec3', 'no row meets it'],
])('%s: %s', (text, message) => {
  expect(plain(explainUnmet(parseCondition(text), ['web', 'Amazon EC2', ' ']))).toBe(
    `${text}: ${message}`,
  );
});
