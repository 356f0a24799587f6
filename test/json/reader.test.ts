import { expect, test } from 'vitest';
import { ExactNumber } from '../../src/json/number.ts';
import { readExactly } from '../../src/json/parse.ts';

test.each([
  ['{}', {}],
  ['[]', []],
  [' { } ', {}],
  ['\t[\n]\r', []],
  ['""', ''],
  ['"a"', 'a'],
  ['"a\\nb"', 'a\nb'],
  ['"\\n"', '\n'],
  ['"\\n\\t"', '\n\t'],
  ['"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\/\b\f\n\r\t'],
  ['"\\u0041\\uAF09\\uaf90"', 'A\uaf09\uaf90'],
  ['"\u007f\u0080 !#[]^\uffff"', '\u007f\u0080 !#[]^\uffff'],
  ['"😀"', '😀'],
  ['true', true],
  ['false', false],
  ['null', null],
  ['0', 0],
  ['-1', -1],
  ['10', 10],
  ['1.25', 1.25],
  ['-1.5', -1.5],
  ['1e+21', 1e21],
  ['1.5e-7', 1.5e-7],
  ['[1,[2],{"a":3}]', [1, [2], { a: 3 }]],
  [' [ 1 , 2 ] ', [1, 2]],
  ['{"a":1,"b":{"c":[]},"a":2}', { a: 2, b: { c: [] } }],
  ['{ "a" : 1 , "b" : "x" }', { a: 1, b: 'x' }],
  ['{"a\\u0062":null}', { ab: null }],
])('reads %j', (text, value) => {
  expect(readExactly(text)).toEqual(value);
});

test.each(['1.0', '-0', '1E5', '1e5', '0.10', '12345678901234567890', '1e-08', '0e0', '1.0E+05'])(
  'keeps the number text %s unchanged',
  (text) => {
    expect(readExactly(text)).toEqual(new ExactNumber(text));
    expect(readExactly(`[${text}]`)).toEqual([new ExactNumber(text)]);
  },
);

test.each([
  ['', 'the JSON ends too early'],
  ['[', 'the JSON ends too early'],
  ['{', 'the JSON ends too early'],
  ['{"a"', 'the JSON ends too early'],
  ['{"a":', 'the JSON ends too early'],
  ['{"a":1', 'the JSON ends too early'],
  ['{"a":1,', 'the JSON ends too early'],
  ['[1', 'the JSON ends too early'],
  ['[1,', 'the JSON ends too early'],
  ['"', 'the JSON ends too early'],
  ['"a\\n', 'the JSON ends too early'],
  ['tru', 'the JSON ends too early'],
  ['-', 'unexpected "-" at line 1, column 1'],
  ['+1', 'unexpected "+" at line 1, column 1'],
  ['.5', 'unexpected "." at line 1, column 1'],
  ['1.', 'unexpected "." at line 1, column 2'],
  ['00', 'unexpected "0" at line 1, column 2'],
  ['1e', 'unexpected "e" at line 1, column 2'],
  ['1x', 'unexpected "x" at line 1, column 2'],
  ['trux', 'unexpected "x" at line 1, column 4'],
  ['falsy', 'unexpected "y" at line 1, column 5'],
  ['nil', 'unexpected "i" at line 1, column 2'],
  ['nullx', 'unexpected "x" at line 1, column 5'],
  ['[1 2]', 'unexpected "2" at line 1, column 4'],
  ['[,]', 'unexpected "," at line 1, column 2'],
  ['[1}', 'unexpected "}" at line 1, column 3'],
  ['{]', 'unexpected "]" at line 1, column 2'],
  ['{"a":1]', 'unexpected "]" at line 1, column 7'],
  ['{"a":1,}', 'unexpected "}" at line 1, column 8'],
  ['{1:2}', 'unexpected "1" at line 1, column 2'],
  ['{"a" 1}', 'unexpected "1" at line 1, column 6'],
  ['{"a",1}', 'unexpected "," at line 1, column 5'],
  ['"\\u00g0"', 'unexpected "\\" at line 1, column 2'],
  ['"\\u004"', 'unexpected "\\" at line 1, column 2'],
  ['"\\U0041"', 'unexpected "\\" at line 1, column 2'],
  ['"\\n\\v"', 'unexpected "\\" at line 1, column 4'],
  ['"a\u001fb"', 'unexpected U+001F at line 1, column 3'],
  ['"\\na\u0000"', 'unexpected U+0000 at line 1, column 5'],
  ["'a'", 'unexpected "\'" at line 1, column 1'],
  ['\u007f', 'unexpected U+007F at line 1, column 1'],
  ['~', 'unexpected "~" at line 1, column 1'],
  ['[1]\u00a0', 'unexpected U+00A0 at line 1, column 4'],
  ['[1]\u000b', 'unexpected U+000B at line 1, column 4'],
  ['[😀]', 'unexpected U+1F600 at line 1, column 2'],
  ['\n\n  x', 'unexpected "x" at line 3, column 3'],
  ['[\n]\n ]', 'unexpected "]" at line 3, column 2'],
])('%j is refused: %s', (text, message) => {
  expect(() => readExactly(text)).toThrow(new SyntaxError(message));
});

test.each(['[', '{"a":'])('reads 500 levels of %s and refuses 501 with their position', (open) => {
  const close = open === '[' ? ']' : '}';
  const nest = (levels: number) =>
    `\n${open.repeat(levels - 1)}${open === '[' ? '[]' : '{}'}${close.repeat(levels - 1)}`;
  expect(JSON.stringify(readExactly(nest(500)))).toBe(nest(500).trim());
  const column = 500 * open.length + 1;
  expect(() => readExactly(nest(501))).toThrow(
    new SyntaxError(`nested deeper than 500 levels at line 2, column ${column}`),
  );
});

test('sibling levels do not count as depth', () => {
  expect(readExactly(`[${Array(600).fill('[{}]').join()}]`)).toHaveLength(600);
  const members = Array.from({ length: 600 }, (_, key) => `"k${key}":{"a":[]}`);
  expect(Object.keys(Object(readExactly(`{${members.join()}}`)))).toHaveLength(600);
});

test('a key named __proto__ is an own property like any other', () => {
  const value = readExactly('{"__proto__":{"x":1},"b":2}');
  expect(Object.getOwnPropertyDescriptors(value)).toEqual({
    ['__proto__']: { value: { x: 1 }, writable: true, enumerable: true, configurable: true },
    b: { value: 2, writable: true, enumerable: true, configurable: true },
  });
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});
