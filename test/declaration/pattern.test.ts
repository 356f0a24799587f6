import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitsPattern } from '../../src/declaration/check-scalar.ts';

const long = `${'a'.repeat(200)}!`;

test.each([
  '(a+)+$',
  '^(a|a)*$',
  '^(a|aa)+$',
  '(.*)*x',
  '((a+)+)+$',
  '^(?:a?){200}$',
  `^${'a?'.repeat(100)}${'a'.repeat(100)}$`,
  '^a*a*a*a*a*a*$',
  '^(?<name>a+){2,}$',
  '^a|a*a*a*a*x',
  '^\\p{x|^(\\w+)+!$|}',
  '^(a+)+\\-$',
])('skips a pattern that could take very long: %s', (pattern) => {
  expect(fitsPattern(pattern, long)).toBeUndefined();
});

test.each([
  ['^[^@ ]+@[^@ ]+\\.[^@ ]+$', 'a@b.test', 'a@b'],
  ['^wsp_[A-Za-z0-9_-]+$', 'wsp_1', 'bmt_1'],
  ['^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$', 'team-a', 'team-'],
  ['^((25[0-5]|\\d{1,2})\\.){3}\\d+$', '10.0.0.1', '10.0.1'],
  ['^(?:[0-9a-f]{4}-){3}$', '0123-4567-89ab-', '0123-4567-'],
  ['^(?=.*\\d)\\p{L}+\\d$', 'é1', 'é'],
  ['^(daily|weekly)$', 'daily', 'hourly'],
  ['[+*?(]', '(', 'a'],
  ['^\\(\\w+\\)$', '(a)', 'a'],
  ['^/v1/$', '/v1/', 'v1'],
])('tests a pattern that is fast to decide: %s', (pattern, fitting, other) => {
  expect([fitsPattern(pattern, fitting), fitsPattern(pattern, other)]).toEqual([true, false]);
});

test.each(['(?<=', '[', 'a'.repeat(5_001), '/^b$/', '/^B$/i'])(
  'skips a pattern that is invalid, very long or between slashes',
  (pattern) => {
    expect(fitsPattern(pattern, 'b')).toBeUndefined();
  },
);

const piece = fc.constantFrom('a', 'b', '.', '[ab]', '(', ')', '|', '*', '+', '?', '{2}', '{0,3}');

test('every decision agrees with RegExp, and none takes long', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join('')),
      fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 40 }),
      (pattern, text) => {
        const reported = fitsPattern(pattern, text);
        if (reported !== undefined) expect(reported).toBe(new RegExp(pattern, 'u').test(text));
      },
    ),
    { numRuns: 2_000 },
  );
}, 20_000);
