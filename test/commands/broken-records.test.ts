import { expect, test } from 'vitest';
import { run } from '../helpers/run.ts';
import { failWith } from '../helpers/screens.ts';
import { type Exchange, pageOf, scriptService } from '../helpers/service.ts';

// Records that do not match the contract: shown as received, or refused with a clear message.
const env = { COSTCTL_WORKSPACE: 'wsp_main' };
const metric: Exchange = {
  path: '/v1/business-metrics/bmt_a?workspaceId=wsp_main',
  answer: { id: 'bmt_a', name: 'Orders', unit: 'order', labelColumns: null },
};
const history = '/v1/providers/prv_a/sync-history';
const available = '/v1/providers/available';
const connect = ['providers', 'connect', '--key', 'aws'];
const set = ['metrics', 'set', 'bmt_a', '--date', '2026-10-01', '--amount', '1'];
const labels = 'the response to GET /v1/business-metrics/bmt_a lacks labelColumns';
const entries = `the response to GET ${history} lacks entries`;
const notEntries = `the response to GET ${history} does not match the contract: entries[0] is not an object`;

test.each<[string, readonly string[], Exchange, string]>([
  ['a history without its entries', ['providers', 'history', 'prv_a'], at(history, {}), entries],
  [
    'a history of no runs',
    ['providers', 'history', 'prv_a'],
    at(history, entriesOf(1)),
    notEntries,
  ],
  ['no labels for csv', ['metrics', 'values', 'bmt_a', '-o', 'csv'], metric, labels],
  ['no labels to set a value by', set, metric, labels],
  ['no labels to import values by', ['metrics', 'import', 'bmt_a', '-'], metric, labels],
  [
    'a kind of provider that does not say what it needs',
    connect,
    at(available, [{ key: 'aws' }]),
    'the service does not say which credentials aws needs',
  ],
  [
    'a kind of provider that is not an object',
    connect,
    at(available, [null, { key: 'aws' }]),
    `the response to GET ${available} does not match the contract: [0] is not an object`,
  ],
  [
    'kinds of provider that are not a list',
    ['providers', 'available'],
    at(available, {}),
    `the response to GET ${available} is not a list`,
  ],
  [
    'a provider that is not an object',
    ['providers', 'get', 'prv_a'],
    at('/v1/providers/prv_a', 'text'),
    'the response to GET /v1/providers/prv_a is not an object',
  ],
  [
    'a list of providers that are not objects',
    ['providers', 'list'],
    at('/v1/providers?page=1&limit=100', pageOf([7])),
    'the response to GET /v1/providers does not match the contract: data[0] is not an object',
  ],
])('%s is an unexpected response', async (_name, line, exchange, message) => {
  const service = scriptService(exchange);
  const stderr = await failWith(1, run([...line, '-q'], { service, env }));
  expect(stderr).toContain(`error: ${message}\n`);
});

test('a rate history with a missing rate is refused', async () => {
  const path = '/v1/exchange-rates/rate?baseCurrency=EUR&targetCurrency=USD&date=2026-10-01';
  const days = ['--from', '2026-10-01', '--to', '2026-10-01'];
  const service = scriptService(at(path, { source: 'bank' }));
  const stderr = await failWith(1, run(['rates', 'history', 'EUR', 'USD', ...days], { service }));
  expect(stderr).toContain('error: the response to GET /v1/exchange-rates/rate lacks rate\n');
});

function at(path: string, answer: unknown): Exchange {
  return { path, answer: typeof answer === 'string' ? JSON.stringify(answer) : answer };
}

function entriesOf(...entries: readonly unknown[]) {
  return { entries };
}

const path = '/v1/providers?page=1&limit=100';
const whole = { id: 'prv_a', type: 'cloud', key: 'aws', name: 'AWS', status: 'connected' };
const line = ['providers', 'list', '-o', 'json'];

test.each([
  ['fields that are not documented', { ...whole, colour: 'blue', deep: { er: [1] } }],
  ['values that are not documented', { ...whole, status: 'hibernating', type: 'quantum' }],
  ['fields that are null', { ...whole, description: null, createdAt: null }],
])('records with %s are shown as received, without a warning', async (_name, record) => {
  const service = scriptService({ path, answer: pageOf([record]) });
  const { stdout, stderr, exitCode } = await run(line, { service });
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  expect(JSON.parse(stdout)).toEqual([record]);
});

test('records that lack fields are shown as received, with one warning for all pages', async () => {
  const lacking = [{ id: 'prv_a' }, { colour: 'blue' }];
  const others = [{ id: 'prv_b' }, { colour: 'blue' }];
  const service = scriptService(
    { path, answer: pageOf(lacking, { next: '?page=2' }) },
    { path: '/v1/providers?page=2&limit=100', answer: pageOf(others) },
  );
  const { stdout, stderr, exitCode } = await run(line, { service });
  expect({ stderr, exitCode }).toEqual({
    stderr:
      'warning: the service left out data.type, which its contract requires; shown as received\n',
    exitCode: 0,
  });
  expect(JSON.parse(stdout)).toEqual([...lacking, ...others]);
});
