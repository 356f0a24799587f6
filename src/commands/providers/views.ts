import { Provider, ProviderDefinition, SyncHistoryEntry } from '../../api/schemas/provider.ts';
import { age } from '../../output/age.ts';
import type { View } from '../../output/output.ts';

export const providerView: View<Provider> = {
  columns: [
    { path: 'id' },
    { path: 'name' },
    { path: 'type' },
    { path: 'status' },
    { path: 'lastSyncAt', header: 'last sync', cell: age },
    { path: 'lastSyncStatus', header: 'result' },
  ],
  details: [
    { path: 'lastSyncError', header: 'last error' },
    { path: 'nextSyncAt', header: 'next sync', cell: age },
    { path: 'syncFrequencyMinutes', header: 'minutes between syncs' },
    { path: 'key' },
    { path: 'description' },
    { path: 'parentProviderId', header: 'parent' },
    { path: 'externalId', header: 'external id' },
    { path: 'createdAt', header: 'created', cell: age },
    { path: 'updatedAt', header: 'updated', cell: age },
  ],
  fields: Object.keys(Provider.shape),
};

export const definitionView: View<ProviderDefinition> = {
  columns: [
    { path: 'key' },
    { path: 'displayName', header: 'name' },
    { path: 'kind' },
    { path: 'requiredCredentialFields', header: 'credentials' },
    { path: 'optionalSettingFields', header: 'settings' },
    { path: 'requiresParentProvider', header: 'needs parent' },
  ],
  fields: Object.keys(ProviderDefinition.shape),
};

export const historyView: View<SyncHistoryEntry> = {
  columns: [
    { path: 'startedAt', header: 'started', cell: age },
    { path: 'completedAt', header: 'completed', cell: age },
    { path: 'status' },
    { path: 'recordsIngested', header: 'records' },
    { path: 'errorMessage', header: 'error' },
  ],
  fields: Object.keys(SyncHistoryEntry.shape),
};
