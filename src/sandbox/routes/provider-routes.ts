import { operations } from '../../api/operations.ts';
import type { ConnectProviderRequest } from '../../api/schemas/provider.ts';
import { timestamp } from '../calendar.ts';
import {
  type Call,
  change,
  changed,
  clampLimit,
  invalidField,
  newId,
  ok,
  optionalNumber,
  pageOf,
  read,
  readBody,
  readOptionalBody,
  requiredRange,
} from '../call.ts';
import { hash, hashText } from '../sample/hash.ts';
import { definitionOf, providerDefinitions } from '../sample/sample-organization.ts';
import type { Provider, Run } from '../state/record-kinds.ts';
import { put, remove, type State } from '../state/state.ts';
import { reachProvider, requireOrganization, visibleProviders } from '../token-reach.ts';

/** `started`: when the service started, in milliseconds since 1970; scheduled runs end before that. */
export function createProviderRoutes(started: number) {
  const show = (call: Call, state: State, provider: Provider) =>
    showProvider(call, state, provider, started);
  return {
    listProviders: read((call, state) => {
      const range = requiredRange(call);
      const type = call.query.get('type');
      const shown = visibleProviders(call, state)
        .filter((provider) => type === null || provider.type === type)
        .map((provider) => show(call, state, provider));
      return ok(pageOf(call, range, shown));
    }),
    connectProvider: change((call, state) => {
      requireOrganization(call);
      const provider = createProvider(call, state, readBody(call, operations.connectProvider));
      const { id, type, key, name } = provider;
      return changed([put('providers', provider)], ok({ id: { Value: id }, type, key, name }));
    }),
    listAvailableProviders: read(() => ok(providerDefinitions)),
    getProvider: read((call, state) =>
      ok(show(call, state, reachProvider(call, state, idOf(call)))),
    ),
    updateProvider: change((call, state) => {
      const given = readOptionalBody(call, operations.updateProvider);
      const provider = reachProvider(call, state, idOf(call));
      // A missing field stays unchanged; null removes it. New credentials repair a provider.
      const updated = {
        ...provider,
        description: given.description === undefined ? provider.description : given.description,
        externalId: given.externalId === undefined ? provider.externalId : given.externalId,
        syncFrequencyMinutes: given.syncFrequencyMinutes ?? provider.syncFrequencyMinutes,
        fault: given.credentials ? null : provider.fault,
        updatedAt: timestamp(call.now),
      };
      return changed([put('providers', updated)], ok(show(call, state, updated)));
    }),
    deleteProvider: change((call, state) => {
      requireOrganization(call);
      const { id } = reachProvider(call, state, idOf(call));
      const enabled = state.list('workspaceProviders').filter((one) => one.providerId === id);
      const changes = enabled.map((one) => remove('workspaceProviders', one.id));
      return changed([remove('providers', id), ...changes], { status: 204 });
    }),
    getProviderSyncHistory: read((call, state) => {
      const limit = clampLimit(optionalNumber(call, 'limit') ?? 20);
      const provider = reachProvider(call, state, idOf(call));
      const runs = runsOf(state, provider, started).slice(0, limit);
      return ok({ entries: runs.map((run) => showRun(run, call.now)) });
    }),
    testProvider: read((call, state) => {
      const { fault, key } = reachProvider(call, state, idOf(call));
      return ok(
        fault === null
          ? { success: true, message: null, metadata: { key, latencyMilliseconds: 48 } }
          : { success: false, message: fault, metadata: null },
      );
    }),
    syncProvider: change((call, state) => {
      const { fullSync } = readOptionalBody(call, operations.syncProvider);
      const provider = reachProvider(call, state, idOf(call));
      if (runsOf(state, provider, started).some((run) => run.completedAt > call.now)) {
        const message = 'a sync run of this provider is in progress';
        return changed([], ok({ triggered: false, message }));
      }
      const run = startRun(call, state, provider, fullSync === true);
      return changed([put('runs', run)], ok({ triggered: true, message: null }));
    }),
  };
}

/** The document calls the parameter `id` in the PUT path, and `providerId` in the others. */
function idOf(call: Call): string {
  return call.path['providerId'] ?? call.path['id'] ?? '';
}

function createProvider(call: Call, state: State, given: ConnectProviderRequest): Provider {
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

function showProvider(call: Call, state: State, provider: Provider, started: number) {
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

const minute = 60_000;
const hour = 60 * minute;
const scheduledRuns = 60;

/** The runs of a provider, newest first: requested and scheduled ones. */
function runsOf(state: State, provider: Provider, started: number): Run[] {
  const asked = state.list('runs').filter((run) => run.providerId === provider.id);
  const runs = [...asked, ...createScheduledRuns(provider, started)];
  return runs.sort((one, other) => other.startedAt - one.startedAt);
}

/** Every seventh requested run fails, and so does every run with invalid credentials. */
function startRun(call: Call, state: State, provider: Provider, full: boolean): Run {
  const before = state.list('runs').filter((run) => run.providerId === provider.id).length;
  const interrupted = before % 7 === 6 ? 'the provider closed the connection' : null;
  const errorMessage = provider.fault ?? interrupted;
  return {
    id: newId(call, state, 'runs'),
    providerId: provider.id,
    startedAt: call.now,
    completedAt: call.now + (full ? 6_000 : 2_000),
    recordsIngested: errorMessage === null ? 900 + (hash(before, call.now, 0) % 4000) : 0,
    errorMessage,
  };
}

function showRun(run: Run, now: number) {
  const startedAt = timestamp(run.startedAt);
  if (run.completedAt > now) return { startedAt, status: 'running', recordsIngested: 0 };
  const ended = {
    startedAt,
    completedAt: timestamp(run.completedAt),
    status: run.errorMessage === null ? 'succeeded' : 'failed',
    recordsIngested: run.recordsIngested,
  };
  return run.errorMessage === null ? ended : { ...ended, errorMessage: run.errorMessage };
}

function nextSyncAt(provider: Provider, now: number): string | null {
  if (provider.syncedHoursAgo !== 0) return null;
  const step = provider.syncFrequencyMinutes * minute;
  return timestamp((Math.floor(now / step) + 1) * step);
}

/** All ended before the service started, so that none appears next to a requested run. */
function createScheduledRuns(provider: Provider, started: number): Run[] {
  if (provider.syncedHoursAgo === null) return [];
  const step = provider.syncFrequencyMinutes * minute;
  const latest = started - provider.syncedHoursAgo * hour - 10 * minute;
  const seed = hashText(provider.id);
  return Array.from({ length: scheduledRuns }, (_, back) => {
    const slot = Math.floor(latest / step) - back;
    const drawn = hash(seed, slot, 0);
    // The latest one succeeds unless the provider has a fault, so that checks do not depend on the hour.
    const isThrottled = back > 0 && drawn % 17 === 0;
    const errorMessage = provider.fault ?? (isThrottled ? 'throttled by the provider' : null);
    return {
      id: `run_${slot}`,
      providerId: provider.id,
      startedAt: slot * step,
      completedAt: slot * step + 2 * minute + (drawn % (7 * minute)),
      recordsIngested: errorMessage === null ? 2_000 + (drawn % 60_000) : 0,
      errorMessage,
    };
  });
}
