import type { Break } from '../break.ts';

const bytes = 'src/json/cells.ts';
const cells = 'test/json/cells.test.ts';

/** csv and tsv that are cut from the bytes of a page, as an export does. */
export const separatedBytes: readonly Break[] = [
  {
    promise: 'an exported value with a comma is quoted',
    file: bytes,
    from: 'if ((bits & (hasComma | hasEscape)) === 0) output.copy',
    to: 'if ((bits & hasEscape) === 0) output.copy',
    tests: [cells],
  },
  ...(['quote', 'comma', 'carriageReturn', 'newLine'] as const).map((name) => ({
    promise: `an exported value is quoted where an escape in it stands for: ${name}`,
    file: bytes,
    from: 'for (const byte of [quote, comma, carriageReturn, newLine]) csvSpecial[byte] = 1;',
    to: `for (const byte of [quote, comma, carriageReturn, newLine]) csvSpecial[byte] = byte === ${name} ? 0 : 1;`,
    tests: [cells],
  })),
  {
    promise: 'a quote within an exported value is doubled',
    file: bytes,
    from: `const csvSubstitutes = substitute({ '"': '""' });`,
    to: `const csvSubstitutes = substitute({ '"': '\\\\"' });`,
    tests: [cells],
  },
  {
    promise: 'an exported null is an empty cell of csv',
    file: bytes,
    from: "else writeCsvText(output, stringifyJson(parseJson(page.body.toString('utf8', start, end))));\n  } else if ((bits & isNull) === 0) output.copy",
    to: "else writeCsvText(output, stringifyJson(parseJson(page.body.toString('utf8', start, end))));\n  } else if ((bits & isNull) >= 0) output.copy",
    tests: [cells],
  },
  {
    promise: 'an exported null is an empty cell of tsv',
    file: bytes,
    from: '? text : stringifyJson(parseJson(text)));\n  } else if ((bits & isNull) === 0) output.copy',
    to: '? text : stringifyJson(parseJson(text)));\n  } else if ((bits & isNull) >= 0) output.copy',
    tests: [cells],
  },
  {
    promise: 'spaces in an exported object are taken out in csv',
    file: bytes,
    from: 'if ((bits & isLoose) === 0) writeQuoted(output, page.body, start, end);',
    to: 'if ((bits & isLoose) >= 0) writeQuoted(output, page.body, start, end);',
    tests: [cells],
  },
  {
    promise: 'spaces in an exported object are taken out in tsv',
    file: bytes,
    from: 'writeTsvText(output, (bits & isLoose) === 0 ? text : stringifyJson(parseJson(text)));',
    to: 'writeTsvText(output, (bits & isLoose) >= 0 ? text : stringifyJson(parseJson(text)));',
    tests: [cells],
  },
  {
    promise: 'an exported value keeps tabs, line ends and backslashes out of tsv',
    file: bytes,
    from: 'writeUnescaped(output, page.body, start + 1, end - 1, tsvSubstitutes, nothingSpecial)',
    to: 'writeUnescaped(output, page.body, start + 1, end - 1, csvSubstitutes, nothingSpecial)',
    tests: [cells],
  },
  ...(['0x3d', 'plus', 'minus', '0x40', 'backslash'] as const).map((name) => ({
    promise: `an export guards text from spreadsheets that begins with: ${name}`,
    file: bytes,
    from: 'const formulaBytes = [0x3d, plus, minus, 0x40, backslash];',
    to: `const formulaBytes = [0x3d, plus, minus, 0x40, backslash].filter((byte) => byte !== ${name});`,
    tests: [cells],
  })),
  {
    promise: 'an export leaves numbers as they are for spreadsheets',
    file: bytes,
    from: 'if ((bits & isText) !== 0 && formulaBytes.includes(page.body[start + 1] ?? 0)) {',
    to: 'if (formulaBytes.includes(page.body[start] ?? 0) || formulaBytes.includes(page.body[start + 1] ?? 0)) {',
    tests: [cells],
  },
  {
    promise: 'names of exported columns are guarded from spreadsheets',
    file: 'src/json/table-writer.ts',
    from: 'this.#isSafe ? guardText(column) : column',
    to: 'column',
    tests: ['test/json/table-writer.test.ts'],
  },
  {
    promise: 'a line of an export ends with a line feed alone',
    file: 'src/json/table-writer.ts',
    from: 'output.push(newLine);',
    to: "output.text('\\r\\n');",
    tests: ['test/json/table-writer.test.ts'],
  },
];
