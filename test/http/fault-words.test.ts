import { expect, test } from 'vitest';
import { Fault, TimePassed } from '../../src/http/exchange.ts';
import { faultError, statusError } from '../../src/http/faults.ts';

const circumstances = { method: 'GET', path: '/v1/x', origin: 'https://api.example' };

test('a response that cannot be parsed is reported as not HTTP', () => {
  const error = faultError(new Fault('garbled', new Error('raw')), circumstances);
  expect(error.message).toBe('the response to GET /v1/x cannot be read: it is not HTTP');
});

test('a connection timeout and a response timeout have different messages', () => {
  const late = new TimePassed(1500, false);
  const unsent = faultError(new Fault('unsent', late), circumstances);
  expect(unsent.message).toMatch(/^no connection to .*https:\/\/api\.example.* within 1\.5 s$/);
  const sent = faultError(new Fault('late', late), circumstances);
  expect(sent.message).toBe('no answer to GET /v1/x within 1.5 s');
});

test.each([
  ['https://other.example/secret?token=1', ': a redirect to https://other.example'],
  ['/elsewhere', ': a redirect to another path'],
  ['https://', ': a redirect'],
  ['mailto:someone@example.com', ': a redirect'],
])('a redirect to %s is reported as "%s"', (location, words) => {
  const refusal = { status: 302, method: 'GET', path: '/v1/x', body: '', headers: { location } };
  expect(statusError({ ...refusal, hint: undefined }).message).toBe(
    `the service answered 302 to GET /v1/x${words}`,
  );
});
