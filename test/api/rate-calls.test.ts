import { expect, test } from 'vitest';
import { createHttp } from '../../src/api/http.ts';
import { getRate, listRates } from '../../src/api/rate-calls.ts';

function serve(body: string) {
  const response = { status: 200, headers: {}, body: Buffer.from(body), attempts: 1 };
  const client = { request: async () => response, close: async () => undefined };
  return createHttp(client, { warn: () => undefined, concurrency: 1 });
}

const rateOf = (body: string) => getRate(serve(body), 'EUR', 'USD', undefined);

test.each([
  '{"rate":1.10}',
  '{"rate":1e-7}',
  '{"rate":2,"baseCurrency":"EUR","targetCurrency":"USD"}',
  '{"rate":2,"baseCurrency":" eur","targetCurrency":"Usd "}',
  '{"rate":2,"baseCurrency":null,"targetCurrency":null}',
])('the rate %s is used for EUR to USD', async (body) => {
  expect(await rateOf(body)).toMatchObject({ rate: expect.anything() });
});

test('a currency may be asked for in any case', async () => {
  const http = serve('{"rate":2,"baseCurrency":"EUR","targetCurrency":"USD"}');
  expect(await getRate(http, 'eur', 'usd', '2026-11-02')).toMatchObject({ rate: 2 });
});

test.each([
  ['{"rate":0}', 'not a positive number: 0'],
  ['{"rate":0.00}', 'not a positive number: 0.00'],
  ['{"rate":-1.5}', 'not a positive number: -1.5'],
  [
    '{"rate":2,"baseCurrency":"USD","targetCurrency":"EUR"}',
    'the rate from USD to EUR instead of EUR',
  ],
  [
    '{"rate":2,"baseCurrency":"EUR","targetCurrency":"GBP"}',
    'the rate from EUR to GBP instead of EUR',
  ],
  ['{"rate":2,"baseCurrency":"GBP"}', 'the rate from GBP to USD instead of EUR'],
])('the rate %s is refused', async (body, words) => {
  await expect(rateOf(body)).rejects.toMatchObject({
    code: 'unexpected_response',
    message: expect.stringContaining(words),
    details: { method: 'GET', path: '/v1/exchange-rates/rate', body },
  });
});

test.each([
  ['{"rates":[]}', { rates: [], total: undefined }],
  ['{"data":[{"rate":2}],"total":7}', { rates: [{ rate: 2 }], total: 7 }],
  ['{"x":[{"rate":2}],"meta":{}}', { rates: [{ rate: 2 }], total: undefined }],
])('the list of rates in %s', async (body, list) => {
  expect(await listRates(serve(body), undefined)).toEqual(list);
});

test.each(['{}', '{"a":[],"b":[]}', '{"rates":[1]}', '{"rates":[{},null]}', '{"rates":{"a":1}}'])(
  'no list of rates is seen in %s',
  async (body) => {
    await expect(listRates(serve(body), undefined)).rejects.toMatchObject({
      code: 'unexpected_response',
      message: 'the response does not hold one list of rates',
    });
  },
);
