import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { YamlRowWriter } from '../../src/formats/yaml/row-writer.ts';
import { writeYaml } from '../../src/formats/yaml/write-yaml.ts';
import { RowScanner } from '../../src/json/bulk/rows.ts';
import { ExactNumber } from '../../src/json/number.ts';
import { parseJson } from '../../src/json/parse.ts';
import { anyCharacter } from '../helpers/any-character.ts';
import { needs, pythonWith } from '../helpers/needs.ts';
import { runs } from '../helpers/runs.ts';

const yamlOf = (value: unknown) => [...writeYaml(value)].join('');

test('yaml keeps the digits of numbers, and text stays text', () => {
  const value = [
    {
      cost: new ExactNumber('1234567.8901234567890'),
      costs: [new ExactNumber('0.1000'), new ExactNumber('1e-7'), 5, []],
      day: '2026-01-01',
      answer: 'no',
      code: '0123',
      lines: 'a\nb',
      escape: '\x1b[2J',
      address: 'https://example.test/a?b=c',
      nested: [[1, [2]], { a: { b: {} } }],
      nothing: null,
    },
  ];
  expect(yamlOf(value)).toMatchInlineSnapshot(`
    "- cost: 1234567.8901234567890
      costs:
        - 0.1000
        - !!float 1e-7
        - 5
        - []
      day: "2026-01-01"
      answer: "no"
      code: "0123"
      lines: "a\\nb"
      escape: "\\u001b[2J"
      address: https://example.test/a?b=c
      nested:
        - - 1
          - - 2
        - a:
            b: {}
      nothing: null
    "
  `);
});

test.each([
  [new ExactNumber('0.10'), '0.10\n'],
  ['text', 'text\n'],
  ['', '""\n'],
  [null, 'null\n'],
  [undefined, 'null\n'],
  [[], '[]\n'],
  [{}, '{}\n'],
])('writes %j alone as %j', (value, text) => {
  expect(yamlOf(value)).toBe(text);
});

/** What YAML 1.1 (yaml.org/type) and PyYAML take for something else than text. */
const resolvedIn11: readonly RegExp[] = [
  /^(~|null|Null|NULL|)$/,
  /^(y|Y|yes|Yes|YES|n|N|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/,
  /^[-+]?0b[0-1_]+$/,
  /^[-+]?0[0-7_]+$/,
  /^[-+]?(0|[1-9][0-9_]*)$/,
  /^[-+]?0x[0-9a-fA-F_]+$/,
  /^[-+]?[1-9][0-9_]*(:[0-5]?[0-9])+$/,
  /^[-+]?([0-9][0-9_]*)?\.[0-9_]*([eE][-+]?[0-9]+)?$/,
  /^[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+\.[0-9_]*$/,
  /^[-+]?\.(inf|Inf|INF)$/,
  /^\.(nan|NaN|NAN)$/,
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
  /^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}/,
  /^(<<|=)$/,
  // YAML 1.2 adds these.
  /^0o[0-7]+$/,
  /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/,
];

/** What ends or changes plain text: YAML 1.1, sections 5 and 9.1.3. */
const notPlain = /^[\s\-?:,[\]{}#&*!|>'"%@`]|[\s]$|: |:$| #|[\p{Cc}\u2028\u2029\ufeff]/u;

const pieces = [
  ...'yYnNoOfFtTrRuUeElLsS01789+-._:~=<>#&*!|%@`"\'[]{},? \t\n\r\\/',
  'yes',
  'no',
  'on',
  'off',
  'true',
  'null',
  '.inf',
  '.nan',
  '0x1F',
  '0b11',
  '012',
  '1_000',
  '12:30:45',
  '2026-11-15',
  '1e5',
  '<<',
  ': ',
  ' #',
  '--- ',
  '...',
  '\u0085',
  '\u2028',
  '\u2029',
  '\ufeff',
  '\u00a0',
  '\u202e',
  '\x1b',
  '\ud800',
  'é',
  '日',
  '😀',
];

const hostileText = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join('')),
  fc.string({ unit: anyCharacter }),
);

test('leaves text unquoted only if every YAML version reads it as the same text', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const written = yamlOf(text).slice(0, -1);
      if (written.startsWith('"')) {
        expect(JSON.parse(written)).toBe(text);
        return;
      }
      expect(written).toBe(text);
      expect(resolvedIn11.filter((form) => form.test(text))).toEqual([]);
      expect(text).not.toMatch(notPlain);
    }),
    { numRuns: runs(5000) },
  );
});

const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    hostileText,
    fc.constantFrom(null, true, false, 0, -1, 12.5, 1e21, 1e-7),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(hostileText, tie('value'), { maxKeys: 4 }),
  ),
})).value;

test.each(['1.1', '1.2'] as const)('a YAML %s reader reads back the written value', (version) => {
  fc.assert(
    fc.property(values, (value) => {
      const plain: unknown = JSON.parse(JSON.stringify(value));
      const document = parseDocument(yamlOf(plain), { version, merge: false });
      expect(document.errors).toEqual([]);
      expect(document.toJS()).toEqual(plain);
    }),
    { numRuns: runs(500) },
  );
});

const rows = fc.array(fc.dictionary(hostileText, values, { maxKeys: 5 }), {
  minLength: 1,
  maxLength: 4,
});

test('rows come out of their bytes as they do out of objects', () => {
  fc.assert(
    fc.property(rows, (some) => {
      const body = Buffer.from(JSON.stringify({ data: some }));
      const page = new RowScanner().scan(body);
      const data = parseJson(body.toString('utf8', '{"data":'.length, body.length - 1));
      expect(new YamlRowWriter().write(page).toString()).toBe(yamlOf(data));
    }),
    { numRuns: 3000 },
  );
});

test('reads back keys of over 1,024 characters', () => {
  const value = [{ ['k'.repeat(3000)]: { a: 1 }, [`${'é '.repeat(1500)}x`]: ['b'] }];
  expect(parse(yamlOf(value))).toEqual(value);
});

test('writes 100,000 keys in time proportional to their number', () => {
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`key ${at}`, at]));
  const lines = yamlOf(keys(100_000)).split('\n');
  expect(lines).toHaveLength(100_001);
  expect(lines[99_999]).toBe('key 99999: 99999');
});

describe('PyYAML', () => {
  needs('PyYAML');

  test('reads back the written values', () => {
    const samples = fc.sample(values, { numRuns: 300, seed: 1 });
    const plain = samples.map((value): unknown => JSON.parse(JSON.stringify(value)));
    const input = JSON.stringify(plain.map((value) => [yamlOf(value), value]));
    const script = `
import json, sys, yaml
def same(read, meant):
    if isinstance(meant, list):
        return isinstance(read, list) and len(read) == len(meant) and all(map(same, read, meant))
    if isinstance(meant, dict):
        return isinstance(read, dict) and read.keys() == meant.keys() and all(same(read[k], meant[k]) for k in meant)
    return read == meant and (isinstance(read, bool) == isinstance(meant, bool)) and (isinstance(read, str) == isinstance(meant, str))
for text, meant in json.loads(sys.stdin.buffer.read().decode('utf-8')):
    if not same(yaml.safe_load(text), meant): print(json.dumps([text, meant]))
`;
    const { stdout, stderr } = spawnSync(pythonWith('yaml') ?? '', ['-c', script], { input });
    expect(stderr.toString()).toBe('');
    expect(stdout.toString()).toBe('');
  });
});

// YAML 1.1 reads a number with an exponent as text, unless it has a point, and a sign in its exponent.
test.each([
  ['1e-7', '!!float 1e-7'],
  ['1E5', '!!float 1E5'],
  ['1.5e-7', '1.5e-7'],
  ['1.5E+7', '1.5E+7'],
  ['1.0e5', '!!float 1.0e5'],
  ['-0', '-0'],
  ['12345678901234567890.10', '12345678901234567890.10'],
])('the number %s keeps its digits and stays a number in both YAML versions', (text, number) => {
  const written = yamlOf(parseJson(text));
  expect(written).toBe(`${number}\n`);
  for (const version of ['1.1', '1.2'] as const) {
    expect(parse(written, { version })).toBe(Number(text));
  }
});
