import fc, { jsonValue, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeContent } from '../../src/config/file-form.ts';
import { escapeAll } from '../../src/config/pull-content.ts';
import { escapeVariables, fillVariables, toJson } from '../../src/config/read-value.ts';
import { publicVariables } from '../../src/config/variables.ts';
import { describeProblem, InvalidFile, type Located } from '../../src/formats/yaml/file-problem.ts';
import { parseFile, parseForEdits } from '../../src/formats/yaml/parse-file.ts';
import { parseJson } from '../../src/json/parse.ts';
import { stringifyJson } from '../../src/json/stringify.ts';
import { anyCharacter } from '../helpers/any-character.ts';
import { runs } from '../helpers/runs.ts';

function read(text: string): unknown {
  return toJson(parseFile({ path: 'f.yaml', text }));
}

function problemsOf(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof InvalidFile) return error.problems.map(describeProblem);
    throw error;
  }
  return [];
}

describe('the core schema of YAML 1.2', () => {
  test.each([
    ['no', 'no'],
    ['yes', 'yes'],
    ['on', 'on'],
    ['Off', 'Off'],
    ['true', true],
    ['2026-10-01', '2026-10-01'],
    ['2026-10-01T00:00:00Z', '2026-10-01T00:00:00Z'],
    ['12:30:00', '12:30:00'],
    ['1_000', '1_000'],
    ['0123', 123],
    ['"0123"', '0123'],
    ['0o17', 15],
    ['0x1F', 31],
    ['~', null],
    ['null', null],
    ['', null],
    ['1e2x', '1e2x'],
    ['=', '='],
    ['<<', '<<'],
    ['!!str 5', '5'],
    ['! 5', '5'],
    ['!<tag:yaml.org,2002:str> 5', '5'],
    ['!!int "5"', 5],
    ['!!bool true', true],
    ['!!null ""', null],
    ['!!map {b: !!seq []}', { b: [] }],
    ['+5', 5],
    ['.5', 0.5],
    ['0x1G', '0x1G'],
  ])('a: %s', (text, value) => {
    expect(read(`a: ${text}\n`)).toEqual({ a: value });
  });

  test('numbers keep their digits', () => {
    const text = 'a: 125000.1234567890123456789\nb: 1.50\nc: -12345678901234567890\n';
    expect(stringifyJson(read(text))).toBe(
      '{"a":125000.1234567890123456789,"b":1.50,"c":-12345678901234567890}',
    );
  });

  test.each([
    ['+12345678901234567890', '12345678901234567890'],
    ['+.12345678901234567890', '0.12345678901234567890'],
    ['-.12345678901234567890', '-0.12345678901234567890'],
    ['0012345678901234567890.', '12345678901234567890'],
    ['12345678901234567890.e1', '12345678901234567890e1'],
    ['0xFFFFFFFFFFFFFFFFFF', '4722366482869645213695'],
    ['0o7777777777777777777777', '73786976294838206463'],
    ['00.5', '0.5'],
    ['-.0', '-0.0'],
  ])('a number keeps its digits in each form of YAML: %s', (text, json) => {
    expect(stringifyJson(read(`a: ${text}\n`))).toBe(`{"a":${json}}`);
  });

  test('an alias repeats the value of its anchor', () => {
    expect(read('a: &x [1, 2]\nb: *x\n')).toEqual({ a: [1, 2], b: [1, 2] });
  });

  test('a JSON file keeps its values', () => {
    const text = '{"a": ["\\ud83d\\ude00", "\\u0007", 1e-7], "b": {"": null}}';
    expect(read(text)).toEqual({ a: ['😀', '\u0007', 1e-7], b: { '': null } });
  });
});

test.each([
  ['a: 1\na: 2\n', 'f.yaml:2:1: a: a key is given twice'],
  [
    'a:\n  <<: {b: 1}\n',
    'f.yaml:2:3: a.<<: is a merge key, which YAML 1.2 does not have; expected the keys themselves',
  ],
  ['__proto__: {a: 1}', 'f.yaml:1:1: __proto__: is not a key that a record can have'],
  ['{"a": 1, "a": 2}', 'f.yaml:1:10: a: a key is given twice'],
  ['a: 1\n---\nb: 2\n', 'f.yaml:2:1: a file has one document, and a second one begins here'],
  ['%YAML 1.1\n---\na: no\n', 'f.yaml:1:1: the file says YAML 1.1; expected YAML 1.2'],
  ['1: a\n', 'f.yaml:1:1: a key must be text; expected quotes'],
  ['? [a, b]\n: c\n', 'f.yaml:1:3: a key must be text; expected quotes'],
  ['a: !!float 1\n', 'f.yaml:1:4: a: Unresolved tag: !!float'],
  ['a: !!set {b}\n', 'f.yaml:1:4: a: Unresolved tag: !!set'],
  ['? [a, {b: c}]\n: [d]\ne: .inf\n', 'f.yaml:1:3: a key must be text; expected quotes'],
  ['a: .nan\n', 'f.yaml:1:4: a: .nan is not a value of JSON'],
  ['a: !custom x\n', 'f.yaml:1:4: a: Unresolved tag: !custom'],
  [
    'a: {b: ${C}, d: "x"}\n',
    'f.yaml:1:9: this does not belong here: a text with { } [ ] , # or : in it needs quotes',
  ],
  ['a: *nowhere\n', expect.stringContaining('f.yaml:1:4: ')],
  ['a: [1\n', expect.stringContaining('f.yaml:')],
  ['a: "\\q"\n', expect.stringContaining('f.yaml:1:')],
  ['a:\n\t- b\n', expect.stringContaining('f.yaml:2:')],
])('%j is rejected with its position', (text, problem) => {
  expect(problemsOf(() => read(text))[0]).toEqual(problem);
});

test('what does not belong in a line is reported once', () => {
  expect(problemsOf(() => read('a: 1\nb: {c: ${D}, e: "f", g: ${H}}\n'))).toHaveLength(1);
});

test('each value has its place, also an empty one and those of an alias', () => {
  const text = 'a: &x [1, "b"]\n"c" :\nd:\n  - *x\n  - # - none\n  - |\n    e\n  - {f}\n';
  const places: string[] = [];
  function list({ place: { line, column }, content }: Located, path: string): void {
    places.push(`${path} ${line}:${column}`);
    if (content.kind === 'list') {
      for (const [at, item] of content.items.entries()) list(item, `${path}[${at}]`);
    }
    if (content.kind !== 'map') return;
    for (const [name, { value }] of content.members) list(value, `${path}.${name}`);
  }
  list(parseFile({ path: 'f.yaml', text }), '');
  expect(places).toEqual(
    [
      [' 1:1', '.a 1:7', '.a[0] 1:8', '.a[1] 1:11', '.c 2:6', '.d 4:3'],
      ['.d[0] 4:5', '.d[0][0] 4:5', '.d[0][1] 4:5', '.d[1] 5:4', '.d[2] 6:5', '.d[3] 8:5'],
      ['.d[3].f 8:7'],
    ].flat(),
  );
});

test.each([
  ['brackets', '['.repeat(20_000)],
  ['maps', Array.from({ length: 500 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  [
    'aliases of aliases',
    Array.from({ length: 40 }, (_, at) => {
      const inner = at === 0 ? '1' : `*x${at - 1}`;
      return `k${at}: &x${at} [${Array(10).fill(inner).join(', ')}]`;
    }).join('\n'),
  ],
  ['an anchor in itself', 'a: &x\n  b: *x\n'],
])('a file of nested %s is reported as a problem', (_name, text) => {
  expect(problemsOf(() => read(text))).not.toEqual([]);
});

test.each([
  ['1:200', '['.repeat(500) + ']'.repeat(500)],
  ['1:8', 'a: &x [*x]\n'],
])('at %s a file is nested too deeply', (place, text) => {
  expect(problemsOf(() => read(text))).toEqual([`f.yaml:${place}: the file is nested too deeply`]);
});

describe('${NAME}', () => {
  function fill(text: string) {
    const variables = publicVariables({
      COSTCTL_VAR_A: 'one',
      COSTCTL_VAR_B: '${A}',
      COSTCTL_VAR_EMPTY: '',
      COSTCTL_TOKEN: 'secret',
      HOME: 'secret',
    });
    const { filled, problems } = fillVariables(parseFile({ path: 'f.yaml', text }), variables);
    return problems.length > 0 ? problems.map(describeProblem) : toJson(filled);
  }

  test.each([
    ['a: ${A}', { a: 'one' }],
    ['a: x${A}y${A}', { a: 'xoneyone' }],
    ['a: ["${A}", {b: "${EMPTY}"}]', { a: ['one', { b: '' }] }],
    ['${A}: b', { '${A}': 'b' }],
    ['a: $${A}', { a: '${A}' }],
    ['a: $A $ {A}', { a: '$A $ {A}' }],
    // The text of a variable is not searched for variables.
    ['a: ${B}', { a: '${A}' }],
  ])('%s', (text, value) => {
    expect(fill(text)).toEqual(value);
  });

  test.each([
    ['a:\n  - ${NONE}', 'f.yaml:2:5: a[0]: the variable COSTCTL_VAR_NONE is not set'],
    ['a: ${HOME}', 'f.yaml:1:4: a: the variable COSTCTL_VAR_HOME is not set'],
    ['a: ${TOKEN}', 'f.yaml:1:4: a: the variable COSTCTL_VAR_TOKEN is not set'],
    ['a: ${COSTCTL_TOKEN}', 'f.yaml:1:4: a: the variable COSTCTL_VAR_COSTCTL_TOKEN is not set'],
    ['a: ${a b}', 'f.yaml:1:4: a: ${a b} is not ${NAME}; write $${a b} for the text itself'],
    ['a: "${A"', 'f.yaml:1:4: a: ${A is not ${NAME}; write $${A for the text itself'],
  ])('%j is reported as a problem', (text, problem) => {
    expect(fill(text)).toEqual([problem]);
  });

  test('any text can be escaped and read back', () => {
    fc.assert(
      property(string({ unit: anyCharacter }), (text) => {
        const escaped = escapeVariables(`\${${text}$`);
        const root = {
          place: { file: '', line: 0, column: 0 },
          content: { kind: 'scalar', value: escaped } as const,
        };
        const { filled, problems } = fillVariables(root, publicVariables({}));
        expect([toJson(filled), problems]).toEqual([`\${${text}$`, []]);
      }),
    );
  });
});

describe('a written file reads back as the original value', () => {
  function roundTrip(content: string): [string, string] {
    const value = { a: parseJson(content), '${b}\u202e': [parseJson(content)] };
    const text = writeContent(value, ['top'], { a: 'comment' });
    const { filled, problems } = fillVariables(parseFile({ path: 'f', text }), publicVariables({}));
    expect(problems).toEqual([]);
    return [stringifyJson(toJson(filled)), stringifyJson(value)];
  }

  test('for any JSON value', () => {
    fc.assert(
      property(jsonValue({ stringUnit: 'binary' }), (value) => {
        const escaped = escapeAll(parseJson(JSON.stringify(value)));
        const [back] = roundTrip(stringifyJson(escaped));
        const plain = { a: value, '${b}\u202e': [value] };
        expect(back).toBe(stringifyJson(parseJson(JSON.stringify(plain))));
      }),
      { numRuns: runs(500) },
    );
  });

  test.each([
    ' ',
    'a\n',
    '\n\na ',
    'a\r\nb',
    '- x',
    '# x',
    'no',
    '0123',
    '1e5',
    '\u0085',
    '\u2028',
    '\ud800',
    '\u001b[31m',
    '\ufeffx',
    'a: b',
    '"',
    "'",
    '|',
    '? x',
    '---',
    '...',
    '%YAML',
    'x'.repeat(300),
    'a b '.repeat(100),
    `${'long '.repeat(50)}\n\n  ${'long '.repeat(50)}`,
  ])('%j', (text) => {
    const [back, value] = roundTrip(JSON.stringify(text));
    expect(back).toBe(value);
  });

  test('a written file contains no terminal control characters', () => {
    fc.assert(
      property(string({ unit: anyCharacter }), (text) => {
        const written = writeContent({ [text]: text }, [], {});
        expect(written).not.toMatch(/[^\P{Cc}\n]|[\u2028-\u202e\u2066-\u2069]/u);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('a file with more lines than can be read', () => {
  const lines = (count: number, end = '') => 'a:\n'.padEnd(count * 4, '- b\n') + end;
  const problemOf = (read: () => unknown) => {
    try {
      read();
    } catch (error) {
      return String(error);
    }
    return 'read';
  };

  test.each([
    ['to be read', parseFile, 600_000],
    ['to be edited', parseForEdits, 100_000],
  ])('%s is refused at its place', (_name, parse, most) => {
    const read = (count: number) => problemOf(() => parse({ path: 'f.yaml', text: lines(count) }));
    expect(read(most - 10)).toBe('read');
    expect(read(most + 10)).toContain(`more than ${most} lines, keys and items; split it`);
  });

  test('is not refused for its size if a mistake is all that is wrong', () => {
    const text = lines(250_000, '- "c\n');
    const said = problemOf(() => parseFile({ path: 'f.yaml', text }));
    expect(said).toContain('f.yaml:25000');
    expect(said).not.toContain('more than');
  });
});
