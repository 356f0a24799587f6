import { Provider, ProviderDefinition, SyncHistoryEntry } from '../../api/schemas/provider.ts';
import { CostctlError } from '../../errors.ts';
import type { CheckResult } from '../../output/check-report.ts';
import type { View } from '../../output/view.ts';
import type { Session } from '../../session.ts';

export const providerView: View<Provider> = {
  columns: [
    { path: 'id', importance: 'answer' },
    { path: 'name', importance: 'answer', names: true },
    { path: 'type', importance: 'extra' },
    { path: 'status', kind: 'state', importance: 'answer' },
    { path: 'lastSyncAt', header: 'last sync', kind: 'timestamp', importance: 'answer' },
    { path: 'lastSyncStatus', header: 'result', kind: 'state' },
  ],
  details: [
    { path: 'lastSyncError', header: 'last error' },
    { path: 'nextSyncAt', header: 'next sync', kind: 'timestamp' },
    { path: 'syncFrequencyMinutes', header: 'minutes between syncs' },
    { path: 'key' },
    { path: 'description' },
    { path: 'parentProviderId', header: 'parent' },
    { path: 'externalId', header: 'external id' },
    { path: 'createdAt', header: 'created', kind: 'timestamp' },
    { path: 'updatedAt', header: 'updated', kind: 'timestamp' },
  ],
  fields: Object.keys(Provider.shape),
};

export const definitionView: View<ProviderDefinition> = {
  columns: [
    { path: 'key', importance: 'answer' },
    { path: 'displayName', header: 'name', importance: 'answer', names: true },
    { path: 'kind' },
    { path: 'requiredCredentialFields', header: 'credentials' },
    { path: 'optionalSettingFields', header: 'settings', importance: 'extra' },
    { path: 'requiresParentProvider', header: 'needs parent', importance: 'extra' },
  ],
  fields: Object.keys(ProviderDefinition.shape),
};

export const historyView: View<SyncHistoryEntry> = {
  columns: [
    { path: 'startedAt', header: 'started', kind: 'timestamp', importance: 'answer' },
    { path: 'completedAt', header: 'completed', kind: 'timestamp' },
    { path: 'status', kind: 'state', importance: 'answer' },
    { path: 'recordsIngested', header: 'records', kind: 'number' },
    { path: 'errorMessage', header: 'error', importance: 'answer' },
  ],
  fields: Object.keys(SyncHistoryEntry.shape),
};

export const noProviders =
  'No providers yet; costctl providers available lists what can be connected.';

/** A check of nothing proves nothing: the token may not see the providers that are meant. */
export async function requireSome(
  { output }: Pick<Session, 'output'>,
  providers: readonly unknown[],
): Promise<void> {
  if (providers.length > 0) return;
  const message = 'this token sees no provider, so nothing could be checked';
  const result: CheckResult = { name: 'providers', state: 'error', message };
  await output.check([], () => result, undefined, [result]);
  throw new CostctlError('incomplete', message, {
    hint: 'use a token that sees them: costctl whoami; costctl providers available lists what can be connected',
  });
}

/** How messages and reports call a provider. */
export function labelOf({
  name,
  id,
}: {
  readonly name?: string | null | undefined;
  readonly id?: string | null | undefined;
}): string {
  return name || id || 'a provider without a name';
}
