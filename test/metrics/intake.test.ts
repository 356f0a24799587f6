import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metricFiles } from '../helpers/metric-files.ts';
import { refusalOf, takeText } from './helpers.ts';

const header = 'date,amount,region\n';
const value = (date: string, amount: string, region: string) =>
  `{"date":"${date}","amount":"${amount}","labels":{"region":${JSON.stringify(region)}}}`;

test.each([
  ['plain', `${header}2026-01-01,5,eu\n`],
  ['no line end at the end', `${header}2026-01-01,5,eu`],
  ['CRLF', 'date,amount,region\r\n2026-01-01,5,eu\r\n'],
  ['a byte order mark', `\ufeff${header}2026-01-01,5,eu\n`],
  ['a byte order mark before a quote', '\ufeff"date",amount,region\n2026-01-01,5,eu\n'],
  ['every cell quoted, with CRLF', '"date","amount","region"\r\n"2026-01-01","5","eu"\r\n'],
  ['columns in another order', 'region,date,amount\neu,2026-01-01,5\n'],
  ['NDJSON after empty lines', '\n\n\n\n\n{"date":"2026-01-01","amount":5,"region":"eu"}\n'],
  ['empty lines', `\n${header}\n2026-01-01,5,eu\n\n\n`],
  ['columns of rejects', 'date,amount,region,_line,_reason\n2026-01-01,5,eu,7,because\n'],
  ['tabs', 'date\tamount\tregion\n2026-01-01\t5\teu\n'],
  ['a JSON array', '[{"date":"2026-01-01","amount":"5","labels":{"region":"eu"}}]'],
  ['a JSON array over many lines', '\n[\n {"date":"2026-01-01",\n"amount":5,\n"region":"eu"}\n]\n'],
  ['NDJSON', '{"date":"2026-01-01","amount":5,"region":"eu","_line":3}\n'],
  ['NDJSON with labels null', '{"date":"2026-01-01","amount":5,"region":"eu","labels":null}\r\n'],
])('a file is read: %s', async (_name, content) => {
  const taken = await takeText(content);
  expect(taken.values).toEqual([value('2026-01-01', '5', 'eu')]);
  const compressed = await takeText(gzipSync(content), {}, 1);
  expect(compressed.values).toEqual(taken.values);
  const inBytes = await takeText(content, {}, 1);
  expect(inBytes.values).toEqual(taken.values);
});

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
])('the csv cell %j is the label %j', async (cell, label) => {
  const { values } = await takeText(`date,region,amount\n2026-01-01,${cell},5\n`);
  expect(values).toEqual([value('2026-01-01', '5', label)]);
});

test.each([
  ['a\\tb', 'a\tb'],
  ['a\\nb', 'a\nb'],
  ['a\\\\nb', 'a\\nb'],
  ['"quoted"', '"quoted"'],
  ['a,b', 'a,b'],
])('the tsv cell %j is the label %j', async (cell, label) => {
  const content = `date\tregion\tamount\n2026-01-01\t${cell}\t5\n`;
  const { values } = await takeText(content, { format: 'tsv' });
  expect(values).toEqual([value('2026-01-01', '5', label)]);
});

test.each(['12', '-0.50', '1e3', '+4', '007', '0', '1E-7', '12345678901234567890.123456789'])(
  'the amount %s goes as it stands, from csv and from JSON text',
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
  ['"1,234"', 'the amount "1,234" has a thousands separator'],
  ['"1,234,567.89"', 'the amount "1,234,567.89" has a thousands separator'],
  ['1 234', 'the amount "1 234" has a thousands separator'],
  ['"1,5"', 'the amount "1,5" has a decimal comma, not a point'],
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
  ['1e1000', 'the amount "1e1000" has more than 1,000 digits'],
  ['1e-1001', 'the amount "1e-1001" has more than 1,000 digits'],
])('the amount %j is refused in its own words', async (amount, reason) => {
  const taken = await takeText(`${header}2026-01-01,${amount},eu\n`);
  expect(taken.rejected).toEqual([`line 2: ${reason}`]);
  expect(taken).toMatchObject({ rows: 1, invalid: 1, values: [] });
});

test.each([
  ['', 'the date is empty'],
  ['2026-02-29', '2026-02-29 is not a day of the calendar'],
  ['2026-13-01', '2026-13-01 is not a day of the calendar'],
  ['2026-00-10', '2026-00-10 is not a day of the calendar'],
  ['2026-04-31', '2026-04-31 is not a day of the calendar'],
  ['2100-02-29', '2100-02-29 is not a day of the calendar'],
  ['2026-1-1', 'the date "2026-1-1" is not of the form YYYY-MM-DD'],
  ['01/02/2026', 'the date "01/02/2026" is not of the form YYYY-MM-DD'],
  ['2026-01-01T00:00:00Z', 'the date "2026-01-01T00:00:00Z" is not of the form YYYY-MM-DD'],
])('the date %j is refused in its own words', async (date, reason) => {
  const taken = await takeText(`${header}${date},5,eu\n`);
  expect(taken.rejected).toEqual([`line 2: ${reason}`]);
});

test.each(['2024-02-29', '2000-02-29', '2026-12-31'])('%s is a day', async (date) => {
  expect((await takeText(`${header}${date},5,eu\n`)).rejected).toEqual([]);
});

test.each([
  ['2026-01-01,5', 'the row has 2 cells, the header 3'],
  ['2026-01-01,5,eu,', 'the row has 4 cells, the header 3'],
  ['2026-01-01,5,e"u', 'a quote stands in a cell that does not begin with one'],
  ['2026-01-01,5, "eu"', 'a quote stands in a cell that does not begin with one'],
  ['2026-01-01,5,e\ru', 'a carriage return stands outside quotes'],
  ['2026-01-01,5,', 'the label region is missing'],
  ['2026-01-01,5, eu', 'the label region has spaces around it: " eu"'],
  [
    '2026-01-99,x,',
    '2026-01-99 is not a day of the calendar; the amount "x" is not a decimal; the label region is missing',
  ],
])('the csv row %j is refused alone', async (row, reason) => {
  const taken = await takeText(`${header}${row}\n2026-01-02,5,eu\n`);
  expect(taken.rejected).toEqual([`line 2: ${reason}`]);
  expect(taken.values).toEqual([value('2026-01-02', '5', 'eu')]);
});

test.each([
  ['5', 'the row is not an object'],
  ['null', 'the row is not an object'],
  ['{"date":20260101,"amount":5,"region":"eu"}', 'date is not text'],
  ['{"date":"2026-01-01","amount":true,"region":"eu"}', 'the amount is neither text nor a number'],
  ['{"date":"2026-01-01","amount":5,"region":7}', 'region is not text'],
  ['{"date":"2026-01-01","amount":5}', 'the label region is missing'],
  [
    '{"date":"2026-01-01","amount":5,"region":"a:\\":b","amount":6}',
    'a name stands twice in the row',
  ],
  [
    '{"date":"2026-01-01","amount":5,"labels":{"region":"a","region":"b"}}',
    'a name stands twice in the row',
  ],
  ['{"date":"2026-01-01","region":"eu"}', 'the amount is empty'],
  ['{"date":"2026-01-01","amount":5,"labels":[]}', 'labels is not an object'],
  [
    '{"date":"2026-01-01","amount":5,"region":"eu","team":"a"}',
    'the column "team" is neither date nor amount nor a label',
  ],
  [
    '{"date":"2026-01-01","amount":5,"labels":{"region":"eu","team":"a","x":"y"}}',
    'the columns "team", "x" are neither date nor amount nor labels',
  ],
])('the JSON row %s is refused alone', async (row, reason) => {
  const taken = await takeText(`[${row},\n{"date":"2026-01-02","amount":5,"region":"eu"}]`);
  expect(taken.rejected).toEqual([`line 1: ${reason}`]);
  expect(taken.values).toEqual([value('2026-01-02', '5', 'eu')]);
});

test('a line that is not JSON is a bad row of NDJSON', async () => {
  const taken = await takeText('{"date":"2026-01-01","amount":5,"region":"eu"}\n{"date":\n');
  expect(taken.rejected).toEqual(['line 2: not JSON: the JSON ends too early']);
  expect(taken.values).toHaveLength(1);
});

test.each([
  ['', 'stdin is empty'],
  [header, 'stdin has no rows'],
  ['[]', 'stdin has no rows'],
  ['\ufeff', 'stdin has no rows'],
  [
    'date,amount\n2026-01-01,5\n',
    'stdin, line 1: there is no column "region" for the label region',
  ],
  ['date,region\n2026-01-01,eu\n', 'stdin, line 1: there is no column "amount"'],
  ['date,amount,region,date\n', 'stdin, line 1: the column "date" stands twice'],
  [
    'date,amount,region,team\n',
    'stdin, line 1: the column "team" is neither date nor amount nor a label',
  ],
  ['date;amount;region\n', 'stdin, line 1: cells are separated by semicolons'],
  [
    'date,amount,region\r2026-01-01,5,eu\r',
    'stdin, line 1: a carriage return stands outside quotes',
  ],
  [
    `${header}2026-01-01,5,"eu\n2026-01-02,5,eu\n`,
    'stdin, line 2: a quote is opened and never closed',
  ],
  [`${header}\n2026-01-01,5,"eu"x\n`, 'stdin, line 3: text follows a closing quote'],
  ['[{"date":"2026-01-01"},\n{"date"}]', 'stdin, line 2: not JSON: unexpected "}"'],
  ['[{"date":"2026-01-01"},\n]', 'stdin, line 2: not JSON: the JSON ends too early'],
  ['[{"date":"2026-01-01"}', 'stdin, line 1: the JSON array is cut short'],
  ['[]\n[]', 'stdin, line 2: text follows the JSON array'],
])('the file %j is refused as a whole', async (content, message) => {
  expect(await refusalOf(content)).toBe(`invalid_data: ${message}`);
});

test('invalid UTF-8, UTF-16 and broken gzip are told apart', async () => {
  const bad = Buffer.concat([
    Buffer.from(`${header}2026-01-01,5,eu\n2026-01-02,5,`),
    Buffer.from([0xff, 0x0a]),
  ]);
  expect(await refusalOf(bad)).toBe('invalid_data: stdin, line 3: not valid UTF-8');
  expect(await refusalOf(Buffer.from(`\ufeff${header}`, 'utf16le'))).toBe(
    'invalid_data: stdin is UTF-16',
  );
  const compressed = gzipSync(`${header}2026-01-01,5,eu\n`);
  expect(await refusalOf(compressed.subarray(0, 30))).toBe(
    'invalid_data: stdin: the gzip data is cut short',
  );
  const damaged = Buffer.from(compressed);
  damaged.fill(0xaa, 10, 20);
  expect(await refusalOf(damaged)).toBe('invalid_data: stdin: the gzip data is damaged');
});

test.each(['csv', 'tsv', 'json', 'ndjson'] as const)(
  'a record of %s without an end is refused before it fills the memory',
  async (format) => {
    const endless =
      format === 'json' ? `[{"date":"${'x'.repeat(17 * 2 ** 20)}` : 'x'.repeat(17 * 2 ** 20);
    expect(await refusalOf(endless, { format })).toBe(
      'invalid_data: stdin, line 1: longer than 16 MB without an end',
    );
  },
);

test('a quoted cell that goes on for too long is refused at its first line', async () => {
  const endless = `${header}2026-01-01,5,"${'x\n'.repeat(9 * 2 ** 20)}`;
  expect(await refusalOf(endless)).toBe(
    'invalid_data: stdin, line 2: a quote is opened and never closed',
  );
});

test('lines are counted as an editor does', async () => {
  const content = `${header}\n2026-01-01,5,"a\nb\nc"\n2026-01-02,x,eu\n"2026-01-03",5,"z\r\n"\n2026-01-04,y,eu\n`;
  const taken = await takeText(content.replaceAll('\n', '\r\n').replaceAll('\r\r', '\r'));
  expect(taken.rejected.map((reason) => reason.split(':')[0])).toEqual([
    'line 6',
    'line 7',
    'line 9',
  ]);
  expect(taken.lines).toEqual([3]);
});

test('missing labels, extra columns and spaces are taken where asked', async () => {
  const { values } = await takeText(
    'date,amount,team,region\n2026-01-01,5,a, eu \n2026-01-02,5,b,  \n',
    { ignoreExtra: true, allowMissingLabels: true, trim: true },
  );
  expect(values).toEqual([
    value('2026-01-01', '5', 'eu'),
    '{"date":"2026-01-02","amount":"5","labels":{}}',
  ]);
});

test('without its label column a file is taken where missing labels are allowed', async () => {
  const { values } = await takeText('date,amount\n2026-01-01,5\n', { allowMissingLabels: true });
  expect(values).toEqual(['{"date":"2026-01-01","amount":"5","labels":{}}']);
});

test('mapped names reach into JSON rows, flat and nested', async () => {
  const map = { date: 'Day', region: 'Region' };
  const content =
    '{"Day":"2026-01-01","amount":1,"Region":"eu"}\n{"Day":"2026-01-02","amount":2,"labels":{"Region":"us"}}\n';
  const { values, rejected } = await takeText(content, { map });
  expect(rejected).toEqual([]);
  expect(values).toEqual([value('2026-01-01', '1', 'eu'), value('2026-01-02', '2', 'us')]);
});

test('label columns with hostile names are labels like others', async () => {
  const labelColumns = ['__proto__', 'constructor', 'a"b'];
  const { values } = await takeText(
    'date,amount,__proto__,constructor,"a""b"\n2026-01-01,5,x,y,z\n',
    {
      labelColumns,
    },
  );
  expect(values).toEqual([
    '{"date":"2026-01-01","amount":"5","labels":{"__proto__":"x","constructor":"y","a\\"b":"z"}}',
  ]);
});

test('of any file, in any format and cut anywhere, exactly the good rows become values, as text, each once', async () => {
  await fc.assert(
    fc.asyncProperty(
      metricFiles,
      fc.integer({ min: 1, max: 60 }),
      async ({ content, format, rows, good }, chunkLength) => {
        const taken = await takeText(content, { format }, chunkLength);
        expect(taken.values).toEqual(
          good.map(({ date, amount, region }) => value(date, amount, region)),
        );
        expect(taken).toMatchObject({ rows, merged: 0, invalid: rows - good.length });
        expect(taken.rejected).toHaveLength(rows - good.length);
      },
    ),
    { numRuns: 300 },
  );
});

test('a header of more columns than any file of values has is refused before they are compared', async () => {
  const names = Array.from({ length: 20_000 }, (_, at) => `c${at}`);
  expect(await refusalOf(`${names.join()}\n`, { format: 'csv' })).toBe(
    'invalid_data: stdin, line 1: it names more than 1000 columns',
  );
});
