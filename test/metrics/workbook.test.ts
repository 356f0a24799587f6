import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CostctlError } from '../../src/errors.ts';
import { parseDateFormat } from '../../src/formats/cell-spelling.ts';
import { runs } from '../helpers/runs.ts';
import {
  createWorkbook,
  createZip,
  number,
  type TestCell,
  type TestSheet,
} from '../helpers/workbook.ts';
import { refusalOf, takeText, value } from './helpers.ts';

const head = ['date', 'amount', 'region'];
const sheet = (...rows: readonly (readonly TestCell[])[]): TestSheet => ({
  name: 'Values',
  rows: [head, ...rows],
});
const raw = (xml: string): TestCell => ({ xml });

async function takeRows(...rows: readonly (readonly TestCell[])[]) {
  return await takeText(createWorkbook([sheet(...rows)]));
}

describe('a number cell', () => {
  test('keeps the digits that are stored in the file', async () => {
    const digits = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc
        .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.nat())
        .map(([whole, part]) => `${whole}.${part}`),
      fc.bigInt().map(String),
    );
    await fc.assert(
      fc.asyncProperty(digits, async (amount) => {
        const stored = amount.replace('e+', 'E+');
        const { values } = await takeRows([number('46023', 1), number(stored), 'eu']);
        expect(values).toEqual([value('2026-01-01', stored, 'eu')]);
      }),
    );
  });

  test.each([
    ['1.1000000000000001', '1.1'],
    ['1234.5599999999999', '1234.56'],
    ['0.10000000000000001', '0.1'],
    ['-19.989999999999998', '-19.99'],
    ['0.30000000000000004', '0.30000000000000004'],
    ['1234567.8901234567890', '1234567.8901234567890'],
    ['12345678901234567', '12345678901234567'],
    ['1.5', '1.5'],
  ])('reads %s as %s with Excel precision', async (stored, shown) => {
    const bytes = createWorkbook([sheet([number('46023', 1), number(stored), 'eu'])]);
    const exact = await takeText(bytes);
    expect(exact.values).toEqual([value('2026-01-01', stored, 'eu')]);
    const { values } = await takeText(bytes, { excelPrecision: true });
    expect(values).toEqual([value('2026-01-01', shown, 'eu')]);
  });

  test('is a label with its exact digits, and not a date', async () => {
    const { values, rejected } = await takeRows(
      ['2026-01-01', number('5'), number('007')],
      [number('46023'), number('5'), 'eu'],
    );
    expect(values).toEqual([value('2026-01-01', '5', '007')]);
    expect(rejected).toEqual([
      'line 3: the date "46023" is a number, not a date: format the column as dates',
    ]);
  });
});

describe('a date cell', () => {
  test.each([
    ['1', '1900-01-01'],
    ['59', '1900-02-28'],
    ['61', '1900-03-01'],
    ['46023', '2026-01-01'],
    ['46023.0', '2026-01-01'],
    ['2958465', '9999-12-31'],
  ])('with the number %s is the day %s', async (serial, date) => {
    for (const style of [1, 2]) {
      const { values } = await takeRows([number(serial, style), number('5'), 'eu']);
      expect(values).toEqual([value(date, '5', 'eu')]);
    }
  });

  test('counts from 1904 if the workbook says so', async () => {
    const rows = sheet([number('44561', 1), '5', 'eu']);
    const { values } = await takeText(createWorkbook([rows], { isFrom1904: true }));
    expect(values).toEqual([value('2026-01-01', '5', 'eu')]);
  });

  test.each([
    ['0', 'the cell A2 has no valid date'],
    ['60', 'the cell A2 has no valid date'],
    ['2958466', 'the cell A2 has no valid date'],
    ['-1', 'the cell A2 has no valid date'],
    ['46023.5', 'the cell A2 has a time as well as a date'],
  ])('with the number %s is invalid', async (serial, reason) => {
    const { rejected } = await takeRows([number(serial, 1), '5', 'eu']);
    expect(rejected).toEqual([`line 2: ${reason}`]);
  });

  test('may be text in the given date format', async () => {
    const spelling = { decimalComma: true, dateFormat: parseDateFormat('DD.MM.YYYY') };
    const rows = sheet(
      ['31.12.2026', '1.234,5', 'eu'],
      [number('46023', 1), number('1234.5'), 'eu'],
      [raw('<c t="d"><v>2026-01-02T00:00:00</v></c>'), number('7'), 'eu'],
    );
    const { values } = await takeText(createWorkbook([rows]), { spelling });
    expect(values).toEqual([
      value('2026-12-31', '1234.5', 'eu'),
      value('2026-01-01', '1234.5', 'eu'),
      value('2026-01-02', '7', 'eu'),
    ]);
  });

  test('is refused as an amount', async () => {
    const { rejected } = await takeRows(['2026-01-01', number('46023', 1), 'eu']);
    expect(rejected).toEqual(['line 2: the amount is a date: format the column as numbers']);
  });

  describe('a cell with a time', () => {
    // 36:30 is stored as one and a half days and some minutes.
    test.each([4, 5, 6, 7])('is neither an amount nor a label: style %i', async (style) => {
      const time = number('1.520833333333333', style);
      const reason =
        'has a time, which a workbook stores as a part of a day: write a number or a day';
      const { rejected } = await takeRows(
        ['2026-01-01', time, 'eu'],
        ['2026-01-02', number('5'), time],
        [time, number('5'), 'eu'],
      );
      expect(rejected).toEqual([
        `line 2: the cell B2 ${reason}`,
        `line 3: the cell C3 ${reason}`,
        `line 4: the cell A4 ${reason}`,
      ]);
    });

    test('is another thing than a number with letters in its format', async () => {
      const { values } = await takeRows(['2026-01-01', number('36.5', 8), 'eu']);
      expect(values).toEqual([value('2026-01-01', '36.5', 'eu')]);
    });
  });
});

test.each([
  [
    '<c r="B2"><f>1+1</f><v></v></c>',
    'the cell B2 has a formula without a result: open the workbook in Excel and save it',
  ],
  ['<c r="B2" t="e"><v>#N/A</v></c>', 'the cell B2 has the error #N/A'],
  ['<c r="B2" t="s"><v>99</v></c>', 'the cell B2 refers to a text that is not there'],
  ['<c r="B2" t="b"><v>1</v></c>', 'the amount "TRUE" is not a decimal'],
  ['<c r="B2" t="b"><v>true</v></c>', 'the amount "TRUE" is not a decimal'],
  ['<c r="B2" t="b"><v>false</v></c>', 'the amount "FALSE" is not a decimal'],
  ['<c r="B2"/>', 'the amount is empty'],
  ['<c r="B2" t="s"/>', 'the amount is empty'],
  ['<c r="B2" t="b"><v/></c>', 'the amount is empty'],
  ['<c r="B2" t="d"><v/></c>', 'the amount is empty'],
  ['<c r="B2" t="str"><f>""</f><v></v></c>', 'the amount is empty'],
  [
    '<c r="B2" t="b"><f>1=1</f></c>',
    'the cell B2 has a formula without a result: open the workbook in Excel and save it',
  ],
  ['<c r="B2" s="3"><v>1e</v></c>', 'the amount "1e" is not a decimal'],
])('refuses the amount cell %s with its own message', async (cell, reason) => {
  const { rejected } = await takeRows(['2026-01-01', raw(cell), 'eu']);
  expect(rejected).toEqual([`line 2: ${reason}`]);
});

/** Whether a number in this format is taken for a day. */
async function isDay(format: number, code?: string): Promise<boolean> {
  const codes = code === undefined ? '' : `<numFmt numFmtId="${format}" formatCode="${code}"/>`;
  const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts>${codes}</numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="${format}"/></cellXfs></styleSheet>`;
  const entries = { 'xl/styles.xml': styles };
  const bytes = createWorkbook([sheet([number('46023', 1), number('5'), 'eu'])], { entries });
  return (await takeText(bytes)).values.length === 1;
}

test('the built-in formats of days are known, and no others', async () => {
  const days: number[] = [];
  for (let format = 0; format <= 60; format += 1) if (await isDay(format)) days.push(format);
  expect(days).toEqual([
    ...[14, 15, 16, 17, 22, 27, 28, 29, 30, 31],
    ...[36, 50, 51, 52, 53, 54, 57, 58],
  ]);
});

test.each([
  ['yyyy-mm-dd', true],
  ['DD.MM.YY', true],
  ['mmm', true],
  ['[$-409]d', true],
  ['m/d h:mm', true],
  ['&quot;day&quot; d', true],
  ['General', false],
  ['0.00', false],
  ['h:mm', false],
  ['mm:ss', false],
  ['[h]', false],
  ['[h]:mm', false],
  ['[mm]', false],
  ['[$-407][h]:mm;@', false],
  ['&quot;yd&quot;0', false],
  ['\\d0', false],
  ['_d0', false],
  ['*y0', false],
  ['[Magenta]0', false],
])('the format %s is one of days: %s', async (code, expected) => {
  expect(await isDay(170, code)).toBe(expected);
  // A format of the file wins over a built-in one.
  expect(await isDay(14, code)).toBe(expected);
});

test('a formula cell has its stored result', async () => {
  const { values } = await takeRows([
    '2026-01-01',
    raw('<c r="B2"><f>2*2.5</f><v>5.0</v></c>'),
    raw('<c r="C2" t="str"><f>"e"&amp;"u"</f><v>eu</v></c>'),
  ]);
  expect(values).toEqual([value('2026-01-01', '5.0', 'eu')]);
});

test('reads texts unchanged: shared, inline, in runs and with escapes', async () => {
  const texts = ['eu', '=1+1', ' <&>" ', 'two\nlines', 'é😀', '_x_'];
  for (const sharedTexts of [true, false]) {
    const rows = texts.map((text, at) => ['2026-01-01', number(String(at)), text]);
    const { values } = await takeText(createWorkbook([sheet(...rows)], { sharedTexts }), {
      spelling: { decimalComma: false, dateFormat: undefined },
      trim: false,
      labelColumns: ['region'],
      ignoreExtra: true,
    });
    const expected = texts.map((text, at) => value('2026-01-01', String(at), text));
    // The one with spaces around it is refused.
    expect(values).toEqual(expected.filter((_, at) => at !== 2));
  }
  const { values } = await takeRows(
    [
      '2026-01-01',
      '5',
      raw(
        '<c t="inlineStr"><is><r><t>a_x000D_</t></r><rPh><t>no</t></rPh><r><t>b</t></r></is></c>',
      ),
    ],
    ['2026-01-02', '6', raw('<c t="str"><f>A1</f><v>a_x000D_b_x005F_x0041_</v></c>')],
  );
  expect(values).toEqual([
    value('2026-01-01', '5', 'a\rb'),
    value('2026-01-02', '6', 'a\rb_x0041_'),
  ]);
});

test('ignores empty rows and empty cells beyond the header', async () => {
  const { values, lines, rejected } = await takeRows(
    ['', '', ''],
    ['2026-01-01', '5', 'eu', '', raw('<c s="1"/>')],
    [raw('<c r="C4" t="inlineStr"><is><t>us</t></is></c>')],
    ['2026-01-02', '5', 'eu', 'more'],
  );
  expect(values).toEqual([value('2026-01-01', '5', 'eu')]);
  expect(lines).toEqual([3]);
  expect(rejected).toEqual([
    'line 4: the date is empty; the amount is empty',
    'line 5: the row has 4 cells, the header 3',
  ]);
});

describe('the sheet', () => {
  const two = createWorkbook([
    { name: 'Notes', rows: [['hello']] },
    sheet(['2026-01-01', '5', 'eu']),
  ]);

  test('is the first one unless a name is given', async () => {
    for (const name of ['Values', 'VALUES']) {
      const { values } = await takeText(two, { sheet: name });
      expect(values).toEqual([value('2026-01-01', '5', 'eu')]);
    }
    expect(await refusalOf(two)).toContain('there is no column "date"');
    await expect(takeText(two, { sheet: 'Prices' })).rejects.toMatchObject({
      message: 'stdin has no sheet "Prices"',
      details: { hint: 'it has "Notes", "Values"' },
    });
  });

  test('may have a namespace prefix', async () => {
    const plain = `<x:worksheet xmlns:x="m"><x:sheetData>${[head, ['2026-01-01', '5', 'eu']]
      .map(
        (cells) =>
          `<x:row>${cells.map((cell) => `<x:c t="str"><x:v>${cell}</x:v></x:c>`).join('')}</x:row>`,
      )
      .join('')}</x:sheetData></x:worksheet>`;
    const bytes = createWorkbook([sheet()], { entries: { 'xl/worksheets/sheet0.xml': plain } });
    expect((await takeText(bytes)).values).toEqual([value('2026-01-01', '5', 'eu')]);
  });
});

describe('an unusable workbook', () => {
  const good = createWorkbook([sheet(['2026-01-01', '5', 'eu'])]);
  /** With another method of compression in the directory of the archive. */
  const packedBy = (archive: Buffer, method: number) => {
    const changed = Buffer.from(archive);
    const mark = Buffer.from('PK\u0001\u0002');
    for (let at = changed.indexOf(mark); at >= 0; at = changed.indexOf(mark, at + 4)) {
      changed.writeUInt16LE(method, at + 10);
    }
    return changed;
  };
  const withSheet = (xml: string | Buffer) =>
    createWorkbook([sheet()], { entries: { 'xl/worksheets/sheet0.xml': xml } });

  test.each<[string, Buffer, string]>([
    ['cut short', good.subarray(0, good.length - 30), 'it is cut short'],
    ['an archive of something else', createZip({ 'a.txt': 'x' }), 'it has no _rels/.rels'],
    ['encrypted', packedBy(good, 99), 'it is encrypted'],
    ['broken XML', withSheet('<a><b></a>'), 'it has invalid XML'],
    ['XML that ends too early', withSheet('<worksheet><sheetData>'), 'it has invalid XML'],
    [
      'entities that grow',
      withSheet('<!DOCTYPE a [<!ENTITY x "xxxx">]><a>&x;</a>'),
      'its XML has a document type',
    ],
    ['not UTF-8', withSheet(Buffer.from('<a>\xff</a>', 'latin1')), 'its XML is not UTF-8'],
    ['one endless text', withSheet(`<a>${'x'.repeat(6 * 2 ** 20)}`), 'one of its cells is longer'],
  ])('%s is refused', async (_name, content, words) => {
    expect(await refusalOf(content)).toContain(
      `invalid_data: stdin is not a usable workbook: ${words}`,
    );
  });

  test('a change of any byte of a sheet is found', async () => {
    const name = 'xl/worksheets/sheet0.xml';
    const start = good.indexOf(name);
    const end = good.indexOf('PK', start);
    for (let at = start + name.length; at < end; at += 1) {
      const changed = Buffer.from(good);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await refusalOf(changed)).toMatch(/^invalid_data: /);
    }
  });

  test('that unpacks to far too much is refused before it is unpacked', async () => {
    const bomb = withSheet(`<a>${'<x></x>     '.repeat(4 * 2 ** 20)}`);
    expect(await refusalOf(bomb)).toMatch(/^invalid_data: .* unpacks to more than 3\d MB$/);
  });

  test('the format must match the content', async () => {
    expect(await refusalOf(good, { format: 'csv' })).toBe(
      'invalid_data: stdin is a workbook or an archive, not csv',
    );
    expect(await refusalOf('date,amount,region\n', { format: 'xlsx' })).toBe(
      'invalid_data: stdin is not an Excel workbook',
    );
  });

  test('damage in any byte causes at most an invalid_data error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: good.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (place, change) => {
          const bytes = Buffer.from(good);
          bytes[place] = (bytes[place] ?? 0) ^ change;
          await takeText(bytes, { format: 'xlsx' }).catch((error: unknown) => {
            expect(error).toBeInstanceOf(CostctlError);
            expect(error).toMatchObject({ code: 'invalid_data' });
          });
        },
      ),
      { numRuns: runs(200) },
    );
  });
});
