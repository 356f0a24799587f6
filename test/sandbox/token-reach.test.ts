import { afterEach, beforeEach, expect, test } from 'vitest';
import { orders, type Sandbox, start, storefront } from './start.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await start();
});
afterEach(() => sandbox.close());

const elsewhere = 'workspaceId=wsp_platform';

test.each(['none', 'wrong'] as const)('a request with %s token is answered 401', async (token) => {
  const answer = await sandbox.send('GET /v1/workspaces?page=1&limit=1', { token });
  expect(answer.status).toBe(401);
});

test('an unknown path is answered 401 without a token', async () => {
  expect((await sandbox.send('GET /v1/nothing', { token: 'none' })).status).toBe(401);
});

test.each([
  ['GET /v1/users?page=1&limit=1', undefined],
  ['GET /v1/users/usr_mara', undefined],
  ['POST /v1/users', { email: 'a@example.com', role: 'viewer' }],
  ['POST /v1/workspaces', { name: 'x' }],
  ['POST /v1/providers', { key: 'custom', credentials: {} }],
  ['DELETE /v1/providers/prv_aws_main', undefined],
])('a workspace token gets 403 from the organization-level %s', async (line, body) => {
  expect((await sandbox.send(line, { token: 'workspace', body })).status).toBe(403);
});

test.each([
  ['GET /v1/workspaces/wsp_platform', undefined],
  ['PUT /v1/workspaces/wsp_platform', {}],
  ['DELETE /v1/workspaces/wsp_platform', undefined],
  ['GET /v1/workspaces/wsp_platform/exchange-rates/policy', undefined],
  [`GET /v1/workspace-providers?${elsewhere}&page=1&limit=1`, undefined],
  [`GET /v1/workspace-providers/wpr_platform_gcp?${elsewhere}`, undefined],
  ['POST /v1/workspace-providers', { workspaceId: 'wsp_platform', providerId: 'prv_azure' }],
  ['POST /v1/virtual-tags', { workspaceId: 'wsp_platform', name: 'x' }],
  [`GET /v1/business-metrics?${elsewhere}&page=1&limit=1`, undefined],
  ['POST /v1/business-metrics', { workspaceId: 'wsp_platform', name: 'n', unit: 'u' }],
  [`GET /v1/business-metrics/bmt_builds/values?${elsewhere}&page=1&limit=1`, undefined],
  [`POST /v1/business-metrics/bmt_builds/values?${elsewhere}`, { values: [] }],
  [`GET /v1/saved-filters?${elsewhere}`, undefined],
  ['POST /v1/saved-filters', { workspaceId: 'wsp_platform' }],
  [`DELETE /v1/saved-filters/flt_unlabelled?${elsewhere}`, undefined],
  ['GET /v1/workspaces/wsp_nowhere', undefined],
])('a workspace token that names another workspace gets 403 from %s', async (line, body) => {
  expect((await sandbox.send(line, { token: 'workspace', body })).status).toBe(403);
});

test.each([
  'GET /v1/providers/prv_gcp',
  'POST /v1/providers/prv_gcp/sync',
  `GET /v1/business-metrics/bmt_builds?${storefront}`,
  `GET /v1/workspace-providers/wpr_platform_gcp?${storefront}`,
  `GET /v1/saved-filters/flt_unlabelled?${storefront}`,
])('a workspace token gets 404 for records that it may not see from %s', async (line) => {
  expect((await sandbox.send(line, { token: 'workspace' })).status).toBe(404);
});

test('a workspace token cannot turn off a connection of another workspace', async () => {
  const line = 'PUT /v1/workspace-providers/wpr_platform_gcp';
  const body = { enabled: false };
  expect((await sandbox.send(line, { token: 'workspace', body })).status).toBe(404);
});

test('a workspace token works in its own workspace', async () => {
  const body = { values: [{ date: '2026-10-01', amount: '1', labels: {} }] };
  const line = `POST ${orders}/values?${storefront}`;
  expect((await sandbox.send(line, { token: 'workspace', body })).body.created).toBe(1);
});

test('lists for a workspace token contain only the records that it may see', async () => {
  const token = 'workspace';
  const workspaces = await sandbox.send('GET /v1/workspaces?page=1&limit=9', { token });
  const providers = await sandbox.send('GET /v1/providers?page=1&limit=9', { token });
  expect(workspaces.body.data.map(({ id }: { id: string }) => id)).toEqual(['wsp_storefront']);
  expect(providers.body.data.map(({ key }: { key: string }) => key)).toEqual([
    'aws',
    'azure',
    'datadog',
  ]);
});

test('a workspace token sees only the costs of its workspace', async () => {
  const line = 'GET /v1/costs?startDate=2026-10-05&endDate=2026-10-06&limit=5000';
  const own = await sandbox.send(line, { token: 'workspace' });
  const all = await sandbox.send(line);
  const ofStorefront = all.body.data.filter(
    (row: { workspaceId: string }) => row.workspaceId === 'wsp_storefront',
  );
  expect(own.body.data).toEqual(ofStorefront);
  expect(own.body.meta.totalRecords).toBe(ofStorefront.length);
  expect(all.body.data.length).toBeGreaterThan(ofStorefront.length);
});
