import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operations } from '../../src/api/operations.ts';
import { orders, type Sandbox, type Sent, start, storefront } from './start.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await start();
});
afterEach(() => sandbox.close());

const window = 'startDate=2026-10-01&endDate=2026-10-07';
const connect = { key: 'custom', credentials: {} };
const person = { email: 'new@example.com', firstName: 'N', lastName: 'P', role: 'viewer' };

interface Case {
  readonly line: string;
  readonly status: number;
  readonly field?: string;
  readonly sent?: Sent;
}

function titleOf({ line, status, field, sent }: Case): string {
  const body = JSON.stringify(sent?.body)?.slice(0, 60) ?? '';
  return `${line} ${body} is answered ${status} ${field ?? ''}`;
}

function ok(line: string, body?: unknown, status = 200): Case {
  return { line, status, sent: { body } };
}

function bad(line: string, field: string, body?: unknown): Case {
  return { line, status: 400, field, sent: { body } };
}

function missing(line: string, body?: unknown): Case {
  return { line, status: 404, sent: { body } };
}

const cases: Case[] = [
  // Workspaces
  ok('GET /v1/workspaces?page=1&limit=20'),
  bad('GET /v1/workspaces?limit=20', 'page'),
  bad('GET /v1/workspaces?page=1', 'limit'),
  bad('GET /v1/workspaces?page=0&limit=20', 'page'),
  bad('GET /v1/workspaces?page=one&limit=20', 'page'),
  bad('GET /v1/workspaces?page=3000000000&limit=20', 'page'),
  bad('GET /v1/workspaces?page=1&limit=1.5', 'limit'),
  ok('POST /v1/workspaces', { name: 'New' }, 201),
  bad('POST /v1/workspaces', 'name', { name: '' }),
  bad('POST /v1/workspaces', 'name', {}),
  bad('POST /v1/workspaces', 'body', []),
  bad('POST /v1/workspaces', 'body', '{"name":'),
  { line: 'POST /v1/workspaces', status: 400 },
  ok('GET /v1/workspaces/wsp_platform'),
  bad('GET /v1/workspaces/bmt_orders', 'workspaceId'),
  bad('GET /v1/workspaces/wsp_', 'workspaceId'),
  missing('GET /v1/workspaces/wsp_nowhere'),
  ok('PUT /v1/workspaces/wsp_platform', { description: 'x' }),
  bad('PUT /v1/workspaces/wsp_platform', 'name', { name: 3 }),
  { line: 'PUT /v1/workspaces/wsp_platform', status: 400 },
  missing('PUT /v1/workspaces/wsp_nowhere', {}),
  missing('DELETE /v1/workspaces/wsp_nowhere'),
  bad('DELETE /v1/workspaces/nowhere', 'workspaceId'),
  ok('GET /v1/workspaces/wsp_platform/exchange-rates/policy'),
  missing('GET /v1/workspaces/wsp_nowhere/exchange-rates/policy'),
  // Workspace providers
  ok(`GET /v1/workspace-providers?${storefront}&page=1&limit=5`),
  bad('GET /v1/workspace-providers?page=1&limit=5', 'workspaceId'),
  bad('GET /v1/workspace-providers?workspaceId=x&page=1&limit=5', 'workspaceId'),
  bad(`GET /v1/workspace-providers?${storefront}&limit=5`, 'page'),
  bad(`GET /v1/workspace-providers?${storefront}&page=1`, 'limit'),
  missing('GET /v1/workspace-providers?workspaceId=wsp_nowhere&page=1&limit=5'),
  ok(`GET /v1/workspace-providers/wpr_storefront_aws?${storefront}`),
  bad('GET /v1/workspace-providers/wpr_storefront_aws', 'workspaceId'),
  missing(`GET /v1/workspace-providers/wpr_nothing?${storefront}`),
  missing('GET /v1/workspace-providers/wpr_storefront_aws?workspaceId=wsp_platform'),
  ok(
    'POST /v1/workspace-providers',
    { workspaceId: 'wsp_storefront', providerId: { Value: 'prv_gcp' }, accounts: ['a'] },
    201,
  ),
  bad('POST /v1/workspace-providers', 'workspaceId', { providerId: 'prv_gcp' }),
  bad('POST /v1/workspace-providers', 'providerId', { workspaceId: 'wsp_storefront' }),
  bad('POST /v1/workspace-providers', 'providerId', {
    workspaceId: 'wsp_storefront',
    providerId: 'prv_azure',
  }),
  missing('POST /v1/workspace-providers', { workspaceId: 'wsp_platform', providerId: 'prv_none' }),
  ok('PUT /v1/workspace-providers/wpr_storefront_aws', { enabled: false }),
  bad('PUT /v1/workspace-providers/wpr_storefront_aws', 'enabled', { enabled: 'no' }),
  bad('PUT /v1/workspace-providers/wpr_storefront_aws', 'accounts', { accounts: 'all' }),
  missing('PUT /v1/workspace-providers/wpr_nothing', { enabled: false }),
  bad('DELETE /v1/workspace-providers/wpr_platform_gcp', 'workspaceId'),
  missing(`DELETE /v1/workspace-providers/wpr_platform_gcp?${storefront}`),
  ok('DELETE /v1/workspace-providers/wpr_platform_gcp?workspaceId=wsp_platform', undefined, 204),
  // Virtual tags
  ok('POST /v1/virtual-tags', { name: 'Team', rules: [{ if: 1 }] }, 201),
  bad('POST /v1/virtual-tags', 'name', { rules: [] }),
  bad('POST /v1/virtual-tags', 'workspaceId', { name: 'x', workspaceId: 'x' }),
  missing('POST /v1/virtual-tags', { name: 'x', workspaceId: 'wsp_nowhere' }),
  // Providers
  ok('GET /v1/providers?page=1&limit=100'),
  ok('GET /v1/providers?page=1&limit=100&type=saas'),
  bad('GET /v1/providers?limit=100', 'page'),
  bad('GET /v1/providers?page=1', 'limit'),
  ok('POST /v1/providers', connect),
  bad('POST /v1/providers', 'key', { credentials: {} }),
  bad('POST /v1/providers', 'key', { ...connect, key: '' }),
  bad('POST /v1/providers', 'key', { ...connect, key: 'unheard-of' }),
  bad('POST /v1/providers', 'credentials', { key: 'custom' }),
  bad('POST /v1/providers', 'credentials.roleArn', { key: 'aws', credentials: {} }),
  bad('POST /v1/providers', 'credentials.a', { key: 'custom', credentials: { a: 1 } }),
  bad('POST /v1/providers', 'parentProviderId', {
    key: 'kubernetes',
    credentials: { agentToken: 'x' },
  }),
  bad('POST /v1/providers', 'parentProviderId', { ...connect, parentProviderId: 'prv_gcp' }),
  missing('POST /v1/providers', { ...connect, parentProviderId: { Value: 'prv_none' } }),
  ok('POST /v1/providers', { ...connect, name: 'é'.repeat(255) }),
  bad('POST /v1/providers', 'name', { ...connect, name: 'n'.repeat(256) }),
  bad('POST /v1/providers', 'description', { ...connect, description: 'd'.repeat(1001) }),
  bad('POST /v1/providers', 'settings.a', { ...connect, settings: { a: 1 } }),
  ok('POST /v1/providers', { ...connect, syncFrequencyMinutes: 60 }),
  ok('POST /v1/providers', { ...connect, syncFrequencyMinutes: 1440 }),
  bad('POST /v1/providers', 'syncFrequencyMinutes', { ...connect, syncFrequencyMinutes: 59 }),
  bad('POST /v1/providers', 'syncFrequencyMinutes', { ...connect, syncFrequencyMinutes: 1441 }),
  bad('POST /v1/providers', 'syncFrequencyMinutes', { ...connect, syncFrequencyMinutes: null }),
  ok('GET /v1/providers/prv_gcp'),
  missing('GET /v1/providers/prv_none'),
  ok('PUT /v1/providers/prv_gcp', { description: null, syncFrequencyMinutes: null }),
  ok('PUT /v1/providers/prv_gcp'),
  bad('PUT /v1/providers/prv_gcp', 'description', { description: 'd'.repeat(1001) }),
  bad('PUT /v1/providers/prv_gcp', 'syncFrequencyMinutes', { syncFrequencyMinutes: 30 }),
  bad('PUT /v1/providers/prv_gcp', 'externalId', { externalId: 5 }),
  missing('PUT /v1/providers/prv_none', {}),
  ok('DELETE /v1/providers/prv_licences', undefined, 204),
  missing('DELETE /v1/providers/prv_none'),
  ok('GET /v1/providers/available'),
  ok('GET /v1/providers/prv_aws_main/sync-history'),
  ok('GET /v1/providers/prv_aws_main/sync-history?limit=3'),
  bad('GET /v1/providers/prv_aws_main/sync-history?limit=x', 'limit'),
  missing('GET /v1/providers/prv_none/sync-history'),
  ok('POST /v1/providers/prv_aws_main/test'),
  missing('POST /v1/providers/prv_none/test'),
  ok('POST /v1/providers/prv_aws_main/sync', { fullSync: true }),
  ok('POST /v1/providers/prv_azure/sync'),
  bad('POST /v1/providers/prv_aws_main/sync', 'fullSync', { fullSync: 'yes' }),
  missing('POST /v1/providers/prv_none/sync', { fullSync: true }),
  // Business metrics
  ok(`GET /v1/business-metrics?${storefront}&page=1&limit=10`),
  bad('GET /v1/business-metrics?page=1&limit=10', 'workspaceId'),
  bad(`GET /v1/business-metrics?${storefront}&limit=10`, 'page'),
  bad(`GET /v1/business-metrics?${storefront}&page=1`, 'limit'),
  ok('POST /v1/business-metrics', { workspaceId: 'wsp_platform', name: 'n', unit: 'u' }, 201),
  ok(
    'POST /v1/business-metrics',
    { workspaceId: 'wsp_platform', name: 'n', unit: 'u', labelColumns: null },
    201,
  ),
  bad('POST /v1/business-metrics', 'workspaceId', { name: 'n', unit: 'u' }),
  bad('POST /v1/business-metrics', 'name', { workspaceId: 'wsp_platform', unit: 'u' }),
  bad('POST /v1/business-metrics', 'unit', { workspaceId: 'wsp_platform', name: 'n' }),
  bad('POST /v1/business-metrics', 'labelColumns', {
    workspaceId: 'wsp_platform',
    name: 'n',
    unit: 'u',
    labelColumns: 'region',
  }),
  missing('POST /v1/business-metrics', { workspaceId: 'wsp_nowhere', name: 'n', unit: 'u' }),
  ok(`GET ${orders}?${storefront}`),
  bad(`GET ${orders}`, 'workspaceId'),
  bad(`GET /v1/business-metrics/orders?${storefront}`, 'metricId'),
  missing(`GET /v1/business-metrics/bmt_none?${storefront}`),
  missing(`GET ${orders}?workspaceId=wsp_platform`),
  ok(`PUT ${orders}?${storefront}`, { name: null, unit: 'orders' }),
  bad(`PUT ${orders}?${storefront}`, 'unit', { unit: 1 }),
  bad(`PUT ${orders}`, 'workspaceId', {}),
  missing(`PUT /v1/business-metrics/bmt_none?${storefront}`, {}),
  bad('DELETE /v1/business-metrics/bmt_revenue', 'workspaceId'),
  ok(`DELETE /v1/business-metrics/bmt_revenue?${storefront}`, undefined, 204),
  missing(`DELETE /v1/business-metrics/bmt_none?${storefront}`),
  ok(`GET ${orders}/values?${storefront}&page=1&limit=5&from=2026-10-01&to=2026-10-02`),
  bad(`GET ${orders}/values?page=1&limit=5`, 'workspaceId'),
  bad(`GET ${orders}/values?${storefront}&limit=5`, 'page'),
  bad(`GET ${orders}/values?${storefront}&page=1`, 'limit'),
  bad(`GET ${orders}/values?${storefront}&page=1&limit=5&from=2026-02-30`, 'from'),
  bad(`GET ${orders}/values?${storefront}&page=1&limit=5&to=today`, 'to'),
  ok(`POST ${orders}/values?${storefront}`, { values: [] }),
  bad(`POST ${orders}/values`, 'workspaceId', { values: [] }),
  bad(`POST ${orders}/values?${storefront}`, 'values', {}),
  bad(`POST ${orders}/values?${storefront}`, 'values[0].date', {
    values: [{ date: '2026-13-01', amount: '1', labels: {} }],
  }),
  bad(`POST ${orders}/values?${storefront}`, 'values[1].amount', {
    values: [
      { date: '2026-10-01', amount: '1', labels: {} },
      { date: '2026-10-01', amount: 'many', labels: {} },
    ],
  }),
  bad(`POST ${orders}/values?${storefront}`, 'values[0].amount', {
    values: [{ date: '2026-10-01', amount: 1, labels: {} }],
  }),
  bad(`POST ${orders}/values?${storefront}`, 'values[0].labels.shop', {
    values: [{ date: '2026-10-01', amount: '1', labels: { shop: 'x' } }],
  }),
  missing(`POST /v1/business-metrics/bmt_none/values?${storefront}`, { values: [] }),
  // Saved filters
  ok(`GET /v1/saved-filters?${storefront}`),
  ok(`GET /v1/saved-filters?${storefront}&page=2&limit=1`),
  bad('GET /v1/saved-filters', 'workspaceId'),
  ok('POST /v1/saved-filters', { workspaceId: 'wsp_platform' }, 201),
  ok(
    'POST /v1/saved-filters',
    { workspaceId: 'wsp_platform', title: '', filter: 'f'.repeat(4000), isDefault: true },
    201,
  ),
  bad('POST /v1/saved-filters', 'workspaceId', { title: 't' }),
  bad('POST /v1/saved-filters', 'workspaceId', { workspaceId: '' }),
  bad('POST /v1/saved-filters', 'title', { workspaceId: 'wsp_platform', title: 't'.repeat(201) }),
  bad('POST /v1/saved-filters', 'filter', {
    workspaceId: 'wsp_platform',
    filter: 'f'.repeat(4001),
  }),
  bad('POST /v1/saved-filters', 'isDefault', { workspaceId: 'wsp_platform', isDefault: 1 }),
  ok(`GET /v1/saved-filters/flt_compute?${storefront}`),
  bad('GET /v1/saved-filters/flt_compute', 'workspaceId'),
  missing(`GET /v1/saved-filters/flt_none?${storefront}`),
  ok(`PUT /v1/saved-filters/flt_compute?${storefront}`, {
    title: 'x',
    filter: '',
    isDefault: true,
  }),
  bad(`PUT /v1/saved-filters/flt_compute?${storefront}`, 'title', { title: 't'.repeat(201) }),
  bad('PUT /v1/saved-filters/flt_compute', 'workspaceId', {}),
  missing(`PUT /v1/saved-filters/flt_none?${storefront}`, {}),
  bad('DELETE /v1/saved-filters/flt_no_credits', 'workspaceId'),
  ok(`DELETE /v1/saved-filters/flt_no_credits?${storefront}`, undefined, 204),
  missing(`DELETE /v1/saved-filters/flt_none?${storefront}`),
  // Users
  ok('GET /v1/users?page=1&limit=100'),
  ok('GET /v1/users?page=1&limit=100&includeRemoved=true'),
  bad('GET /v1/users?limit=100', 'page'),
  bad('GET /v1/users?page=1', 'limit'),
  bad('GET /v1/users?page=1&limit=100&includeRemoved=perhaps', 'includeRemoved'),
  ok('POST /v1/users', person, 201),
  bad('POST /v1/users', 'role', { ...person, role: 'admin' }),
  bad('POST /v1/users', 'role', { ...person, role: undefined }),
  bad('POST /v1/users', 'email', { ...person, email: `${'e'.repeat(320)}@x` }),
  bad('POST /v1/users', 'email', { ...person, email: 'nobody' }),
  bad('POST /v1/users', 'firstName', { ...person, firstName: 'f'.repeat(101) }),
  bad('POST /v1/users', 'lastName', { ...person, lastName: 'l'.repeat(101) }),
  ok('GET /v1/users/usr_mara'),
  bad('GET /v1/users/mara', 'userId'),
  missing('GET /v1/users/usr_nobody'),
  // Exchange rates
  ok('GET /v1/exchange-rates/rate?baseCurrency=EUR&targetCurrency=USD&date=2026-10-01'),
  ok('GET /v1/exchange-rates/rate?baseCurrency=EUR&targetCurrency=USD'),
  bad('GET /v1/exchange-rates/rate?targetCurrency=USD', 'baseCurrency'),
  bad('GET /v1/exchange-rates/rate?baseCurrency=EUR', 'targetCurrency'),
  bad('GET /v1/exchange-rates/rate?baseCurrency=EUR&targetCurrency=USD&date=10/1', 'date'),
  missing('GET /v1/exchange-rates/rate?baseCurrency=EUR&targetCurrency=XTS'),
  missing('GET /v1/exchange-rates/rate?baseCurrency=constructor&targetCurrency=EUR'),
  missing('GET /v1/exchange-rates/rate?baseCurrency=EUR&targetCurrency=USD&date=2026-11-16'),
  ok('GET /v1/exchange-rates'),
  ok('GET /v1/exchange-rates?date=2026-10-01'),
  bad('GET /v1/exchange-rates?date=2026-10-32', 'date'),
  missing('GET /v1/exchange-rates?date=1990-01-01'),
  // Cost data
  ok(`GET /v1/costs?${window}`),
  ok(`GET /v1/costs?${window}&page=1&limit=5000`),
  bad('GET /v1/costs?endDate=2026-10-07', 'startDate'),
  bad('GET /v1/costs?startDate=2026-10-07', 'endDate'),
  bad('GET /v1/costs?startDate=2026-10-07&endDate=2026-10-06', 'endDate'),
  bad('GET /v1/costs?startDate=2026-02-29&endDate=2026-10-06', 'startDate'),
  bad(`GET /v1/costs?${window}&page=0`, 'page'),
  bad(`GET /v1/costs?${window}&limit=0`, 'limit'),
  bad(`GET /v1/costs?${window}&limit=5001`, 'limit'),
  bad(`GET /v1/costs?${window}&page=21&limit=5000`, 'page'),
  ok(`GET /v1/costs?${window}&page=20&limit=5000`),
];

describe('every row of the tables of operations', () => {
  test.each(cases.map((one) => [titleOf(one), one] as const))('%s', async (_title, one) => {
    const { line, status, field, sent } = one;
    const answer = await sandbox.send(line, sent);
    expect(answer.status).toBe(status);
    if (status === 204) expect(answer.text).toBe('');
    if (status >= 400) expect(answer.body).toMatchObject({ status, detail: expect.any(String) });
    if (field !== undefined) expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  test('no operation is left out', () => {
    const succeeding = cases.filter(({ status }) => status < 300).map(({ line }) => line);
    const untried = Object.values(operations).filter(({ method, path, id }) => {
      const form = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`);
      return id !== 'deleteWorkspace' && !succeeding.some((line) => form.test(line));
    });
    expect(untried.map(({ id }) => id)).toEqual([]);
  });
});

describe('an address that is no operation', () => {
  test.each([
    'GET /v1/nothing',
    'GET /',
    'GET /v1/workspaces/wsp_platform/nothing',
    'POST /v2/workspaces',
  ])('%s is answered 404', async (line) => {
    expect((await sandbox.send(line)).status).toBe(404);
  });

  test('another method is answered 405 with those that there are', async () => {
    const answer = await sandbox.send('PATCH /v1/workspaces/wsp_platform');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, PUT, DELETE');
  });

  test('a body over ten megabytes is answered 413', async () => {
    const answer = await sandbox.send('POST /v1/workspaces', {
      body: `"${'x'.repeat(10_485_760)}"`,
    });
    expect(answer.status).toBe(413);
  });
});
