import type { ConnectProviderRequest, UpdateProviderRequest } from '../../api/schemas/provider.ts';
import { reachProvider } from '../access.ts';
import { timestamp } from '../calendar.ts';
import type { Call } from '../call.ts';
import { newId } from '../ids.ts';
import { invalidField } from '../problem.ts';
import { definitionOf } from '../sample/providers.ts';
import type { Provider } from '../state/records.ts';
import type { State } from '../state/state.ts';
import { nextSyncAt, runsOf } from './runs.ts';

export function createProvider(call: Call, state: State, given: ConnectProviderRequest): Provider {
  const definition = definitionOf(given.key);
  if (definition === undefined)
    throw invalidField('key', 'is not the key of an available provider');
  for (const field of definition.requiredCredentialFields) {
    if (!given.credentials[field]) throw invalidField(`credentials.${field}`, 'is required');
  }
  const parent = given.parentProviderId?.Value ?? null;
  if (definition.requiresParentProvider === true && parent === null) {
    throw invalidField('parentProviderId', 'is required for this provider');
  }
  if (parent !== null) reachProvider(call, state, parent);
  return {
    id: newId(call, state, 'providers'),
    key: definition.key,
    type: definition.type,
    name: given.name || definition.displayName,
    description: given.description ?? null,
    parentProviderId: parent,
    externalId: given.externalId ?? null,
    syncFrequencyMinutes: given.syncFrequencyMinutes ?? 1440,
    fault: null,
    syncedHoursAgo: null,
    createdAt: timestamp(call.now),
    updatedAt: null,
  };
}

/** A missing field stays unchanged; null removes it. New credentials repair a provider. */
export function updateProvider(
  call: Call,
  provider: Provider,
  given: UpdateProviderRequest,
): Provider {
  return {
    ...provider,
    description: given.description === undefined ? provider.description : given.description,
    externalId: given.externalId === undefined ? provider.externalId : given.externalId,
    syncFrequencyMinutes: given.syncFrequencyMinutes ?? provider.syncFrequencyMinutes,
    fault: given.credentials ? null : provider.fault,
    updatedAt: timestamp(call.now),
  };
}

export function showProvider(call: Call, state: State, provider: Provider, started: number) {
  const runs = runsOf(state, provider, started);
  const ended = runs.find((run) => run.completedAt <= call.now);
  const running = runs.some((run) => run.completedAt > call.now);
  const lastStatus = ended?.errorMessage === null ? 'succeeded' : 'failed';
  return {
    id: { Value: provider.id },
    type: provider.type,
    key: provider.key,
    name: provider.name,
    status: statusOf(provider, ended !== undefined, running),
    description: provider.description,
    parentProviderId:
      provider.parentProviderId === null ? null : { Value: provider.parentProviderId },
    externalId: provider.externalId,
    lastSyncAt: ended === undefined ? null : timestamp(ended.completedAt),
    lastSyncStatus: ended === undefined ? null : lastStatus,
    lastSyncError: ended?.errorMessage ?? null,
    nextSyncAt: nextSyncAt(provider, call.now),
    syncFrequencyMinutes: provider.syncFrequencyMinutes,
    createdAt: provider.createdAt,
    updatedAt: provider.updatedAt,
  };
}

function statusOf(provider: Provider, synced: boolean, running: boolean): string {
  if (running) return 'syncing';
  if (provider.fault !== null) return 'error';
  return synced ? 'active' : 'pending';
}
