import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, start } from './start.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await start();
});
afterEach(() => sandbox.close());

async function readAll(target: string) {
  const records: Record<string, unknown>[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await sandbox.send(`GET ${target}&page=${page}&limit=100`);
    records.push(...body.data);
    if (body.links.next === null) return records;
  }
}

describe('metrics', () => {
  test.each(['wsp_storefront', 'wsp_platform', 'wsp_forschung-eu'])(
    '%s has three metrics',
    async (id) => {
      expect(await readAll(`/v1/business-metrics?workspaceId=${id}`)).toHaveLength(3);
    },
  );

  test('a metric without labels has a daily value for a year, except for one day', async () => {
    const values = await readAll(
      '/v1/business-metrics/bmt_active_customers/values?workspaceId=wsp_storefront',
    );
    const days = values.map(({ date }) => date);
    expect(values).toHaveLength(364);
    expect([days[0], days.at(-1)]).toEqual(['2025-11-15', '2026-11-14']);
    expect(days).not.toContain('2026-11-04');
    expect(days).toEqual([...days].sort());
  });

  test('a year of values is the same each time, and lower on weekends', async () => {
    const target = '/v1/business-metrics/bmt_builds/values?workspaceId=wsp_platform';
    const values = await readAll(target);
    expect(await readAll(target)).toEqual(values);
    const amountOf = (day: string) => Number(values.find(({ date }) => date === day)?.['amount']);
    expect(amountOf('2026-11-07')).toBeLessThan(amountOf('2026-11-06'));
  });
});

describe('exchange rates', () => {
  const rateOf = async (base: string, target: string, date: string) =>
    (
      await sandbox.send(
        `GET /v1/exchange-rates/rate?baseCurrency=${base}&targetCurrency=${target}&date=${date}`,
      )
    ).body;

  test('a rate is for the requested day, and the same each time', async () => {
    const rate = await rateOf('EUR', 'USD', '2026-10-01');
    expect(rate).toEqual({
      baseCurrency: 'EUR',
      targetCurrency: 'USD',
      rate: expect.closeTo(1.08, 1),
      effectiveDate: '2026-10-01',
      source: 'Sandbox Reference Rates',
    });
    expect(await rateOf('EUR', 'USD', '2026-10-01')).toEqual(rate);
    expect((await rateOf('EUR', 'USD', '2026-10-02')).rate).not.toBe(rate.rate);
  });

  test('the rate of a currency to itself is one', async () => {
    expect((await rateOf('CHF', 'CHF', '2026-10-01')).rate).toBe(1);
  });

  test('the list contains each currency pair once and counts them', async () => {
    const { body } = await sandbox.send('GET /v1/exchange-rates?date=2026-10-01');
    const pairs = body.rates.map(
      (one: { baseCurrency: string; targetCurrency: string }) =>
        one.baseCurrency + one.targetCurrency,
    );
    expect(new Set(pairs).size).toBe(body.total);
    expect(body.rates).toContainEqual(await rateOf('GBP', 'JPY', '2026-10-01'));
  });

  test('rates without a date are for today', async () => {
    const { body } = await sandbox.send('GET /v1/exchange-rates');
    expect(body.rates[0].effectiveDate).toBe('2026-11-15');
  });
});

test('the users are members, a suspended person and a valid invitation', async () => {
  const users = await readAll('/v1/users?x=');
  const statuses = users.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set(['active', 'suspended', 'invited']));
});
