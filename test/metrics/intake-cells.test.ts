import { expect, test } from 'vitest';
import { header, takeText, value } from './helpers.ts';

test.each([
  ['"a,b"', 'a,b'],
  ['"a ""b"" c"', 'a "b" c'],
  ['""""', '"'],
  ['"two\nlines"', 'two\nlines'],
  ['"two\r\nlines"', 'two\r\nlines'],
  ['"a\rb"', 'a\rb'],
  ["l'été 😀", "l'été 😀"],
  ['=1+1', '=1+1'],
  ['back\\slash', 'back\\slash'],
])('reads the csv cell %j as the label %j', async (cell, label) => {
  const { values } = await takeText(`date,region,amount\n2026-01-01,${cell},5\n`);
  expect(values).toEqual([value('2026-01-01', '5', label)]);
});

test.each([
  ['a\\tb', 'a\tb'],
  ['a\\nb', 'a\nb'],
  ['a\\\\nb', 'a\\nb'],
  ['"quoted"', '"quoted"'],
  ['a,b', 'a,b'],
])('reads the tsv cell %j as the label %j', async (cell, label) => {
  const content = `date\tregion\tamount\n2026-01-01\t${cell}\t5\n`;
  const { values } = await takeText(content, { format: 'tsv' });
  expect(values).toEqual([value('2026-01-01', '5', label)]);
});

test.each(['12', '-0.50', '1e3', '+4', '007', '0', '1E-7', '12345678901234567890.123456789'])(
  'the amount %s is sent unchanged, from csv and from JSON text',
  async (amount) => {
    const csv = await takeText(`${header}2026-01-01,${amount},eu\n`);
    expect(csv.values).toEqual([value('2026-01-01', amount, 'eu')]);
    const row = { date: '2026-01-01', amount, labels: { region: 'eu' } };
    expect((await takeText(JSON.stringify([row]))).values).toEqual(csv.values);
  },
);

test.each(['12', '-0.50', '1e3', '1E-7', '12345678901234567890.123456789', '0.10'])(
  'the JSON number %s keeps its text',
  async (amount) => {
    const row = `{"date":"2026-01-01","amount":${amount},"region":"eu"}`;
    const expected = [value('2026-01-01', amount, 'eu')];
    expect((await takeText(`[${row}]`)).values).toEqual(expected);
    expect((await takeText(`${row}\n`)).values).toEqual(expected);
  },
);

test.each([
  ['', 'the amount is empty'],
  [' 5', 'the amount " 5" has spaces around it'],
  [
    '"1,234"',
    'the amount "1,234" has a thousands separator, or a decimal comma (then give --decimal-comma)',
  ],
  ['"1,234,567.89"', 'the amount "1,234,567.89" has a thousands separator'],
  ['1 234', 'the amount "1 234" has a thousands separator'],
  ['"1,5"', 'the amount "1,5" has a decimal comma: give --decimal-comma'],
  ['$5', 'the amount "$5" has a currency sign'],
  ['5 €', 'the amount "5 €" has a currency sign'],
  ['5%', 'the amount "5%" has a percent sign'],
  ['NaN', 'the amount "NaN" is not a number'],
  ['Infinity', 'the amount "Infinity" is not finite'],
  ['-inf', 'the amount "-inf" is not finite'],
  ['.5', 'the amount ".5" lacks a digit before the point'],
  ['5.', 'the amount "5." lacks a digit after the point'],
  ['abc', 'the amount "abc" is not a decimal'],
  ['0x10', 'the amount "0x10" is not a decimal'],
  ['--5', 'the amount "--5" is not a decimal'],
  ['１２', 'the amount "１２" is not a decimal'],
  ['1e999999999', 'the amount "1e999999999" has more than 1,000 digits'],
  ['"1,5e1000"', 'the amount "1,5e1000" has more than 1,000 digits'],
  ['1e1000', 'the amount "1e1000" has more than 1,000 digits'],
  ['1e-1001', 'the amount "1e-1001" has more than 1,000 digits'],
])('refuses the amount %j with its own message', async (amount, reason) => {
  const taken = await takeText(`${header}2026-01-01,${amount},eu\n`);
  expect(taken.rejected).toEqual([`line 2: ${reason}`]);
  expect(taken).toMatchObject({ rows: 1, invalid: 1, values: [] });
});

test.each([
  ['', 'the date is empty'],
  ['2026-02-29', '2026-02-29 is not a valid date'],
  ['2026-13-01', '2026-13-01 is not a valid date'],
  ['2026-00-10', '2026-00-10 is not a valid date'],
  ['2026-04-31', '2026-04-31 is not a valid date'],
  ['2100-02-29', '2100-02-29 is not a valid date'],
  ['2026-1-1', 'the date "2026-1-1" is not of the form YYYY-MM-DD'],
  [
    '01/02/2026',
    'the date "01/02/2026" is not of the form YYYY-MM-DD: give --date-format DD/MM/YYYY or MM/DD/YYYY',
  ],
  ['2026-01-01T00:00:00Z', 'the date "2026-01-01T00:00:00Z" is not of the form YYYY-MM-DD'],
  ['0000-01-01', '0000-01-01 is not a valid date'],
  ['2026-02-30', '2026-02-30 is not a valid date'],
  ['2026-12-32', '2026-12-32 is not a valid date'],
  ['2026-01-00', '2026-01-00 is not a valid date'],
  ['1900-02-29', '1900-02-29 is not a valid date'],
  ['2026-1-5', 'the date "2026-1-5" is not of the form YYYY-MM-DD'],
  ['20260105', 'the date "20260105" is not of the form YYYY-MM-DD'],
  [' 2026-01-05', 'the date " 2026-01-05" is not of the form YYYY-MM-DD'],
  ['２０２６-01-05', 'the date "２０２６-01-05" is not of the form YYYY-MM-DD'],
  ['2026-01-05\0', 'the date "2026-01-05\\u0000" is not of the form YYYY-MM-DD'],
])('refuses the date %j with its own message', async (date, reason) => {
  const taken = await takeText(`${header}${date},5,eu\n`);
  expect(taken.rejected).toEqual([`line 2: ${reason}`]);
});

test.each([
  ...['2024-02-29', '2000-02-29', '2026-12-31', '0001-01-01', '1600-02-29'],
  ...['2400-02-29', '2026-02-28', '2026-11-30', '9999-12-31'],
])('accepts the date %s', async (date) => {
  expect((await takeText(`${header}${date},5,eu\n`)).rejected).toEqual([]);
});
