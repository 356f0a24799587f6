import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkToken, maskToken } from '../../src/profiles/token.ts';

test.each([
  ['abcdefghijklmno', '****'],
  ['abcdefghijklmnop', '****mnop'],
  ['a', '****'],
])('the token %s is shown as %s', (token, shown) => {
  expect(maskToken(token)).toBe(shown);
});

test('a token has 1 to 16,384 visible ASCII characters', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\x21-\x7e]{1,50}$/), (token) => {
      expect(checkToken(token)).toBeUndefined();
    }),
  );
  expect(checkToken('')).toBe('is empty');
  expect(checkToken('x'.repeat(16_384))).toBeUndefined();
  expect(checkToken('x'.repeat(16_385))).toBe('is longer than 16384 characters');
});
