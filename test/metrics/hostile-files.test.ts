import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { refusalOf, takeText } from './helpers.ts';

const header = 'date,amount,region\n';
const row = '2026-01-01,5,eu\n';
const taken = ['{"date":"2026-01-01","amount":"5","labels":{"region":"eu"}}'];

function swapped(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

function wide(text: string): Buffer {
  return Buffer.concat([...text].map((letter) => Buffer.from([letter.charCodeAt(0), 0, 0, 0])));
}

test.each([
  ['UTF-16 with a mark', Buffer.from(`\ufeff${header}`, 'utf16le'), 'UTF-16'],
  ['UTF-16 with a mark, the high byte first', swapped(`\ufeff${header}`), 'UTF-16'],
  ['UTF-16 without a mark', Buffer.from(header, 'utf16le'), 'UTF-16'],
  ['UTF-16 without a mark, the high byte first', swapped(header), 'UTF-16'],
  ['UTF-32', Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), wide(header)]), 'UTF-32'],
  ['UTF-32, the high byte first', Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 0x64]), 'UTF-32'],
  [
    'an old workbook',
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    'an old Excel workbook (.xls), or one with a password',
  ],
  ['gzip within gzip', gzipSync(gzipSync(header + row)), 'compressed twice'],
])('reports the real type of %s for any --format', async (_name, content, what) => {
  expect(await refusalOf(content)).toBe(`invalid_data: stdin is ${what}`);
  expect(await refusalOf(content, { format: 'ndjson' })).toBe(`invalid_data: stdin is ${what}`);
});

test.each([
  ['two members', [gzipSync(header), gzipSync(row)]],
  ['an empty member between', [gzipSync(header), gzipSync(''), gzipSync(row)]],
  ['zeros at the end', [gzipSync(header + row), Buffer.alloc(1000)]],
])('reads gzip data with %s completely', async (_name, parts) => {
  expect((await takeText(Buffer.concat(parts))).values).toEqual(taken);
  expect((await takeText(Buffer.concat(parts), {}, 7)).values).toEqual(taken);
});

test.each([
  ['another member after zeros', [gzipSync(header), Buffer.alloc(600), gzipSync(row)]],
  ['text after zeros', [gzipSync(header + row), Buffer.alloc(1), Buffer.from('x')]],
])('refuses gzip data with %s instead of reading half of it', async (_name, parts) => {
  const message = 'invalid_data: stdin: other data follows the gzip data';
  for (const length of [1, 100, 1 << 16]) {
    await expect(takeText(Buffer.concat(parts), {}, length)).rejects.toMatchObject({
      message: message.slice('invalid_data: '.length),
    });
  }
  expect(await refusalOf(Buffer.concat(parts))).toBe(message);
});

test('finds data after long gzip data in chunks of any size', async () => {
  const rows = Array.from({ length: 3000 }, (_, at) => `2026-01-01,${(at * 7919) % 9973},r${at}\n`);
  const compressed = gzipSync(header + rows.join(''));
  for (const length of [1000, 4096, 5000, 1 << 16]) {
    const padded = await takeText(Buffer.concat([compressed, Buffer.alloc(9000)]), {}, length);
    expect(padded.values).toHaveLength(3000);
    const more = Buffer.concat([compressed, Buffer.alloc(9000), Buffer.from('x')]);
    await expect(takeText(more, {}, length)).rejects.toThrow('other data follows the gzip data');
  }
});

test.each([
  ['\x1fdate,amount,region\n', 'stdin, line 1: there is no column "date"'],
  ['d\x8bate,amount,region\n', 'stdin, line 1: not valid UTF-8'],
])('does not mistake %j for gzip data', async (content, message) => {
  expect(await refusalOf(Buffer.from(content, 'latin1'))).toBe(`invalid_data: ${message}`);
});

test('text after gzip data counts as damage', async () => {
  const content = Buffer.concat([gzipSync(header + row), Buffer.from('2026-01-02,5,eu\n')]);
  expect(await refusalOf(content)).toBe('invalid_data: stdin: the gzip data is damaged');
});

test.each([
  ['at the start of a line', [header, row, '\xff', row], 3],
  ['at the end of the last line, which has no end', [header, row, row, '2026-01-03,5,\xff'], 4],
  ['in the first line', ['da\xffte,amount,region\n', row], 1],
  ['after letters of several bytes', [header, '2026-01-01,5,\xc3\xa9\n', '\n', '\xe9\n'], 4],
])('reports the line of a byte that is not UTF-8, %s', async (_where, parts, line) => {
  const content = Buffer.from(parts.join(''), 'latin1');
  expect(await refusalOf(content)).toBe(`invalid_data: stdin, line ${line}: not valid UTF-8`);
});

test.each([
  ['NUL bytes alone', '\0'.repeat(50), 'there is no column "date"'],
  ['names that differ only in case', 'Date,DATE,amount,region\n', 'there is no column "date"'],
  ['spaces around names', 'date, amount, region\n', 'there is no column "amount"'],
  ['two marks', `\ufeff\ufeff${header}`, 'there is no column "date"'],
  ['a label twice', 'date,amount,region,region\n', 'the column "region" appears twice'],
  ['a column twice', 'date,amount,region,x,x\n', 'the column "x" appears twice'],
  ['a name of no letters', 'date,amount,region,\n', 'the column "" is neither'],
])('a header of %s is refused', async (_name, content, words) => {
  expect(await refusalOf(content)).toContain(`invalid_data: stdin, line 1: ${words}`);
});

test('--ignore-extra lets ignored columns share a name, but not other columns', async () => {
  const content = 'date,amount,,region,\n2026-01-01,5,x,eu,y\n';
  expect((await takeText(content, { ignoreExtra: true })).values).toEqual(taken);
  expect(await refusalOf('date,amount,region,amount\n', { ignoreExtra: true })).toContain(
    'the column "amount" appears twice',
  );
});

test('the error for an invalid header shortens long names and lists', async () => {
  const names = Array.from({ length: 900 }, (_, at) => `${at}${'x'.repeat(1000)}`);
  const content = `date,amount,region,${names.join(',')}\n`;
  const first = names.slice(0, 20).map((name) => `"${name.slice(0, 40)}…"`);
  expect(await refusalOf(content)).toBe(
    `invalid_data: stdin, line 1: the columns ${first.join(', ')} and 880 more are neither date nor amount nor labels`,
  );
  await expect(takeText(`${names.slice(0, 21).join(',')}\n`)).rejects.toMatchObject({
    details: {
      hint: `the file has ${first.join(', ')} and 1 more; name them with --map date=COLUMN,amount=COLUMN`,
    },
  });
});

test('an amount has at most 1,000 digits, in any notation', async () => {
  const reason = 'has more than 1,000 digits';
  for (const amount of ['1'.repeat(1000), '1e999', `0.${'1'.repeat(998)}`]) {
    expect((await takeText(`${header}2026-01-01,${amount},eu\n`)).rejected).toEqual([]);
  }
  for (const amount of ['1'.repeat(10_000), '1'.repeat(1001), '-1e1000', `0.${'1'.repeat(999)}`]) {
    const shown = amount.length > 40 ? `${amount.slice(0, 40)}…` : amount;
    expect((await takeText(`${header}2026-01-01,${amount},eu\n`)).rejected).toEqual([
      `line 2: the amount "${shown}" ${reason}`,
    ]);
  }
});

test('refuses a label with half a surrogate pair and accepts a whole pair', async () => {
  const json = (region: string) => `{"date":"2026-01-01","amount":"5","region":"${region}"}\n`;
  const { rejected, values } = await takeText(json('a\\ud800') + json('a\\ud83d\\ude00'));
  expect(rejected).toEqual(['line 1: the label region contains an incomplete character']);
  expect(values).toEqual(['{"date":"2026-01-01","amount":"5","labels":{"region":"a😀"}}']);
});

test('preserves a NUL within a label', async () => {
  const { values } = await takeText(`${header}2026-01-01,5,e\0u\n`);
  expect(values).toEqual(['{"date":"2026-01-01","amount":"5","labels":{"region":"e\\u0000u"}}']);
});

test('reads a hundred label columns in the order of the metric', async () => {
  const labelColumns = Array.from({ length: 100 }, (_, at) => `label ${at}`);
  const cells = labelColumns.map((_, at) => `value ${at}`);
  const content = `${[...labelColumns].reverse().join(',')},date,amount\n${[...cells].reverse().join(',')},2026-01-01,5\n`;
  const { values } = await takeText(content, { labelColumns });
  expect(values.map((json) => JSON.parse(json).labels)).toEqual([
    Object.fromEntries(labelColumns.map((name, at) => [name, cells[at]])),
  ]);
});

test('a metric without label columns accepts rows of date and amount', async () => {
  const { values } = await takeText('date,amount\n2026-01-01,5\n', { labelColumns: [] });
  expect(values).toEqual(['{"date":"2026-01-01","amount":"5","labels":{}}']);
  await expect(takeText(header, { labelColumns: [] })).rejects.toMatchObject({
    details: { hint: expect.stringContaining('the metric has no labels; ') },
  });
  await expect(takeText(`date,amount,region,team\n`)).rejects.toMatchObject({
    details: { hint: expect.stringContaining('its labels are region; ') },
  });
});

test('refuses __proto__ in a row unless the metric has that label', async () => {
  const nested = '{"date":"2026-01-01","amount":5,"labels":{"__proto__":"x"}}\n';
  const flat = '{"date":"2026-01-01","amount":5,"__proto__":{"region":"eu"}}\n';
  const { rejected } = await takeText(nested + flat);
  const words = 'the column "__proto__" is neither date nor amount nor a label';
  expect(rejected).toEqual([`line 1: ${words}`, `line 2: ${words}`]);
});
