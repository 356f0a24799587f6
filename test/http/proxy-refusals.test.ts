import { expect, test } from 'vitest';
import { Fault, RefusedByProxy } from '../../src/http/exchange.ts';
import { faultError, isLasting } from '../../src/http/faults.ts';

const circumstances = { method: 'GET', path: '/v1/x', origin: 'https://api.example' };
const refusal = (status: number) => new Fault('unsent', new RefusedByProxy(status));

test.each([
  [407, 'proxy.example:3128', 'the proxy proxy.example:3128 refused', /USER:PASSWORD@HOST:PORT$/],
  [403, 'proxy.example:3128', 'the proxy proxy.example:3128 refused', /^check HTTPS_PROXY/],
  [403, undefined, 'the proxy refused', /^check HTTPS_PROXY/],
])('a proxy that answers %i is reported with its name %s', (status, proxy, words, hint) => {
  const error = faultError(refusal(status), { ...circumstances, proxy });
  expect(error.message).toBe(`${words} a connection to https://api.example: it answered ${status}`);
  expect(error.details.hint).toMatch(hint);
  expect(isLasting(refusal(status))).toBe(true);
});
