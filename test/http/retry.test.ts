import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type FaultKind,
  longestDelay,
  mayHaveArrived,
  mayRepeat,
  readCount,
  readRetryAfter,
  retryDelay,
  waitHint,
} from '../../src/http/retry.ts';

describe('the decision to retry', () => {
  test.each<[number, boolean]>([
    [500, true],
    [502, true],
    [503, true],
    [504, true],
    [501, false],
    [400, false],
    [404, false],
    [302, false],
  ])('status %i is retried if the request is idempotent: %s', (status, again) => {
    expect(mayRepeat({ status }, true)).toBe(again);
    expect(mayRepeat({ status }, false)).toBe(false);
  });

  test.each<[FaultKind, boolean, boolean]>([
    ['unsent', true, true],
    ['lost', true, false],
    ['late', true, false],
    ['cut', true, false],
    ['garbled', false, false],
  ])(
    'a request that was %s is retried: idempotent %s, otherwise %s',
    (fault, idempotent, other) => {
      expect(mayRepeat({ fault, lasting: false }, true)).toBe(idempotent);
      expect(mayRepeat({ fault, lasting: false }, false)).toBe(other);
      expect(mayRepeat({ fault, lasting: true }, true)).toBe(false);
    },
  );

  test.each([
    [{ fault: 'unsent', lasting: false } as const, false],
    [{ fault: 'lost', lasting: false } as const, true],
    [{ fault: 'cut', lasting: false } as const, true],
    [{ status: 500 }, true],
    [{ status: 202 }, true],
    [{ status: 400 }, false],
    [{ status: 302 }, false],
  ])('%j may have been applied: %s', (failure, arrived) => {
    expect(mayHaveArrived(failure)).toBe(arrived);
  });
});

describe('the delay before a retry', () => {
  test.each([
    [1, 0, 250],
    [1, 1, 500],
    [2, 0, 500],
    [2, 1, 1000],
    [4, 0.5, 3000],
    [20, 1, longestDelay],
  ])('after %i failures and with the random value %d is %i ms', (failures, chance, delay) => {
    expect(retryDelay(failures, undefined, chance)).toBe(delay);
  });

  test('is at least the requested delay, and otherwise at most the longest delay', () => {
    const chance = fc.double({ min: 0, max: 1, noNaN: true });
    const asked = fc.option(fc.nat(100_000), { nil: undefined });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), asked, chance, (failures, wanted, random) => {
        const delay = retryDelay(failures, wanted, random);
        expect(delay).toBeGreaterThanOrEqual(wanted ?? 250);
        expect(delay).toBeLessThanOrEqual(Math.max(longestDelay, wanted ?? 0));
      }),
    );
  });
});

const noon = Date.parse('2026-11-05T12:00:00Z');

test.each<[string | undefined, number | undefined]>([
  ['0', 0],
  ['7', 7000],
  [' 7 ', 7000],
  ['1.5', 1500],
  ['Thu, 05 Nov 2026 12:00:30 GMT', 30_000],
  ['Thu, 05 Nov 2026 11:00:00 GMT', 0],
  ['-5', undefined],
  ['2027', 2_027_000],
  ['soon', undefined],
  ['', undefined],
  ['1e3', undefined],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ['1.25', 1250],
  ['1.0004', 1001],
  ['Thursday, 05-Nov-26 12:00:30 GMT', 30_000],
  ['Thu 05 Nov 2026 12:00:30 GMT', 30_000],
  ['7 Thu, 05 Nov 2026 12:00:30 GMT', undefined],
  ['(about) Thu, 05 Nov 2026 12:00:30 GMT', undefined],
  ['Thu, 05 Foo 2026 12:00:30 GMT', undefined],
  [undefined, undefined],
])('Retry-After %j is %s ms', (text, expected) => {
  expect(readRetryAfter({ 'retry-after': text }, noon)).toBe(expected);
});

test('a date counts from the one of the response, however wrong this clock is', () => {
  const headers = {
    date: 'Thu, 05 Nov 2025 12:00:00 GMT',
    'retry-after': 'Thu, 05 Nov 2025 12:00:30 GMT',
  };
  expect(readRetryAfter(headers, noon)).toBe(30_000);
  expect(readRetryAfter({ ...headers, date: 'soon' }, noon)).toBe(0);
});

test('the first of two headers with the same name is used', () => {
  expect(readRetryAfter({ 'retry-after': ['3', '9'] }, noon)).toBe(3000);
});

test.each<[string, number | undefined]>([
  ['60', 60],
  ['0', 0],
  ['-1', undefined],
  ['60.5', undefined],
  ['99999999999999999999', undefined],
])('RateLimit-Limit %j is %s', (text, expected) => {
  expect(readCount({ 'ratelimit-limit': text }, 'ratelimit-limit')).toBe(expected);
});

test.each([
  [90, 0, 'wait 90 s, or allow a longer wait with --max-wait 90'],
  [90, 10, 'wait 90 s, or allow a longer wait with --max-wait 100'],
  // What was allowed before is not enough.
  [1, 2.1, 'wait 1 s, or allow a longer wait with --max-wait 4'],
  [2_000_000, 0, 'wait 2000000 s, or allow a longer wait with --max-wait 2000000'],
  // No longer wait can be allowed.
  [2_000_000, 1, 'wait 2000000 s'],
])(
  'of a wait of %i s after %i s, the hint names an option that is accepted',
  (seconds, held, hint) => {
    expect(waitHint(seconds * 1000, held * 1000)).toBe(hint);
  },
);
