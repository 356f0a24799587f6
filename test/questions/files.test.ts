import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CostctlError } from '../../src/errors.ts';
import { parseRules, writeRules } from '../../src/questions/allocation-rules.ts';
import { parseBudgets } from '../../src/questions/budgets-file.ts';
import { createSurvey } from '../../src/questions/survey.ts';
import { parseCondition, quoteInCondition } from '../../src/rows/where-language.ts';
import { parseAllowed } from '../../src/rows/yaml-file.ts';
import { runs } from '../helpers/runs.ts';

const files = {
  rules: {
    parse: (text: string) => parseRules('f.yaml', text, 'tags.team'),
    valid: `- name: support
  match: ['service=Support', "cost>5"]
  to: tags.team
  by: cost
- {match: [service=Tax], by: fixed, weights: {web: 1.5, shop: 2}}
- {match: [service=Net], to: [web, shop], by: metric:bmt_a/team}
`,
  },
  budgets: {
    parse: (text: string) => parseBudgets('f.yaml', text),
    valid: `- name: all
  amount: 1234.56
  currency: USD
  where: ['service in A,"B, C"']
  period: quarter
  warn: [80, 100]
  on: outlook
- {name: small, amount: 1, currency: eur}
`,
  },
  allowed: {
    parse: (text: string) => parseAllowed('f.yaml', text, ['tags.team', 'region']),
    valid: 'tags.team: [web, shop]\nregion:\n  - eu-west-1\n  - "us east"\n',
  },
};

describe.each(Object.entries(files))('a file of %s', (_name, { parse, valid }) => {
  test('is read if it is valid', () => {
    expect(() => parse(valid)).not.toThrow();
  });

  test('is read after any edit, or the error names a line and column in the file', () => {
    const edits = fc.array(
      fc.record({
        at: fc.nat(valid.length),
        length: fc.nat(12),
        text: fc.oneof(
          fc.constantFrom(
            '',
            ' ',
            '\n',
            ':',
            '- ',
            '[',
            '{',
            '}',
            ']',
            ',',
            '~',
            '-1',
            '*a',
            '? ',
            '!!x ',
          ),
          fc.constantFrom(
            '"',
            "'",
            '#',
            '&a ',
            '|',
            '\t',
            'null',
            'ä',
            '\u0000',
            '---\n',
            '<<: ',
            '80%',
          ),
          fc.string({ maxLength: 6 }),
        ),
      }),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(edits, (drawn) => {
        const text = drawn.reduce(
          (whole, { at, length, text: put }) =>
            `${whole.slice(0, at)}${put}${whole.slice(at + length)}`,
          valid,
        );
        try {
          parse(text);
        } catch (error) {
          if (!(error instanceof CostctlError)) throw error;
          expect(['usage', 'invalid_data']).toContain(error.code);
          const [, line, column] = /^f\.yaml:(\d+):(\d+): ./.exec(error.message) ?? [];
          const lines = text.split('\n');
          expect({ message: error.message, line }).not.toMatchObject({ line: undefined });
          expect(Number(line)).toBeLessThanOrEqual(lines.length);
          expect(Number(column)).toBeLessThanOrEqual((lines[Number(line) - 1] ?? '').length + 1);
        }
      }),
      { numRuns: runs(1_000) },
    );
  });
});

describe('problems are reported with their position', () => {
  test.each([
    ['- match: [a=b]\n  mach: x\n', '2:3: unknown key mach; did you mean match?'],
    ['- to: team\n', '1:3: match is missing'],
    ['- match: [a=b]\n  by: fixed\n', '1:3: by: fixed needs weights'],
    ['- match: [a=b]\n  by: fixed\n  weights: {a: -1}\n', '3:16: the weight of a is negative'],
    ['match: x\n', '1:1: the file must be a list'],
    ['- match: [a=b]\n  match: [c=d]\n', '2:3: a key is given twice'],
    [
      '- match: [a=b]\n  by: fixed\n  to: [a, b]\n  weights: {a: 1}\n',
      '3:7: to names b, which has no weight: 0 gives it nothing',
    ],
    ['- match: [a=b]\n  weights: {x: 1}\n', '2:12: weights need by: fixed'],
    [
      '- match: [a=b]\n  to: [x, typo]\n  by: fixed\n  weights: {x: 1, y: 2}\n',
      '4:22: y has a weight, but to does not name it',
    ],
    ['- match: [a=b]\n  by: fixed\n  weights: {a: 1, b: many}\n', '3:22: the weight of b must be'],
    ['- match: [a=b]\n  by: fixed\n  weights: [a]\n', '3:12: weights must be a map'],
    ['- match: [a=b, c]\n', "1:16: match: 'c' is not a condition"],
    ['- match: [a=b]\n  to: []\n', '2:7: to is an empty list'],
    ['- match: [a=b]\n  to: [web, ""]\n', '2:13: a target is empty: name it, or leave it out'],
    ['- match: [a=b]\n  to: [" "]\n', '2:8: a target is empty'],
    [
      '- match: [a=b]\n  to: [(unallocated)]\n',
      '2:8: (unallocated) is cost that no target pays: name those that pay',
    ],
    [
      '- match: [a=b]\n  to: [web, ops, web]\n',
      '2:18: web is named twice: leave one out; by: fixed gives larger shares',
    ],
    ['- match: [a=b]\n  by: fixed\n  weights: {web: 1, "": 2}\n', '3:25: a target is empty'],
    [
      '- match: [a=b]\n  by: fixed\n  weights: {(unallocated): 1}\n',
      '3:28: (unallocated) is cost that no target pays',
    ],
    [
      '- match: [a=b]\n  to: [1, 2]\n  by: fixed\n  weights: {1: 60, "1": 20, 2: 40}\n',
      '4:20: a key is given twice',
    ],
    ['- match: [a=b]\n  to: service\n', '2:7: to must be a list, or the column of --by'],
    ['- match: [a=b]\n  by: metric:x\n', '2:7: by must be even'],
    ['- match: [[a]]\n', '1:11: match must be text or a number'],
    ['- match:\n', '1:9: match must be text or a number'],
    ['- a\n', '1:3: an item must be a map'],
    ['- match: [a=b\n', '2:1: Flow sequence'],
  ])('rules: %j', (text, message) => {
    expect(() => files.rules.parse(text)).toThrow(`f.yaml:${message}`);
  });

  test.each([
    ['- {name: a, currency: USD}\n', '1:3: amount is missing'],
    ['- {name: a, amount: 12 USD, currency: USD}\n', '1:21: amount must be more than 0'],
    ['- {name: a, amount: 1, currency: USD, period: week}\n', '1:47: period must be one of'],
    ['- {name: a, amount: 1, currency: USD, on: forecast}\n', '1:43: on must be actual or outlook'],
    ['- {name: a, amount: 1, currency: USD, warn: [80, -1]}\n', '1:50: warn must be percentages'],
    ['- {name: a, amount: 1, currency: USD, where: [x]}\n', "1:47: where: 'x' is not a condition"],
    [
      '- {name: a, amount: 1, currency: USD, where: {a: b}}\n',
      '1:46: where must be text or a number',
    ],
  ])('budgets: %j', (text, message) => {
    expect(() => files.budgets.parse(text)).toThrow(`f.yaml:${message}`);
  });

  test.each([
    ['- a\n', '1:1: the file must be a map of columns'],
    ['owner: [web]\n', '1:1: the file has no values for tags.team or region of --require'],
    ['{}\n', '1:1: the file has no values for tags.team or region of --require'],
    ['true: [a]\n"true": [b]\n', '2:1: a key is given twice'],
    ['tags.team: {web: 1}\n', '1:12: a value must be text or a number'],
    [
      'a: [b]\ntags.taem: [web]\n',
      '2:1: tags.taem is not a column of --require; did you mean tags.team?',
    ],
  ])('allowed values: %j', (text, message) => {
    expect(() => files.allowed.parse(text)).toThrow(`f.yaml:${message}`);
  });
});

test('a text that would be a number too large, or an alias, is what it says', () => {
  const text = '\ufeff.inf: [1e400, &one 1_0, *one, 0x1F, 007, !!str 1.50]\n1e9: [~x]\n';
  expect([...parseAllowed('f.yaml', text, ['.inf', '1e9'])]).toEqual([
    ['.inf', ['1e400', '1_0', '1_0', '0x1F', '007', '1.50']],
    ['1e9', ['~x']],
  ]);
});

const names = fc.oneof(
  fc.string({ minLength: 1, maxLength: 8 }),
  fc.constantFrom('tags.team', 'a b', '"', "it's", '=', 'ä'),
);
const isName = (name: string) => name.trim() === name && name !== '';

test('a quoted condition keeps its column and value', () => {
  fc.assert(
    fc.property(names.filter(isName), fc.string({ minLength: 1 }), (column, value) => {
      fc.pre(value.trim() !== '');
      const condition = parseCondition(`${quoteInCondition(column)}=${quoteInCondition(value)}`);
      expect(condition.column).toBe(column);
      expect(condition.matches(value)).toBe(true);
      expect(condition.matches(`${value}x`)).toBe(false);
    }),
  );
});

test('a generated rules file is valid and has every rule, for any names', () => {
  fc.assert(
    fc.property(names.filter(isName), fc.uniqueArray(names), names, (by, targets, example) => {
      const facts = { kind: 'text', rows: 9, distinct: 3, more: false };
      const columns = [by, example].map((column) => ({ ...facts, column, example: column }));
      const text = writeRules({ by, targets, columns, days: '2026-11-01' });
      expect(parseRules('f.yaml', text, by)).toMatchObject([{ to: undefined }]);
      const start = text.indexOf('# - name');
      const all = text.slice(0, start) + text.slice(start).replaceAll(/^# ?/gm, '');
      expect(parseRules('f.yaml', all, by).map(({ method }) => method.kind)).toEqual([
        ...['cost', 'even', 'fixed', 'metric'],
      ]);
    }),
  );
});

test('a survey without rows lists no values of a column', () => {
  expect(createSurvey().valuesOf('team')).toEqual([]);
});
