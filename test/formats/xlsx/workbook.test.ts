import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { mostRows, refuseTooManyRows } from '../../../src/formats/xlsx/open-sheet.ts';
import { openWorkbook } from '../../../src/formats/xlsx/workbook.ts';
import { amountStyle, numberStyle } from '../../../src/formats/xlsx/write-parts.ts';
import { ExactNumber } from '../../../src/json/number.ts';
import { anyCharacter } from '../../helpers/any-character.ts';
import { needs, pythonWith } from '../../helpers/needs.ts';
import { runs } from '../../helpers/runs.ts';
import { readSheet, unzip } from '../../helpers/stored-workbook.ts';

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly header?: boolean;
  readonly numbers?: ReadonlySet<number>;
}

async function write({ columns, rows, header = true, numbers = new Set() }: Table) {
  const chunks: Uint8Array[] = [];
  const keep = async (chunk: Uint8Array) => {
    chunks.push(Uint8Array.from(chunk));
  };
  const workbook = openWorkbook(keep, { sheet: 'costs list', columns, header, numbers });
  for (const row of rows) await workbook.row(row);
  const facts = await workbook.finish();
  return { archive: Buffer.concat(chunks), facts };
}

const sheetOf = async (table: Table) => readSheet((await write(table)).archive);

test('a workbook has a bold, frozen header with a filter, and columns as wide as their values', async () => {
  const sheet = await sheetOf({
    columns: ['day', 'service'],
    rows: [['2026-11-15', 'Amazon Elastic Compute Cloud']],
  });
  expect(sheet.isFrozen).toBe(true);
  expect(sheet.filter).toBe('A1:B2');
  expect(sheet.rows[0]?.map(({ text, style }) => [text, style])).toEqual([
    ['day', '3'],
    ['service', '3'],
  ]);
  expect(sheet.xml).toContain('<col min="2" max="2" width="29" customWidth="1"/>');
});

test.each([
  [12.5, { number: '12.5' }],
  [new ExactNumber('1234567.8901234567890'), { number: '1234567.8901234567890' }],
  [new ExactNumber('1e-7'), { number: '1e-7' }],
  [new ExactNumber('1e400'), { text: '1e400' }],
  ['12.50', { text: '12.50' }],
  ['2026-11-15', { number: '46341', style: '1' }],
  ['1900-03-01', { number: '61', style: '1' }],
  ['1900-02-28', { text: '1900-02-28' }],
  ['2026-02-30', { text: '2026-02-30' }],
  ['0001-01-01', { text: '0001-01-01' }],
  ['2026-11-15T12:00:00Z', { number: '46341.500000000000', style: '2' }],
  ['2026-11-15T01:00:00+02:00', { number: '46340.958333333333', style: '2' }],
  ['2026-11-15 01:00:00.5+02', { number: '46340.958339120370', style: '2' }],
  ['2026-11-15T00:00:00.1234567Z', { number: '46341.000001428898', style: '2' }],
  ['2026-10-31T23:59:59.9999Z', { number: '46326.999999988426', style: '2' }],
  ['2026-10-31T23:59:59.9999999Z', { number: '46326.999999988426', style: '2' }],
  ['2026-10-31T23:59:59.999999999Z', { number: '46326.999999988426', style: '2' }],
  ['9999-12-31T23:59:59.9999999Z', { number: '2958465.999999988426', style: '2' }],
  ['9999-12-31T23:59:59-01:00', { text: '9999-12-31T23:59:59-01:00' }],
  ['2026-11-15T12:00:00', { text: '2026-11-15T12:00:00' }],
  ['2026-11-15T25:00:00Z', { text: '2026-11-15T25:00:00Z' }],
  ['=1+1', { text: '=1+1' }],
  [true, { text: 'true' }],
  [{ team: 'shop', n: new ExactNumber('0.10') }, { text: '{"team":"shop","n":0.10}' }],
])('%j becomes the cell %j', async (value, cell) => {
  const sheet = await sheetOf({ columns: ['a'], rows: [[value]] });
  expect(sheet.rows[1]?.[0]).toMatchObject(cell);
});

test('a number column stores decimal text as numbers and keeps other text', async () => {
  const rows = [['12.50'], ['-0.000018'], ['n/a'], ['0123'], ['']];
  const sheet = await sheetOf({ columns: ['cost'], rows, numbers: new Set([0]) });
  expect(sheet.rows.slice(1).map((row) => row.map(({ number, text }) => number ?? text))).toEqual([
    ['12.50'],
    ['-0.000018'],
    ['n/a'],
    ['0123'],
    [],
  ]);
});

test.each([
  ['12', 0],
  ['12.50', 2],
  ['1e-3', 3],
  ['2.5E-3', 4],
  ['1e6', 0],
  ['1.0000000001', 6],
])('%s is shown with its decimal places, of which there are %i', (digits, places) => {
  expect(numberStyle(digits)).toBe(amountStyle(places));
});

test('without a header, there is no filter and no frozen row', async () => {
  const sheet = await sheetOf({ columns: ['a'], rows: [['x']], header: false });
  expect(sheet).toMatchObject({ filter: undefined, isFrozen: false });
  expect(sheet.rows).toHaveLength(1);
});

test.each([' a', 'a ', 'a\nb', '\ta', '\n'])('the white space of %j is kept', async (text) => {
  const { xml } = await sheetOf({ columns: ['a'], rows: [[text], ['b']] });
  expect(xml.match(/<t(?: [^>]*)?>/g)?.slice(1)).toEqual(['<t xml:space="preserve">', '<t>']);
});

test('a column is at least 8 and at most 60 wide, and a number counts for 17', async () => {
  const rows = [['x'.repeat(99), new ExactNumber('1'.repeat(99)), '漢字漢字漢字', '']];
  const { xml } = await sheetOf({ columns: ['a', 'b', 'c', 'd'], rows, header: false });
  const widths = [...xml.matchAll(/ width="(\d+)"/g)].map(([, width]) => width);
  expect(widths).toEqual(['60', '18', '13', '8']);
});

test('a header of any length leaves its column at most 60 wide', async () => {
  const { xml } = await sheetOf({ columns: ['a', 'x'.repeat(300)], rows: [] });
  const widths = [...xml.matchAll(/ width="(\d+)"/g)].map(([, width]) => width);
  expect(widths).toEqual(['4', '60']);
});

test('counts numbers with more digits than a spreadsheet shows', async () => {
  const long = ['1234567890123456', '0.1234567890123456', '-1.234567890123456e-5'];
  const short = ['123456789012345', '1e20', '1.23456789012345e+123', `1${'0'.repeat(20)}`, '0.000'];
  const rows = [...long, ...short].map((text) => [new ExactNumber(text)]);
  const facts = { rows: rows.length, longNumbers: long.length };
  expect((await write({ columns: ['a'], rows })).facts).toEqual(facts);
});

test('too many columns or rows, or too long a text, is a usage error', async () => {
  const columns = Array.from({ length: 16_385 }, (_, at) => `c${at}`);
  await expect(write({ columns, rows: [] })).rejects.toMatchObject({
    code: 'usage',
    message: 'the result has 16385 columns, and a workbook can have 16384',
    details: { hint: 'select some with --columns' },
  });
  const long = { columns: ['note'], rows: [['x'.repeat(32_768)]] };
  await expect(write(long)).rejects.toThrow('row 1: the text in the column note');
  expect(() => refuseTooManyRows(mostRows)).not.toThrow();
  expect(() => refuseTooManyRows(mostRows + 1)).toThrow(
    expect.objectContaining({
      code: 'usage',
      message: 'the result has more than the 1048575 rows that a workbook can have',
      details: { hint: 'use csv or parquet, which have no such limit' },
    }),
  );
});

const hostileText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '=cmd()',
    '+1',
    '@SUM(A1)',
    "'a",
    '_x0041_',
    '_x005F_',
    ' a ',
    'a\nb',
    'a\r\nb',
    '<&>"',
    ']]>',
    '\u0007',
  ),
);

const values = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, 0, -1.5, '2026-11-15', '2026-11-15T12:00:00Z'),
  fc.bigInt().map((digits) => new ExactNumber(`${digits}.10`)),
);

const tables = fc.integer({ min: 1, max: 30 }).chain((count) =>
  fc.record({
    columns: fc.array(hostileText, { minLength: count, maxLength: count }),
    rows: fc.array(fc.array(values, { minLength: count, maxLength: count }), { maxLength: 5 }),
  }),
);

/** UTF-8 has no half of a pair. */
const wellFormed = (text: string) => text.replace(/\p{Cs}/gu, '\ufffd');

test('every value is in its cell, digit by digit, and no cell has a formula', async () => {
  await fc.assert(
    fc.asyncProperty(tables, async (table) => {
      const sheet = await sheetOf(table);
      expect(sheet.xml).not.toMatch(/<f>|t="str"/);
      for (const [row, cells] of table.rows.entries()) {
        const stored = new Map((sheet.rows[row + 1] ?? []).map((cell) => [cell.at, cell]));
        for (const [column, value] of cells.entries()) {
          const name =
            column < 26 ? String.fromCharCode(65 + column) : `A${String.fromCharCode(39 + column)}`;
          const cell = stored.get(`${name}${row + 2}`);
          if (value === null || value === '') expect(cell).toBeUndefined();
          else if (value instanceof ExactNumber) {
            expect(cell?.number ?? cell?.text).toBe(value.text);
          } else if (typeof value === 'number') expect(cell?.number).toBe(String(value));
          else if (cell?.style === undefined) expect(cell?.text).toBe(wellFormed(String(value)));
        }
      }
    }),
    { numRuns: runs(200) },
  );
});

test('memory does not grow with the rows', async () => {
  let bytes = 0;
  let written = 0;
  const workbook = openWorkbook(
    async (chunk) => {
      bytes += chunk.length;
      written += 1;
    },
    { sheet: 'rows', columns: ['a', 'b', 'c'], header: true },
  );
  for (let row = 0; row < 60_000; row += 1) {
    await workbook.row([`service ${row}`, row, '2026-11-15']);
    // Rows leave as they come: by now most of the file is written.
    if (row === 50_000) expect(written).toBeGreaterThan(10);
  }
  expect(await workbook.finish()).toEqual({ rows: 60_000, longNumbers: 0 });
  expect(bytes).toBeGreaterThan(100_000);
});

test('equal tables give identical files', async () => {
  const table = { columns: ['a'], rows: [['x'], [1]] };
  expect((await write(table)).archive).toEqual((await write(table)).archive);
  expect([...unzip((await write(table)).archive).keys()][0]).toBe('[Content_Types].xml');
});

const folder = mkdtempSync(join(tmpdir(), 'costctl-xlsx-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sample: Table = {
  columns: ['day', 'at', 'service', 'cost', 'note', 'long'],
  numbers: new Set([3]),
  rows: [
    [
      '2026-11-15',
      '2026-11-15T12:34:56Z',
      '=1+1',
      '1234.50',
      ' a\nb ',
      new ExactNumber('1234567.8901234567890'),
    ],
    ['1999-12-31', '2026-02-28T23:59:59Z', '日本語 😀 <&>"', '-0.000018', '@SUM(A1:A9)', 12],
    [null, null, '0123', '', '+1', -7.25],
  ],
};

describe('openpyxl', () => {
  needs('openpyxl');

  test('reads every digit, day and text', async () => {
    const path = join(folder, 'sample.xlsx');
    writeFileSync(path, (await write(sample)).archive);
    const script = `
import json, sys, zipfile, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
sheet = book.active
cell = lambda c: {'text': c.value} if c.data_type in ('s', 'inlineStr') else None if c.value is None else {'date': c.value.isoformat()} if c.is_date else {'number': repr(c.value), 'type': c.data_type}
print(json.dumps([book.sheetnames, sheet.freeze_panes, sheet.auto_filter.ref, sheet['A1'].font.b, [[cell(c) for c in row] for row in sheet.iter_rows()]]))
`;
    const { stdout, stderr } = spawnSync(pythonWith('openpyxl') ?? '', [
      '-W',
      'error',
      '-c',
      script,
      path,
    ]);
    expect(stderr.toString()).toBe('');
    const text = (value: string) => ({ text: value });
    const number = (value: string) => ({ number: value, type: 'n' });
    expect(JSON.parse(stdout.toString())).toEqual([
      ['costs list'],
      'A2',
      'A1:F4',
      true,
      [
        sample.columns.map(text),
        [
          { date: '2026-11-15T00:00:00' },
          { date: '2026-11-15T12:34:56' },
          text('=1+1'),
          number('1234.5'),
          text(' a\nb '),
          number('1234567.8901234567'),
        ],
        [
          { date: '1999-12-31T00:00:00' },
          { date: '2026-02-28T23:59:59' },
          text('日本語 😀 <&>"'),
          number('-1.8e-05'),
          text('@SUM(A1:A9)'),
          number('12'),
        ],
        [null, null, text('0123'), null, text('+1'), number('-7.25')],
      ],
    ]);
  });
});

describe('LibreOffice', () => {
  needs('soffice');

  test('opens a workbook and does not calculate text as formulas', {
    timeout: 120_000,
  }, async () => {
    const path = join(folder, 'office.xlsx');
    writeFileSync(path, (await write(sample)).archive);
    const options = [
      '--headless',
      `-env:UserInstallation=file://${folder}/profile`,
      '--convert-to',
      'csv:Text - txt - csv (StarCalc):44,34,76',
      '--outdir',
      folder,
      path,
    ];
    // It writes numbers and days as the language of the machine has them.
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    const { status } = spawnSync('soffice', options, { env, timeout: 110_000 });
    expect(status).toBe(0);
    expect(readFileSync(join(folder, 'office.csv'), 'utf8')).toMatchInlineSnapshot(`
      "day,at,service,cost,note,long
      2026-11-15,2026-11-15 12:34:56,=1+1,1234.5," a
      b ",1234567.89012346
      1999-12-31,2026-02-28 23:59:59,"日本語 😀 <&>""",-0.000018,@SUM(A1:A9),12
      ,,0123,,+1,-7.25
      "
    `);
  });
});
