/** Providers as commands show them; `wrapped` as the service sends them. */
export const aws = {
  id: 'prv_aws',
  type: 'cloud',
  key: 'aws',
  name: 'AWS organization',
  status: 'connected',
  description: null,
  parentProviderId: null,
  externalId: '104729385610',
  lastSyncAt: '2026-11-15T09:00:00Z',
  lastSyncStatus: 'succeeded',
  lastSyncError: null,
  nextSyncAt: '2026-11-15T15:00:00Z',
  syncFrequencyMinutes: 360,
  createdAt: '2025-01-01T00:00:00Z',
  updatedAt: null,
};
export const cluster = {
  id: 'prv_blue',
  type: 'container',
  key: 'kubernetes',
  name: 'Cluster blue',
  status: 'error',
  parentProviderId: 'prv_aws',
  lastSyncAt: null,
  lastSyncError: 'token expired',
};
/** As the service sends ids. */
export const wrapped = (provider: typeof aws | typeof cluster) => ({
  ...provider,
  id: { Value: provider.id },
  parentProviderId:
    provider.parentProviderId === null ? null : { Value: provider.parentProviderId },
});

export const datadog = {
  key: 'datadog',
  type: 'saas',
  displayName: 'Datadog',
  kind: 'api',
  requiredCredentialFields: ['apiKey', 'applicationKey'],
  optionalSettingFields: ['site'],
  iconUrl: null,
  requiresParentProvider: false,
};
export const kubernetes = {
  key: 'kubernetes',
  type: 'container',
  displayName: 'Kubernetes',
  kind: 'agent',
  requiredCredentialFields: ['agentToken'],
  optionalSettingFields: [],
  iconUrl: null,
  requiresParentProvider: true,
};
export const available = { path: '/v1/providers/available', answer: [datadog, kubernetes] };
export const firstPage = '/v1/providers?page=1&limit=100';
