import { WorkspaceId } from '../api/schemas/shared-fields.ts';
import { type Call, checkText, notFound, Problem, requiredText } from './call.ts';
import type { Kinds, Provider, Workspace } from './state/record-kinds.ts';
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
  const enabled = recordsOf(state, 'workspaceProviders', workspaceId);
  const ids = new Set(enabled.map((one) => one.providerId));
  return providers.filter(({ id }) => ids.has(id));
}

export function reachProvider(call: Call, state: State, id: string): Provider {
  const provider = visibleProviders(call, state).find((one) => one.id === id);
  if (provider === undefined) throw notFound('provider', id);
  return provider;
}

const nouns = {
  metrics: 'business metric',
  filters: 'saved filter',
  workspaceProviders: 'workspace provider',
  virtualTags: 'virtual tag',
} as const;

/** A kind whose records are in a workspace. */
type Owned = keyof typeof nouns;

export function recordsOf<K extends Owned>(state: State, kind: K, workspaceId: string): Kinds[K][] {
  return state.list(kind).filter((one) => one.workspaceId === workspaceId);
}

/** A record of the workspace that the query names. */
export function reachRecord<K extends Owned>(call: Call, state: State, kind: K, id = ''): Kinds[K] {
  const workspace = queriedWorkspace(call, state);
  const record = state.get(kind, id);
  if (record?.workspaceId !== workspace.id) throw notFound(nouns[kind], id);
  return record;
}
