import { expect, test } from 'vitest';
import { deepest, isOrdinary } from '../../../src/json/bulk/scan.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test.each([
  ['{"a":"","b":1}'],
  ['["",""]'],
  ['{"a":"1.50","b":2}'],
  ['["\\"1.50\\"",1]'],
  ['["\\\\",1,"1.50"]'],
  ['["x\\\\\\"",0.25]'],
  ['[0,-1,0.5,-0.5,123456789012345]'],
  ['["ab1.50"]'],
  ['["\\"ab1.50"]'],
  ['[1e-7,1e+21]'],
  ['[10.0000005]'],
  [`[${'[1],'.repeat(deepest + 1)}1]`],
  ['["unclosed'],
  [nested(deepest)],
  [`[${'[],'.repeat(deepest + 1)}1]`],
])('%s can be left to JSON.parse', (text) => {
  expect(isOrdinary(text)).toBe(true);
});

test.each([
  ['{"a":"","b":1.50}'],
  ['["",1.50]'],
  ['["\\"",1.50]'],
  ['["\\\\",1.50]'],
  ['["\\\\\\"",1.50]'],
  ['["a\\"b\\"",1.50,""]'],
  ['["a\\\\",1.50]'],
  ['["aa\\"",1.50]'],
  ['[1e5]'],
  ['[1E5]'],
  ['[-0]'],
  ['{"b":1,"4294967294":2}'],
  ['[0.00000012]'],
  ['[12345678901234567890]'],
  ['[0.1234567890123456789]'],
  [nested(deepest + 1)],
  [`[[],${nested(deepest)}]`],
])('%s is changed by JSON.parse or nested too deep', (text) => {
  expect(isOrdinary(text)).toBe(false);
});
