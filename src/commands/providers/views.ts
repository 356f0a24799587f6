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
