import { orders, storefront } from '../start.ts';
import { bad, type Case, missing, ok } from './case.ts';

export const metricCases: readonly Case[] = [
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
];
