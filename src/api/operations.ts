/** What the program knows of one operation of the service. */
export interface Operation {
  readonly id: string;
  readonly tag: string;
  readonly method: Method;
  readonly path: string;
  readonly success: readonly number[];
  /** Sending it twice does no more than sending it once. */
  readonly idempotent: boolean;
  /** Answers with the shared list envelope. */
  readonly paged: boolean;
  readonly token: 'organization' | 'any';
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An operation that the service names without publishing its path. */
export interface NamedOperation {
  readonly tag: string;
  readonly name: string;
  readonly method?: 'PATCH';
}

export const operations = {
  ...tagged('Workspaces', {
    createWorkspace: post('/v1/workspaces', 201),
    listWorkspaces: list('/v1/workspaces'),
    getWorkspace: get('/v1/workspaces/{workspaceId}'),
    updateWorkspace: put('/v1/workspaces/{workspaceId}'),
    deleteWorkspace: remove('/v1/workspaces/{workspaceId}'),
    getExchangeRatePolicy: get('/v1/workspaces/{workspaceId}/exchange-rates/policy'),
  }),
  ...tagged('Workspace providers', {
    createWorkspaceProvider: post('/v1/workspace-providers', 201),
    listWorkspaceProviders: list('/v1/workspace-providers'),
    getWorkspaceProvider: get('/v1/workspace-providers/{workspaceProviderId}'),
    updateWorkspaceProvider: put('/v1/workspace-providers/{workspaceProviderId}'),
    deleteWorkspaceProvider: remove('/v1/workspace-providers/{workspaceProviderId}'),
  }),
  ...tagged('Virtual tags', {
    createVirtualTag: post('/v1/virtual-tags', 201),
  }),
  ...tagged('Providers', {
    listProviders: list('/v1/providers'),
    connectProvider: post('/v1/providers', 200),
    listAvailableProviders: get('/v1/providers/available'),
    getProvider: get('/v1/providers/{providerId}'),
    updateProvider: put('/v1/providers/{providerId}'),
    deleteProvider: remove('/v1/providers/{providerId}'),
    getProviderSyncHistory: get('/v1/providers/{providerId}/sync-history'),
    testProvider: post('/v1/providers/{providerId}/test', 200),
    syncProvider: post('/v1/providers/{providerId}/sync', 200),
  }),
  ...tagged('Business metrics', {
    listBusinessMetrics: list('/v1/business-metrics'),
    createBusinessMetric: post('/v1/business-metrics', 201),
    getBusinessMetric: get('/v1/business-metrics/{metricId}'),
    updateBusinessMetric: put('/v1/business-metrics/{metricId}'),
    deleteBusinessMetric: remove('/v1/business-metrics/{metricId}'),
    listBusinessMetricValues: list('/v1/business-metrics/{metricId}/values'),
    // Each value replaces what is held for its day and labels: repeating the request changes nothing.
    importBusinessMetricValues: {
      ...post('/v1/business-metrics/{metricId}/values', 200),
      idempotent: true,
    },
  }),
  ...tagged('Saved filters', {
    listSavedFilters: list('/v1/saved-filters'),
    createSavedFilter: post('/v1/saved-filters', 200, 201, 202),
    getSavedFilter: get('/v1/saved-filters/{filterId}'),
    updateSavedFilter: put('/v1/saved-filters/{filterId}'),
    deleteSavedFilter: remove('/v1/saved-filters/{filterId}'),
  }),
  ...tagged(
    'Users',
    {
      listUsers: list('/v1/users'),
      inviteUser: post('/v1/users', 201),
      getUser: get('/v1/users/{userId}'),
    },
    'organization',
  ),
  ...tagged('Exchange rates', {
    getExchangeRate: get('/v1/exchange-rates/rate'),
    listExchangeRates: get('/v1/exchange-rates'),
  }),
  ...tagged('Cost data', {
    getCosts: list('/v1/costs'),
  }),
};

/** Named by the service; their paths, parameters and bodies are not published. */
export const namedOperations: readonly NamedOperation[] = [
  ...named('Virtual tags', 'list', 'get', 'update:PATCH', 'delete', 'activate', 'deactivate'),
  ...named('Tag keys', 'list', 'get', 'delete'),
  ...named('Folders', 'list', 'create', 'get', 'update', 'delete', 'set folder saved filter'),
  ...named('Dashboards', 'list', 'create', 'get', 'update', 'delete'),
  ...named('Dashboards', 'widget create', 'widget get', 'widget update', 'widget delete'),
  ...named('Dashboards', 'set saved filter'),
  ...named('Custom provider', 'submit costs batch', 'list uploads', 'upload cost files'),
  ...named('Custom provider', 'get upload', 'delete upload'),
  ...named('Kubernetes', 'report usage'),
  ...named('Report notifications', 'list', 'create', 'get', 'update:PATCH', 'delete'),
  ...named('Report notifications', 'activate', 'deactivate'),
  ...named('Cost reports', 'list', 'create', 'get', 'update', 'delete', 'get data'),
  ...named('Cost filters', 'translate'),
  ...named('Cost data', 'forecast', 'summary'),
  ...named('Cost alerts', 'list', 'create', 'get', 'update', 'delete', 'get events'),
  ...named('Cost alerts', 'pause', 'resume'),
  ...named('Budgets', 'list', 'create', 'get', 'update', 'delete'),
  ...named('Billing', 'entitlement', 'metered usage'),
  ...named('Anomalies', 'list', 'acknowledge'),
  ...named('Allocation', 'rules list', 'rules create', 'rules update', 'rules delete'),
  ...named('Allocation', 'rules reorder', 'rules preview', 'coverage read'),
  ...named('Allocation', 'segments list', 'segments create', 'segments update', 'segments delete'),
  ...named('Teams', 'list', 'create', 'get', 'update', 'delete'),
  ...named('Teams', 'add member', 'update member', 'remove member'),
  ...named('Teams', 'list workspace access', 'set workspace access', 'remove workspace access'),
  ...named('Apps', 'list', 'create', 'get', 'update', 'delete'),
  ...named('Audit log', 'list'),
  ...named('Contracting', 'data processing agreement status'),
  ...named('Utility', 'current token info', 'health check'),
  ...named('Providers', 'get the cloud connector', 'provision a service account'),
];

type Shape = Pick<Operation, 'method' | 'path' | 'success' | 'idempotent' | 'paged'>;

function get(path: string): Shape {
  return { method: 'GET', path, success: [200], idempotent: true, paged: false };
}

function list(path: string): Shape {
  return { ...get(path), paged: true };
}

function post(path: string, ...success: number[]): Shape {
  return { method: 'POST', path, success, idempotent: false, paged: false };
}

function put(path: string): Shape {
  return { method: 'PUT', path, success: [200], idempotent: true, paged: false };
}

function remove(path: string): Shape {
  return { method: 'DELETE', path, success: [204], idempotent: true, paged: false };
}

function tagged<Id extends string>(
  tag: string,
  shapes: Readonly<Record<Id, Shape>>,
  token: Operation['token'] = 'any',
): Record<Id, Operation> {
  const result: Partial<Record<Id, Operation>> = {};
  for (const id in shapes) result[id] = { id, tag, token, ...shapes[id] };
  return result as Record<Id, Operation>;
}

function named(tag: string, ...names: string[]): NamedOperation[] {
  return names.map((text) => {
    const [name = '', method] = text.split(':');
    return method === 'PATCH' ? { tag, name, method } : { tag, name };
  });
}
