import * as z from 'zod/mini';
import { OpaqueId, TypedId, WorkspaceId } from '../../api/schemas/shared-fields.ts';
import { timestamp } from '../calendar.ts';
import {
  type Call,
  change,
  changed,
  invalidField,
  newId,
  notFound,
  ok,
  pageOf,
  read,
  readBody,
  requiredRange,
  workspaceIdOf,
} from '../call.ts';
import type { WorkspaceProvider } from '../state/record-kinds.ts';
import { type Change, put, remove, type State } from '../state/state.ts';
import {
  queriedWorkspace,
  reaches,
  reachRecord,
  reachWorkspace,
  recordsOf,
  requireOrganization,
} from '../token-reach.ts';

/** The service publishes no schema: only a name is required, and the rest is stored as received. */
const Name = z.string('must be text').check(z.minLength(1, 'must not be empty'));
const CreateWorkspace = z.looseObject({ name: Name });
const UpdateWorkspace = z.looseObject({ name: z.optional(Name) });

export const workspaceRoutes = {
  createWorkspace: change((call, state) => {
    requireOrganization(call);
    const given = readBody(call, { request: CreateWorkspace });
    const fixed = {
      id: newId(call, state, 'workspaces'),
      createdAt: timestamp(call.now),
      updatedAt: null,
    };
    const workspace = { ...fixed, ...given, ...fixed };
    return changed([put('workspaces', workspace)], { status: 201, body: workspace });
  }),
  listWorkspaces: read((call, state) => {
    const range = requiredRange(call);
    const reached = state.list('workspaces').filter(({ id }) => reaches(call, id));
    return ok(pageOf(call, range, reached));
  }),
  getWorkspace: read((call, state) => ok(reachWorkspace(call, state, workspaceIdOf(call)))),
  updateWorkspace: change((call, state) => {
    const id = workspaceIdOf(call);
    const given = readBody(call, { request: UpdateWorkspace });
    const { name, createdAt, ...rest } = reachWorkspace(call, state, id);
    const fixed = { id, createdAt, updatedAt: timestamp(call.now) };
    const workspace = { ...rest, ...given, name: given.name ?? name, ...fixed };
    return changed([put('workspaces', workspace)], ok(workspace));
  }),
  deleteWorkspace: change((call, state) => {
    const { id } = reachWorkspace(call, state, workspaceIdOf(call));
    return changed([remove('workspaces', id), ...removeContents(state, id)], { status: 204 });
  }),
  getExchangeRatePolicy: read((call, state) => {
    reachWorkspace(call, state, workspaceIdOf(call));
    return ok({
      available: true,
      policies: [
        {
          conversionMethod: 'dailyRate',
          rateSource: 'Sandbox Reference Rates',
          periodStart: '2025-01-01',
          periodEnd: null,
        },
      ],
    });
  }),
};

/** Deletes everything in the workspace; the connections belong to the organization and remain. */
function removeContents(state: State, workspaceId: string): Change[] {
  const kinds = ['workspaceProviders', 'metrics', 'filters', 'virtualTags'] as const;
  return kinds.flatMap((kind) =>
    recordsOf(state, kind, workspaceId).map(({ id }) => remove(kind, id)),
  );
}

/** The service publishes no schema. Accounts null or missing: all accounts of the connection. */
const Accounts = z.optional(z.nullable(z.array(z.string('must be text'), 'must be a list')));
const AllAccounts = z.optional(z.boolean('must be true or false'));
const Enabled = z.optional(z.boolean('must be true or false'));
const CreateRequest = z.looseObject({
  workspaceId: WorkspaceId,
  providerId: z.union([OpaqueId, TypedId], 'must be the id of a provider'),
  accounts: Accounts,
  allAccounts: AllAccounts,
  enabled: Enabled,
});
const UpdateRequest = z.looseObject({
  enabled: Enabled,
  accounts: Accounts,
  allAccounts: AllAccounts,
});

export const workspaceProviderRoutes = {
  createWorkspaceProvider: change((call, state) => {
    const given = readBody(call, { request: CreateRequest });
    const { id: workspaceId } = reachWorkspace(call, state, given.workspaceId);
    const { providerId: sent } = given;
    const providerId = typeof sent === 'string' ? sent : sent.Value;
    if (state.get('providers', providerId) === undefined) throw notFound('provider', providerId);
    if (
      recordsOf(state, 'workspaceProviders', workspaceId).some(
        (one) => one.providerId === providerId,
      )
    ) {
      throw invalidField('providerId', 'is already enabled in the workspace');
    }
    const record = {
      id: newId(call, state, 'workspaceProviders'),
      workspaceId,
      providerId,
      enabled: given.enabled ?? true,
      accounts: accountsOf(given) ?? null,
      createdAt: timestamp(call.now),
      updatedAt: null,
    };
    return changed([put('workspaceProviders', record)], { status: 201, body: show(record) });
  }),
  listWorkspaceProviders: read((call, state) => {
    const range = requiredRange(call);
    const { id } = queriedWorkspace(call, state);
    return ok(pageOf(call, range, recordsOf(state, 'workspaceProviders', id).map(show)));
  }),
  getWorkspaceProvider: read((call, state) => ok(show(reachQueried(call, state)))),
  updateWorkspaceProvider: change((call, state) => {
    const given = readBody(call, { request: UpdateRequest });
    const record = state.get('workspaceProviders', idOf(call));
    if (record === undefined || !reaches(call, record.workspaceId)) {
      throw notFound('workspace provider', idOf(call));
    }
    const accounts = accountsOf(given);
    const updated = {
      ...record,
      enabled: given.enabled ?? record.enabled,
      accounts: accounts === undefined ? record.accounts : accounts,
      updatedAt: timestamp(call.now),
    };
    return changed([put('workspaceProviders', updated)], ok(show(updated)));
  }),
  deleteWorkspaceProvider: change((call, state) => {
    const { id } = reachQueried(call, state);
    return changed([remove('workspaceProviders', id)], { status: 204 });
  }),
};

function idOf(call: Call): string {
  return call.path['workspaceProviderId'] ?? '';
}

/** Null means all. A record sent back as it was read has `allAccounts` and an empty list. */
function accountsOf({ accounts, allAccounts }: z.infer<typeof UpdateRequest>) {
  return allAccounts === true && accounts?.length === 0 ? null : accounts;
}

function reachQueried(call: Call, state: State): WorkspaceProvider {
  return reachRecord(call, state, 'workspaceProviders', idOf(call));
}

function show({ providerId, accounts, ...record }: WorkspaceProvider) {
  return {
    ...record,
    providerId: { Value: providerId },
    allAccounts: accounts === null,
    accounts: accounts ?? [],
  };
}
