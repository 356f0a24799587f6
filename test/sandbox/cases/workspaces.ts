import { storefront } from '../start.ts';
import { bad, type Case, missing, ok } from './case.ts';

export const workspaceCases: readonly Case[] = [
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
];

export const workspaceProviderCases: readonly Case[] = [
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
];

export const virtualTagCases: readonly Case[] = [
  ok('POST /v1/virtual-tags', { name: 'Team', rules: [{ if: 1 }] }, 201),
  bad('POST /v1/virtual-tags', 'name', { rules: [] }),
  bad('POST /v1/virtual-tags', 'workspaceId', { name: 'x', workspaceId: 'x' }),
  missing('POST /v1/virtual-tags', { name: 'x', workspaceId: 'wsp_nowhere' }),
];
