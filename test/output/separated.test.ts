import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExactNumber } from '../../src/json/number.ts';
import { type SeparatedOptions, separatedLine } from '../../src/output/table-rows.ts';
import { anyCharacter } from '../helpers/any-character.ts';

const csv: SeparatedOptions = { format: 'csv', spreadsheetSafe: false, terminal: false };
const tsv: SeparatedOptions = { ...csv, format: 'tsv' };

const cells = fc.array(
  fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom('', '"', ',', '\n', '\r\n', '\t', '\\', '\\n', ' a ', 'a"b,c\nd'),
  ),
  { minLength: 1 },
);

describe('csv', () => {
  test.each([
    [['a', 'b'], 'a,b\n'],
    [['a,b', 'say "x"', 'two\nlines', 'a\rb'], '"a,b","say ""x""","two\nlines","a\rb"\n'],
    [[null, undefined, '', false, 0], ',,,false,0\n'],
    [[null], '""\n'],
    [[new ExactNumber('1234567.8901234567890'), 1e21, 0.1], '1234567.8901234567890,1e+21,0.1\n'],
    [[{ a: [1, new ExactNumber('0.10')] }, []], '"{""a"":[1,0.10]}",[]\n'],
  ])('writes %j as %j', (values, line) => {
    expect(separatedLine(values, csv)).toBe(line);
  });

  test('is read back unchanged by another reader', () => {
    fc.assert(
      fc.property(cells, (values) => {
        const line = separatedLine(values, csv);
        expect(parse(line, { recordDelimiter: '\n', relaxColumnCount: true })).toEqual([values]);
      }),
    );
  });
});

describe('tsv', () => {
  test('escapes characters that would break a cell or a line', () => {
    expect(separatedLine(['a\tb', 'c\nd', 'e\\f', 'g\rh', null, '"q"'], tsv)).toBe(
      'a\\tb\tc\\nd\te\\\\f\tg\\rh\t\t"q"\n',
    );
  });

  test('is read back by splitting and unescaping', () => {
    const meanings: Record<string, string> = { t: '\t', n: '\n', r: '\r', '\\': '\\' };
    fc.assert(
      fc.property(cells, (values) => {
        const line = separatedLine(values, tsv);
        expect(line.indexOf('\n')).toBe(line.length - 1);
        const read = line
          .slice(0, -1)
          .split('\t')
          .map((cell) => cell.replace(/\\(.)/g, (_, letter: string) => meanings[letter] ?? '?'));
        expect(read).toEqual(values);
      }),
    );
  });
});

describe('--spreadsheet-safe', () => {
  const safe = { ...csv, spreadsheetSafe: true };
  test.each([
    ['=1+1', "'=1+1\n"],
    ['+cmd', "'+cmd\n"],
    ['-cmd', "'-cmd\n"],
    ['@SUM(A1)', "'@SUM(A1)\n"],
    ['\tx', '"\'\tx"\n'],
    ['\rx', '"\'\rx"\n'],
    ['-12.50', '-12.50\n'],
    ['+1e3', '+1e3\n'],
    [-5, '-5\n'],
    [new ExactNumber('-0.10'), '-0.10\n'],
    ['-1+cmd', "'-1+cmd\n"],
    ['a=b', 'a=b\n'],
  ])('writes %j as %j', (value, line) => {
    expect(separatedLine([value], safe)).toBe(line);
  });
});

test('escapes control characters on a terminal and keeps cells apart', () => {
  const terminal = { ...csv, terminal: true };
  expect(separatedLine(['\x1b[2J', 'a\nb'], terminal)).toBe('\\x1b[2J,a\\nb\n');
  expect(separatedLine(['\x1b[2J', 'a\tb'], { ...terminal, format: 'tsv' })).toBe(
    '\\x1b[2J\ta\\tb\n',
  );
});
