/** An operation that the service names without publishing its path. */
export interface NamedOperation {
  readonly tag: string;
  readonly name: string;
  readonly method?: 'PATCH';
}

/** The service publishes neither their paths nor their parameters and bodies. */
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

function named(tag: string, ...names: string[]): NamedOperation[] {
  return names.map((text) => {
    const [name = '', method] = text.split(':');
    return method === 'PATCH' ? { tag, name, method } : { tag, name };
  });
}
