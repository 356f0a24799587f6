import { expect, test } from 'vitest';
import { statusError } from '../../src/http/faults.ts';

const refusal = { method: 'GET', path: '/v1/things', body: '', headers: {} };

test.each([
  [302, 'redirects are not followed: check the base address'],
  [400, 'correct what the service names; --debug shows its whole response'],
  [401, 'the token was refused: check it with: costctl doctor'],
  [403, 'the token lacks this capability, or belongs to another workspace'],
  [404, 'it does not exist, or this token may not see it'],
  [409, 'look at what is there already, and change that'],
  [500, 'run it again later; --retries N tries more often'],
  [503, 'run it again later; --retries N tries more often'],
  [599, 'run it again later; --retries N tries more often'],
])('status %i has a default hint', (status, hint) => {
  expect(statusError({ ...refusal, status }).details.hint).toBe(hint);
});

test('a hint of the caller replaces the default hint', () => {
  const error = statusError({ ...refusal, status: 403, hint: 'use another token' });
  expect(error.details.hint).toBe('use another token');
});

test.each([
  [200, [201, 202], ' instead of 201 or 202'],
  [204, [200], ' instead of 200'],
  [299, [200], ' instead of 200'],
  [200, undefined, ''],
  [300, [200], ': a redirect'],
  [399, [200], ': a redirect'],
  [400, [200], ''],
  [500, [200], ''],
])('status %i where %j is promised', (status, promised, words) => {
  const { message } = statusError({ ...refusal, status, promised });
  expect(message).toBe(`the service answered ${status} to GET /v1/things${words}`);
});
