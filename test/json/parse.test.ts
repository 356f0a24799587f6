import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExactNumber } from '../../src/json/number.ts';
import { parseJson } from '../../src/json/parse.ts';
import { stringifyJson } from '../../src/json/stringify.ts';

describe('parseJson', () => {
  test.each([
    '1234567.8901234567890',
    '0.1000',
    '1.0e-7',
    '12345678901234567890',
    '9007199254740993',
    '-0',
    '-0.0',
    '1E5',
    '1.0',
    '0.0000001',
    '1e999',
    '-0.30000000000000000001',
  ])('keeps the text of %s', (text) => {
    expect(parseJson(text)).toEqual(new ExactNumber(text));
    expect(stringifyJson(parseJson(`{"a":[${text},"x"]}`))).toBe(`{"a":[${text},"x"]}`);
  });

  test.each([
    '0',
    '12',
    '-1.5',
    '0.1',
    '9007199254740991',
    '1e+21',
    '1e-7',
    '0.000001',
    '123456789012345',
  ])('reads %s as a plain number', (text) => {
    expect(parseJson(text)).toBe(Number(text));
  });

  test('creates exact numbers only for texts that a double would change', () => {
    expect(parseJson('{"a":1.50,"b":1.5,"c":["1.50",true]}')).toEqual({
      a: new ExactNumber('1.50'),
      b: 1.5,
      c: ['1.50', true],
    });
  });

  test.each(['{"__proto__":{"x":1}}', '{"__proto__":{"x":1.0}}'])(
    'keeps a key named __proto__ as an own property in %s',
    (text) => {
      const value = parseJson(text);
      expect(Object.keys(Object(value))).toEqual(['__proto__']);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(stringifyJson(value)).toBe(text);
    },
  );

  test.each(['[', '{"a":', '[1.0,', '{"a":1.0,"b":'])(
    'refuses 100,000 nested %s without a stack overflow',
    (open) => {
      expect(() => parseJson(open.repeat(100_000))).toThrow(SyntaxError);
      expect(() => parseJson(open.repeat(100_000))).toThrow('nested deeper than 500 levels');
    },
  );

  test('reads 500 levels and refuses 501', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(stringifyJson(parseJson(nested(500)))).toBe(nested(500));
    expect(() => parseJson(nested(501))).toThrow(SyntaxError);
  });

  test('counts levels, not brackets', () => {
    expect(parseJson(`[${Array(1000).fill('[]').join()}]`)).toHaveLength(1000);
  });

  test.each([
    ['', 'the JSON ends too early'],
    ['{"a":1.0', 'the JSON ends too early'],
    ['[1,\n  2,]', 'unexpected "]" at line 2, column 5'],
    ['{"a":01}', 'unexpected "1" at line 1, column 7'],
    ['["a\tb"]', 'unexpected U+0009 at line 1, column 4'],
    ['["\\x"]', 'unexpected "\\" at line 1, column 3'],
    ['[1.0] x', 'unexpected "x" at line 1, column 7'],
    ['\ufeff{}', 'unexpected U+FEFF at line 1, column 1'],
    ['[1.0, nul]', 'unexpected "]" at line 1, column 10'],
    ['{a:1.0}', 'unexpected "a" at line 1, column 2'],
    ['{"a" 1.0}', 'unexpected "1" at line 1, column 6'],
    ['"abc', 'the JSON ends too early'],
    ['"abc\\"', 'the JSON ends too early'],
  ])('refuses %j: %s', (text, message) => {
    expect(() => parseJson(text)).toThrow(new SyntaxError(message));
  });

  test('agrees with JSON.parse on every JSON value', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), fc.nat(3), (text, indent) => {
        const spaced = JSON.stringify(JSON.parse(text), undefined, indent);
        expect(asPlain(parseJson(spaced))).toEqual(JSON.parse(spaced));
        expect(asPlain(parseJson(`[1.0,${spaced}]`))).toEqual([1, JSON.parse(spaced)]);
      }),
    );
  });

  test('agrees with JSON.parse on any text with one character changed', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom(...'{}[]",:\\/ue0123456789.-+ \n\tx\u0000'),
        fc.boolean(),
        (text, place, character, withExact) => {
          const source = withExact ? `[1.0,${text}]` : text;
          const at = place % source.length;
          const changed = source.slice(0, at) + character + source.slice(at + 1);
          expect(outcome(() => asPlain(parseJson(changed)))).toEqual(
            outcome(() => JSON.parse(changed)),
          );
        },
      ),
      { numRuns: 2000 },
    );
  });
});

function asPlain(value: unknown): unknown {
  if (value instanceof ExactNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(asPlain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asPlain(item)]));
}

function outcome(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch (error) {
    return error instanceof SyntaxError ? 'refused' : error;
  }
}
