import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashFields, isSame } from '../../src/config/same-value.ts';
import { isObject, type JsonValue } from '../../src/json/number.ts';
import { parseJson } from '../../src/json/parse.ts';

const keys = fc.constantFrom('a', 'b', 'B', 'é', '10', '9', '', '__proto__');
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, true, 'a', '1', 0, 1.5, 100),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 4 }),
  ),
}));

/** The keys of all objects the other way round. */
function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, held]) => [name, reversed(held)]),
  );
}

test('the order of keys makes no difference', () => {
  fc.assert(
    fc.property(anyValue, (drawn) => {
      const value = parseJson(JSON.stringify(drawn));
      expect(isSame(undefined, value, reversed(value))).toBe(true);
      expect(hashFields({ value })).toBe(hashFields({ value: reversed(value) }));
    }),
  );
});

test('different values are different', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 6 }), (drawn) => {
      const texts = drawn.map((one) => JSON.stringify(one, sortKeys));
      const hashes = texts.map((text) => hashFields({ value: parseJson(text) }));
      expect(new Set(hashes).size).toBe(new Set(texts).size);
    }),
  );
});

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

test.each([
  ['1', '1.0'],
  ['1', '10e-1'],
  ['100', '1e2'],
  ['0.10', '0.1'],
  ['-5', '-5.000'],
  ['0', '-0.00'],
  ['12345678901234567890', '1.2345678901234567890e19'],
])('%s and %s are one number', (one, other) => {
  expect(isSame(undefined, parseJson(one), parseJson(other))).toBe(true);
});

test.each([
  ['1', '-1'],
  ['1', '10'],
  ['0.1', '0.01'],
  ['1', '"1"'],
  ['12345678901234567890', '12345678901234567891'],
  ['[1,2]', '[2,1]'],
  ['{"a":1}', '{"b":1}'],
  ['{"a":null}', '{}'],
  ['false', 'null'],
  ['""', 'null'],
])('%s and %s differ', (one, other) => {
  expect(isSame(undefined, parseJson(one), parseJson(other))).toBe(false);
});

test('null, an empty list, an empty map and nothing are the same', () => {
  for (const one of [null, [], {}]) {
    for (const other of [null, [], {}, undefined]) expect(isSame(undefined, one, other)).toBe(true);
  }
});

test('only an unordered list may be in another order', () => {
  const unordered = { form: {}, unordered: true };
  expect(isSame(unordered, ['b', 'a', 'a'], ['a', 'b', 'a'])).toBe(true);
  expect(isSame(unordered, ['b', 'a'], ['a', 'b', 'a'])).toBe(false);
  expect(isSame({ form: {} }, ['b', 'a'], ['a', 'b'])).toBe(false);
});
