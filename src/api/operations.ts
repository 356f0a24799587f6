import * as z from 'zod/mini';
import {
  AnyResponse,
  OpenRecord,
  type Operation,
  type OperationRecord,
  type Query,
} from './operation.ts';
import {
  CreateSavedFilterRequest,
  SavedFilter,
  UpdateSavedFilterRequest,
} from './schemas/filter.ts';
import {
  BusinessMetric,
  BusinessMetricValue,
  CreateBusinessMetricRequest,
  ImportResult,
  ImportValuesRequest,
  UpdateBusinessMetricRequest,
} from './schemas/metric.ts';
import {
  ConnectProviderRequest,
  Provider,
  ProviderConnected,
  ProviderDefinition,
  ProviderSyncResult,
  ProviderTestResult,
  SyncHistory,
  SyncProviderRequest,
  UpdateProviderRequest,
} from './schemas/provider.ts';
import { ExchangeRate, ExchangeRateList, ExchangeRatePolicy } from './schemas/rate.ts';
import {
  costPaging,
  Day,
  optionalPaging,
  pageOf,
  requiredPaging,
  WorkspaceId,
} from './schemas/shared-fields.ts';
import { InviteUserRequest, User, UserInvited } from './schemas/user.ts';

const inWorkspace = z.object({ workspaceId: WorkspaceId });
const optionalDay = z.optional(Day);

/** Declared once for the client, the sandbox, `api operations`, `api diff` and the tests. */
export const operations = {
  ...tagged('Workspaces', {
    createWorkspace: post('/v1/workspaces', [201], OpenRecord, OpenRecord),
    listWorkspaces: list('/v1/workspaces', OpenRecord),
    getWorkspace: get('/v1/workspaces/{workspaceId}', OpenRecord),
    updateWorkspace: put('/v1/workspaces/{workspaceId}', OpenRecord, OpenRecord),
    deleteWorkspace: remove('/v1/workspaces/{workspaceId}'),
    getExchangeRatePolicy: get(
      '/v1/workspaces/{workspaceId}/exchange-rates/policy',
      ExchangeRatePolicy,
    ),
  }),
  ...tagged('Workspace providers', {
    createWorkspaceProvider: post('/v1/workspace-providers', [201], OpenRecord, OpenRecord),
    listWorkspaceProviders: list('/v1/workspace-providers', OpenRecord, inWorkspace),
    getWorkspaceProvider: get(
      '/v1/workspace-providers/{workspaceProviderId}',
      OpenRecord,
      inWorkspace,
    ),
    updateWorkspaceProvider: put(
      '/v1/workspace-providers/{workspaceProviderId}',
      OpenRecord,
      OpenRecord,
    ),
    deleteWorkspaceProvider: remove('/v1/workspace-providers/{workspaceProviderId}', inWorkspace),
  }),
  ...tagged('Virtual tags', {
    createVirtualTag: post('/v1/virtual-tags', [201], OpenRecord, OpenRecord),
  }),
  ...tagged('Providers', {
    listProviders: list('/v1/providers', Provider, z.object({ type: z.optional(z.string()) })),
    connectProvider: post('/v1/providers', [200], ConnectProviderRequest, ProviderConnected),
    listAvailableProviders: get('/v1/providers/available', z.array(ProviderDefinition)),
    getProvider: get('/v1/providers/{providerId}', Provider),
    updateProvider: put('/v1/providers/{providerId}', UpdateProviderRequest, Provider),
    deleteProvider: remove('/v1/providers/{providerId}'),
    getProviderSyncHistory: get(
      '/v1/providers/{providerId}/sync-history',
      SyncHistory,
      z.object({ limit: z.optional(z.int()) }),
    ),
    testProvider: {
      ...post('/v1/providers/{providerId}/test', [200], undefined, ProviderTestResult),
      changesNothing: true,
    },
    syncProvider: post(
      '/v1/providers/{providerId}/sync',
      [200],
      SyncProviderRequest,
      ProviderSyncResult,
    ),
  }),
  ...tagged('Business metrics', {
    listBusinessMetrics: list('/v1/business-metrics', BusinessMetric, inWorkspace),
    createBusinessMetric: post(
      '/v1/business-metrics',
      [201],
      CreateBusinessMetricRequest,
      BusinessMetric,
    ),
    getBusinessMetric: get('/v1/business-metrics/{metricId}', BusinessMetric, inWorkspace),
    updateBusinessMetric: put(
      '/v1/business-metrics/{metricId}',
      UpdateBusinessMetricRequest,
      BusinessMetric,
      inWorkspace,
    ),
    deleteBusinessMetric: remove('/v1/business-metrics/{metricId}', inWorkspace),
    listBusinessMetricValues: list(
      '/v1/business-metrics/{metricId}/values',
      BusinessMetricValue,
      z.object({ workspaceId: WorkspaceId, from: optionalDay, to: optionalDay }),
    ),
    // Each value replaces the one stored for its day and labels: repeating the request changes nothing.
    importBusinessMetricValues: {
      ...post(
        '/v1/business-metrics/{metricId}/values',
        [200],
        ImportValuesRequest,
        ImportResult,
        inWorkspace,
      ),
      idempotent: true,
    },
  }),
  ...tagged('Saved filters', {
    listSavedFilters: {
      ...list('/v1/saved-filters', SavedFilter, inWorkspace),
      paging: optionalPaging,
    },
    // The service does not document which status means success.
    createSavedFilter: post(
      '/v1/saved-filters',
      [200, 201, 202],
      CreateSavedFilterRequest,
      SavedFilter,
    ),
    getSavedFilter: get('/v1/saved-filters/{filterId}', SavedFilter, inWorkspace),
    updateSavedFilter: put(
      '/v1/saved-filters/{filterId}',
      UpdateSavedFilterRequest,
      SavedFilter,
      inWorkspace,
    ),
    deleteSavedFilter: remove('/v1/saved-filters/{filterId}', inWorkspace),
  }),
  ...tagged(
    'Users',
    {
      listUsers: list(
        '/v1/users',
        User,
        z.object({ includeRemoved: z.optional(z.boolean('must be true or false')) }),
      ),
      inviteUser: post('/v1/users', [201], InviteUserRequest, UserInvited),
      getUser: get('/v1/users/{userId}', User),
    },
    'organization',
  ),
  ...tagged('Exchange rates', {
    getExchangeRate: get(
      '/v1/exchange-rates/rate',
      ExchangeRate,
      z.object({
        baseCurrency: z.optional(z.string()),
        targetCurrency: z.optional(z.string()),
        date: optionalDay,
      }),
    ),
    listExchangeRates: get('/v1/exchange-rates', ExchangeRateList, z.object({ date: optionalDay })),
  }),
  ...tagged('Cost data', {
    getCosts: {
      ...list('/v1/costs', OpenRecord, z.object({ startDate: optionalDay, endDate: optionalDay })),
      paging: costPaging,
    },
  }),
};

export type OperationId = keyof typeof operations;

type Shape<Parameters extends Query, Body, Response> = Omit<
  OperationRecord<Parameters, Body, Response>,
  'id' | 'tag' | 'token'
>;
type NoParameters = Readonly<Record<string, undefined>>;
type Schema<Value> = z.core.$ZodType<Value>;
type BodySchema<Value> = z.core.$ZodType<Value, Value>;
type InputSchema<Value> = z.core.$ZodType<unknown, Value>;

function get<Response, Parameters extends Query = NoParameters>(
  path: string,
  response: Schema<Response>,
  query?: InputSchema<Parameters>,
): Shape<Parameters, undefined, Response> {
  return { method: 'GET', path, success: [200], idempotent: true, paged: false, query, response };
}

function list<Item, Parameters extends Query = NoParameters>(
  path: string,
  item: Schema<Item>,
  query?: InputSchema<Parameters>,
) {
  return { ...get(path, pageOf(item), query), paged: true, paging: requiredPaging };
}

function post<Body, Response, Parameters extends Query = NoParameters>(
  path: string,
  success: readonly number[],
  request: BodySchema<Body> | undefined,
  response: Schema<Response>,
  query?: InputSchema<Parameters>,
): Shape<Parameters, Body, Response> {
  return {
    method: 'POST',
    path,
    success,
    idempotent: false,
    paged: false,
    query,
    request,
    response,
  };
}

function put<Body, Response, Parameters extends Query = NoParameters>(
  path: string,
  request: BodySchema<Body>,
  response: Schema<Response>,
  query?: InputSchema<Parameters>,
): Shape<Parameters, Body, Response> {
  return { ...post(path, [200], request, response, query), method: 'PUT', idempotent: true };
}

function remove<Parameters extends Query = NoParameters>(
  path: string,
  query?: InputSchema<Parameters>,
) {
  return { ...get(path, AnyResponse, query), method: 'DELETE' as const, success: [204] };
}

type Names = Pick<Operation, 'id' | 'tag' | 'token'>;

function tagged<Shapes extends Readonly<Record<string, object>>>(
  tag: string,
  shapes: Shapes,
  token: Operation['token'] = 'any',
) {
  const named = Object.entries(shapes).map(([id, shape]) => [id, { ...shape, id, tag, token }]);
  return Object.fromEntries(named) as { readonly [Id in keyof Shapes]: Shapes[Id] & Names };
}
