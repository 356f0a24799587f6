import fc from 'fast-check';
import { search } from 'jmespath';
import { describe, expect, test } from 'vitest';
import { ExactNumber } from '../../src/json/number.ts';
import { parseJson } from '../../src/json/parse.ts';
import { stringifyJson } from '../../src/json/stringify.ts';
import { compileQuery } from '../../src/output/compile-query.ts';
import { runs } from '../helpers/runs.ts';

const document = parseJson(`{
  "items": [
    {"id": "a", "cost": 1234567.8901234567890, "tags": {"env": "prod"}, "n": 3},
    {"id": "b", "cost": 0.1000, "tags": {}, "n": 1e3},
    {"id": "c", "cost": 7, "tags": null, "n": -2}
  ],
  "nested": [[1, 2], [3, [4]]],
  "words": ["pear", "apple"],
  "empty": [],
  "constructor": 5,
  "big": 12345678901234567890
}`);

function query(expression: string): string {
  return stringifyJson(compileQuery(expression)(document));
}

describe('a query selects', () => {
  test.each([
    ['items[0].cost', '1234567.8901234567890'],
    ['items[].cost', '[1234567.8901234567890,0.1000,7]'],
    ['items[*].{id: id, cost: cost} | [1]', '{"id":"b","cost":0.1000}'],
    ["items[?id=='a'].[id, cost]", '[["a",1234567.8901234567890]]'],
    ['items[-1].id', '"c"'],
    ['items[5]', 'null'],
    ['items[::-1].id', '["c","b","a"]'],
    ['items[1:].id', '["b","c"]'],
    ['items[:-1].id', '["a","b"]'],
    ['items[::2].id', '["a","c"]'],
    ['items[5:0:-1].id', '["c","b"]'],
    ['nested[]', '[1,2,3,[4]]'],
    ['nested[*][0]', '[1,3]'],
    ['items[0].*', '["a",1234567.8901234567890,{"env":"prod"},3]'],
    ['items[].tags.env', '["prod"]'],
    ['nothing || big', '12345678901234567890'],
    ['words && big', '12345678901234567890'],
    ['!empty', 'true'],
    ['!big', 'false'],
    ['big.text', 'null'],
    ['toString', 'null'],
    ['constructor', '5'],
    ['items[0].constructor', 'null'],
    ['items[0].__proto__', 'null'],
    ['{"__proto__": big}', '{"__proto__":12345678901234567890}'],
    ['`{"a": 1}`.a', '1'],
    ['@.words', '["pear","apple"]'],
  ])('%s gives %s', (expression, result) => {
    expect(query(expression)).toBe(result);
  });
});

test('queries ordinary documents with the same results as the library', () => {
  const expressions = [
    ...['a', 'a.b', 'a[0]', 'a[-1]', 'a[*].b', 'a[].b', '*.b', '*.*', 'a[?b].c', 'a[?b == c]'],
    ...['a[1:]', 'a[::-1]', 'a[:-1:2]', '[a, b]', '{x: a, y: b.c}', 'a || b', 'a && b', '!a'],
    ...['a | b', 'a == b', 'a != b', 'a[].b[]', 'a[*][0]', 'keys(@)', 'values(@)', 'length(@)'],
    ...['type(a)', 'not_null(a, b, c)', 'to_array(a)', 'a.b.c || b[0].c', 'a[*].[b, c]'],
  ];
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(null, true, false, 0, 7, '', 'x'),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('tree'), { noNullPrototype: true }),
    ),
  }));
  const object = fc.dictionary(fc.constantFrom('a', 'b', 'c'), tree, { noNullPrototype: true });
  fc.assert(
    fc.property(object, fc.constantFrom(...expressions), (value, expression) => {
      expect(compileQuery(expression)(value)).toEqual(search(value, expression));
    }),
    { numRuns: runs(2000) },
  );
});

describe('a query compares', () => {
  test.each([
    ['items[?n > `2`].id', '["a","b"]'],
    ['items[?n == `1000`].id', '["b"]'],
    ['items[?n <= `-2`].id', '["c"]'],
    ['items[?n >= `3` && n < `1000`].id', '["a"]'],
    ['items[1].cost == `0.1`', 'true'],
    ["items[?id != 'a'].cost", '[0.1000,7]'],
    ["items[?id > 'a'].id", '["b","c"]'],
    ['items[?tags == `{"env":"prod"}`].id', '["a"]'],
    ['nested == `[[1,2],[3,[4]]]`', 'true'],
    ['big != `null`', 'true'],
    ['words[0] > `1`', 'null'],
  ])('%s gives %s', (expression, result) => {
    expect(query(expression)).toBe(result);
  });
});

describe('a function', () => {
  test.each([
    ['abs(items[2].n)', '2'],
    ['avg(items[].n)', String(1001 / 3)],
    ['avg(empty)', 'null'],
    ['ceil(`1.2`)', '2'],
    ['floor(items[1].cost)', '0'],
    ['sum(`[0.1, 0.2]`)', '0.3'],
    ['sum(items[1:].cost)', '7.1'],
    ['sum(empty)', '0'],
    ["contains('abc', 'b')", 'true'],
    ["contains('1', `1`)", 'false'],
    ["contains(words, 'pear')", 'true'],
    ['contains(items[1:].cost, `0.1`)', 'true'],
    ["starts_with('abc', 'ab')", 'true'],
    ["ends_with('abc', 'ab')", 'false'],
    ["join(', ', words)", '"pear, apple"'],
    ['keys(items[0])', '["id","cost","tags","n"]'],
    ['values(items[0])[1]', '1234567.8901234567890'],
    ["length('日本😀')", '3'],
    ['length(items)', '3'],
    ['length(items[0])', '4'],
    ['map(&cost, items)', '[1234567.8901234567890,0.1000,7]'],
    ['max(items[1:].cost)', '7'],
    ['min(items[1:].cost)', '0.1000'],
    ['max(empty)', 'null'],
    ['max(words)', '"pear"'],
    ['max_by(items, &n).cost', '0.1000'],
    ['min_by(items, &n).cost', '7'],
    ['max_by(items, &id).id', '"c"'],
    ['max_by(items, &type(id)).id', '"a"'],
    ['min_by(items, &type(id)).id', '"a"'],
    ['merge(items[2], `{"n": 1}`).n', '1'],
    ['not_null(nothing, big)', '12345678901234567890'],
    ['reverse(words)', '["apple","pear"]'],
    ["reverse('ab')", '"ba"'],
    ['sort(`[10, 9, 1]`)', '[1,9,10]'],
    ['sort(words)', '["apple","pear"]'],
    ['sort_by(items, &n)[].cost', '[7,1234567.8901234567890,0.1000]'],
    ['sort_by(items, &id)[0].cost', '1234567.8901234567890'],
    ['to_array(big)', '[12345678901234567890]'],
    ['to_string(items[0].cost)', '"1234567.8901234567890"'],
    ['to_string(items[1])', '"{\\"id\\":\\"b\\",\\"cost\\":0.1000,\\"tags\\":{},\\"n\\":1e3}"'],
    ["to_number('1234567.8901234567890')", '1234567.8901234567890'],
    ["to_number('12')", '12'],
    ["to_number('0x10')", 'null'],
    ['to_number(big)', '12345678901234567890'],
    ['type(big)', '"number"'],
    ['type(nothing)', '"null"'],
    ['type(items)', '"array"'],
  ])('%s gives %s', (expression, result) => {
    expect(query(expression)).toBe(result);
  });
});

describe('a number that a double cannot represent', () => {
  test.each([
    'items[?cost > `1`]',
    'items[?cost == `1`]',
    'big == big',
    'big < `1`',
    'items[?n == `1234567.8901234567890`]',
    'sum(items[].cost)',
    'avg(items[].cost)',
    'max(items[].cost)',
    'sort(items[].cost)',
    'sort_by(items, &cost)',
    'max_by(items[:1], &cost)',
    'abs(big)',
    'ceil(items[0].cost)',
    'contains(items[].cost, `5`)',
  ])('cannot be compared or calculated with: %s', (expression) => {
    expect(() => query(expression)).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: expect.stringMatching(
          /^--query compares or calculates with (1234567\.|12345678901)/,
        ),
      }),
    );
  });

  test.each(['1e400', '1e-400', '9007199254740993', '1e999999999'])(
    'includes %s, which cannot be compared',
    (text) => {
      const compare = compileQuery('@ > `1`');
      expect(() => compare(new ExactNumber(text))).toThrow(
        expect.objectContaining({ code: 'usage' }),
      );
    },
  );

  test.each(['1.0', '1e3', '1E+2', '0.1000', '-0.0', '1e-7', '100000000000000000000000'])(
    'does not include %s, which can be compared',
    (text) => {
      expect(compileQuery('@ == @')(new ExactNumber(text))).toBe(true);
    },
  );
});

describe('an invalid expression', () => {
  test.each([
    ['', 'Invalid token (EOF): ""'],
    ['a.', 'a part of it is missing'],
    ['a[', 'Expected Star, got: EOF'],
    ['=', 'a character in it has no meaning there'],
    ['#', 'Unknown character:#'],
    ['[::0]', 'the step of a slice cannot be 0'],
    ['&id', '& can only be used before a value of a function'],
  ])('%j is refused: %s', (expression, reason) => {
    expect(() => compileQuery(expression)([])).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: `--query is not a JMESPath expression: ${reason}`,
      }),
    );
  });

  test.each([
    ['constructor(@)', '--query: there is no function constructor()'],
    ['length()', '--query: length() takes 1 value and was given 0'],
    ['merge()', '--query: merge() takes 1 value and was given 0'],
    ['join(words)', '--query: join() takes 2 values and was given 1'],
    ['length(big)', '--query: length() takes a string, an array or an object, not a number'],
    ['keys(big)', '--query: keys() takes an object, not a number'],
    ['sum(words)', '--query: sum() takes an array of numbers, not an array'],
    ['map(words, items)', '--query: map() takes an expression with & before it, not an array'],
    ['keys(&id)', '--query: keys() takes an object, not an expression'],
    ['sort_by(items, &tags)', '--query: only numbers or only strings can be put in order'],
  ])('%s is refused: %s', (expression, message) => {
    expect(() => query(expression)).toThrow(expect.objectContaining({ code: 'usage', message }));
  });

  test.each([
    "join(',', ['a', `1`])",
    "join(',', [`1`, 'a'])",
    "sum([`1`, 'a'])",
    "avg(['a', `1`])",
    "max([`1`, 'a'])",
    "min(['a', `1`])",
    "sort([`1`, 'a'])",
    'sort([`1`, `null`])',
    'sum([`1`, `true`])',
  ])('a list of two kinds is refused where one is needed: %s', (expression) => {
    expect(() => query(expression)).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: expect.stringContaining('takes an array'),
      }),
    );
  });

  test.each(["join(',', `[]`)", 'sum(`[]`)', 'max(`[]`)', 'sort(`[]`)', 'avg(`[]`)'])(
    'an empty list is of any kind: %s',
    (expression) => {
      expect(() => query(expression)).not.toThrow();
    },
  );
});
