import { WorkspaceId } from '../api/schemas/shared-fields.ts';
import { type Call, checkText, notFound, Problem, requiredText } from './call.ts';
import type { Metric, Provider, Workspace } from './state/record-kinds.ts';
import type { State } from './state/state.ts';

export function requireOrganization(call: Call): void {
  if (call.caller.token === 'organization') return;
  throw new Problem(403, 'this operation needs an organization token');
}

export function reachWorkspace(call: Call, state: State, workspaceId: string): Workspace {
  if (!reaches(call, workspaceId)) {
    throw new Problem(403, `the token does not reach the workspace ${workspaceId}`);
  }
  const workspace = state.get('workspaces', workspaceId);
  if (workspace === undefined) throw notFound('workspace', workspaceId);
  return workspace;
}

export function queriedWorkspace(call: Call, state: State): Workspace {
  const id = checkText('workspaceId', requiredText(call, 'workspaceId'), WorkspaceId);
  return reachWorkspace(call, state, id);
}

export function reaches(call: Call, workspaceId: string): boolean {
  return call.caller.token === 'organization' || call.caller.workspaceId === workspaceId;
}

/** Connections belong to the organization; a workspace token sees those enabled in its workspace. */
export function visibleProviders(call: Call, state: State): readonly Provider[] {
  const providers = state.list('providers');
  if (call.caller.token === 'organization') return providers;
  const { workspaceId } = call.caller;
  const enabled = state.list('workspaceProviders').filter((one) => one.workspaceId === workspaceId);
  const ids = new Set(enabled.map((one) => one.providerId));
  return providers.filter(({ id }) => ids.has(id));
}

export function reachProvider(call: Call, state: State, id: string): Provider {
  const provider = visibleProviders(call, state).find((one) => one.id === id);
  if (provider === undefined) throw notFound('provider', id);
  return provider;
}

export function reachMetric(call: Call, state: State, id: string): Metric {
  const workspace = queriedWorkspace(call, state);
  const metric = state.get('metrics', id);
  if (metric?.workspaceId !== workspace.id) throw notFound('business metric', id);
  return metric;
}
