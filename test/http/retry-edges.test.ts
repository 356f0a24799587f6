import { expect, test } from 'vitest';
import { longestDelay, mayHaveArrived, readCount, retryDelay } from '../../src/http/retry.ts';

test.each([
  [299, true],
  [300, false],
  [499, false],
  [500, true],
  [501, true],
  [599, true],
])('a request answered with %i may have been applied: %s', (status, arrived) => {
  expect(mayHaveArrived({ status })).toBe(arrived);
});

test('the longest delay without Retry-After is 30 seconds', () => {
  expect(longestDelay).toBe(30_000);
  expect(retryDelay(30, undefined, 1)).toBe(30_000);
});

test.each<[string | undefined, number | undefined]>([
  [' 60 ', 60],
  ['60 per minute', undefined],
  ['about 60', undefined],
  ['6e1', undefined],
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', undefined],
  [undefined, undefined],
])('a rate limit header %j is read as %s', (text, expected) => {
  expect(readCount({ 'ratelimit-limit': text }, 'ratelimit-limit')).toBe(expected);
});
