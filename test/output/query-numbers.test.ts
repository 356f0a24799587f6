import { describe, expect, test } from 'vitest';
import { parseJson } from '../../src/json/parse.ts';
import { stringifyJson } from '../../src/json/stringify.ts';
import { compileQuery } from '../../src/output/compile-query.ts';

const document = parseJson(`{
  "list": [1234567.89, 0.123456789012],
  "tags": {"weight": 12345678901234567000},
  "day": "2026-10-01"
}`);

function query(expression: string): string {
  return stringifyJson(compileQuery(expression)(document));
}

test('avg accepts numbers that a double can represent, even if their sum is too long', () => {
  expect(query('sum(list)')).toBe('1234568.013456789012');
  expect(query('avg(list)')).toBe('617284.0067283945');
});

describe('a literal', () => {
  test.each([
    ['12345678901234567891', '12345678901234567891'],
    ['{"weight": 12345678901234567001}', '12345678901234567001'],
    ['[1, [2, {"a": 0.12345678901234567890}]]', '0.12345678901234567890'],
    [' -1e400 ', '-1e400'],
  ])('refuses %s in any place: a double cannot represent its number', (literal, number) => {
    for (const expression of [`tags == \`${literal}\``, `\`${literal}\``]) {
      expect(() => query(expression)).toThrow(
        expect.objectContaining({
          code: 'usage',
          message: expect.stringContaining(`calculates with ${number}, `),
        }),
      );
    }
  });

  test.each([
    ['day == `2026-10-01`', 'true'],
    ['day >= `2026-10`', 'true'],
    ['`"12345678901234567891"`', '"12345678901234567891"'],
    ['tags == `{"weight": 12345678901234567000}`', 'true'],
    ['`{"a": "\\`"}`.a', '"`"'],
  ])('%s gives %s', (expression, result) => {
    expect(query(expression)).toBe(result);
  });
});
