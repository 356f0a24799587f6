import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  guessDateFormats,
  needsDecimalComma,
  parseDateFormat,
  readCommaAmount,
  writeCommaAmount,
} from '../../src/formats/cell-spelling.ts';
import { header, takeText, value } from './helpers.ts';

const orders = ['YYYY MM DD', 'YYYY DD MM', 'MM DD YYYY', 'DD MM YYYY', 'MM YYYY DD', 'DD YYYY MM'];
const formats = orders.flatMap((order) =>
  ['.', '/', '-'].map((separator) => order.replaceAll(' ', separator)),
);
const day = fc
  .integer({ min: -700_000, max: 2_900_000 })
  .map((number) => new Date(number * 86_400_000).toISOString().slice(0, 10));

test('reads back a day written in any format, and only in that format', () => {
  fc.assert(
    fc.property(day, fc.constantFrom(...formats), (date, name) => {
      const format = parseDateFormat(name);
      const written = format?.write(date) ?? '';
      expect(format?.read(written)).toBe(date);
      expect(format?.read(`${written} `)).toBeUndefined();
      expect(format?.read(written.replace(/[./-]/, '_'))).toBeUndefined();
    }),
  );
});

test.each([
  'YYYY',
  'YYYY-MM',
  'DD.MM/YYYY',
  'DD.DD.YYYY',
  'D.M.YYYY',
  'YYYYMMDD',
  'DD MM YYYY',
  '',
])('%j is not a date format', (name) => {
  expect(parseDateFormat(name)).toBeUndefined();
});

test('a date format may be in lowercase', () => {
  expect(parseDateFormat('dd.mm.yyyy')?.name).toBe('DD.MM.YYYY');
});

test.each([
  ['31.12.2026', ['DD.MM.YYYY']],
  ['12/31/2026', ['MM/DD/YYYY']],
  ['01/02/2026', ['DD/MM/YYYY', 'MM/DD/YYYY']],
  ['2026/01/02', ['YYYY/MM/DD']],
  ['40/50/2026', []],
  ['1.2.2026', []],
])('guesses the formats of the date %s: %j', (text, names) => {
  expect(guessDateFormats(text)).toEqual(names);
});

describe('an amount with a decimal comma', () => {
  const plain = fc
    .tuple(
      fc.constantFrom('', '-', '+'),
      fc.bigInt({ min: 0n, max: 10n ** 25n }),
      fc.option(fc.bigInt({ min: 0n, max: 10n ** 12n })),
    )
    .map(([sign, whole, part]) => `${sign}${whole}${part === null ? '' : `.${part}`}`);

  test('keeps every digit, with and without thousands separators', () => {
    fc.assert(
      fc.property(plain, fc.constantFrom('', '.', ' ', '\u00a0', '\u202f'), (amount, separator) => {
        const [whole = '', part] = amount.split('.');
        const grouped = whole.replace(/\B(?=(\d{3})+$)/g, separator);
        const text = part === undefined ? grouped : `${grouped},${part}`;
        expect(readCommaAmount(text)).toBe(amount);
        expect(readCommaAmount(writeCommaAmount(amount))).toBe(amount);
      }),
    );
  });

  test.each(['1.5', '12.34', '1.2345', '1,234,567', '1.234.56', '1 234.567', '1,', ',5', '', 'x'])(
    'refuses %j',
    (text) => {
      expect(readCommaAmount(text)).toBeUndefined();
    },
  );

  test.each([
    ['1,5', true],
    ['-12,50', true],
    ['1.234,56', true],
    ['1 234,56', true],
    ['1\u00a0234,56', true],
    ['1\u202f234,5', true],
    ['1.234.567', true],
    ['1,234', false],
    ['1.234', false],
    ['1234', false],
    ['1.5', false],
    ['x,5', false],
  ])('%j needs a decimal comma: %s', (text, isNeeded) => {
    expect(needsDecimalComma(text)).toBe(isNeeded);
  });
});

const spelling = { decimalComma: true, dateFormat: parseDateFormat('DD.MM.YYYY') };

test.each([
  ['1.234,56', '1234.56'],
  ['1234,56', '1234.56'],
  ['-0,5', '-0.5'],
  ['1 234', '1234'],
  ['1.234', '1234'],
  ['1,5e3', '1.5e3'],
])('the amount %j of a file with decimal commas is sent as %s', async (text, amount) => {
  const content = `date;amount;region\r\n31.12.2026;${text};eu\r\n`;
  expect((await takeText(content, { spelling })).values).toEqual([
    value('2026-12-31', amount, 'eu'),
  ]);
});

test.each([
  [
    '2026-12-31;1,5;eu',
    'the date "2026-12-31" is not of the form DD.MM.YYYY: leave out --date-format',
  ],
  ['31.02.2026;1,5;eu', '31.02.2026 is not a valid date'],
  [
    '31.12.2026;1.5;eu',
    'the amount "1.5" is not a decimal with a comma, such as 1.234,56: leave out --decimal-comma',
  ],
  [
    '31.12.2026;1.5e400000;eu',
    'the amount "1.5e400000" is not a decimal with a comma, such as 1.234,56',
  ],
  ['31.12.2026;1,5e400000;eu', 'the amount "1,5e400000" has more than 1,000 digits'],
  ['31.12.2026;1,2,3;eu', 'the amount "1,2,3" is not a decimal with a comma, such as 1.234,56'],
])('refuses the row %s with the reason', async (row, reason) => {
  const { rejected } = await takeText(`date;amount;region\n${row}\n`, { spelling });
  expect(rejected.map((line) => line.split('; ')[0])).toEqual([`line 2: ${reason}`]);
});

test('expects a decimal comma in JSON strings, not in JSON numbers', async () => {
  const content =
    '[{"date":"31.12.2026","amount":1234.5,"region":"eu"},{"date":"30.12.2026","amount":"1.234,5","region":"eu"}]';
  expect((await takeText(content, { spelling })).values).toEqual([
    value('2026-12-31', '1234.5', 'eu'),
    value('2026-12-30', '1234.5', 'eu'),
  ]);
});

test('the error names the option that a file needs', async () => {
  const content = `${header.replaceAll(',', ';')}31.12.2026;1.234,56;eu\n`;
  expect((await takeText(content)).rejected).toEqual([
    'line 2: the date "31.12.2026" is not of the form YYYY-MM-DD: give --date-format DD.MM.YYYY; the amount "1.234,56" has a decimal comma: give --decimal-comma',
  ]);
});

const cell = fc.string({ unit: fc.constantFrom('a', ',', ';', '\t', '"', ' ', 'é'), maxLength: 8 });

test('finds the separator in any header', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(',', ';', '\t'),
      fc.uniqueArray(
        cell.map((name) => `x${name}`),
        { maxLength: 4 },
      ),
      fc.boolean(),
      async (delimiter, others, isUpper) => {
        const quote = (text: string) =>
          /[",;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
        const names = ['date', 'amount', 'region'].map((name) =>
          isUpper ? name.toUpperCase() : name,
        );
        const head = [...others, ...names].map(quote).join(delimiter);
        const row = [...others.map(() => ''), '2026-01-01', '5', '"e,;u"'].join(delimiter);
        const content = `\ufeff${head}\r\n${row}\r\n${delimiter.repeat(others.length + 2)}\r\n`;
        const taken = await takeText(content, { format: 'csv', ignoreExtra: true });
        expect(taken.values).toEqual([value('2026-01-01', '5', 'e,;u')]);
      },
    ),
  );
});

test.each([
  ['Region', 'region', ['Region', 'region']],
  ['region', 'REGION', ['region', 'REGION']],
])('never mixes up labels %s and %s that differ only in case', async (one, two, labelColumns) => {
  const content = `date,amount,${two},${one}\n2026-01-01,5,second,first\n`;
  const { values } = await takeText(content, { labelColumns });
  expect(values.map((json) => JSON.parse(json).labels)).toEqual([
    { [one]: 'first', [two]: 'second' },
  ]);
  const lacking = `date,amount,${one}\n2026-01-01,5,first\n`;
  const taken = await takeText(lacking, { labelColumns, allowMissingLabels: true });
  expect(taken.values.map((json) => JSON.parse(json).labels)).toEqual([{ [one]: 'first' }]);
});
