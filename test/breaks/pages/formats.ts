import type { Break } from '../break.ts';

const rendering = 'test/output/rendering.test.ts';
const edges = 'test/output/rendering-edges.test.ts';
const table = 'test/output/table.test.ts';
const terminal = 'test/output/output-terminal.test.ts';

/** What tables, json, yaml and markdown look like. */
export const formats: readonly Break[] = [
  {
    promise: 'a column of numbers stands to the right in a table',
    file: 'src/output/people.ts',
    from: 'const numeric = columns.map((_, at) => isNumeric(values.map((row) => row[at])));',
    to: 'const numeric = columns.map(() => false);',
    tests: [rendering],
  },
  {
    promise: 'amounts that the service sends as text stand to the right as well',
    file: 'src/output/people.ts',
    from: "present.every((value) => isNumber(value) || (typeof value === 'string' && decimal.test(value)))",
    to: 'present.every((value) => isNumber(value) || decimal === undefined)',
    tests: [edges],
  },
  {
    promise: 'a missing number among others does not move their column to the left',
    file: 'src/output/people.ts',
    from: "values.filter((value) => value !== null && value !== undefined && value !== '')",
    to: "values.filter((value) => value !== undefined && value !== '')",
    tests: [edges],
  },
  {
    promise: 'the drawn table moves numbers to the right edge of their column',
    file: 'src/output/table.ts',
    from: "colAligns: widths.map((_, column) => (numeric[column] ? 'right' : 'left'))",
    to: "colAligns: widths.map((_, column) => (numeric[column] ? 'left' : 'left'))",
    tests: [table],
  },
  {
    promise: 'no line of a table is wider than the window of the terminal',
    file: 'src/output/fit.ts',
    from: 'return room - gap * (count - 1) - mark;',
    to: 'return room - mark;',
    tests: [table],
  },
  {
    promise: 'a table is as wide as the terminal says that it is',
    file: 'src/output/output.ts',
    from: 'width: terminal ? stdout.columns || 80 : undefined',
    to: 'width: terminal ? 80 : undefined',
    tests: [terminal],
  },
  {
    promise: 'a terminal that does not tell its width is taken for one of 80 columns',
    file: 'src/output/output.ts',
    from: 'width: terminal ? stdout.columns || 80 : undefined',
    to: 'width: terminal ? stdout.columns : undefined',
    tests: [terminal],
  },
  {
    promise: 'a value that a window cuts ends with an ellipsis',
    file: 'src/output/fit.ts',
    from: "cutMark = '…'",
    to: "cutMark = '.'",
    tests: [table],
  },
  {
    promise: 'columns that a window has no room for are marked by an ellipsis',
    file: 'src/output/fit.ts',
    from: 'widths: shown.length < needs.length ? [...widths, cutMark.length] : widths,',
    to: 'widths,',
    tests: [table],
  },
  {
    promise: 'a number is never cut so that another number is left',
    file: 'src/output/table.ts',
    from: 'if (numeric[at]) least = Math.max(least, wholePartOf(text));',
    to: 'if (numeric[at]) least = Math.max(least, 1);',
    tests: ['test/output/fit.test.ts'],
  },
  {
    promise: 'a pipe gets every value of a table whole',
    file: 'src/output/output.ts',
    from: 'width: terminal ? stdout.columns || 80 : undefined',
    to: 'width: stdout.columns || 80',
    tests: [terminal],
  },
  {
    promise: 'a file gets every value of a table whole, also from a run at a terminal',
    file: 'src/output/output.ts',
    from: 'const terminal = toStdout && stdout.isTTY === true;',
    to: 'const terminal = stdout.isTTY === true;',
    tests: [terminal],
  },
  {
    promise: 'a list of one record is an array in json',
    file: 'src/output/render.ts',
    from: "return result.kind === 'list' ? kept : kept[0];",
    to: 'return kept.length === 1 ? kept[0] : kept;',
    tests: [edges],
  },
  {
    promise: 'a single thing is an object in json, not an array',
    file: 'src/output/render.ts',
    from: "return result.kind === 'list' ? kept : kept[0];",
    to: 'return kept;',
    tests: [rendering],
  },
  {
    promise: 'json is indented by two on a terminal',
    file: 'src/output/render.ts',
    from: 'stringifyJson(value, terminal ? 2 : 0)',
    to: 'stringifyJson(value, terminal ? 4 : 0)',
    tests: [terminal],
  },
  {
    promise: 'json has no spaces in a pipe or a file',
    file: 'src/output/render.ts',
    from: 'stringifyJson(value, terminal ? 2 : 0)',
    to: 'stringifyJson(value, terminal ? 2 : 2)',
    tests: [rendering],
  },
  {
    promise: 'ndjson is one line a record on a terminal too',
    file: 'src/output/lines.ts',
    from: 'stringifyJson(columns === undefined ? record : keepColumns(record, columns));',
    to: 'stringifyJson(columns === undefined ? record : keepColumns(record, columns), terminal ? 2 : 0);',
    tests: [terminal],
  },
  {
    promise: 'ndjson ends each record with a line end',
    file: 'src/output/lines.ts',
    from: 'safeJson(text) : text}\\n',
    to: 'safeJson(text) : text}',
    tests: [rendering],
  },
  {
    promise: 'text that another reader of yaml would take for a day or a truth value is quoted',
    file: 'src/output/yaml.ts',
    from: "compat: 'yaml-1.1',",
    to: "compat: 'core',",
    tests: ['test/output/yaml.test.ts'],
  },
  {
    promise: 'markdown says of a column of numbers that it stands to the right',
    file: 'src/output/markdown.ts',
    from: "(numeric[column] ? '---:' : '---')",
    to: "(numeric[column] ? '---' : '---')",
    tests: ['test/output/markdown.test.ts'],
  },
  {
    promise: 'a bar in a value does not end its cell of markdown',
    file: 'src/output/markdown.ts',
    from: '/[\\\\`*_[\\]<>|~&$]/g',
    to: '/[\\\\`*_[\\]<>~&$]/g',
    tests: ['test/output/markdown.test.ts'],
  },
  {
    promise: 'markup in a value is shown by markdown, not obeyed',
    file: 'src/output/markdown.ts',
    from: '/[\\\\`*_[\\]<>|~&$]/g',
    to: '/[\\\\|]/g',
    tests: ['test/output/markdown.test.ts'],
  },
];
