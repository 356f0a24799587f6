import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { header, refusalOf, takeText, value } from './helpers.ts';

test.each([
  ['2026-01-01,5', 'the row has 2 cells, the header 3'],
  ['2026-01-01,5,eu,', 'the row has 4 cells, the header 3'],
  ['2026-01-01,5,e"u', 'there is a quote in a cell that does not begin with one'],
  ['2026-01-01,5, "eu"', 'there is a quote in a cell that does not begin with one'],
  ['2026-01-01,5,e\ru', 'there is a carriage return outside quotes'],
  ['2026-01-01,5,', 'the label region is missing'],
  ['2026-01-01,5, eu', 'the label region has spaces around it: " eu"'],
  [
    '2026-01-99,x,',
    '2026-01-99 is not a valid date; the amount "x" is not a decimal; the label region is missing',
  ],
])('refuses only the csv row %j', async (row, reason) => {
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
    'a name appears twice in the row',
  ],
  [
    '{"date":"2026-01-01","amount":5,"labels":{"region":"a","region":"b"}}',
    'a name appears twice in the row',
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
])('refuses only the JSON row %s', async (row, reason) => {
  const taken = await takeText(`[${row},\n{"date":"2026-01-02","amount":5,"region":"eu"}]`);
  expect(taken.rejected).toEqual([`line 1: ${reason}`]);
  expect(taken.values).toEqual([value('2026-01-02', '5', 'eu')]);
});

test('a line that is not JSON is a bad NDJSON row', async () => {
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
  ['date,amount,region,date\n', 'stdin, line 1: the column "date" appears twice'],
  [
    'date,amount,region,team\n',
    'stdin, line 1: the column "team" is neither date nor amount nor a label',
  ],
  [
    'date,amount,region\r2026-01-01,5,eu\r',
    'stdin is text whose lines end with a carriage return alone',
  ],
  [
    `${header}2026-01-01,5,"eu\n2026-01-02,5,eu\n`,
    'stdin, line 2: a quote is opened and never closed',
  ],
  [`${header}\n2026-01-01,5,"eu"x\n`, 'stdin, line 3: there is text after a closing quote'],
  ['[{"date":"2026-01-01"},\n{"date"}]', 'stdin, line 2: not JSON: unexpected "}"'],
  ['[{"date":"2026-01-01"},\n]', 'stdin, line 2: not JSON: the JSON ends too early'],
  ['[{"date":"2026-01-01"}', 'stdin, line 1: the JSON array is cut short'],
  ['[]\n[]', 'stdin, line 2: there is text after the JSON array'],
])('refuses the whole file %j', async (content, message) => {
  expect(await refusalOf(content)).toBe(`invalid_data: ${message}`);
});

test('invalid UTF-8, UTF-16 and broken gzip are distinguished', async () => {
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
  'refuses an endless %s record before it fills the memory',
  async (format) => {
    const endless =
      format === 'json' ? `[{"date":"${'x'.repeat(17 * 2 ** 20)}` : 'x'.repeat(17 * 2 ** 20);
    expect(await refusalOf(endless, { format })).toBe(
      'invalid_data: stdin, line 1 is longer than 16 MiB',
    );
  },
);

test('refuses an endless quoted cell and names its first line', async () => {
  const endless = `${header}2026-01-01,5,"${'x\n'.repeat(9 * 2 ** 20)}`;
  expect(await refusalOf(endless)).toBe(
    'invalid_data: stdin, line 2: a quote is opened and never closed',
  );
});
