import { operations } from '../../api/operations.ts';
import { reachProvider, requireOrganization, visibleProviders } from '../access.ts';
import { type Call, changed, ok, type Route } from '../call.ts';
import { optionalNumber, readBody, readOptionalBody } from '../input.ts';
import { clampLimit, pageOf, requiredRange } from '../pages.ts';
import { providerDefinitions } from '../sample/providers.ts';
import type { Provider } from '../state/records.ts';
import { put, remove, type State } from '../state/state.ts';
import { createProvider, showProvider, updateProvider } from './provider-record.ts';
import { isRunning, runsOf, showRun, startRun } from './runs.ts';

/** `started`: when the service started, in milliseconds since 1970; scheduled runs end before that. */
export function createProviderRoutes(started: number) {
  const show = (call: Call, state: State, provider: Provider) =>
    showProvider(call, state, provider, started);
  return {
    listProviders: {
      read(call, state) {
        const range = requiredRange(call);
        const type = call.query.get('type');
        const providers = visibleProviders(call, state).filter(
          (provider) => type === null || provider.type === type,
        );
        return ok(
          pageOf(
            call,
            range,
            providers.map((provider) => show(call, state, provider)),
          ),
        );
      },
    },
    connectProvider: {
      change(call, state) {
        requireOrganization(call);
        const provider = createProvider(call, state, readBody(call, operations.connectProvider));
        const { id, type, key, name } = provider;
        return changed([put('providers', provider)], ok({ id: { Value: id }, type, key, name }));
      },
    },
    listAvailableProviders: { read: () => ok(providerDefinitions) },
    getProvider: {
      read: (call, state) => ok(show(call, state, reachProvider(call, state, idOf(call)))),
    },
    updateProvider: {
      change(call, state) {
        const given = readOptionalBody(call, operations.updateProvider);
        const provider = reachProvider(call, state, idOf(call));
        const updated = updateProvider(call, provider, given);
        return changed([put('providers', updated)], ok(show(call, state, updated)));
      },
    },
    deleteProvider: {
      change(call, state) {
        requireOrganization(call);
        const { id } = reachProvider(call, state, idOf(call));
        const enabled = state.list('workspaceProviders').filter((one) => one.providerId === id);
        const changes = enabled.map((one) => remove('workspaceProviders', one.id));
        return changed([remove('providers', id), ...changes], { status: 204 });
      },
    },
    getProviderSyncHistory: {
      read(call, state) {
        const limit = clampLimit(optionalNumber(call, 'limit') ?? 20);
        const provider = reachProvider(call, state, idOf(call));
        const runs = runsOf(state, provider, started).slice(0, limit);
        return ok({ entries: runs.map((run) => showRun(run, call.now)) });
      },
    },
    testProvider: {
      read(call, state) {
        const { fault, key } = reachProvider(call, state, idOf(call));
        return ok(
          fault === null
            ? { success: true, message: null, metadata: { key, latencyMilliseconds: 48 } }
            : { success: false, message: fault, metadata: null },
        );
      },
    },
    syncProvider: {
      change(call, state) {
        const { fullSync } = readOptionalBody(call, operations.syncProvider);
        const provider = reachProvider(call, state, idOf(call));
        if (isRunning(state, provider, started, call.now)) {
          const message = 'a sync run of this provider is in progress';
          return changed([], ok({ triggered: false, message }));
        }
        const run = startRun(call, state, provider, fullSync === true);
        return changed([put('runs', run)], ok({ triggered: true, message: null }));
      },
    },
  } satisfies Record<string, Route>;
}

/** The document calls the parameter `id` in the PUT path, and `providerId` in the others. */
function idOf(call: Call): string {
  return call.path['providerId'] ?? call.path['id'] ?? '';
}
