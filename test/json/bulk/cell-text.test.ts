import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCellTexts, guardText } from '../../../src/json/bulk/cell-text.ts';

test.each([
  ['=1', "'=1"],
  ['+x', "'+x"],
  ['-x', "'-x"],
  ['@x', "'@x"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  ['x=1', 'x=1'],
  [' =1', " '=1"],
  ['\nx', "'\nx"],
  ['＝1', "'＝1"],
  ['＠x', "'＠x"],
  ['a;=1', "a;'=1"],
  ['a,"=1"', 'a,"\'=1"'],
  ['a\t+x', "a\t'+x"],
  ['a,-1', 'a,-1'],
  ['[1,-2.5]', '[1,-2.5]'],
  ['a;-1+x', "a;'-1+x"],
  ["'=1", "'=1"],
  ['a, b', 'a, b'],
  ['', ''],
  ['-', "'-"],
  ['-1', '-1'],
  ['+1', '+1'],
  ['+125', '+125'],
  ['-12.5', '-12.5'],
  ['-1.', '-1.'],
  ['-1.25', '-1.25'],
  ['-.55', '-.55'],
  ['-.', "'-."],
  ['-1e5', '-1e5'],
  ['-1E-5', '-1E-5'],
  ['-1e+15', '-1e+15'],
  ['-1e', "'-1e"],
  ['-1x', "'-1x"],
  ['--1', "'--1"],
  ['-1.2.3', "'-1.2.3"],
  ['+1-1', "'+1-1"],
  ['-1\n', '-1\n'],
  ['1+1', '1+1'],
])('guarding for a spreadsheet turns %j into %j', (text, guarded) => {
  expect(guardText(text)).toBe(guarded);
});

const hostile = fc.string({
  unit: fc.constantFrom(...'=+-@＝＋－＠,;|"\' \t\r\n1.ae'),
  maxLength: 12,
});

/** Where any spreadsheet could see the start of a cell: quotes and spaces may be dropped there. */
const startOfFormula =
  /(^|[,;\t|\r\n])[" ]*(?![+-](\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?($|[,;\t|\r\n\]}"' ]))[=+\-@＝＋－＠]/i;

test('no separator, quote or line break can start a formula in a guarded line', () => {
  const { ofText } = createCellTexts({ format: 'csv', spreadsheetSafe: true });
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (cells) => {
      expect(cells.map(ofText).join(',')).not.toMatch(startOfFormula);
    }),
    { numRuns: 5000 },
  );
});

test('guarding takes time proportional to the length of the text', () => {
  const text = `${'," '.repeat(300_000)}=1`;
  expect(guardText(text)).toHaveLength(text.length + 1);
});
