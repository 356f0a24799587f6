import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExactNumber } from '../../src/json/number.ts';
import { stringifyJson } from '../../src/json/stringify.ts';

const exact = new ExactNumber('1.50');

describe('stringifyJson', () => {
  test('writes an exact number as its text, indented as JSON.stringify does', () => {
    expect(stringifyJson({ a: exact, b: [exact, {}, []], c: 'x"\n' }, 2)).toBe(
      JSON.stringify({ a: 15, b: [15, {}, []], c: 'x"\n' }, undefined, 2).replaceAll('15', '1.50'),
    );
  });

  test('leaves undefined properties out and writes undefined items as null', () => {
    expect(stringifyJson({ a: undefined, b: [undefined, exact] })).toBe('{"b":[null,1.50]}');
    expect(stringifyJson({ a: undefined, b: [undefined] })).toBe('{"b":[null]}');
    expect(stringifyJson(undefined)).toBe('null');
  });

  test('keeps an own key named __proto__', () => {
    const value = Object.defineProperty({}, '__proto__', { value: exact, enumerable: true });
    expect(stringifyJson(value)).toBe('{"__proto__":1.50}');
  });

  test('matches JSON.stringify, with or without an exact number next to the value', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ stringUnit: 'binary' }),
        fc.constantFrom(0, 1, 2, 4),
        (value, indent) => {
          expect(stringifyJson(value, indent)).toBe(JSON.stringify(value, undefined, indent));
          expect(stringifyJson([exact, value], indent)).toBe(
            JSON.stringify([15, value], undefined, indent).replace('15', '1.50'),
          );
        },
      ),
    );
  });
});
