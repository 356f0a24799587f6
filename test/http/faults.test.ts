import { expect, test } from 'vitest';
import { Fault, TooLarge } from '../../src/http/exchange.ts';
import { faultError, isLasting, statusError } from '../../src/http/faults.ts';
import { createRedactor, masked } from '../../src/http/redact.ts';
import type { FaultKind } from '../../src/http/retry.ts';

const circumstances = { method: 'GET', path: '/v1/x', origin: 'https://api.example' };

function coded(code: string): Error {
  return Object.assign(new Error(`raw ${code}`), { code });
}

test.each<[FaultKind, string, string, boolean]>([
  ['unsent', 'ECONNREFUSED', 'the connection was refused', false],
  ['unsent', 'ENOTFOUND', 'the host is not known', false],
  ['unsent', 'EAI_AGAIN', 'the DNS lookup failed', false],
  ['unsent', 'UND_ERR_CONNECT_TIMEOUT', 'the host does not answer', false],
  ['unsent', 'CERT_HAS_EXPIRED', 'its certificate has expired', true],
  ['unsent', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is self-signed', true],
  ['unsent', 'ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host', true],
  ['unsent', 'ERR_SSL_WRONG_VERSION_NUMBER', 'the TLS handshake failed', false],
  ['lost', 'ECONNRESET', 'lost before the response: it was reset', false],
  ['lost', 'UND_ERR_SOCKET', 'lost before the response: the other side closed it', false],
])('%s by %s is reported as: %s', (kind, code, words, lasting) => {
  const fault = new Fault(kind, coded(code));
  const error = faultError(fault, circumstances);
  expect(error.code).toBe('network');
  expect(error.message).toContain(words);
  expect(error.message).toContain('https://api.example');
  expect(error.message).not.toContain('raw');
  expect(error.details.hint).toBeTruthy();
  expect(isLasting(fault)).toBe(lasting);
});

test('the first fault is reported if several addresses were tried', () => {
  const fault = new Fault(
    'unsent',
    new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')]),
  );
  expect(faultError(fault, circumstances).message).toContain('the connection was refused');
});

test.each([
  [new Error('out of memory'), 'out of memory'],
  [Object.assign(new Error('no threads'), { code: 'ERR_WORKER_INIT_FAILED' }), 'no threads'],
  [Object.assign(new Error(''), { code: 'ENOTDOCUMENTED' }), 'ENOTDOCUMENTED'],
  ['nothing', 'nothing'],
  [new Error(''), 'the cause is unknown'],
])('an unknown cause is reported with its own message and no network hint: %s', (cause, words) => {
  const error = faultError(new Fault('unsent', cause), circumstances);
  expect(error.message).toBe(`the request to https://api.example failed: ${words}`);
  expect(error.details.hint).not.toMatch(/network|base address/);
});

test.each([
  ['https://other.example/path?secret=1', ': a redirect to https://other.example'],
  ['/elsewhere?secret=1', ': a redirect to another path'],
  ['javascript:secret', ': a redirect'],
  [undefined, ': a redirect'],
])('a redirect to %s is reported by its origin alone', (location, words) => {
  const error = statusError({
    status: 302,
    method: 'GET',
    path: '/v1/x',
    body: '',
    headers: { location },
  });
  expect(error.message).toBe(`the service answered 302 to GET /v1/x${words}`);
});

test.each([
  [204, [200], ' instead of 200'],
  [202, [200, 201], ' instead of 200 or 201'],
  [404, [200], ''],
  [204, undefined, ''],
])('a status %i instead of the documented %j is reported', (status, promised, words) => {
  const exchange = { method: 'GET', path: '/v1/x', body: '', headers: {} };
  const { message } = statusError({ ...exchange, status, promised });
  expect(message).toBe(`the service answered ${status} to GET /v1/x${words}`);
});

test('a secret is masked in every spelling, and the cause of the error is dropped', () => {
  const redactor = createRedactor();
  const secret = 'a/b"c+d';
  redactor.add(secret);
  const spellings = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret),
    Buffer.from(secret).toString('base64'),
  ];
  expect(redactor.mask(spellings.join(' '))).toBe('**** **** "****" ****');
  const fault = new Fault('lost', new Error(secret));
  const error = faultError(fault, { ...circumstances, path: `/v1/${secret}`, hint: secret });
  const shown = masked(error, redactor);
  expect(shown.details).toMatchObject({ path: '/v1/****', hint: '****' });
  expect(shown.cause).toBeUndefined();
});

test.each([
  ['limit=100', 'ask for fewer items with --limit'],
  ['', undefined],
])('a response too large for the query %j has the hint %s', (query, hint) => {
  const fault = new Fault('garbled', new TooLarge(2 ** 20));
  const error = faultError(fault, { ...circumstances, query: new URLSearchParams(query) });
  expect(error.message).toBe('the response to GET /v1/x is larger than the limit of 1 MiB');
  expect(error.details.hint).toBe(hint);
});

test('a body that is too large would be too large again', () => {
  expect(isLasting(new Fault('garbled', new TooLarge(5)))).toBe(true);
  expect(isLasting(new Fault('garbled', new Error('other')))).toBe(false);
});
